import { holdCases } from '../../files/cases/hold-cases.ts';
import { TEXT_KINDS } from './all-kinds.ts';

holdCases('test/review/texts', TEXT_KINDS);

import { holdCases } from '../../files/cases/hold-cases.ts';
import { PLAN_KINDS } from './plan-kinds.ts';

holdCases('test/review/texts', { ...PLAN_KINDS });

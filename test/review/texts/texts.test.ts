import { holdCases } from '../../files/cases/hold-cases.ts';
import { CHANGE_KINDS } from './change-kinds.ts';
import { PLAN_KINDS } from './plan-kinds.ts';
import { RUN_KINDS } from './run-kinds.ts';

holdCases('test/review/texts', { ...PLAN_KINDS, ...CHANGE_KINDS, ...RUN_KINDS });

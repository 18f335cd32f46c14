import { CHANGE_KINDS } from './change-kinds.ts';
import { MESSAGE_KINDS } from './message-kinds.ts';
import { PLAN_KINDS } from './plan-kinds.ts';
import { RUN_KINDS } from './run-kinds.ts';

/** Each kind by the name of its folder. */
export const TEXT_KINDS = { ...PLAN_KINDS, ...CHANGE_KINDS, ...RUN_KINDS, ...MESSAGE_KINDS };

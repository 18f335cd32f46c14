import { holdCases } from './hold-cases.ts';
import { CASE_KINDS } from './run-case.ts';

holdCases('test/files/cases', CASE_KINDS);

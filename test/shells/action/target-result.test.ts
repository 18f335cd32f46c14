import { describe, expect, test } from 'vitest';
import { EXIT, type ExitCode } from '../../../src/app/exit-code.ts';
import type { Plan } from '../../../src/model/plan/plan.ts';
import { makePlan } from '../../../src/plan/make-plan.ts';
import type { Outcome } from '../../../src/plan/outcome.ts';
import type { Reported } from '../../../src/review/reported.ts';
import type { Ran } from '../../../src/shells/action/run-in-group.ts';
import { planOf, RESULTS, resultOf, stateOf, worst } from '../../../src/shells/action/target-result.ts';
import { desiredGlossary, planInput } from '../../support/build.ts';

const desired = { glossaries: [desiredGlossary('a', { 'en->de': { a: '1' } })] };
const some = makePlan(planInput(desired, { glossaries: [], styleLists: [] })).plan;
const { adopts: _, ...none } = { ...some, changes: [] };

const ran = (code: ExitCode, reported?: Reported): Ran => ({
  code,
  out: '',
  err: '',
  ...(reported !== undefined && { reported }),
});
const planned = (plan: Plan): Reported => ({ kind: 'planned', plan, guard: { kind: 'allowed' }, findings: [] });
const applied = (kinds: readonly Outcome['kind'][], more: object = {}): Reported => ({
  kind: 'applied',
  plan: some,
  findings: [],
  report: { outcomes: kinds.map((kind) => ({ kind }) as Outcome), ids: [], secrets: [] },
  ...more,
});
const validated: Reported = { kind: 'validated', findings: [] };
const recorded = { recorded: {} };

test.each<readonly [string, Ran, string]>([
  ['faults of the files', ran(EXIT.findings), 'invalid'],
  ['a refusal', ran(EXIT.refused, planned(some)), 'refused'],
  ['a part', ran(EXIT.partly, applied(['applied'])), 'partly-applied'],
  ['files without faults', ran(EXIT.ok, validated), 'checked'],
  ['a plan with calls', ran(EXIT.ok, planned(some)), 'changes'],
  ['a plan with calls, told by the code', ran(EXIT.changes, planned(some)), 'changes'],
  ['a plan without calls', ran(EXIT.ok, planned(none)), 'no-changes'],
  ['a plan that adopts what is there', ran(EXIT.ok, planned({ ...none, adopts: [{} as never] })), 'changes'],
  ['a plan that adopts nothing', ran(EXIT.ok, planned({ ...none, adopts: [] })), 'no-changes'],
  ['a plan without a ledger', ran(EXIT.ok, planned({ ...none, ledger: null })), 'changes'],
  ['no plan', ran(EXIT.ok), 'no-changes'],
  ['calls', ran(EXIT.ok, applied(['applied'])), 'applied'],
  ['a record alone', ran(EXIT.ok, applied([], recorded)), 'applied'],
  ['calls without a record', ran(EXIT.ok, applied(['already-done'])), 'applied'],
  ['nothing to do', ran(EXIT.ok, applied([])), 'no-changes'],
  ['an error', ran(EXIT.error), 'failed'],
  ['an error of a plan', ran(EXIT.error, planned(some)), 'failed'],
  ['calls that all failed', ran(EXIT.error, applied(['failed', 'not-tried', 'already-done', 'stale'])), 'failed'],
  ['an error after a call', ran(EXIT.error, applied(['failed', 'applied'])), 'partly-applied'],
  ['an end by a signal', ran(EXIT.interrupted, applied(['not-tried'])), 'failed'],
  ['an end by a signal in a call', ran(EXIT.interrupted, applied(['unknown', 'not-tried'])), 'partly-applied'],
])('the result of %s', (_, of, result) => {
  expect(resultOf(of)).toBe(result);
});

test('the plan of a run is what was shown or run, and none of a check or of drift', () => {
  const drift = { kind: 'drifted', plan: some, drift: {}, findings: [] } as unknown as Reported;
  const refused: Reported = {
    kind: 'refused',
    code: 'drift',
    plan: some,
    guard: { kind: 'allowed' },
    findings: [],
    reason: '',
  };
  const plans = [undefined, validated, drift, planned(some), applied([]), refused].map((reported) =>
    planOf(ran(EXIT.ok, reported)),
  );
  expect(plans).toStrictEqual([undefined, undefined, undefined, some, some, some]);
});

describe('results', () => {
  test('as the states of a comment', () => {
    expect(RESULTS.map((result) => [result, stateOf(result)])).toStrictEqual([
      ['no-changes', 'no-changes'],
      ['checked', 'checked'],
      ['applied', 'applied'],
      ['changes', 'open'],
      ['drift', 'failed'],
      ['invalid', 'failed'],
      ['refused', 'refused'],
      ['partly-applied', 'partly-applied'],
      ['failed', 'failed'],
    ]);
  });

  test('of several targets count by the worst', () => {
    expect(worst([])).toBe('no-changes');
    for (const [index, result] of RESULTS.entries()) {
      const better = RESULTS.slice(0, index + 1);
      expect([worst(better), worst([...better].reverse())]).toStrictEqual([result, result]);
    }
  });
});

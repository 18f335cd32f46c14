import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { DesiredState, LiveState } from '../../src/kinds/states.ts';
import { DEFAULT_SAFETY, type SafetyPolicy } from '../../src/model/workspace/workspace.ts';
import { checkGuard } from '../../src/plan/guard/guard.ts';
import type { GuardInput } from '../../src/plan/guard/guard-input.ts';
import { liftOf, type Refusal } from '../../src/plan/guard/refusal.ts';
import { makePlan } from '../../src/plan/make-plan.ts';
import { guardText } from '../../src/review/plan/guard-text.ts';
import {
  desiredDeveloperKey,
  desiredGlossary,
  desiredStyleList,
  liveDeveloperKey,
  liveGlossary,
  liveStyleList,
  planInput,
} from '../support/build.ts';
import { owning } from '../support/owning.ts';
import { least, runs } from '../support/runs.ts';
import { anyPlanInput } from './any-plan-input.ts';

const terms = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`t${String(index).padStart(5, '0')}`, 'x']));

function refusals(desired: DesiredState, live: LiveState, input: Partial<GuardInput> = {}): readonly Refusal[] {
  const { plan } = makePlan(planInput(desired, live));
  const verdict = checkGuard(plan, {
    safety: DEFAULT_SAFETY,
    allowDelete: [],
    prune: [],
    desired,
    ledger: owning(live, desired),
    ...input,
  });
  return verdict.kind === 'allowed' ? [] : verdict.refusals;
}

const NAMES = [...'abcdefghijklmnopqrstuvwxyz'];

/** Glossaries that lose some of their terms: how many each had, and how many are left. */
function losing(...sizes: readonly (readonly [before: number, after: number])[]) {
  const name = (index: number) => NAMES[index] as string;
  return {
    desired: {
      glossaries: sizes.map(([, after], index) => desiredGlossary(name(index), { 'en->de': terms(after) })),
    },
    live: {
      glossaries: sizes.map(([before], index) => liveGlossary(`g${index}`, name(index), { 'en->de': terms(before) })),
    },
  };
}

const safety = (more: Partial<SafetyPolicy>): SafetyPolicy => ({ ...DEFAULT_SAFETY, ...more });
const exactly = (count: number) => ({ count, percent: 0 });

describe('the sum of a run', () => {
  test('a hundred may go, or a tenth of all that there is, whichever is more', () => {
    const eleven = losing(...NAMES.slice(0, 11).map(() => [20, 10] as const));
    expect(refusals(eleven.desired, eleven.live)).toEqual([
      { code: 'too-many-in-all', of: 'run', parts: 11, removed: 110, before: 220, allowed: 100, inAll: 110 },
    ]);
    const ten = losing(...NAMES.slice(0, 10).map(() => [20, 10] as const));
    expect(refusals(ten.desired, ten.live)).toEqual([]);
    // What does not change is a part of what there is.
    const beside = losing(...NAMES.slice(0, 11).map(() => [20, 10] as const), [880, 880]);
    expect(refusals(beside.desired, beside.live)).toEqual([]);
    const less = losing(...NAMES.slice(0, 11).map(() => [20, 10] as const), [879, 879]);
    expect(refusals(less.desired, less.live)).toMatchObject([{ before: 1099, allowed: 109 }]);
  });

  test('the default is never less than what one part may lose by itself', () => {
    const one = losing([600, 400]);
    expect(refusals(one.desired, one.live, { safety: safety({ maxDeletes: exactly(200) }) })).toEqual([]);
    expect(refusals(one.desired, one.live, { safety: safety({ maxDeletes: { count: 0, percent: 34 } }) })).toEqual([]);
    const two = losing([600, 400], [600, 599]);
    expect(refusals(two.desired, two.live, { safety: safety({ maxDeletes: exactly(200) }) })).toMatchObject([
      { code: 'too-many-in-all', removed: 201, allowed: 200 },
    ]);
  });

  test('a sum says how many of its entries are moved or renamed', () => {
    const dictionary = (words: readonly string[]) => Object.fromEntries(words.map((word) => [word, `${word} there`]));
    const [kept, moved] = [dictionary(['a', 'b', 'c']), dictionary(['moved'])];
    const of = (de: object, fr: object) => ({ 'en->de': { ...kept, ...de }, 'en->fr': { ...kept, ...fr } });
    const desired = { glossaries: [desiredGlossary('a', of({}, moved))] };
    const live = { glossaries: [liveGlossary('g0', 'a', of({ ...moved, ...dictionary(['gone']) }, {}))] };
    expect(refusals(desired, live, { safety: safety({ maxDeletesPerRun: exactly(1) }) })).toMatchObject([
      { code: 'too-many-in-all', of: 'run', removed: 2, taken: { removed: 1, moved: 1, renamed: 0 } },
    ]);
  });

  test('a limit that safety: sets holds for a single part too', () => {
    const one = losing([20, 12]);
    expect(refusals(one.desired, one.live, { safety: safety({ maxDeletesPerRun: exactly(7) }) })).toEqual([
      { code: 'too-many-in-all', of: 'run', parts: 1, removed: 8, before: 20, allowed: 7, inAll: 8 },
    ]);
    expect(refusals(one.desired, one.live, { safety: safety({ maxDeletesPerRun: exactly(8) }) })).toEqual([]);
    const most = losing([20, 10]);
    expect(refusals(most.desired, most.live, { safety: safety({ maxDeletesPerRun: exactly(7) }) })).toMatchObject([
      { code: 'too-many-in-all', removed: 10 },
    ]);
    expect(
      refusals(one.desired, one.live, { safety: safety({ maxDeletesPerRun: { count: 1, percent: 40 } }) }),
    ).toEqual([]);
  });

  test('what is refused for one part alone is not said again', () => {
    const one = losing([20, 9]);
    expect(refusals(one.desired, one.live, { safety: safety({ maxDeletesPerRun: exactly(5) }) })).toMatchObject([
      { code: 'too-many-removed' },
    ]);
    const two = losing([20, 9], [20, 19]);
    expect(
      refusals(two.desired, two.live, { safety: safety({ maxDeletesPerRun: exactly(5) }) }).map(({ code }) => code),
    ).toEqual(['too-many-removed', 'too-many-in-all']);
  });

  test('rules and instructions are counted with entries, and what is consented to by name is not', () => {
    const TONES = ['a', 'b', 'c'].map((label) => ({ label, prompt: 'x' }));
    const desired: DesiredState = {
      ...losing([20, 18]).desired,
      styleLists: [desiredStyleList('l', { rules: { n: { a: '1' } }, instructions: TONES.slice(0, 1) })],
    };
    const live: LiveState = {
      ...losing([20, 18]).live,
      styleLists: [liveStyleList('s1', 'l', { rules: { n: { a: '1', b: '1' } }, instructions: TONES })],
    };
    const strict = { safety: safety({ maxDeletesPerRun: exactly(4) }) };
    expect(refusals(desired, live, strict)).toEqual([
      { code: 'too-many-in-all', of: 'run', parts: 3, removed: 5, before: 25, allowed: 4, inAll: 5 },
    ]);
    expect(refusals(desired, live, { ...strict, allowDelete: ['glossary.a/en->de'] })).toEqual([]);
    expect(refusals(desired, live, { ...strict, allowDelete: ['style_rules.l'] })).toEqual([]);
    // The share of what a list that does not change has counts as well.
    const beside = { styleLists: [desiredStyleList('z', { rules: { n: { a: '1' } }, instructions: TONES })] };
    const besideLive = { styleLists: [liveStyleList('s9', 'z', { rules: { n: { a: '1' } }, instructions: TONES })] };
    expect(
      refusals(
        { ...desired, styleLists: [...(desired.styleLists ?? []), ...beside.styleLists] },
        { ...live, styleLists: [...(live.styleLists ?? []), ...besideLive.styleLists] },
        strict,
      ),
    ).toMatchObject([{ removed: 5, before: 29 }]);
  });

  test('the last ones are refused by themselves, and counted in no sum', () => {
    const TONES = ['a', 'b'].map((label) => ({ label, prompt: 'x' }));
    const { desired, live } = losing([20, 19]);
    expect(
      refusals(
        { ...desired, styleLists: [desiredStyleList('l')] },
        { ...live, styleLists: [liveStyleList('s1', 'l', { instructions: TONES })] },
        { safety: safety({ maxDeletesPerRun: exactly(1) }) },
      ),
    ).toEqual([{ code: 'last-removed', address: 'style_rules.l', part: 'instructions', removed: 2 }]);
  });

  test('what goes with a deletion is consented to with it, and counted in no sum', () => {
    const { desired, live } = losing([20, 19]);
    const more = { glossaries: [...live.glossaries, liveGlossary('old', 'old', { 'en->de': terms(5000) })] };
    const { plan } = makePlan(planInput(desired, more, { deletable: ['glossary.old'] }));
    const input = {
      ledger: owning(more, desired),
      safety: safety({ maxDeletesPerRun: exactly(1) }),
      prune: [],
      desired,
    };
    expect(checkGuard(plan, { ...input, allowDelete: ['glossary.old'] })).toEqual({ kind: 'allowed' });
  });
});

describe('the sum of a kind', () => {
  test('each kind has its own sum', () => {
    const TONES = ['a', 'b', 'c'].map((label) => ({ label, prompt: 'x' }));
    const desired: DesiredState = {
      ...losing([9, 7], [9, 7]).desired,
      styleLists: [desiredStyleList('l', { instructions: TONES.slice(0, 2) })],
    };
    const live: LiveState = {
      ...losing([9, 7], [9, 7]).live,
      styleLists: [liveStyleList('s1', 'l', { instructions: TONES })],
    };
    const limit = (count: number) => ({ safety: safety({ maxDeletesPerKind: exactly(count) }) });
    expect(refusals(desired, live, limit(4))).toEqual([]);
    expect(refusals(desired, live, limit(3))).toEqual([
      { code: 'too-many-in-all', of: 'entries', parts: 2, removed: 4, before: 18, allowed: 3, inAll: 5 },
    ]);
    expect(refusals(desired, live, limit(0))).toMatchObject([{ of: 'entries' }, { of: 'instructions', before: 3 }]);
    expect(refusals(desired, live, { safety: safety({ maxDeletesPerKind: { count: 0, percent: 34 } }) })).toEqual([]);
  });
});

describe('--max-deletes-per-run', () => {
  test('is what may go in the whole run, of parts and sums alike', () => {
    const two = losing([40, 25], [40, 38]);
    expect(refusals(two.desired, two.live)).toMatchObject([{ code: 'too-many-removed', removed: 15, inAll: 17 }]);
    expect(refusals(two.desired, two.live, { maxDeletesPerRun: 16 })).toMatchObject([
      { code: 'too-many-in-all', removed: 17, allowed: 16 },
    ]);
    expect(refusals(two.desired, two.live, { maxDeletesPerRun: 17 })).toEqual([]);
    const strict = safety({ maxDeletes: exactly(0), maxDeletesPerKind: exactly(0), maxDeletesPerRun: exactly(0) });
    expect(refusals(two.desired, two.live, { maxDeletesPerRun: 17, safety: strict })).toEqual([]);
  });

  test('does not stand for a deletion, nor for the last ones', () => {
    const desired = { styleLists: [desiredStyleList('l', { instructions: [] })] };
    const live = { styleLists: [liveStyleList('s1', 'l', { instructions: [{ label: 'a', prompt: 'x' }] })] };
    expect(refusals(desired, live, { maxDeletesPerRun: 99 })).toMatchObject([{ code: 'last-removed' }]);
  });
});

test('the text of a sum has its numbers, its flag, and all flags in one line', () => {
  const two = losing([400, 380], [40, 25]);
  const { plan } = makePlan(planInput(two.desired, two.live));
  const verdict = checkGuard(plan, {
    safety: safety({ maxDeletesPerRun: exactly(30) }),
    allowDelete: [],
    prune: [],
    desired: two.desired,
    ledger: owning(two.live, two.desired),
  });
  expect(guardText(verdict)).toMatchInlineSnapshot(`
    "apply would refuse this plan:
      glossary.b/en->de would lose 15 of its 40 entries, at most 10 are allowed; if you intend this, rerun with --max-deletes-per-run 35 or --allow-delete 'glossary.b/en->de' [too-many-removed]
      2 parts would lose 35 of all 440 entries, rules and instructions, at most 30 are allowed in one run; if you intend this, rerun with --max-deletes-per-run 35 [too-many-in-all]
      if you intend all of this, rerun with --max-deletes-per-run 35
    "
  `);
});

const limits = fc.record({ count: fc.nat(3), percent: fc.constantFrom(0, 10, 50) });
const policy: fc.Arbitrary<SafetyPolicy> = fc
  .record(
    {
      maxDeletes: limits,
      maxDeletesPerKind: limits,
      maxDeletesPerRun: limits,
      protect: fc.subarray(['glossary.a', 'style_rules.*']),
    },
    { requiredKeys: ['maxDeletes', 'protect'] },
  )
  .map((made) => made as SafetyPolicy);

const keyStates = fc
  .record({
    files: fc.subarray(['a', 'b', 'c']),
    deactivated: fc.subarray(['a', 'b', 'c']),
    blocked: fc.subarray(['a', 'b', 'c']),
    live: fc.subarray(['a', 'b', 'c', 'd']),
  })
  .map(({ files, deactivated, blocked, live }) => ({
    desired: files.map((name) =>
      desiredDeveloperKey(name, {
        deactivated: deactivated.includes(name),
        limits: blocked.includes(name) ? { characters: 0 } : {},
      }),
    ),
    live: live.map((name) => liveDeveloperKey(`id of ${name}`, name)),
  }));

/** A consent that stands in a script or a file for good. */
const patterns = fc.subarray(['glossary.*', 'glossary.*/en->fr', 'style_rules.*', 'developer_key.*', 'style_rules.b']);

test('the flags of all refusals allow the plan, unless something is protected; each flag lifts its own refusal', () => {
  let [lifted, several] = [0, 0];
  fc.assert(
    fc.property(anyPlanInput, keyStates, policy, patterns, patterns, (given, keys, chosen, allowDelete, prune) => {
      const desired = { ...given.desired, developerKeys: keys.desired };
      const { plan } = makePlan({
        ...given,
        desired,
        live: { ...given.live, developerKeys: keys.live },
        deletable: ['*', '*/*', 'developer_key.*'],
      });
      const input: GuardInput = { safety: chosen, allowDelete, prune, desired, ledger: given.ledger };
      const verdict = checkGuard(plan, input);
      if (verdict.kind === 'allowed') return;
      const flagsOf = (refusals: readonly Refusal[]): GuardInput => {
        const lifts = refusals.map(liftOf);
        const counts = lifts.flatMap((lift) => (lift.kind === 'max-deletes-per-run' ? [lift.count] : []));
        return {
          ...input,
          allowDelete: [
            ...allowDelete,
            ...lifts.flatMap((lift) => (lift.kind === 'allow-delete' ? [lift.address] : [])),
          ],
          ...(counts.length > 0 && { maxDeletesPerRun: Math.max(...counts) }),
        };
      };
      const after = checkGuard(plan, flagsOf(verdict.refusals));
      const left = after.kind === 'allowed' ? [] : after.refusals;
      expect(left).toEqual(verdict.refusals.filter(({ code }) => code === 'protected'));
      for (const refusal of verdict.refusals) {
        if (refusal.code === 'protected') continue;
        const alone = checkGuard(plan, flagsOf([refusal]));
        const same = (other: Refusal): boolean =>
          other.code === refusal.code && JSON.stringify(liftOf(other)) === JSON.stringify(liftOf(refusal));
        expect(alone.kind === 'allowed' ? [] : alone.refusals.filter(same)).toEqual([]);
        lifted += 1;
      }
      if (verdict.refusals.length > 1) several += 1;
    }),
    { numRuns: runs(600) },
  );
  expect(lifted).toBeGreaterThan(least(400));
  expect(several).toBeGreaterThan(least(80));
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PairKey } from '../../../src/model/entries/language-pair.ts';
import type { Change } from '../../../src/model/plan/plan.ts';
import { driftCounts, type PlanCounts } from '../../../src/plan/counts.ts';
import { driftOf } from '../../../src/plan/drift/detect-drift.ts';
import { makePlan } from '../../../src/plan/make-plan.ts';
import { planHtml } from '../../../src/review/html/plan-html.ts';
import { planMarkdown } from '../../../src/review/markdown/plan-markdown.ts';
import { planText } from '../../../src/review/plan/plan-text.ts';
import { eachPlanTerm } from '../../../src/review/values/term-kinds.ts';
import { shownCounts, undoneText } from '../../../src/review/values/undone.ts';
import { plainInstructions, sides, wildInstructions } from '../../plan/any-drift-sides.ts';
import { type DriftInputLike, driftInput, type SideLike } from '../../plan/drift-input.ts';
import { entries } from '../../support/build.ts';
import { runs } from '../../support/runs.ts';

const RUNS = { numRuns: runs(60) };

const SENTENCE =
  /^(?:The plan would (?:also )?undo (\d+) changes? made on the service)?(?:; )?(?:(\d+) conflicts? with the service(?:, [a-z -]+)?)?$/;

function counted(like: DriftInputLike) {
  const input = driftInput(like);
  const { plan } = makePlan(input);
  const drift = driftOf(input);
  const sentence = undoneText(plan, drift);
  const [, undone = '0', conflicts = '0'] = SENTENCE.exec(sentence ?? '') ?? [];
  const { files } = shownCounts(plan, drift);
  return { plan, drift, sentence, undone: Number(undone), conflicts: Number(conflicts), files };
}

const sum = (counts: Readonly<Record<string, number | undefined>>): number =>
  Object.values(counts).reduce<number>((all, each = 0) => all + each, 0);

/** The numbers of terms, rules and instructions. */
const valuesIn = ({ values }: Pick<PlanCounts, 'values'>): number =>
  Object.values(values).reduce((all, each) => all + sum({ ...each }), 0);

/** The side with constant names and dictionaries, without developer keys: each change is in the counts of values. */
const counting = ({ glossaries = {}, lists = {} }: SideLike): SideLike => ({
  glossaries: Object.fromEntries(
    ['g', 'h'].map((each) => {
      const { dictionaries = {} } = glossaries[each] ?? {};
      const terms = (pair: string) => [...entries(dictionaries[pair as PairKey] ?? []), ['always', 'there'] as const];
      return [each, { name: each, dictionaries: { 'en->de': terms('en->de'), 'en->fr': terms('en->fr') } }];
    }),
  ),
  lists: { l: { ...lists.l, name: 'l' } },
});

const rowsOf = (change: Change, isWhole: (address: string) => boolean): number => {
  if (isWhole(change.address)) return 1;
  const own = change.action === 'update' ? change.values.filter(({ from, to }) => from !== to).length : 1;
  return own + change.children.filter(({ address }) => isWhole(address)).length;
};

test('a plan whose files have not changed only undoes: each change counts once, as in the drift', () => {
  fc.assert(
    fc.property(sides(plainInstructions), (given) => {
      const { plan, drift, undone, conflicts, files } = counted({ ...given, ours: given.base });
      const whole = new Set<string>(
        drift.resources.flatMap((each) =>
          [each, ...each.children].filter((part) => part.whole !== undefined).map(({ address }) => address),
        ),
      );
      const rest = plan.changes.filter(({ address }) => !whole.has(address));
      const children = rest.flatMap((change) => change.children).filter(({ address }) => !whole.has(address));
      const terms = children.flatMap((child) => [...eachPlanTerm(plan)(child)]).length;
      const rows = plan.changes.reduce((all, change) => all + rowsOf(change, (each) => whole.has(each)), terms);
      expect([undone, conflicts]).toEqual([rows, 0]);
      if (rows > 0) expect(files && [files.calls, valuesIn(files)]).toEqual([0, 0]);
      // A term that moved out of a deleted glossary counts there as well.
      if (whole.size === 0) expect(undone).toBeLessThanOrEqual(driftCounts(drift).theirs);
    }),
    RUNS,
  );
});

test('the changes of the files and those that only undo are all changes of the plan', () => {
  fc.assert(
    fc.property(sides(wildInstructions), (given) => {
      const [base, ours, theirs] = [given.base, given.ours, given.theirs].map(counting);
      const { plan, undone, files } = counted({ base, ours, theirs } as DriftInputLike);
      const all = valuesIn(shownCounts(plan, undefined));
      expect(files === undefined ? all : valuesIn(files) + undone).toBe(all);
    }),
    RUNS,
  );
});

test('no sentence is empty, and no rendering has an empty line for it', () => {
  fc.assert(
    fc.property(sides(wildInstructions), (given) => {
      const { plan, drift, sentence, undone, conflicts, files } = counted(given);
      if (sentence === undefined) expect(files).toBeUndefined();
      else expect(undone + conflicts).toBeGreaterThan(0);
      expect(sentence ?? 'none').not.toBe('');
      expect(planText({ plan, drift }, { color: false })).not.toMatch(/^\.?\.$/m);
      expect(planMarkdown({ plan, drift })).not.toMatch(/\*\*\.?\*\*/);
      expect(planHtml(plan, { drift })).not.toMatch(/<strong>\.?<\/strong>/);
    }),
    RUNS,
  );
});

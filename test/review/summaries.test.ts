import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Plan } from '../../src/model/plan/plan.ts';
import { countsJson, planCounts, type Tally } from '../../src/plan/counts.ts';
import { makePlan } from '../../src/plan/make-plan.ts';
import { pageData } from '../../src/review/html/page-data.ts';
import { approvalQuestion } from '../../src/review/plan/approval-text.ts';
import { verdictLine } from '../../src/review/plan/verdict-line.ts';
import { tallyByName } from '../../src/review/values/change-words.ts';
import { desiredGlossary, liveGlossary, planInput } from '../support/build.ts';
import { runs } from '../support/runs.ts';
import { termKinds } from './all-terms.ts';

/** Few words, so that terms of one plan meet each other: as moves, as new spellings, as changes. */
const words = fc.constantFrom('house', 'House', 'dog', 'Dog', 'cart', 'Haus', 'Hund');
const entries = fc.dictionary(words, words, { maxKeys: 5 });
const glossary = fc.record({ 'en->de': entries, 'en->fr': entries });
const side = fc.record({ a: glossary, b: glossary });

type Entries = Readonly<Record<string, string>>;
type Side = Readonly<Record<'a' | 'b', Readonly<Record<'en->de' | 'en->fr', Entries>>>>;

function planOf(from: Side, to: Side): Plan {
  const names = ['a', 'b'] as const;
  return makePlan(
    planInput(
      { glossaries: names.map((name) => desiredGlossary(name, { ...to[name], 'en->it': { always: 'sempre' } })) },
      {
        glossaries: names.map((name) =>
          liveGlossary(`id-${name}`, name, { ...from[name], 'en->it': { always: 'sempre' } }),
        ),
      },
      { deletable: ['*/*'] },
    ),
  ).plan;
}

const KINDS = ['added', 'changed', 'removed', 'moved', 'renamed'] as const;

/** The number before each word of a text: `3 removed` or `3 to remove`. */
function numbersIn(text: string): Required<Tally> {
  const count = (word: RegExp): number => Number(word.exec(text)?.[1] ?? 0);
  return {
    added: count(/(\d+)(?: terms?)? (?:added|to add)\b/),
    changed: count(/(\d+)(?: terms?)? (?:changed|to change)\b/),
    removed: count(/(\d+)(?: terms?)? (?:removed|to remove)\b/),
    moved: count(/(\d+)(?: terms?)? (?:moved|to move)\b/),
    renamed: count(/(\d+)(?: terms?)? (?:renamed|to rename)\b/),
  };
}

test('the counts of every summary agree, and add up to the changes of the plan', () => {
  const check = (from: Side, to: Side): void => {
    const plan = planOf(from, to);
    const counts = planCounts(plan);
    const { terms } = countsJson(counts) as unknown as { readonly terms: Required<Tally> };
    const values = plan.changes.flatMap(({ children }) => children.flatMap((child) => child.values));
    // Every entry is in one count: what is moved or renamed is an entry that goes and one that comes.
    expect(terms.added + terms.changed + terms.removed + 2 * (terms.moved + terms.renamed)).toBe(values.length);
    expect(terms.removed + terms.moved + terms.renamed).toBe(
      values.filter(({ to: after }) => after === undefined).length,
    );

    if (counts.calls > 0) {
      expect(numbersIn(verdictLine(plan, counts))).toEqual(terms);
      expect(numbersIn(approvalQuestion(plan, { secretsKept: false }))).toEqual(terms);
    }
    // A move between languages is one that leaves the first and comes to the second.
    const pairs = tallyByName(plan).map(([, tally]) => tally);
    const sum = (kind: keyof (typeof pairs)[number]): number => pairs.reduce((all, each) => all + each[kind], 0);
    expect(sum('movedAway')).toBe(sum('movedHere'));
    for (const kind of KINDS) expect(sum(kind) + (kind === 'moved' ? sum('movedAway') : 0)).toBe(terms[kind]);

    const rows = [...termKinds(plan).values()].flat();
    expect(pageData(plan).rows).toHaveLength(rows.length);
    expect(rows).toHaveLength(terms.added + terms.changed + terms.removed + terms.renamed + terms.moved);
    for (const kind of KINDS) expect(rows.filter((row) => row.kind === kind)).toHaveLength(terms[kind]);
    expect(rows.filter(({ before, after }) => before && after && before.source !== after.source)).toHaveLength(
      terms.renamed,
    );
  };
  fc.assert(fc.property(side, side, check), { numRuns: runs(100) });
});

test('a term that is moved or renamed is not counted as removed in its language', () => {
  const none = { 'en->de': {}, 'en->fr': {} };
  const plan = planOf(
    { a: { 'en->de': { house: 'Haus', dog: 'Hund', old: 'alt' }, 'en->fr': {} }, b: none },
    {
      a: { 'en->de': { hound: 'Hund', cat: 'Katze' }, 'en->fr': {} },
      b: { 'en->de': { house: 'Haus' }, 'en->fr': {} },
    },
  );
  expect(tallyByName(plan)).toEqual([
    ['en->de', { added: 1, changed: 0, removed: 1, moved: 1, movedAway: 0, movedHere: 0, renamed: 1 }],
  ]);
});

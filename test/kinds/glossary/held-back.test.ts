import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HELD_BACK_LISTED_MAX, heldBackIn } from '../../../src/kinds/held-back.ts';
import type { HeldBackRow } from '../../../src/model/entries/held-back.ts';
import type { PairKey } from '../../../src/model/entries/language-pair.ts';
import { allValues, scopeOf } from '../../../src/model/plan/plan.ts';
import { makePlan } from '../../../src/plan/make-plan.ts';
import { desiredGlossary, liveGlossary, planInput } from '../../support/build.ts';
import { runs } from '../../support/runs.ts';

const row = (source: string, line: number, more: Partial<HeldBackRow> = {}): HeldBackRow => ({
  source,
  target: `${source}-x`,
  at: { file: 't.csv', line, column: 1 },
  reason: 'status',
  status: 'forbidden',
  ...more,
});

/** A glossary whose dictionaries hold rows back. */
function glossaryWith(rows: Readonly<Partial<Record<PairKey, readonly HeldBackRow[]>>>) {
  const keys = Object.keys(rows) as PairKey[];
  const made = desiredGlossary('g', Object.fromEntries(keys.map((key) => [key, { house: 'x' }])));
  const dictionaries = [...made.dictionaries].map(
    ([key, dictionary]) => [key, { ...dictionary, heldBack: rows[key] ?? [] }] as const,
  );
  return { ...made, dictionaries: new Map(dictionaries) };
}

const heldIn = (rows: Parameters<typeof glossaryWith>[0], only: readonly string[] = []) =>
  heldBackIn({ glossaries: [glossaryWith(rows)] }, scopeOf(only));

describe('rows that are held back', () => {
  test('are none where every row is sent', () => {
    expect(heldIn({ 'en->de': [] })).toBeUndefined();
    expect(makePlan(planInput({ glossaries: [glossaryWith({ 'en->de': [] })] }, {})).plan).not.toHaveProperty(
      'heldBack',
    );
  });

  test('count once, however many dictionaries have them', () => {
    const found = heldIn({
      'en->de': [row('bad', 3), row('run', 5, { reason: 'choice', by: 'pos', status: 'draft' })],
      'en->fr': [row('bad', 3), row('ugly', 2, { status: 'rejected' })],
    });
    expect(found).toMatchObject({
      rows: 3,
      reasons: [
        { reason: 'status', status: 'forbidden', rows: 1 },
        { reason: 'status', status: 'rejected', rows: 1 },
        { reason: 'choice', by: 'pos', rows: 1 },
      ],
    });
    expect(found?.listed.map(({ at, entries }) => [at.line, ...entries.map(({ address }) => address)])).toEqual([
      [2, 'glossary.g/en->fr'],
      [3, 'glossary.g/en->de', 'glossary.g/en->fr'],
      [5, 'glossary.g/en->de'],
    ]);
  });

  test('are those of the dictionaries that a plan is about', () => {
    const rows = { 'en->de': [row('a', 1)], 'en->fr': [row('b', 2), row('c', 3)] };
    expect(heldIn(rows, ['glossary.g/en->fr'])?.rows).toBe(2);
    expect(heldIn(rows, ['glossary.other'])).toBeUndefined();
  });

  test('are listed up to a limit, and the others are counted', () => {
    const many = Array.from({ length: HELD_BACK_LISTED_MAX + 7 }, (_, line) => row(`term ${line}`, line + 1));
    const found = heldIn({ 'en->de': many });
    expect([found?.rows, found?.listed.length, found?.unlisted]).toEqual([1007, 1000, 7]);
  });

  test('are the same in whatever order they were read', () => {
    const rows = fc.uniqueArray(fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.nat(20)), {
      selector: ([, line]) => line,
      maxLength: 8,
    });
    fc.assert(
      fc.property(rows, (made) => {
        const all = made.map(([source, line]) => row(source, line));
        expect(heldIn({ 'en->fr': all.toReversed(), 'en->de': all })).toEqual(heldIn({ 'en->de': all, 'en->fr': all }));
      }),
      { numRuns: runs(100) },
    );
  });
});

describe('what a row says of its term', () => {
  const made = glossaryWith({ 'en->de': [row('bad', 3, { partOfSpeech: 'adj' })] });
  const desired = {
    ...made,
    dictionaries: new Map(
      [...made.dictionaries].map(([key, dictionary]) => [
        key,
        { ...dictionary, fieldsOf: () => ({ status: 'draft', partOfSpeech: 'noun', note: 'kept' }) as const },
      ]),
    ),
  };
  const live = liveGlossary('g1', 'g', { 'en->de': { house: 'y', bad: 'schlecht', old: 'alt' } });
  const { plan } = makePlan(planInput({ glossaries: [desired] }, { glossaries: [live] }));

  test('stands beside its change, and a removed one says that it is held back', () => {
    expect(plan.changes.flatMap(allValues).map(({ key, term }) => [key.at(-1), term])).toEqual([
      ['name', undefined],
      ['bad', { status: 'forbidden', partOfSpeech: 'adj', heldBack: true }],
      ['old', undefined],
      ['house', { status: 'draft', partOfSpeech: 'noun', note: 'kept' }],
    ]);
  });

  test('changes no call of the plan', () => {
    const { plan: plain } = makePlan(
      planInput({ glossaries: [desiredGlossary('g', { 'en->de': { house: 'x' } })] }, { glossaries: [live] }),
    );
    expect(plan.changes.map(({ operations }) => operations)).toEqual(plain.changes.map(({ operations }) => operations));
    expect(plan.liveFingerprint).toBe(plain.liveFingerprint);
  });
});

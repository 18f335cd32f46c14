import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { GlossaryContent } from '../../../src/model/entries/dictionary.ts';
import { parsePairKey } from '../../../src/model/entries/language-pair.ts';
import { makePlan } from '../../../src/plan/make-plan.ts';
import type { DeveloperKeyChange, GlossaryChange, StyleListChange } from '../../../src/plan/plan.ts';
import { STALE_VALUES_MAX, type StaleValue } from '../../../src/plan/stale/stale-detail.ts';
import { staleDeveloperKey } from '../../../src/plan/stale/stale-developer-key.ts';
import { type GlossaryNow, staleGlossary } from '../../../src/plan/stale/stale-glossary.ts';
import { staleStyleList } from '../../../src/plan/stale/stale-style-list.ts';
import {
  type DictionariesLike,
  desiredDeveloperKey,
  desiredGlossary,
  desiredStyleList,
  type EntriesLike,
  entries,
  liveDeveloperKey,
  liveGlossary,
  liveStyleList,
  planInput,
  type StyleListLike,
} from '../../support/build.ts';
import { runs } from '../../support/runs.ts';

const contentOf = (dictionaries: DictionariesLike, name = 'g'): GlossaryContent => ({
  name,
  dictionaries: new Map(
    Object.entries(dictionaries).map(([key, like]) => {
      const pair = key as `${string}->${string}`;
      return [pair, { pair: parsePairKey(pair), entries: entries(like ?? {}) }];
    }),
  ),
});

const nowOf = (dictionaries: DictionariesLike, name = 'g'): GlossaryNow => ({
  name,
  dictionaries: new Map([...contentOf(dictionaries).dictionaries].map(([pair, each]) => [pair, each.entries] as const)),
});

interface Sides {
  readonly from: DictionariesLike;
  readonly to: DictionariesLike;
  readonly now: DictionariesLike | undefined;
  readonly base?: DictionariesLike;
  readonly names?: readonly [from: string, to: string, now: string];
}

/** What is told of each operation of the one change that leads from one glossary to another. */
function told({ from, to, now, base, names: [before, after, is] = ['g', 'g', 'g'] }: Sides) {
  const live = liveGlossary('g1', before, from);
  const desired = desiredGlossary('g', to, { name: after, pinnedId: live.id });
  const { plan } = makePlan(planInput({ glossaries: [desired] }, { glossaries: [live] }));
  const change = plan.changes[0] as GlossaryChange;
  return change.operations.map((operation) =>
    staleGlossary(change, operation, {
      now: now && nowOf(now, is),
      base: base === undefined ? undefined : contentOf(base, before),
    }),
  );
}

const DE = (like: EntriesLike): DictionariesLike => ({ 'en->de': like });
const entry = { kind: 'entry', pair: 'en->de' } as const;

describe('a dictionary that has changed since', () => {
  test('shows planned from, planned to and now, those that fit neither first', () => {
    expect(
      told({
        from: DE({ a: '1', b: '1', c: '1' }),
        to: DE({ a: '2', b: '2', c: '2' }),
        now: DE({ a: '2', b: '3', c: '1' }),
      }),
    ).toMatchObject([
      {
        values: [
          { ...entry, source: 'b', planned: true, from: '1', to: '2', now: '3' },
          { ...entry, source: 'a', planned: true, from: '1', to: '2', now: '2' },
        ],
        count: 2,
        complete: true,
      },
    ]);
  });

  test('what the plan does not speak of is named by the history, and without one it is said that there is more', () => {
    const sides = { from: DE({ a: '1', b: '1' }), to: DE({ a: '2', b: '1' }), now: DE({ a: '1', b: '9', c: '9' }) };
    expect(told(sides)).toEqual([{ values: [], count: 0, complete: false, size: { from: 2, now: 3 } }]);
    expect(told({ ...sides, base: sides.from })).toMatchObject([
      {
        values: [
          { ...entry, source: 'b', planned: false, from: '1', now: '9' },
          { ...entry, source: 'c', planned: false, now: '9' },
        ],
        count: 2,
        complete: true,
      },
    ]);
    // Drift was there when the plan was made: the history does not tell what the plan was made from.
    const [known] = told({ ...sides, base: DE({ a: '1', b: '0' }) });
    expect(known).toMatchObject({ count: 2, complete: false });
  });

  test('one that is gone, and one that came', () => {
    expect(told({ from: DE({ a: '1' }), to: DE({ a: '2' }), now: undefined })).toMatchObject([
      { values: [{ ...entry, source: 'a', planned: true, from: '1', to: '2' }], count: 1, complete: true },
    ]);
    const [, came] = told({
      from: { 'en->fr': { x: 'y' } },
      to: { 'en->fr': { x: 'z' }, 'en->de': { a: '1', b: '2' } },
      now: DE({ a: '1', c: '3' }),
    }).sort((left, right) => left.count - right.count);
    expect(came).toMatchObject({
      values: [
        { source: 'b', planned: true, to: '2' },
        { source: 'c', planned: false, now: '3' },
      ],
      complete: true,
    });
  });

  test('a name that rides on entries is one of the values', () => {
    const [detail] = told({
      from: DE({ a: '1' }),
      to: DE({ a: '2' }),
      now: DE({ a: '1' }),
      names: ['old', 'new', 'other'],
    });
    expect(detail).toMatchObject({
      values: [{ kind: 'name', planned: true, from: 'old', to: 'new', now: 'other' }],
      count: 1,
      complete: true,
    });
  });

  test('of many values the first are kept, and all are counted', () => {
    const many = (value: string): EntriesLike =>
      Array.from({ length: 100 }, (_, index) => [`s${index}`, value] as const);
    const [detail] = told({ from: DE(many('1')), to: DE(many('2')), now: DE(many('3')) });
    expect(detail?.values).toHaveLength(STALE_VALUES_MAX);
    expect(detail?.count).toBe(100);
  });

  test('whatever happens, the history at hand: exactly what differs from what was planned from is told', () => {
    const dictionary = fc.uniqueArray(
      fc.tuple(fc.constantFrom('a', 'b', '__proto__', '10'), fc.constantFrom('1', '2', '3')),
      { minLength: 1, maxLength: 4, selector: ([source]) => source },
    );
    fc.assert(
      fc.property(dictionary, dictionary, dictionary, (from, to, now) => {
        const [was, wanted, is] = [entries(from), entries(to), entries(now)];
        fc.pre(was.digest !== wanted.digest && is.digest !== was.digest && is.digest !== wanted.digest);
        const [detail] = told({ from: DE(from), to: DE(to), now: DE(now), base: DE(from) });
        const expected = ['a', 'b', '__proto__', '10'].filter((source) => was.get(source) !== is.get(source));
        const shown = (detail?.values ?? []) as readonly (StaleValue & { readonly source: string })[];
        expect(shown.map(({ source }) => source).sort()).toEqual(expected.sort());
        expect(detail).toMatchObject({ count: expected.length, complete: true });
        for (const value of shown) {
          const isPlanned = was.get(value.source) !== wanted.get(value.source);
          expect(value).toMatchObject({ planned: isPlanned });
          expect([value.from, value.now]).toEqual([was.get(value.source), is.get(value.source)]);
          expect(value.to).toBe(isPlanned ? wanted.get(value.source) : undefined);
        }
      }),
      { numRuns: runs(300) },
    );
  });
});

/** What is told of each operation of the one change that leads from one list to another; `to` absent: it is deleted. */
function listTold(from: StyleListLike, to: StyleListLike | undefined, now: StyleListLike | undefined, base = from) {
  const live = liveStyleList('s1', 'l', from);
  const desired = to === undefined ? [] : [desiredStyleList('l', to, { pinnedId: live.id })];
  const { plan } = makePlan(
    planInput({ styleLists: desired }, { styleLists: [live] }, { deletable: ['style_rules.*'] }),
  );
  const change = plan.changes[0] as StyleListChange;
  return change.operations.map((operation) => ({
    kind: operation.kind,
    ...staleStyleList(change, operation, {
      now: now && liveStyleList('s1', 'l', now),
      base: desiredStyleList('l', base).content,
    }),
  }));
}

describe('a style list that has changed since', () => {
  const TONE = { label: 'Tone', prompt: 'one' };

  test('by rule, by instruction and by name', () => {
    expect(
      listTold(
        { name: 'A', rules: { n: { x: '1', y: '1' } }, instructions: [TONE] },
        { name: 'B', rules: { n: { x: '2', y: '1' } }, instructions: [{ ...TONE, prompt: 'two' }] },
        { name: 'C', rules: { n: { x: '3', y: '5' } }, instructions: [{ ...TONE, prompt: 'three' }] },
      ),
    ).toMatchObject([
      { kind: 'rename-style-list', values: [{ kind: 'name', from: 'A', to: 'B', now: 'C' }], complete: true },
      {
        kind: 'replace-rules',
        values: [
          { kind: 'rule', category: 'n', rule: 'x', planned: true, from: '1', to: '2', now: '3' },
          { kind: 'rule', category: 'n', rule: 'y', planned: false, from: '1', now: '5' },
        ],
        complete: true,
      },
      {
        kind: 'edit-instruction',
        values: [{ kind: 'instruction', from: TONE, to: { prompt: 'two' }, now: { prompt: 'three' } }],
        complete: true,
      },
    ]);
  });

  test('one that was to be deleted, and has got an instruction that nobody planned to delete', () => {
    const from = { rules: { n: { x: '1' } }, instructions: [TONE] };
    expect(listTold(from, undefined, { ...from, instructions: [TONE, { label: 'New', prompt: 'n' }] })).toMatchObject([
      {
        kind: 'delete-style-list',
        values: [{ kind: 'instruction', planned: false, now: { label: 'New' } }],
        count: 1,
        complete: true,
      },
    ]);
    expect(listTold(from, { name: 'B', ...from }, undefined)).toMatchObject([
      { kind: 'rename-style-list', values: [{ kind: 'name', to: 'B' }] },
    ]);
  });
});

test('a developer key that has changed since: by label, by limit, and that it works', () => {
  const live = liveDeveloperKey('k1', 'ci', { limits: { characters: 1 } });
  const desired = desiredDeveloperKey('ci', { pinnedId: live.id, label: 'CI', limits: { characters: 2 } });
  const { plan } = makePlan(planInput({ developerKeys: [desired] }, { developerKeys: [live] }));
  const change = plan.changes[0] as DeveloperKeyChange;
  const tell = (now: typeof live | undefined) =>
    change.operations.map((operation) => staleDeveloperKey(change, operation, now).values);
  expect(tell({ ...live, label: 'x', limits: { characters: null, speechToTextMilliseconds: 3 } })).toEqual([
    [{ kind: 'label', planned: true, from: 'ci', to: 'CI', now: 'x' }],
    [{ kind: 'limit', limit: 'characters', planned: true, from: 1, to: 2, now: null }],
  ]);
  expect(tell(undefined)).toEqual([
    [{ kind: 'label', planned: true, from: 'ci', to: 'CI' }],
    [{ kind: 'limit', limit: 'characters', planned: true, from: 1, to: 2 }],
  ]);
});

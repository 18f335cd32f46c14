import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { STALE_VALUES_MAX } from '../../src/change/stale-detail.ts';
import { staleDeveloperKey } from '../../src/kinds/developer-key/service/developer-key-service.ts';
import { type GlossarySide, staleGlossary } from '../../src/kinds/glossary/service/glossary-service.ts';
import { staleStyleList } from '../../src/kinds/style-list/service/style-list-service.ts';
import type { GlossaryContent } from '../../src/model/entries/dictionary.ts';
import { parsePairKey } from '../../src/model/entries/language-pair.ts';
import type { Change } from '../../src/model/plan/plan.ts';
import { makePlan } from '../../src/plan/make-plan.ts';
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
} from '../support/build.ts';
import { runs } from '../support/runs.ts';

const contentOf = (dictionaries: DictionariesLike, name = 'g'): GlossaryContent => ({
  name,
  dictionaries: new Map(
    Object.entries(dictionaries).map(([key, like]) => {
      const pair = key as `${string}->${string}`;
      return [pair, { pair: parsePairKey(pair), entries: entries(like ?? {}) }];
    }),
  ),
});

const nowOf = (dictionaries: DictionariesLike, name = 'g'): GlossarySide => ({
  name,
  dictionaries: contentOf(dictionaries).dictionaries,
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
  const change = plan.changes[0] as Change;
  return change.operations.map((operation) =>
    staleGlossary(change, operation, {
      now: now && nowOf(now, is),
      base: base === undefined ? undefined : contentOf(base, before),
    }),
  );
}

const DE = (like: EntriesLike): DictionariesLike => ({ 'en->de': like });
const entry = (source: string) => ({ key: ['entry', 'en->de', source] });

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
          { ...entry('b'), planned: true, from: '1', to: '2', now: '3' },
          { ...entry('a'), planned: true, from: '1', to: '2', now: '2' },
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
          { ...entry('b'), planned: false, from: '1', now: '9' },
          { ...entry('c'), planned: false, now: '9' },
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
      { values: [{ ...entry('a'), planned: true, from: '1', to: '2' }], count: 1, complete: true },
    ]);
    const [, came] = told({
      from: { 'en->fr': { x: 'y' } },
      to: { 'en->fr': { x: 'z' }, 'en->de': { a: '1', b: '2' } },
      now: DE({ a: '1', c: '3' }),
    }).sort((left, right) => left.count - right.count);
    expect(came).toMatchObject({
      values: [
        { ...entry('b'), planned: true, to: '2' },
        { ...entry('c'), planned: false, now: '3' },
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
      values: [{ key: ['name'], planned: true, from: 'old', to: 'new', now: 'other' }],
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
        const shown = detail?.values ?? [];
        expect(shown.map(({ key }) => key).sort()).toEqual(expected.map((source) => entry(source).key).sort());
        expect(detail).toMatchObject({ count: expected.length, complete: true });
        for (const value of shown) {
          const source = value.key[2] ?? '';
          const isPlanned = was.get(source) !== wanted.get(source);
          expect(value).toMatchObject({ planned: isPlanned });
          expect([value.from, value.now]).toEqual([was.get(source), is.get(source)]);
          expect(value.to).toBe(isPlanned ? wanted.get(source) : undefined);
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
  const change = plan.changes[0] as Change;
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
      { kind: 'rename-style-list', values: [{ key: ['name'], from: 'A', to: 'B', now: 'C' }], complete: true },
      {
        kind: 'replace-rules',
        values: [
          { key: ['rule', 'n', 'x'], planned: true, from: '1', to: '2', now: '3' },
          { key: ['rule', 'n', 'y'], planned: false, from: '1', now: '5' },
        ],
        complete: true,
      },
      {
        kind: 'edit-instruction',
        values: [{ key: ['instruction', 's1-i0'], from: TONE, to: { prompt: 'two' }, now: { prompt: 'three' } }],
        complete: true,
      },
    ]);
  });

  test('one that was to be deleted, and has got an instruction that nobody planned to delete', () => {
    const from = { rules: { n: { x: '1' } }, instructions: [TONE] };
    expect(listTold(from, undefined, { ...from, instructions: [TONE, { label: 'New', prompt: 'n' }] })).toMatchObject([
      {
        kind: 'delete-style-list',
        values: [{ key: ['instruction', 's1-i1'], planned: false, now: { label: 'New' } }],
        count: 1,
        complete: true,
      },
    ]);
    expect(listTold(from, { name: 'B', ...from }, undefined)).toMatchObject([
      { kind: 'rename-style-list', values: [{ key: ['name'], to: 'B' }] },
    ]);
  });
});

test('a developer key that has changed since: by label, by limit, and that it works', () => {
  const live = liveDeveloperKey('k1', 'ci', { limits: { characters: 1 } });
  const desired = desiredDeveloperKey('ci', { pinnedId: live.id, label: 'CI', limits: { characters: 2 } });
  const { plan } = makePlan(planInput({ developerKeys: [desired] }, { developerKeys: [live] }));
  const change = plan.changes[0] as Change;
  const tell = (now: typeof live | undefined) =>
    change.operations.map((operation) => staleDeveloperKey(change, operation, now).values);
  expect(tell({ ...live, label: 'x', limits: { characters: null, speechToTextMilliseconds: 3 } })).toEqual([
    [{ key: ['label'], planned: true, from: 'ci', to: 'CI', now: 'x' }],
    [{ key: ['limit', 'characters'], planned: true, from: 1, to: 2, now: null }],
  ]);
  expect(tell(undefined)).toEqual([
    [{ key: ['label'], planned: true, from: 'ci', to: 'CI' }],
    [{ key: ['limit', 'characters'], planned: true, from: 1, to: 2 }],
  ]);
});

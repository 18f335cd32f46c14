import { describe, expect, test } from 'vitest';
import { glossaryDigest, namedEntriesDigest, type OwnedGlossary } from '../../src/kinds/glossary/glossary.ts';
import { EMPTY_LEDGER } from '../../src/kinds/registry.ts';
import type { LedgerState } from '../../src/kinds/states.ts';
import { glossaryId } from '../../src/model/ids.ts';
import type { Change, Plan } from '../../src/model/plan/plan.ts';
import { nameDigest } from '../../src/model/resources/digest.ts';
import { changeKind } from '../../src/model/resources/resource.ts';
import { makePlan } from '../../src/plan/make-plan.ts';
import { entriesNeeded } from '../../src/plan/match/match.ts';
import {
  type DictionariesLike,
  desiredGlossary,
  desiredStyleList,
  entries,
  liveGlossary,
  liveStyleList,
  planInput,
} from '../support/build.ts';

const planOf = (...args: Parameters<typeof planInput>): Plan => makePlan(planInput(...args)).plan;
const codes = (...args: Parameters<typeof planInput>): readonly string[] =>
  makePlan(planInput(...args)).findings.map(({ code }) => code);
const operations = (plan: Plan) =>
  plan.changes.flatMap((change) => change.operations.map(({ kind, method, path }) => [kind, method, path]));
const glossaryChange = (plan: Plan): Change => {
  const [change] = plan.changes;
  if (change?.kind !== 'glossary') throw new Error('the plan has no change of a glossary');
  return change;
};
const owning = (
  address: `glossary.${string}`,
  id: string,
  dictionaries: OwnedGlossary['content']['dictionaries'] = new Map(),
): LedgerState => ({
  ...EMPTY_LEDGER,
  glossaries: new Map([[address, { id: glossaryId(id), content: { name: 'any', dictionaries }, protect: false }]]),
});

const EN_DE = { 'en->de': { house: 'Haus', cat: 'Katze' } } as const;

describe('matching', () => {
  test('the only live glossary of that name is adopted', () => {
    const plan = planOf(
      { glossaries: [desiredGlossary('a', { 'en->de': { house: 'Haus' } })] },
      { glossaries: [liveGlossary('g1', 'a', { 'en->de': { house: 'Hut' } })] },
    );
    expect(glossaryChange(plan)).toMatchObject({ action: 'update', id: 'g1', adopted: true });
  });

  const twoLive = [liveGlossary('g1', 'a', EN_DE), liveGlossary('g2', 'old', EN_DE)];

  test('a pinned id wins over the name, and a new name is a rename', () => {
    const plan = planOf(
      { glossaries: [desiredGlossary('a', EN_DE, { pinnedId: glossaryId('g2') })] },
      { glossaries: twoLive },
    );
    expect(glossaryChange(plan)).toMatchObject({
      id: 'g2',
      adopted: false,
      values: [{ key: ['name'], from: 'old', to: 'a' }],
    });
    expect(plan.unmanaged.map(({ id }) => id)).toEqual(['g1']);
  });

  test('the ledger wins over the name', () => {
    const plan = planOf(
      { glossaries: [desiredGlossary('a', EN_DE)] },
      { glossaries: twoLive },
      { ledger: owning('glossary.a', 'g2') },
    );
    expect(glossaryChange(plan)).toMatchObject({ id: 'g2', adopted: false });
  });

  test('two live glossaries of that name stop the plan and ask for an id', () => {
    const live = [liveGlossary('g2', 'a', EN_DE), liveGlossary('g1', 'a', EN_DE)];
    const { plan, findings } = makePlan(planInput({ glossaries: [desiredGlossary('a', EN_DE)] }, { glossaries: live }));
    expect(findings).toMatchObject([
      {
        code: 'ambiguous-name',
        severity: 'error',
        at: { file: 'glossaries/a/glossary.yaml' },
        details: { ids: ['g1', 'g2'] },
      },
    ]);
    expect(plan.changes).toEqual([]);
  });

  test('a pinned id that is not on the target is an error, never a create', () => {
    expect(
      codes({ glossaries: [desiredGlossary('a', EN_DE, { pinnedId: glossaryId('gone') })] }, { glossaries: [] }),
    ).toEqual(['pinned-id-missing']);
  });

  test('two addresses cannot be one live glossary', () => {
    const pinnedId = glossaryId('g1');
    const desired = {
      glossaries: [desiredGlossary('a', EN_DE, { pinnedId }), desiredGlossary('b', EN_DE, { pinnedId })],
    };
    expect(codes(desired, { glossaries: [liveGlossary('g1', 'a', EN_DE)] })).toEqual(['claimed-twice']);
  });
});

describe('what no file names', () => {
  const live = {
    glossaries: [
      liveGlossary('g1', 'a', { ...EN_DE, 'en->fr': { house: 'maison' } }),
      liveGlossary('g2', 'Old Terms', EN_DE),
    ],
  };
  const desired = { glossaries: [desiredGlossary('a', EN_DE)] };

  test('is listed with the address that pull gives it, and left alone', () => {
    const plan = planOf(desired, live);
    expect(plan.changes).toEqual([]);
    expect(plan.unmanaged).toEqual([
      { address: 'glossary.a/en->fr', id: 'g1', name: 'a' },
      { address: 'glossary.old-terms', id: 'g2', name: 'Old Terms' },
    ]);
  });

  test('is deleted when a pattern names it, with one call for a whole glossary', () => {
    const plan = planOf(desired, live, { deletable: ['glossary.old-*', 'glossary.a/*'] });
    expect(operations(plan)).toEqual([
      ['delete-glossary', 'DELETE', '/v3/glossaries/g2'],
      ['delete-dictionary', 'DELETE', '/v3/glossaries/g1/dictionaries?source_lang=en&target_lang=fr'],
    ]);
    expect(plan.unmanaged).toEqual([]);
  });

  test('a pattern for glossaries names no dictionary', () => {
    expect(operations(planOf(desired, live, { deletable: ['glossary.a'] }))).toEqual([]);
  });

  test('is deleted when the ledger owns it', () => {
    const plan = planOf(desired, live, { ledger: owning('glossary.legacy', 'g2') });
    expect(plan.changes.map(({ address, action }) => [address, action])).toEqual([['glossary.legacy', 'delete']]);
  });

  test('a kind that the workspace does not manage is not looked at', () => {
    expect(planOf({}, live)).toMatchObject({ changes: [], unmanaged: [] });
    expect(planOf({ glossaries: [] }, live).unmanaged).toHaveLength(2);
  });
});

describe('the calls for a glossary', () => {
  const one = (dictionaries: DictionariesLike, live: DictionariesLike, liveName = 'a', more = {}) =>
    planOf(
      { glossaries: [desiredGlossary('a', dictionaries, { ...more })] },
      { glossaries: [liveGlossary('g1', liveName, live)] },
      liveName === 'a' ? {} : { ledger: owning('glossary.a', 'g1') },
    );

  test('nothing removed: one PATCH with only what is added and changed', () => {
    const plan = one({ 'en->de': { house: 'Gebäude', cat: 'Katze', dog: 'Hund' } }, EN_DE);
    expect(operations(plan)).toEqual([['merge-entries', 'PATCH', '/v3/glossaries/g1']]);
    expect(glossaryChange(plan).children).toMatchObject([
      {
        action: 'update',
        before: 2,
        after: 3,
        values: [
          {
            key: ['entry', 'en->de', 'house'],
            from: 'Haus',
            to: 'Gebäude',
            at: { file: 'glossaries/a/en-de.csv', line: 1 },
          },
          { key: ['entry', 'en->de', 'dog'], to: 'Hund', at: { line: 3 } },
        ],
      },
    ]);
  });

  test('something removed: one PUT', () => {
    const plan = one({ 'en->de': { house: 'Gebäude' } }, EN_DE);
    expect(operations(plan)).toEqual([['put-dictionary', 'PUT', '/v3/glossaries/g1/dictionaries']]);
    expect(glossaryChange(plan).children[0]?.values.map(changeKind)).toEqual(['removed', 'changed']);
  });

  test('the pair is new: one PUT from nothing', () => {
    const plan = one({ ...EN_DE, 'en->fr': { house: 'maison' } }, EN_DE);
    expect(glossaryChange(plan).operations).toMatchObject([
      { kind: 'put-dictionary', pre: 'absent', post: entries({ house: 'maison' }).digest },
    ]);
  });

  test('all entries gone from the file: the dictionary goes', () => {
    const plan = one({ 'en->de': {}, 'en->fr': { a: 'b' } }, { ...EN_DE, 'en->fr': { a: 'b' } });
    expect(glossaryChange(plan).operations).toMatchObject([
      { kind: 'delete-dictionary', pre: entries(EN_DE['en->de']).digest, post: 'absent' },
    ]);
  });

  test('an empty live dictionary is the same as none', () => {
    expect(operations(one(EN_DE, { ...EN_DE, 'en->fr': {} }))).toEqual([]);
    expect(
      glossaryChange(one({ ...EN_DE, 'en->fr': { a: 'b' } }, { ...EN_DE, 'en->fr': {} })).operations,
    ).toMatchObject([{ kind: 'put-dictionary', pre: 'absent' }]);
  });

  test('a new glossary: one POST with all its dictionaries, bound to their content', () => {
    const desired = desiredGlossary('a', { ...EN_DE, 'en->fr': { house: 'maison' }, 'en->it': {} });
    const plan = planOf({ glossaries: [desired] }, { glossaries: [liveGlossary('g9', 'other', EN_DE)] });
    expect(glossaryChange(plan).operations).toEqual([
      {
        id: 'glossary.a#1',
        kind: 'create-glossary',
        method: 'POST',
        path: '/v3/glossaries',
        pre: 'absent',
        post: glossaryDigest('a', desired.dictionaries),
        touches: [['name'], ['entry']],
        notIds: [],
      },
    ]);
    expect(glossaryChange(plan).children.map(({ address }) => address)).toEqual([
      'glossary.a/en->de',
      'glossary.a/en->fr',
    ]);
  });

  test('a new name rides on a PATCH of a dictionary when there is one', () => {
    const plan = one({ 'en->de': { house: 'Haus', cat: 'Kater' } }, EN_DE, 'old');
    expect(glossaryChange(plan).operations).toMatchObject([
      {
        kind: 'merge-entries',
        touches: [['entry', 'en->de'], ['name']],
        pre: namedEntriesDigest('old', entries(EN_DE['en->de'])),
        post: namedEntriesDigest('a', entries({ house: 'Haus', cat: 'Kater' })),
      },
    ]);
  });

  test('else a new name is a PATCH of its own', () => {
    expect(glossaryChange(one({ 'en->de': { house: 'Haus' } }, EN_DE, 'old')).operations).toMatchObject([
      { id: 'glossary.a#1', kind: 'rename-glossary', method: 'PATCH', pre: nameDigest('old'), post: nameDigest('a') },
      { id: 'glossary.a#2', kind: 'put-dictionary' },
    ]);
  });

  test('what is new comes before what goes', () => {
    expect(
      glossaryChange(one({ 'en->de': {}, 'en->it': { a: 'b' } }, EN_DE)).operations.map(({ kind }) => kind),
    ).toEqual(['put-dictionary', 'delete-dictionary']);
  });

  test('additive: what git never had stays, what it had and dropped goes', () => {
    const live = { 'en->de': { house: 'Haus', theirs: 'X', dropped: 'Y' } };
    expect(operations(one({ 'en->de': { house: 'Haus' } }, live, 'a', { mode: 'additive' }))).toEqual([]);
    const base = new Map([
      ['en->de', { pair: { source: 'en', target: 'de' }, entries: entries({ house: 'Haus', dropped: 'Y' }) }] as const,
    ]);
    const plan = planOf(
      { glossaries: [desiredGlossary('a', { 'en->de': { house: 'Haus' } }, { mode: 'additive' })] },
      { glossaries: [liveGlossary('g1', 'a', live)] },
      { ledger: owning('glossary.a', 'g1', base) },
    );
    expect(glossaryChange(plan).operations).toMatchObject([
      { kind: 'put-dictionary', post: entries({ house: 'Haus', theirs: 'X' }).digest },
    ]);
  });

  test('a glossary without entries cannot be created', () => {
    expect(codes({ glossaries: [desiredGlossary('a', { 'en->de': {} })] }, { glossaries: [] })).toEqual([
      'glossary-without-entries',
    ]);
  });

  test('ids are percent-encoded', () => {
    const plan = planOf(
      { glossaries: [desiredGlossary('a', { 'en->de': {} })] },
      { glossaries: [liveGlossary('g/1?', 'a', EN_DE)] },
    );
    expect(operations(plan)[0]?.[2]).toBe('/v3/glossaries/g%2F1%3F/dictionaries?source_lang=en&target_lang=de');
  });
});

describe('--only', () => {
  const a = desiredGlossary('a', { 'en->de': { x: '1' }, 'en->fr': { x: '2' } }, { pinnedId: glossaryId('g1') });
  const desired = {
    glossaries: [a, desiredGlossary('b', { 'en->de': { x: '3' } })],
    styleLists: [desiredStyleList('c')],
  };
  const live = {
    glossaries: [liveGlossary('g1', 'old', { 'en->de': { x: '0' }, 'en->fr': { x: '0' } })],
    styleLists: [liveStyleList('s1', 'd')],
  };

  test('narrows to whole resources', () => {
    expect(planOf(desired, live, { only: ['glossary.a'] }).changes.map(({ address }) => address)).toEqual([
      'glossary.a',
    ]);
    expect(planOf(desired, live, { only: ['style_rules.*'] }).changes.map(({ address }) => address)).toEqual([
      'style_rules.c',
    ]);
  });

  test('a dictionary alone leaves the name and the other dictionaries', () => {
    const plan = planOf(desired, live, { only: ['glossary.a/en->fr'] });
    expect(operations(plan)).toEqual([['merge-entries', 'PATCH', '/v3/glossaries/g1']]);
    expect(glossaryChange(plan)).toMatchObject({
      values: [{ key: ['name'], from: 'old', to: 'old' }],
      children: [{ address: 'glossary.a/en->fr' }],
    });
  });

  test('a pattern that names nothing is an error', () => {
    expect(codes(desired, live, { only: ['glossary.none'] })).toEqual(['only-matches-nothing']);
  });
});

test('deletions come first, then everything by address', () => {
  const plan = planOf(
    { glossaries: [desiredGlossary('b', EN_DE), desiredGlossary('a', EN_DE)], styleLists: [desiredStyleList('z')] },
    { glossaries: [liveGlossary('g1', 'zz', EN_DE)], styleLists: [] },
    { deletable: ['glossary.zz'] },
  );
  expect(plan.changes.map(({ action, address }) => `${action} ${address}`)).toEqual([
    'delete glossary.zz',
    'create glossary.a',
    'create glossary.b',
    'create style_rules.z',
  ]);
});

test('only the dictionaries that the plan is about are read, and all of a glossary that goes', () => {
  const live = {
    glossaries: [
      liveGlossary('g1', 'a', { ...EN_DE, 'en->fr': { x: 'y' } }),
      liveGlossary('g2', 'b', EN_DE),
      liveGlossary('g3', 'c', EN_DE),
    ],
  };
  const needs = entriesNeeded(
    planInput({ glossaries: [desiredGlossary('a', { ...EN_DE, 'en->it': { x: 'y' } })] }, live, {
      deletable: ['glossary.c'],
    }),
  );
  expect(needs.map(({ id, child }) => `${id} ${child}`)).toEqual(['g1 en->de', 'g3 en->de']);
});

test('entries that were listed and not read are never taken for none', () => {
  const unread = {
    ...liveGlossary('g1', 'a', EN_DE),
    dictionaries: new Map([['en->de', { pair: { source: 'en', target: 'de' }, entryCount: 2 }] as const]),
  };
  expect(() => planOf({ glossaries: [desiredGlossary('a', EN_DE)] }, { glossaries: [unread] })).toThrow(
    'were not read',
  );
});

test('each dictionary of a change has the place where the files have it; one that goes has none', () => {
  const { plan } = makePlan(
    planInput(
      { glossaries: [desiredGlossary('a', { 'en->de': { a: '1' }, 'en->fr': { a: '1' } })] },
      { glossaries: [liveGlossary('g1', 'a', { 'en->de': { a: '0' }, 'en->it': { a: '1' } })] },
      { deletable: ['glossary.*/*'] },
    ),
  );
  const places = glossaryChange(plan).children.map(({ pair, origin }) => [pair?.target, origin?.file]);
  expect(Object.fromEntries(places)).toEqual({
    de: 'glossaries/a/en-de.csv',
    fr: 'glossaries/a/en-fr.csv',
    it: undefined,
  });
});

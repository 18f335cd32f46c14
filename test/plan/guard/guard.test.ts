import { describe, expect, test } from 'vitest';
import { keyId } from '../../../src/kinds/developer-key/developer-key.ts';
import { EMPTY_LEDGER } from '../../../src/kinds/registry.ts';
import type { DesiredState, LiveState } from '../../../src/kinds/states.ts';

import type { HeldBackRow } from '../../../src/model/entries/held-back.ts';
import type { Change } from '../../../src/model/plan/plan.ts';
import { DEFAULT_SAFETY } from '../../../src/model/workspace/workspace.ts';
import { checkGuard } from '../../../src/plan/guard/guard.ts';
import type { GuardInput } from '../../../src/plan/guard/guard-input.ts';
import { makePlan } from '../../../src/plan/make-plan.ts';
import {
  type DictionariesLike,
  desiredDeveloperKey,
  desiredGlossary,
  desiredStyleList,
  liveDeveloperKey,
  liveGlossary,
  liveStyleList,
  planInput,
} from '../../support/build.ts';
import { owning } from '../../support/owning.ts';

const terms = (count: number, from = 0) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`t${index + from}`, 'x']));

function refusals(
  desired: DesiredState,
  live: LiveState,
  input: Partial<GuardInput> & { readonly deletable?: readonly string[] } = {},
) {
  const { allowDelete = [], prune = [], deletable = [] } = input;
  const { plan } = makePlan(planInput(desired, live, { deletable: [...allowDelete, ...prune, ...deletable] }));
  const verdict = checkGuard(plan, {
    safety: DEFAULT_SAFETY,
    allowDelete,
    prune,
    desired,
    ledger: owning(live, desired),
    ...input,
  });
  return verdict.kind === 'allowed' ? [] : verdict.refusals;
}

const heldBackRow = (source: string): HeldBackRow => ({
  source,
  target: 'x',
  status: 'draft',
  reason: 'status',
  at: { file: 'terms.csv', line: 1, column: 1 },
});

const one = (dictionaries: DictionariesLike, more = {}) => ({ glossaries: [desiredGlossary('a', dictionaries, more)] });
const live = (dictionaries: DictionariesLike) => ({ glossaries: [liveGlossary('g1', 'a', dictionaries)] });

describe('entries', () => {
  test('up to ten may go, and up to a tenth, whichever is more', () => {
    expect(refusals(one({ 'en->de': terms(2) }), live({ 'en->de': terms(12) }))).toEqual([]);
    expect(refusals(one({ 'en->de': terms(180) }), live({ 'en->de': terms(200) }))).toEqual([]);
    expect(refusals(one({ 'en->de': terms(2) }), live({ 'en->de': terms(13) }))).toEqual([
      {
        code: 'too-many-removed',
        address: 'glossary.a/en->de',
        part: 'entries',
        removed: 11,
        before: 13,
        allowed: 10,
        inAll: 11,
      },
    ]);
    expect(refusals(one({ 'en->de': terms(179) }), live({ 'en->de': terms(200) }))).toMatchObject([
      { removed: 21, allowed: 20 },
    ]);
  });

  test.each([{ maxDeletesPerRun: 11 }, { allowDelete: ['glossary.a/en->de'] }, { allowDelete: ['glossary.a'] }])(
    '%j consents',
    (consent) => {
      expect(refusals(one({ 'en->de': terms(2) }), live({ 'en->de': terms(13) }), consent)).toEqual([]);
    },
  );

  test('a term that is moved or renamed is an entry that goes, and the refusal says how many of each there are', () => {
    const some = (word: string, count: number, prefix = word) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`${prefix}${index}`, `${word}${index}`]));
    const before = { ...terms(20), ...some('gone', 6), ...some('moved', 3), ...some('named', 5) };
    const after = { ...terms(20), ...some('named', 5, 'new') };
    const taken = { removed: 6, moved: 3, renamed: 5 };
    expect(
      refusals(
        one({ 'en->de': after, 'en->fr': { a: 'x', ...some('moved', 3) } }),
        live({ 'en->de': before, 'en->fr': { a: 'x' } }),
      ),
    ).toMatchObject([{ code: 'too-many-removed', address: 'glossary.a/en->de', removed: 14, taken }]);
    const sums = refusals(
      one({ 'en->de': { ...terms(20), ...some('named', 5, 'new') }, 'en->fr': { a: 'x', ...some('moved', 3) } }),
      live({ 'en->de': before, 'en->fr': { a: 'x', b: 'y' } }),
      {
        safety: {
          ...DEFAULT_SAFETY,
          maxDeletes: { count: 20, percent: 0 },
          maxDeletesPerKind: { count: 5, percent: 0 },
        },
      },
    );
    expect(sums).toMatchObject([{ code: 'too-many-in-all', removed: 15, taken: { removed: 7, moved: 3, renamed: 5 } }]);
    expect(
      refusals(one({ 'en->fr': { a: 'x', ...some('moved', 3) } }), live({ 'en->de': before, 'en->fr': { a: 'x' } }), {
        deletable: ['glossary.a/*'],
      }),
    ).toMatchObject([{ code: 'delete-needs-consent', entries: 34, taken: { removed: 31, moved: 3, renamed: 0 } }]);
  });

  test('--max-deletes-per-run can be stricter too', () => {
    expect(refusals(one({ 'en->de': terms(2) }), live({ 'en->de': terms(3) }), { maxDeletesPerRun: 0 })).toMatchObject([
      { code: 'too-many-removed', allowed: 0 },
    ]);
  });

  test('changes and additions need no consent, however many', () => {
    const changed = Object.fromEntries(Object.keys(terms(500)).map((source) => [source, 'y']));
    expect(refusals(one({ 'en->de': { ...changed, ...terms(500, 500) } }), live({ 'en->de': terms(500) }))).toEqual([]);
  });
});

describe('dictionaries and glossaries', () => {
  const two = {
    glossaries: [liveGlossary('g1', 'a', { 'en->de': terms(3) }), liveGlossary('g2', 'b', { 'en->de': terms(3) })],
  };

  test('a file without rows takes its dictionary away by no pattern, only by its address', () => {
    const desired = one({ 'en->de': {}, 'en->fr': terms(1), 'en->it': terms(1) });
    const found = live({ 'en->de': terms(2), 'en->fr': terms(1), 'en->it': terms(1) });
    const emptied = {
      code: 'empty-source',
      address: 'glossary.a/en->de',
      what: 'dictionary',
      entries: 2,
      file: 'glossaries/a/en-de.csv',
    };
    expect(refusals(desired, found)).toEqual([emptied]);
    for (const allowDelete of [['glossary.a'], ['glossary.a/*'], ['*'], ['glossary.a/en->fr']])
      expect(refusals(desired, found, { allowDelete })).toEqual([emptied]);
    for (const allowDelete of [['glossary.a/en->de'], ['*/*']])
      expect(refusals(desired, found, { allowDelete })).toEqual([]);
  });

  test('a file that holds back all its rows says how many', () => {
    const { glossaries } = one({ 'en->de': {}, 'en->fr': terms(1), 'en->it': terms(1) });
    const desired = {
      glossaries: glossaries.map((each) => ({
        ...each,
        dictionaries: new Map(
          [...each.dictionaries].map(([key, dictionary]) => [
            key,
            key === 'en->de' ? { ...dictionary, heldBack: ['a', 'b', 'c'].map(heldBackRow) } : dictionary,
          ]),
        ),
      })),
    };
    expect(refusals(desired, live({ 'en->de': terms(2), 'en->fr': terms(1), 'en->it': terms(1) }))).toMatchObject([
      { code: 'empty-source', address: 'glossary.a/en->de', heldBack: 3 },
    ]);
  });

  test('a dictionary whose file is gone goes by a pattern, unless it is one of more than half', () => {
    const found = live({ 'en->de': terms(2), 'en->fr': terms(1), 'en->it': terms(1) });
    const deletable = ['glossary.a/*'];
    expect(refusals(one({ 'en->fr': terms(1), 'en->it': terms(1) }), found, { deletable })).toEqual([
      { code: 'delete-needs-consent', address: 'glossary.a/en->de', what: 'dictionary', entries: 2 },
    ]);
    const allowDelete = ['glossary.a/*'];
    expect(refusals(one({ 'en->fr': terms(1), 'en->it': terms(1) }), found, { allowDelete })).toEqual([]);
    expect(refusals(one({ 'en->fr': terms(1) }), found, { allowDelete })).toEqual(
      ['de', 'it'].map((target) => ({
        code: 'too-many-deleted',
        address: `glossary.a/en->${target}`,
        what: 'dictionary',
        deleted: 2,
        total: 3,
        by: 'allow-delete',
      })),
    );
  });

  test('a pattern that names the glossary and not its dictionaries is told in the refusal', () => {
    const found = live({ 'en->de': terms(2), 'en->fr': terms(1), 'en->it': terms(1) });
    const desired = one({ 'en->fr': terms(1), 'en->it': terms(1) });
    const refusal = { code: 'delete-needs-consent', address: 'glossary.a/en->de', what: 'dictionary', entries: 2 };
    const deletable = ['glossary.a/*'];
    for (const pattern of ['glossary.*', 'glossary.a'])
      expect(refusals(desired, found, { allowDelete: ['glossary.b', pattern], deletable })).toEqual([
        { ...refusal, ownerPattern: pattern },
      ]);
    for (const allowDelete of [[], ['glossary.b'], ['glossary.b/*'], ['style_rules.*']])
      expect(refusals(desired, found, { allowDelete, deletable })).toEqual([refusal]);
    expect(refusals(desired, found, { allowDelete: ['glossary.a/*'] })).toEqual([]);
  });

  test('the dictionaries of a glossary are counted by themselves, without those that are emptied', () => {
    const two = (name: string, id: string) => liveGlossary(id, name, { 'en->de': terms(1), 'en->fr': terms(1) });
    const found = { glossaries: [two('a', 'g1'), two('b', 'g2')] };
    const allowDelete = ['glossary.*/*'];
    const kept = { 'en->de': terms(1) };
    expect(
      refusals({ glossaries: [desiredGlossary('a', kept), desiredGlossary('b', kept)] }, found, { allowDelete }),
    ).toEqual([]);
    const more = desiredGlossary('b', { 'en->de': terms(1), 'en->fr': terms(1), 'en->it': terms(1) });
    expect(refusals({ glossaries: [desiredGlossary('a', kept), more] }, found, { allowDelete })).toEqual([]);
    const three = live({ 'en->de': terms(1), 'en->fr': terms(1), 'en->it': terms(1) });
    expect(refusals(one({ 'en->de': {}, 'en->it': terms(1) }), three, { allowDelete })).toMatchObject([
      { code: 'empty-source', address: 'glossary.a/en->de' },
      { code: 'too-many-deleted', address: 'glossary.a/en->fr', deleted: 2, total: 3 },
    ]);
    expect(refusals(one({}), live({ 'en->de': terms(1) }), { allowDelete })).toMatchObject([
      { code: 'too-many-deleted', address: 'glossary.a/en->de', deleted: 1, total: 1 },
    ]);
  });

  test('half of what there is may go by a pattern, and what the plan makes is none of it', () => {
    const four = ['a', 'b', 'c', 'd'].map((name) => liveGlossary(`g${name}`, name, { 'en->de': terms(1) }));
    const wanted = (...names: readonly string[]) => ({
      glossaries: names.map((name) => desiredGlossary(name, { 'en->de': terms(1) })),
    });
    const allowDelete = ['glossary.*'];
    expect(refusals(wanted('a', 'b'), { glossaries: four }, { allowDelete })).toEqual([]);
    // All files of a moved folder have other names: everything is made, and everything goes.
    const moved = refusals(wanted('w', 'x', 'y', 'z'), { glossaries: four }, { allowDelete });
    expect(moved).toHaveLength(4);
    expect(moved[0]).toEqual({
      code: 'too-many-deleted',
      address: 'glossary.a',
      what: 'glossary',
      deleted: 4,
      total: 4,
      by: 'allow-delete',
    });
    expect(
      refusals(wanted('w'), { glossaries: four }, { allowDelete: four.map(({ name }) => `glossary.${name}`) }),
    ).toEqual([]);
  });

  test('glossaries do not count as dictionaries, nor style lists as glossaries, nor those of another glossary', () => {
    const found = {
      glossaries: [
        liveGlossary('g1', 'a', { 'en->de': terms(1), 'en->fr': terms(1) }),
        liveGlossary('g2', 'b', { 'en->de': terms(1) }),
      ],
      styleLists: [liveStyleList('s1', 'l'), liveStyleList('s2', 'm'), liveStyleList('s3', 'n')],
    };
    const desired = {
      glossaries: [desiredGlossary('a', { 'en->de': terms(1) })],
      styleLists: [desiredStyleList('l'), desiredStyleList('m'), desiredStyleList('new')],
    };
    expect(refusals(desired, found, { allowDelete: ['glossary.*', 'glossary.a/*', 'style_rules.*'] })).toEqual([]);
  });

  test('--allow-delete names and consents at once', () => {
    expect(refusals(one({ 'en->de': terms(3) }), two, { allowDelete: ['glossary.b'] })).toEqual([]);
  });

  test('without it a deletion that something else asks for is refused', () => {
    expect(refusals(one({ 'en->de': terms(3) }), two, { deletable: ['glossary.b'] })).toEqual([
      { code: 'delete-needs-consent', address: 'glossary.b', what: 'glossary', entries: 3 },
    ]);
  });

  test('prune: consents to a half, and not to more', () => {
    expect(refusals(one({ 'en->de': terms(3) }), two, { prune: ['glossary.*'] })).toEqual([]);
    const three = { glossaries: [...two.glossaries, liveGlossary('g3', 'c', { 'en->de': terms(1) })] };
    expect(refusals(one({ 'en->de': terms(3) }), three, { prune: ['glossary.*'] })).toMatchObject([
      { code: 'too-many-deleted', address: 'glossary.b', deleted: 2, total: 3 },
      { code: 'too-many-deleted', address: 'glossary.c' },
    ]);
  });

  test('files that name none of a kind delete nothing by pattern', () => {
    expect(refusals({ glossaries: [] }, two, { prune: ['glossary.*'] }).map(({ code }) => code)).toEqual([
      'empty-source',
      'empty-source',
    ]);
    expect(refusals({ glossaries: [] }, two, { allowDelete: ['glossary.*'] })).toEqual([
      { code: 'empty-source', address: 'glossary.a', what: 'glossary', entries: 3 },
      { code: 'empty-source', address: 'glossary.b', what: 'glossary', entries: 3 },
    ]);
    expect(refusals({ glossaries: [] }, two, { allowDelete: ['glossary.b', 'glossary.a'] })).toEqual([]);
    expect(refusals({ glossaries: [] }, two, { allowDelete: ['*'] })).toEqual([]);
  });

  test('what is protected never goes, whoever consents', () => {
    const safety = { ...DEFAULT_SAFETY, protect: ['glossary.b'] };
    expect(refusals(one({ 'en->de': terms(3) }), two, { allowDelete: ['glossary.b'], safety })).toEqual([
      { code: 'protected', address: 'glossary.b' },
    ]);
    const desired = one({ 'en->de': {}, 'en->fr': terms(1) }, { protect: true });
    expect(
      refusals(desired, live({ 'en->de': terms(2), 'en->fr': terms(1) }), { allowDelete: ['glossary.a/*'] }),
    ).toEqual([{ code: 'protected', address: 'glossary.a/en->de' }]);
  });

  test('a protected glossary keeps its dictionaries, and no others', () => {
    const desired = one({ 'en->fr': terms(1) });
    const found = live({ 'en->de': terms(2), 'en->fr': terms(1) });
    const allowDelete = ['glossary.a/en->de'];
    const safety = { ...DEFAULT_SAFETY, protect: ['glossary.a'] };
    const refused = [{ code: 'protected', address: 'glossary.a/en->de' }];
    expect(refusals(desired, found, { allowDelete, safety })).toEqual(refused);
    const owned = (name: 'a' | 'b', id: string) => {
      const content = { name, dictionaries: new Map() };
      const resource = { id: liveGlossary(id, name, {}).id, protect: true, content };
      return { ...EMPTY_LEDGER, glossaries: new Map([[`glossary.${name}` as const, resource]]) };
    };
    // By its address in the history, or by its id; not by neither.
    expect(refusals(desired, found, { allowDelete, ledger: owned('a', 'another') })).toEqual(refused);
    expect(refusals(desired, found, { allowDelete, ledger: owned('b', 'g1') })).toEqual(refused);
    expect(refusals(desired, found, { allowDelete, ledger: owned('b', 'another') })).toEqual([]);
    const beside = [...desired.glossaries, desiredGlossary('b', { 'en->de': terms(1) }, { protect: true })];
    expect(refusals({ glossaries: beside }, found, { allowDelete })).toEqual([]);
  });

  test('a protected dictionary keeps its glossary from going', () => {
    const safety = { ...DEFAULT_SAFETY, protect: ['glossary.b/en->de'] };
    expect(refusals(one({ 'en->de': terms(3) }), two, { allowDelete: ['glossary.b'], safety })).toEqual([
      { code: 'protected', address: 'glossary.b' },
    ]);
  });
});

describe('style lists', () => {
  const TONE = { label: 'Tone', prompt: 'Be friendly.' };

  test('a replacement needs consent', () => {
    const desired = { styleLists: [desiredStyleList('a', { language: 'fr' })] };
    const found = { styleLists: [liveStyleList('s1', 'a', { language: 'de' })] };
    expect(refusals(desired, found)).toEqual([
      { code: 'replace-needs-consent', address: 'style_rules.a', value: { key: ['language'], from: 'de', to: 'fr' } },
    ]);
    expect(refusals(desired, found, { allowDelete: ['style_rules.a'] })).toEqual([]);
  });

  test('the last instruction and the last rule need consent, another one of few does not', () => {
    const desired = { styleLists: [desiredStyleList('a', { instructions: [], rules: {} })] };
    const found = { styleLists: [liveStyleList('s1', 'a', { instructions: [TONE], rules: { a: { b: 'c' } } })] };
    expect(refusals(desired, found)).toEqual([
      { code: 'last-removed', address: 'style_rules.a', part: 'rules', removed: 1 },
      { code: 'last-removed', address: 'style_rules.a', part: 'instructions', removed: 1 },
    ]);
    const fewer = { styleLists: [desiredStyleList('a', { instructions: [TONE] })] };
    expect(
      refusals(fewer, {
        styleLists: [liveStyleList('s1', 'a', { instructions: [TONE, { label: 'x', prompt: 'y' }] })],
      }),
    ).toEqual([]);
  });
});

test('a replacement of which a saved plan does not name the languages has none in its refusal', () => {
  const desired = { styleLists: [desiredStyleList('a', { language: 'fr' })] };
  const { plan } = makePlan(planInput(desired, { styleLists: [liveStyleList('s1', 'a', { language: 'de' })] }));
  const changes = plan.changes.map((change): Change => {
    const values = change.values.filter(({ key: [part] }) => part !== 'language');
    return { ...change, values };
  });
  const given = { safety: DEFAULT_SAFETY, allowDelete: [], prune: [], desired, ledger: EMPTY_LEDGER };
  expect(checkGuard({ ...plan, changes }, given)).toStrictEqual({
    kind: 'refused',
    refusals: [{ code: 'replace-needs-consent', address: 'style_rules.a' }],
  });
});

test('prune: is no consent to a replacement', () => {
  const desired = { styleLists: [desiredStyleList('a', { language: 'fr' })] };
  const found = { styleLists: [liveStyleList('s1', 'a', { language: 'de' })] };
  expect(refusals(desired, found, { prune: ['style_rules.*'] }).map(({ code }) => code)).toEqual([
    'replace-needs-consent',
  ]);
});

describe('developer keys', () => {
  const account = (...labels: readonly string[]) => ({
    developerKeys: labels.map((label) => liveDeveloperKey(`id of ${label}`, label)),
  });
  const keys = (...developerKeys: readonly ReturnType<typeof desiredDeveloperKey>[]) => ({ developerKeys });
  const gone = desiredDeveloperKey('ci', { deactivated: true });
  const needsConsent = {
    code: 'delete-needs-consent',
    address: 'developer_key.ci',
    what: 'developer key',
    entries: 0,
  };

  test('a deactivation needs consent that names the kind', () => {
    expect(refusals(keys(gone), account('ci'))).toEqual([needsConsent]);
    for (const allowDelete of [['*'], ['dev*'], ['developer_key.other']])
      expect(refusals(keys(gone), account('ci'), { allowDelete })).toEqual([needsConsent]);
    for (const allowDelete of [['developer_key.ci'], ['developer_key.*'], ['developer_key*']])
      expect(refusals(keys(gone), account('ci'), { allowDelete })).toEqual([]);
  });

  test('prune: speaks of keys that no file names, and takes back no entry', () => {
    const kept = ['a', 'b', 'c'].map((name) => desiredDeveloperKey(name));
    const live = account('a', 'b', 'c', 'ci');
    expect(refusals(keys(...kept), live, { prune: ['developer_key.ci'] })).toEqual([]);
    expect(refusals(keys(...kept, gone), live, { prune: ['developer_key.*'] })).toEqual([needsConsent]);
  });

  test('prune: never takes more than half, nor the last ones, although entries of deactivated keys are there', () => {
    expect(
      refusals(keys(desiredDeveloperKey('a')), account('a', 'x', 'y'), { prune: ['developer_key.*'] }),
    ).toMatchObject([{ code: 'too-many-deleted', deleted: 2, total: 3 }, { code: 'too-many-deleted' }]);
    const old = desiredDeveloperKey('old', { deactivated: true });
    expect(refusals(keys(old), account('x'), { prune: ['developer_key.*'] })).toMatchObject([
      { code: 'too-many-deleted', deleted: 1, total: 1 },
    ]);
  });

  test('an empty file is more often a mistake than a wish', () => {
    expect(refusals(keys(), account('x'), { prune: ['developer_key.*'] })).toEqual([
      { code: 'empty-source', address: 'developer_key.x', what: 'developer key', entries: 0 },
    ]);
    expect(refusals(keys(), account('x'), { allowDelete: ['developer_key.x'] })).toEqual([]);
  });

  test('a limit of 0 blocks a key that works, and needs the same consent; any other limit needs none', () => {
    const limited = (characters: number | null, speechToTextMilliseconds?: number) =>
      keys(
        desiredDeveloperKey('ci', {
          limits: { characters, ...(speechToTextMilliseconds !== undefined && { speechToTextMilliseconds }) },
        }),
      );
    expect(refusals(limited(1), account('ci'))).toEqual([]);
    expect(refusals(limited(0), account('ci'))).toEqual([
      {
        code: 'block-needs-consent',
        address: 'developer_key.ci',
        values: [expect.objectContaining({ key: ['limit', 'characters'], from: null, to: 0 })],
      },
    ]);
    expect(refusals(limited(1, 0), account('ci'))).toMatchObject([
      { code: 'block-needs-consent', values: [{ key: ['limit', 'speechToTextMilliseconds'] }] },
    ]);
    expect(refusals(limited(0), account('ci'), { allowDelete: ['*'] })).toHaveLength(1);
    expect(refusals(limited(0), account('ci'), { prune: ['developer_key.*'] })).toHaveLength(1);
    expect(refusals(limited(0), account('ci'), { allowDelete: ['developer_key.ci'] })).toEqual([]);
    // A new key takes nothing from anybody, and one that is blocked already loses nothing.
    expect(refusals(limited(0), account())).toEqual([]);
    const blocked = { developerKeys: [liveDeveloperKey('k1', 'ci', { limits: { characters: 0 } })] };
    expect(refusals(limited(0, 5), blocked)).toEqual([]);
  });

  test('what is protected is neither deactivated nor blocked, whatever consents', () => {
    const allowDelete = ['developer_key.*'];
    const isProtected = [{ code: 'protected', address: 'developer_key.ci' }];
    const protectedKeys = { ...DEFAULT_SAFETY, protect: ['developer_key.ci'] };
    expect(refusals(keys(gone), account('ci'), { allowDelete, safety: protectedKeys })).toEqual(isProtected);
    expect(refusals(keys({ ...gone, protect: true }), account('ci'), { allowDelete })).toEqual(isProtected);
    const blocked = desiredDeveloperKey('ci', { protect: true, limits: { characters: 0 } });
    expect(refusals(keys(blocked), account('ci'), { allowDelete })).toEqual(isProtected);
    const ledger = {
      ...EMPTY_LEDGER,
      developerKeys: new Map([
        ['developer_key.moved', { id: keyId('id of ci'), content: { limits: {} }, protect: true }],
      ] as const),
    };
    expect(refusals(keys(gone), account('ci'), { allowDelete, ledger })).toEqual(isProtected);
  });
});

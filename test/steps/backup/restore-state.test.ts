import { describe, expect, test } from 'vitest';
import type { DeveloperKey, KeyLimits } from '../../../src/kinds/developer-key/developer-key.ts';
import { EMPTY_LEDGER } from '../../../src/kinds/registry.ts';
import type { DesiredState, LedgerState, LiveState } from '../../../src/kinds/states.ts';
import type { ReadBackup } from '../../../src/steps/backup/read-backup.ts';
import { ledgerWithin, ownedWithin, restoreState } from '../../../src/steps/backup/restore-state.ts';
import {
  type DictionariesLike,
  desiredDeveloperKey,
  desiredGlossary,
  desiredStyleList,
  liveDeveloperKey,
  liveGlossary,
} from '../../support/build.ts';

const LIKE: DictionariesLike = { 'en->de': { a: 'b', c: 'd' } };

/** A backup of these resources; ids by address. */
const backup = (desired: DesiredState, ids: Readonly<Record<string, string>>): ReadBackup => {
  const named = (resources: readonly { readonly address: string }[] = []) =>
    resources.map(({ address }) => ({ address, id: ids[address] ?? 'gone' }));
  const json = {
    glossaries: named(desired.glossaries),
    styleRules: named(desired.styleLists),
    developerKeys: named(desired.developerKeys),
  };
  return { desired, json } as unknown as ReadBackup;
};

const ledger = (glossaries: Readonly<Record<string, string>>, protect = false): LedgerState => ({
  ...EMPTY_LEDGER,
  glossaries: new Map(
    Object.entries(glossaries).map(([address, id]) => [
      address as `glossary.${string}`,
      {
        id: liveGlossary(id, '', {}).id,
        protect,
        content: { name: 'n', dictionaries: desiredGlossary('x', LIKE).dictionaries },
      },
    ]),
  ),
});

const asked = (read: ReadBackup, now: LedgerState, live: LiveState) => {
  const { desired, findings } = restoreState({ backup: read, label: 'b', now, live });
  return {
    who: desired.glossaries?.map(({ address, pinnedId }) => [address, pinnedId]),
    codes: findings.map(({ code, at }) => [code, at.file]),
    desired,
  };
};

describe('a resource of a backup', () => {
  const one = backup({ glossaries: [desiredGlossary('a', LIKE)] }, { 'glossary.a': '1' });

  test('is the one with its id, whatever its name, at the address that the ledger has for it by now', () => {
    const live = { glossaries: [liveGlossary('1', 'renamed', {}), liveGlossary('2', 'a', {})] };
    expect(asked(one, EMPTY_LEDGER, live).who).toEqual([['glossary.a', '1']]);
    expect(asked(one, ledger({ 'glossary.moved': '1' }), live).who).toEqual([['glossary.moved', '1']]);
  });

  test('keeps its address when its id is gone: the ledger or the name says who it is', () => {
    const live = { glossaries: [liveGlossary('2', 'a', {})] };
    expect(asked(one, ledger({ 'glossary.a': '2' }), live).who).toEqual([['glossary.a', undefined]]);
  });

  test('gets another address when its own is that of another resource by now', () => {
    const live = { glossaries: [liveGlossary('1', 'a', {}), liveGlossary('2', 'b', {})] };
    expect(asked(one, ledger({ 'glossary.a': '2' }), live).who).toEqual([['glossary.a-2', '1']]);
    // The one of the ledger moved to the address of another one in the backup.
    const two = backup(
      { glossaries: [desiredGlossary('a', LIKE), desiredGlossary('b', LIKE)] },
      { 'glossary.a': '1', 'glossary.b': '2' },
    );
    expect(asked(two, ledger({ 'glossary.b': '1' }), live).who).toEqual([
      ['glossary.b', '1'],
      ['glossary.b-2', '2'],
    ]);
    // That one is gone, so its new resource needs an address of its own.
    const glossaries = live.glossaries.slice(0, 1);
    expect(asked(two, ledger({ 'glossary.b': '1' }), { glossaries }).who).toEqual([
      ['glossary.b', '1'],
      ['glossary.b-2', undefined],
    ]);
  });

  test('gets an address that neither the ledger nor the backup has', () => {
    const live = { glossaries: ['1', '2', '3'].map((id) => liveGlossary(id, id, {})) };
    expect(asked(one, ledger({ 'glossary.a': '2', 'glossary.a-2': '3' }), live).who).toEqual([['glossary.a-3', '1']]);
    const two = backup(
      { glossaries: [desiredGlossary('a', LIKE), desiredGlossary('a-2', LIKE)] },
      { 'glossary.a': '1', 'glossary.a-2': '3' },
    );
    expect(asked(two, ledger({ 'glossary.a': '2' }), live).who).toEqual([
      ['glossary.a-3', '1'],
      ['glossary.a-2', '3'],
    ]);
  });

  test('keeps its own limits, and has none where the backup has none, by its id or by its name', () => {
    const limitsOf = (limits: Partial<KeyLimits>, live: DeveloperKey) => {
      const keys = backup({ developerKeys: [desiredDeveloperKey('ci', { limits })] }, { 'developer_key.ci': 'k1' });
      const [key] = asked(keys, EMPTY_LEDGER, { developerKeys: [live] }).desired.developerKeys ?? [];
      return [key?.pinnedId, key?.limits];
    };
    const limits = { limits: { characters: 5 } };
    const nulls = { characters: null, speechToTextMilliseconds: null };
    expect(limitsOf({ characters: 9 }, liveDeveloperKey('k1', 'x', limits))).toEqual([
      'k1',
      { ...nulls, characters: 9 },
    ]);
    expect(limitsOf({}, liveDeveloperKey('k1', 'x', limits))).toEqual(['k1', nulls]);
    expect(limitsOf({}, liveDeveloperKey('k2', 'ci', limits))).toEqual([undefined, nulls]);
  });

  test('keeps the protection that the ledger knows of, is whole, and says where it stands', () => {
    const additive = backup({ glossaries: [desiredGlossary('a', LIKE, { mode: 'additive' })] }, { 'glossary.a': '1' });
    const { desired } = asked(additive, ledger({ 'glossary.a': '1' }, true), {
      glossaries: [liveGlossary('1', 'a', {})],
    });
    const [glossary] = desired.glossaries ?? [];
    expect(glossary).toMatchObject({
      protect: true,
      mode: 'authoritative',
      origin: { file: 'b/glossaries/a/glossary.yaml' },
    });
    expect(glossary?.dictionaries.get('en->de')?.locate('c')).toEqual({
      file: 'b/glossaries/a/en-de.csv',
      line: 2,
      column: 1,
    });
    expect(glossary?.dictionaries.get('en->de')?.locate('x')).toBeUndefined();
  });

  test('is left out, with a warning, when the service would not make it: no entries, a key that is gone', () => {
    const empty = backup({ glossaries: [desiredGlossary('a', {})] }, { 'glossary.a': '1' });
    expect(asked(empty, EMPTY_LEDGER, { glossaries: [] })).toMatchObject({
      who: [],
      codes: [['backup-left-out', 'b/glossaries/a/glossary.yaml']],
    });
    expect(asked(empty, EMPTY_LEDGER, { glossaries: [liveGlossary('2', 'a', {})] }).codes).toEqual([]);
    const keys = backup({ developerKeys: [desiredDeveloperKey('ci', {})] }, { 'developer_key.ci': 'k' });
    const limits = { characters: 5, speechToTextMilliseconds: null };
    const key = { id: 'k', label: 'x', creationTime: '', limits };
    const withKey = (deactivated: boolean) => ({ developerKeys: [{ ...key, deactivated }] }) as unknown as LiveState;
    expect(asked(keys, EMPTY_LEDGER, withKey(true)).codes).toMatchObject([['backup-key-gone', expect.any(String)]]);
    expect(asked(keys, EMPTY_LEDGER, withKey(false)).desired.developerKeys).toMatchObject([
      { pinnedId: 'k', limits: { characters: null, speechToTextMilliseconds: null } },
    ]);
  });
});

describe('what the ledger owns', () => {
  const desired: DesiredState = {
    glossaries: [desiredGlossary('a', { ...LIKE, 'en->fr': { x: 'y' } }), desiredGlossary('stranger', LIKE)],
    styleLists: [desiredStyleList('stranger')],
  };

  test('is all that a plan may delete from, as far as the backup speaks of it', () => {
    const within = ledgerWithin(ledger({ 'glossary.a': '1', 'glossary.beyond': '2' }), {
      glossaries: [desiredGlossary('a', { 'en->fr': { x: 'y' } })],
    });
    expect([...within.glossaries.keys()]).toEqual(['glossary.a']);
    expect(within.glossaries.get('glossary.a')?.content.dictionaries.size).toBe(0);
  });

  test('is all that it owns afterwards: no other resource, no other dictionary, and of an additive glossary no other entry', () => {
    const now = ledger({ 'glossary.a': '1' });
    const owns = ownedWithin(desired, now, undefined);
    expect(owns.glossaries?.map(({ address, dictionaries }) => [address, ...dictionaries.keys()])).toEqual([
      ['glossary.a', 'en->de'],
    ]);
    expect(owns.styleLists).toEqual([]);
    const more = { glossaries: [desiredGlossary('a', { 'en->de': { a: 'b', theirs: 'ihrs' } })] };
    const entries = (files: DesiredState | undefined) => [
      ...(ownedWithin(more, now, files).glossaries?.[0]?.dictionaries.get('en->de')?.entries ?? []),
    ];
    expect(entries(undefined)).toEqual([
      ['a', 'b'],
      ['theirs', 'ihrs'],
    ]);
    expect(entries({ glossaries: [desiredGlossary('a', {}, { mode: 'additive' })] })).toEqual([['a', 'b']]);
  });
});

test('an empty glossary that is gone is left out, and one that has an entry is made anew', () => {
  const desired = { glossaries: [desiredGlossary('empty', { 'en->de': {} }), desiredGlossary('filled', LIKE)] };
  const made = asked(backup(desired, { 'glossary.empty': 'g1', 'glossary.filled': 'g2' }), EMPTY_LEDGER, {
    glossaries: [],
  });
  expect(made.who).toEqual([['glossary.filled', undefined]]);
  expect(made.codes).toEqual([['backup-left-out', 'b/glossaries/empty/glossary.yaml']]);
});

test('an empty glossary whose name is there is no new one', () => {
  const desired = { glossaries: [desiredGlossary('empty', {})] };
  const live = { glossaries: [liveGlossary('g7', 'empty', {})] };
  expect(asked(backup(desired, { 'glossary.empty': 'g1' }), EMPTY_LEDGER, live).codes).toEqual([]);
});

test('places in a backup begin with its folder', () => {
  const desired = { glossaries: [desiredGlossary('filled', LIKE)] };
  const { desired: restored } = asked(backup(desired, {}), EMPTY_LEDGER, { glossaries: [] });
  const dictionary = restored.glossaries?.[0]?.dictionaries.get('en->de');
  expect(restored.glossaries?.[0]?.mode).toBe('authoritative');
  expect(dictionary?.origin).toEqual({ file: 'b/glossaries/filled/en-de.csv', line: 1, column: 1 });
  expect(dictionary?.locate('c')).toEqual({ file: 'b/glossaries/filled/en-de.csv', line: 2, column: 1 });
  expect(dictionary?.locate('none')).toBeUndefined();
});

describe('a glossary without entries', () => {
  const empty = backup({ glossaries: [desiredGlossary('a', {})] }, { 'glossary.a': '1' });

  test('is restored where it is still there, by its id, by that of the ledger, or by its name', () => {
    expect(asked(empty, EMPTY_LEDGER, { glossaries: [liveGlossary('1', 'renamed', {})] }).who).toHaveLength(1);
    const other = { glossaries: [liveGlossary('2', 'renamed', {})] };
    expect(asked(empty, ledger({ 'glossary.a': '2' }), other).who).toHaveLength(1);
    expect(asked(empty, EMPTY_LEDGER, { glossaries: [liveGlossary('2', 'a', {})] }).who).toHaveLength(1);
    const { who, codes } = asked(empty, EMPTY_LEDGER, other);
    expect([who, codes]).toEqual([[], [['backup-left-out', 'b/glossaries/a/glossary.yaml']]]);
  });
});

test('style lists and keys of a backup are restored with places in it; kinds that it lacks are not asked for', () => {
  const list = desiredStyleList('tone', { instructions: [{ label: 'Tone', prompt: 'Be kind.' }] });
  const only = asked(backup({ styleLists: [list] }, { 'style_rules.tone': 's1' }), EMPTY_LEDGER, {}).desired;
  expect(Object.keys(only)).toEqual(['styleLists']);
  const [restored] = only.styleLists ?? [];
  expect(restored).toMatchObject({ address: 'style_rules.tone', content: list.content, protect: false });
  const places = [restored?.origin, ...(restored?.instructionOrigins ?? []), restored?.locateRule('a', 'b')];
  expect(places.map((at) => at?.file)).toEqual(Array(3).fill('b/style-rules/tone.yaml'));
});

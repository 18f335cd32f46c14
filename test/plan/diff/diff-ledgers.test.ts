import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { patchedEntries } from '../../../src/change/diff-entries.ts';
import { type KnownKey, keyId } from '../../../src/kinds/developer-key/developer-key.ts';
import type { GlossaryAddress, OwnedGlossary } from '../../../src/kinds/glossary/glossary.ts';
import { EMPTY_LEDGER } from '../../../src/kinds/registry.ts';
import type { LedgerState } from '../../../src/kinds/states.ts';
import type { StyleListAddress } from '../../../src/kinds/style-list/style-list.ts';
import { NO_ENTRIES } from '../../../src/model/entries/entries.ts';
import { pairKey, parsePairKey } from '../../../src/model/entries/language-pair.ts';
import { glossaryId, styleId } from '../../../src/model/ids.ts';
import { changeOfAddress, changeOfEntries, diffLedgers, mayNameResource } from '../../../src/plan/diff/diff-ledgers.ts';
import { type DictionariesLike, entries, type StyleListLike } from '../../support/build.ts';
import { glossaryLedgerChange, keyLedgerChange } from '../../support/ledger-changes.ts';
import { ledgerState } from '../../support/ledger-states.ts';
import { runs } from '../../support/runs.ts';

const glossary = (id: string, name: string, like: DictionariesLike, protect = false): OwnedGlossary => ({
  id: glossaryId(id),
  protect,
  content: {
    name,
    dictionaries: new Map(
      Object.entries(like).map(([key, rows]) => {
        const pair = parsePairKey(key as `${string}->${string}`);
        return [pairKey(pair), { pair, entries: entries(rows ?? {}) }];
      }),
    ),
  },
});

const withGlossaries = (glossaries: Readonly<Record<string, OwnedGlossary>>): LedgerState => ({
  ...EMPTY_LEDGER,
  glossaries: new Map(Object.entries(glossaries) as [GlossaryAddress, OwnedGlossary][]),
});

const withList = ({ name = 'L', language = 'de', instructions = [] }: StyleListLike, id = 's1'): LedgerState => ({
  ...EMPTY_LEDGER,
  styleLists: new Map([
    [
      'style_rules.l' as StyleListAddress,
      { id: styleId(id), protect: false, content: { name, language, rules: new Map(), instructions } },
    ],
  ]),
});

describe('what changed from one state to another', () => {
  test('is told term by term: removed, changed, added', () => {
    const before = withGlossaries({ 'glossary.a': glossary('g1', 'A', { 'en->de': { cat: 'Katze', house: 'Haus' } }) });
    const after = withGlossaries({ 'glossary.a': glossary('g1', 'A', { 'en->de': { house: 'Heim', dog: 'Hund' } }) });
    expect(diffLedgers(before, after)).toEqual([
      glossaryLedgerChange(
        [
          ['cat', { from: 'Katze' }],
          ['house', { from: 'Haus', to: 'Heim' }],
          ['dog', { to: 'Hund' }],
        ],
        { size: 2 },
      ),
    ]);
  });

  test('the same resource under another address has moved, and its terms have not', () => {
    const owned = glossary('g1', 'A', { 'en->de': { cat: 'Katze' } });
    expect(
      diffLedgers(withGlossaries({ 'glossary.old': owned }), withGlossaries({ 'glossary.new': owned })),
    ).toMatchObject([
      { action: 'moved', address: 'glossary.new', movedFrom: 'glossary.old', values: [], children: [] },
    ]);
  });

  test('another resource under another address is one that came and one that went, the latter first', () => {
    const changes = diffLedgers(
      withGlossaries({ 'glossary.z': glossary('g1', 'Z', {}) }),
      withGlossaries({ 'glossary.a': glossary('g2', 'A', {}) }),
    );
    expect(changes.map(({ action, address }) => [action, address])).toEqual([
      ['removed', 'glossary.z'],
      ['added', 'glossary.a'],
    ]);
  });

  test('a new id, a new name and a new protection are changes of their own', () => {
    const like = { 'en->de': { cat: 'Katze' } };
    const base = glossary('g1', 'A', like);
    for (const [next, difference] of [
      [glossary('g2', 'A', like), { id: 'g2', values: [{ key: ['id'], from: 'g1', to: 'g2' }] }],
      [glossary('g1', 'B', like), { name: 'B', values: [{ key: ['name'], from: 'A', to: 'B' }] }],
      [glossary('g1', 'A', like, true), { protect: true, values: [{ key: ['protect'], from: false, to: true }] }],
    ] as const)
      expect(diffLedgers(withGlossaries({ 'glossary.a': base }), withGlossaries({ 'glossary.a': next }))).toEqual([
        glossaryLedgerChange([], { children: [], ...difference }),
      ]);
  });

  test('a style list with another name, language or rule is told with both', () => {
    expect(diffLedgers(withList({ name: 'L' }), withList({ name: 'M', language: 'fr' }))).toMatchObject([
      {
        kind: 'style-list',
        values: [
          { key: ['name'], from: 'L', to: 'M' },
          { key: ['language'], from: 'de', to: 'fr' },
        ],
      },
    ]);
    expect(diffLedgers(withList({ name: 'L' }), withList({ name: 'M' }))).toMatchObject([
      { action: 'changed', values: [{ key: ['name'], from: 'L', to: 'M' }] },
    ]);
  });

  test('an instruction with a new prompt is one change; one that a language is written out for is none', () => {
    const tone = { label: 'Tone', prompt: 'Be brief' };
    const next = { label: 'Tone', prompt: 'Be very brief' };
    expect(
      diffLedgers(withList({ instructions: [tone] }), withList({ instructions: [next, { label: 'x', prompt: 'y' }] })),
    ).toMatchObject([
      {
        kind: 'style-list',
        values: [
          { key: ['instruction', '0'], from: tone, to: next },
          { key: ['instruction', '1'], to: { label: 'x' } },
        ],
      },
    ]);
    expect(
      diffLedgers(withList({ instructions: [tone] }), withList({ instructions: [{ ...tone, sourceLanguage: 'de' }] })),
    ).toEqual([]);
  });

  const withKey = (content: KnownKey): LedgerState => ({
    ...EMPTY_LEDGER,
    developerKeys: new Map([['developer_key.ci', { id: keyId('k:1'), content, protect: true }]]),
  });

  test('a developer key is told by its label, its limits and whether it works', () => {
    const made = withKey({ label: 'CI', limits: { characters: 5 }, deactivated: false });
    expect(diffLedgers(EMPTY_LEDGER, made)).toEqual([
      keyLedgerChange({
        action: 'added',
        protect: true,
        values: [
          { key: ['id'], to: 'k:1' },
          { key: ['protect'], to: true },
          { key: ['label'], to: 'CI' },
          { key: ['deactivated'], to: false },
          { key: ['limit', 'characters'], to: 5 },
        ],
      }),
    ]);
    const changed = withKey({ label: 'Runner', limits: { speechToTextMilliseconds: null }, deactivated: true });
    expect(diffLedgers(made, changed)).toEqual([
      keyLedgerChange({
        name: 'Runner',
        protect: true,
        values: [
          { key: ['label'], from: 'CI', to: 'Runner' },
          { key: ['deactivated'], from: false, to: true },
          { key: ['limit', 'characters'], from: 5 },
          { key: ['limit', 'speechToTextMilliseconds'], to: null },
        ],
      }),
    ]);
  });

  test('what the history only learns of a key is no change of it', () => {
    const learned = withKey({ label: 'CI', limits: { characters: 5 }, deactivated: false });
    expect(diffLedgers(withKey({ limits: {} }), learned)).toEqual([]);
    expect(diffLedgers(learned, withKey({ limits: {} }))).toEqual([]);
  });

  test('a state differs from itself in nothing; the terms that are told lead from any state to any other', () => {
    fc.assert(
      fc.property(ledgerState, ledgerState, (before, after) => {
        expect(diffLedgers(before, before)).toEqual([]);
        const changes = diffLedgers(before, after);
        const told = new Map(changes.map((change) => [change.address as string, change]));
        for (const [address, { id, content }] of after.glossaries) {
          const change = told.get(address);
          const from =
            change?.action === 'added'
              ? undefined
              : before.glossaries.get((change?.movedFrom ?? address) as GlossaryAddress);
          if (change === undefined) expect(from?.id).toBe(id);
          for (const [key, { entries: now }] of content.dictionaries) {
            const was = from?.content.dictionaries.get(key)?.entries ?? NO_ENTRIES;
            const step = change?.children.find((child) => child.address === `${address}/${key}`);
            expect(patchedEntries(was, step?.values ?? []).digest).toBe(now.digest);
          }
        }
        const now = [...after.glossaries, ...after.styleLists, ...after.developerKeys];
        const gone = [...before.glossaries, ...before.styleLists, ...before.developerKeys].filter(
          ([address, { id }]) => !now.some(([other, owned]) => other === address || owned.id === id),
        );
        for (const [address] of gone) expect(told.get(address)?.action).toBe('removed');
      }),
      { numRuns: runs(100) },
    );
  });
});

describe('the part of a change that was asked for', () => {
  const [change] = diffLedgers(
    EMPTY_LEDGER,
    withGlossaries({ 'glossary.a': glossary('g1', 'A', { 'en->de': { cat: 'Katze' }, 'en->fr': { cat: 'chat' } }) }),
  );
  if (change === undefined) throw new Error('no change');

  test.each([
    ['glossary.a', 2],
    ['glossary.*', 2],
    ['glossary.a/en->de', 1],
    ['glossary.*/en->*', 2],
    ['glossary.b', undefined],
    ['glossary.b/en->de', undefined],
    ['style_rules.a', undefined],
  ])('%s is %s of its dictionaries', (pattern, count) => {
    const found = changeOfAddress(change, pattern);
    expect(found?.children.length).toBe(count);
    expect(mayNameResource(pattern, 'glossary.a')).toBe(count !== undefined);
  });

  test('a moved resource answers to the address that it had, too', () => {
    const owned = glossary('g1', 'A', { 'en->de': { cat: 'Katze' } });
    const next = glossary('g1', 'A', { 'en->de': { cat: 'Kater' } });
    const [moved] = diffLedgers(withGlossaries({ 'glossary.old': owned }), withGlossaries({ 'glossary.new': next }));
    for (const pattern of ['glossary.old', 'glossary.new', 'glossary.old/en->de', 'glossary.new/en->de'])
      expect(moved && changeOfAddress(moved, pattern)).toMatchObject({ address: 'glossary.new' });
  });

  test('entries are kept by what is meant, and a change without one is none', () => {
    expect(changeOfEntries(change, ({ to }) => to === 'chat')).toMatchObject({
      children: [{ address: 'glossary.a/en->fr', values: [{ key: ['entry', 'en->fr', 'cat'], to: 'chat' }] }],
    });
    expect(changeOfEntries(change, () => false)).toBeUndefined();
  });
});

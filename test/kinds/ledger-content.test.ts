import { expect, test } from 'vitest';
import type { KnownKey } from '../../src/kinds/developer-key/developer-key.ts';
import { childrenOf, desiredFrom, placesInFiles, valuesOf, withChildren } from '../../src/kinds/ledger-content.ts';
import { kindNamed, ownsNamed } from '../../src/kinds/registry.ts';
import * as d from '../../src/model/decode.ts';
import { entriesOf } from '../../src/model/entries/entries.ts';
import { desiredDeveloperKey, desiredGlossary, desiredStyleList } from '../support/build.ts';

const GLOSSARY = desiredGlossary('a', { 'en->de': { x: 'y' }, 'en->fr': { x: 'z' } });
const LIST = desiredStyleList('l', {
  language: 'de',
  rules: { numbers: { decimal: 'comma', group: 'point' }, dates: { order: 'dmy' } },
  instructions: [
    { label: 'Tone', prompt: 'Be kind.' },
    { label: 'Tone', prompt: 'Be brief.', sourceLanguage: 'en' },
  ],
});
const KEY = desiredDeveloperKey('ci', { limits: { characters: null } });

const plainChildren = (kind: string, content: unknown) =>
  [...childrenOf(kindNamed(kind), content)].map(([name, entries]) => [name, [...entries]]);

test.each([
  ['glossary', { name: 'a', dictionaries: GLOSSARY.dictionaries }],
  ['style-list', LIST.content],
  ['style-list', { name: 'l', language: 'de', rules: new Map(), instructions: [] }],
  ['developer-key', { label: 'ci', limits: { characters: 0 }, deactivated: true }],
  ['developer-key', { limits: {} } satisfies KnownKey],
])('the content of a %s is what its values and children say', (name, content) => {
  const kind = kindNamed(name);
  const made = kind.fromValues(valuesOf(kind, content), childrenOf(kind, content));
  expect(valuesOf(kind, made)).toEqual(valuesOf(kind, content));
  expect(plainChildren(name, made)).toEqual(plainChildren(name, content));
  expect(kind.digest(made)).toBe(kind.digest(content));
  // A ledger has the children in files of their own.
  const alone = kind.fromValues(valuesOf(kind, content), new Map());
  const json = JSON.parse(JSON.stringify(kind.ledgerForm?.json(content)));
  expect(d.decoded(kind.ledgerForm?.decoder as d.Decoder<unknown>, json)).toEqual(alone);
});

test.each([
  ['glossary', GLOSSARY],
  ['style-list', LIST],
  ['developer-key', KEY],
])('what asks for the content of a %s is the same as the files that ask for it', (name, desired) => {
  const kind = kindNamed(name);
  const { address, protect } = desired;
  const made = desiredFrom(kind, kind.contentOf(desired), { address, protect }, placesInFiles(kind, desired), desired);
  expect(kind.digest(kind.contentOf(made))).toBe(kind.digest(kind.contentOf(desired)));
  expect([made.address, made.origin, made.protect]).toEqual([address, desired.origin, protect]);
  expect(kind.mode?.(made)).toEqual(kind.mode?.(desired));
});

test('other children leave all else of a content as it is, and a kind without them has none', () => {
  const glossary = kindNamed('glossary');
  const other = withChildren(glossary, GLOSSARY, new Map([['en->it', entriesOf([['a', 'b']])]]));
  expect([glossary.name(other), plainChildren('glossary', other)]).toEqual(['a', [['en->it', [['a', 'b']]]]]);
  const list = kindNamed('style-list');
  expect(withChildren(list, LIST.content, new Map([['x', entriesOf([])]]))).toBe(LIST.content);
});

test('only a glossary of files that name no more than they own lets others have entries of their own', () => {
  const owns = (name: string, desired: Parameters<typeof placesInFiles>[1]) => ownsNamed(kindNamed(name), desired);
  expect([owns('glossary', GLOSSARY), owns('glossary', { ...GLOSSARY, mode: 'additive' } as typeof GLOSSARY)]).toEqual([
    false,
    true,
  ]);
  expect([owns('style-list', LIST), owns('developer-key', KEY)]).toEqual([false, true]);
});

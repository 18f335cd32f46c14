import { describe, expect, test } from 'vitest';
import type { KnownKey } from '../../src/kinds/developer-key/developer-key.ts';
import type { Places } from '../../src/kinds/kind.ts';
import {
  childKey,
  childMember,
  childrenOf,
  desiredFrom,
  inPart,
  keepChildren,
  placesInFiles,
  singleValue,
  textOf,
  valuesOf,
  withChildren,
} from '../../src/kinds/ledger-content.ts';
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

describe('the values of a content', () => {
  const list = kindNamed('style-list');
  const values = valuesOf(list, LIST.content);

  test('are those with a key, then those without one, by their places', () => {
    expect(values).toEqual([
      [['name'], 'l'],
      [['language'], 'de'],
      [['rule', 'dates', 'order'], 'dmy'],
      [['rule', 'numbers', 'decimal'], 'comma'],
      [['rule', 'numbers', 'group'], 'point'],
      [['instruction', '0'], LIST.content.instructions[0]],
      [['instruction', '1'], LIST.content.instructions[1]],
    ]);
  });

  test('are only those with a key in a kind without others', () => {
    expect(valuesOf(kindNamed('glossary'), GLOSSARY)).toEqual([[['name'], 'a']]);
  });

  test('are found by their part', () => {
    expect(inPart(values, 'rule').map(([key]) => key.length)).toEqual([3, 3, 3]);
    expect(inPart(values, 'limit')).toEqual([]);
    expect(['name', 'language', 'rule', 'label'].map((part) => singleValue(values, part))).toEqual([
      'l',
      'de',
      undefined,
      undefined,
    ]);
    expect(['name', 'rule'].map((part) => textOf(values, part))).toEqual(['l', '']);
    expect(textOf([[['name'], 5]], 'name')).toBe('5');
  });

  test('of a child have its name in their key', () => {
    expect(childKey('en->de')).toEqual(['entry', 'en->de']);
    expect([childMember(kindNamed('glossary')), childMember(list)]).toEqual(['pair', 'name']);
  });
});

test('only some children of a content are kept', () => {
  const glossary = kindNamed('glossary');
  const kept = keepChildren(glossary, GLOSSARY, (name, entries) => name === 'en->fr' && entries.get('x') === 'z');
  expect(plainChildren('glossary', kept)).toEqual([['en->fr', [['x', 'z']]]]);
  expect(
    plainChildren(
      'glossary',
      keepChildren(glossary, GLOSSARY, () => false),
    ),
  ).toEqual([]);
});

describe('the places of a resource', () => {
  const origin = { file: 'a.yaml', line: 1, column: 1 };
  /** Says each key as the file of its place. */
  const places: Places = {
    origin,
    of: (key) => (key.includes('unknown') ? undefined : { ...origin, file: key.join(' ') }),
    child: (name) =>
      name === 'en->fr'
        ? undefined
        : { origin: { ...origin, file: name }, locate: (key) => ({ ...origin, file: key }) },
  };
  const at = { address: 'x.y', protect: true } as const;

  test('are those of a style list, its rules and its instructions', () => {
    const kind = kindNamed('style-list');
    const made = desiredFrom(kind, LIST.content, at, places) as typeof LIST;
    expect(made).toMatchObject({ ...at, origin, content: LIST.content });
    expect(made.instructionOrigins.map(({ file }) => file)).toEqual(['instruction 0', 'instruction 1']);
    expect(made.locateRule('dates', 'order')?.file).toBe('rule dates order');
    const back = placesInFiles(kind, made);
    expect(back.origin).toBe(origin);
    expect(back.of?.(['rule', 'dates', 'order'])?.file).toBe('rule dates order');
    expect(back.of?.(['instruction', '1'])?.file).toBe('instruction 1');
    expect(back.of?.(['instruction', '2'])).toBeUndefined();
    const unplaced = desiredFrom(kind, LIST.content, at, { origin }) as typeof LIST;
    expect(unplaced.instructionOrigins).toEqual([origin, origin]);
    expect(unplaced.locateRule('dates', 'order')).toBeUndefined();
  });

  test('are those of a developer key and its parts', () => {
    const kind = kindNamed('developer-key');
    const made = desiredFrom(kind, { limits: { characters: 5 } }, at, places) as typeof KEY;
    expect(made).toMatchObject({ ...at, origin, label: '', limits: { characters: 5 }, deactivated: false });
    const parts = ['label', 'deactivated', 'characters', 'speechToTextMilliseconds'] as const;
    expect(parts.map((part) => made.locate(part)?.file)).toEqual([
      'label',
      'deactivated',
      'limit characters',
      'limit speechToTextMilliseconds',
    ]);
    const back = placesInFiles(kind, made);
    const keys = [['label'], ['deactivated'], ['limit', 'characters']] as const;
    expect(keys.map((key) => back.of?.(key)?.file)).toEqual(['label', 'deactivated', 'limit characters']);
    const known = desiredFrom(kind, { label: 'ci', limits: {}, deactivated: true }, at, { origin }) as typeof KEY;
    expect(known).toMatchObject({ label: 'ci', limits: {}, deactivated: true });
    expect(known.locate('label')).toBeUndefined();
  });

  test('are those of a glossary and its dictionaries', () => {
    const kind = kindNamed('glossary');
    const made = desiredFrom(kind, kind.contentOf(GLOSSARY), at, places) as typeof GLOSSARY;
    expect(made).toMatchObject({ ...at, origin, name: 'a', mode: 'authoritative' });
    const [german, french] = (['en->de', 'en->fr'] as const).map((pair) => made.dictionaries.get(pair));
    expect([german?.origin.file, german?.locate('x')?.file]).toEqual(['en->de', 'x']);
    expect([french?.origin, french?.locate('x')]).toEqual([origin, undefined]);
    expect(placesInFiles(kind, made).child?.('en->de')).toBe(german);
    const additive = { ...GLOSSARY, mode: 'additive' as const };
    expect(desiredFrom(kind, kind.contentOf(GLOSSARY), at, { origin }, additive)).toHaveProperty('mode', 'additive');
  });

  test('are only that of the resource if its kind has no others', () => {
    const { placesOf: _, ...kind } = kindNamed('style-list');
    expect(placesInFiles(kind, LIST)).toEqual({ origin: LIST.origin });
  });
});

test('a content becomes a live resource', () => {
  expect(kindNamed('style-list').toLive?.('l1', LIST.content)).toEqual({
    id: 'l1',
    content: LIST.content,
    instructions: LIST.content.instructions.map((content, index) => ({ id: `unknown-${index + 1}`, content })),
    version: 0,
  });
  const glossary = kindNamed('glossary');
  expect(glossary.toLive?.('g1', glossary.contentOf(GLOSSARY))).toMatchObject({
    id: 'g1',
    name: 'a',
    dictionaries: new Map([
      ['en->de', { pair: { source: 'en', target: 'de' }, entryCount: 1 }],
      ['en->fr', { pair: { source: 'en', target: 'fr' }, entryCount: 1 }],
    ]),
  });
});

describe('the ledger of a kind', () => {
  const read = (kind: string, json: unknown) =>
    d.decoded(kindNamed(kind).ledgerForm?.decoder as d.Decoder<unknown>, json);
  const written = (kind: string, content: unknown) => kindNamed(kind).ledgerForm?.json(content);

  test('has the names of the files', () => {
    expect(written('style-list', LIST.content)).toEqual({
      name: 'l',
      language: 'de',
      rules: [
        ['numbers', 'decimal', 'comma'],
        ['numbers', 'group', 'point'],
        ['dates', 'order', 'dmy'],
      ],
      instructions: [
        { label: 'Tone', prompt: 'Be kind.' },
        { label: 'Tone', prompt: 'Be brief.', source_language: 'en' },
      ],
    });
    expect(
      written('developer-key', { label: 'ci', limits: { speechToTextMilliseconds: 5 }, deactivated: true }),
    ).toStrictEqual({ label: 'ci', limits: { speech_to_text_milliseconds: 5 }, deactivated: true });
    expect(written('developer-key', { limits: {} })).toStrictEqual({});
    expect(written('developer-key', { limits: { characters: null } })).toStrictEqual({ limits: { characters: null } });
    expect(written('glossary', GLOSSARY)).toStrictEqual({ name: 'a' });
  });

  test('is read only if it is whole', () => {
    expect(read('developer-key', {})).toStrictEqual({ limits: {} });
    expect(read('developer-key', { limits: { characters: 5, speech_to_text_milliseconds: null } })).toEqual({
      limits: { characters: 5, speechToTextMilliseconds: null },
    });
    expect(read('developer-key', { limits: { characters: -1 } })).toBeUndefined();
    expect(read('developer-key', { deactivated: 'yes' })).toBeUndefined();
    const list = { name: 'l', language: 'de', rules: [], instructions: [] };
    expect(read('style-list', list)).toEqual({ ...list, rules: new Map() });
    const decoder = kindNamed('style-list').ledgerForm?.decoder;
    const short = { ...list, rules: [['numbers', 'decimal']] };
    expect(() => decoder?.({ value: short, path: '' })).toThrow('a rule: its category, its name and its option');
    expect(read('style-list', { ...list, instructions: [{ label: 'A' }] })).toBeUndefined();
    expect(read('glossary', { name: 'a' })).toEqual({ name: 'a', dictionaries: new Map() });
  });
});

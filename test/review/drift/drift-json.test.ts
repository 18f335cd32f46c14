import { expect, test } from 'vitest';
import { driftOf } from '../../../src/plan/drift/detect-drift.ts';
import { driftJson } from '../../../src/review/drift/drift-text.ts';
import { driftInput, type SideLike } from '../../plan/drift-input.ts';
import { schemaErrors } from '../../support/schema-errors.ts';

const TONE = { label: 'Tone', prompt: 'Be friendly.' };

/** Every kind of difference in one value. */
const drift = () => {
  const base: SideLike = {
    glossaries: {
      a: { dictionaries: { 'en->de': { x: '1', y: '1', z: '1' }, 'en->fr': { x: '1' }, 'en->it': { x: '1' } } },
      dropped: { dictionaries: { 'en->de': { x: '1' } } },
      gone: { dictionaries: { 'en->de': { x: '1' } } },
      renewed: { dictionaries: { 'en->de': { x: '1' } } },
    },
    lists: { l: { rules: { numbers: { a: '1', b: '1' } }, instructions: [TONE] }, dropped: {} },
    keys: {
      ci: { limits: { characters: 1, speechToTextMilliseconds: 1 } },
      dead: {},
      'dead-too': { limits: { characters: 1 } },
      'dropped-key': { limits: { characters: 1 } },
      'gone-key': {},
      'renewed-key': {},
    },
  };
  const ours: SideLike = {
    glossaries: {
      a: { name: 'Ours', dictionaries: { 'en->de': { x: '1', y: '2', z: '1' }, 'en->fr': { x: '1' } } },
      gone: { dictionaries: { 'en->de': { x: '1' } } },
      renewed: { dictionaries: { 'en->de': { x: '1' } } },
    },
    lists: {
      l: {
        rules: { numbers: { a: '1', b: '2' } },
        instructions: [
          { ...TONE, prompt: 'Be formal.' },
          { label: 'New', prompt: 'N' },
        ],
      },
    },
    keys: {
      ci: { label: 'ours', limits: { characters: 2, speechToTextMilliseconds: 1 } },
      dead: {},
      'dead-too': { limits: { characters: 2 } },
      'gone-key': {},
      'renewed-key': {},
    },
  };
  const theirs: SideLike = {
    glossaries: {
      a: {
        name: 'Theirs',
        dictionaries: { 'en->de': { x: '2', y: '3', '\u001b[2J': '##vso[x]' }, 'en->it': { x: '2' } },
      },
      dropped: { dictionaries: { 'en->de': { x: '1' }, 'en->es': { n: 'secret content' } } },
      renewed: { id: 'again', dictionaries: { 'en->de': { x: '1' } } },
    },
    lists: {
      l: {
        name: 'L',
        language: 'fr',
        rules: { numbers: { a: '2', b: '3' } },
        instructions: [
          { ...TONE, prompt: 'Be kind.', sourceLanguage: 'en' },
          { label: 'Other', prompt: 'O' },
        ],
      },
      dropped: { rules: { numbers: { x: '1' } } },
    },
    keys: {
      ci: { label: '\u001b[2J', limits: { characters: null, speechToTextMilliseconds: 0 } },
      dead: { deactivated: true, label: 'old' },
      'dead-too': { limits: { characters: 1 }, deactivated: true },
      'dropped-key': { limits: { characters: 2 } },
      'renewed-key': { id: 'again' },
    },
  };
  return driftOf(driftInput({ base, ours, theirs }));
};

const document = () => JSON.parse(driftJson(drift()));

type Loose = Record<string, unknown>;

function* having(value: unknown, field: string): Generator<Loose> {
  if (typeof value !== 'object' || value === null) return;
  if (Object.hasOwn(value, field)) yield value as Loose;
  for (const inner of Object.values(value)) yield* having(inner, field);
}

test('the schema takes every kind of difference', () => {
  expect(schemaErrors('drift', document())).toEqual([]);
  const found = new Set([...having(document(), 'how')].map(({ kind, how }) => `${kind} ${how}`));
  expect(found).toEqual(
    new Set([
      'both dropped-here',
      'theirs deleted-outside',
      'theirs created-outside',
      'theirs recreated-outside',
      'theirs deactivated-outside',
      'both deactivated-outside',
    ]),
  );
});

test.each([
  'formatVersion',
  'counts',
  'parts',
  'same',
  'kind',
  'address',
  'id',
  'baseName',
  'baseSize',
  'how',
  'values',
  'children',
  'key',
  'source',
  'line',
])('a document that lacks any one %s is refused', (field) => {
  const whole = document();
  // The id of an instruction is absent where the service has none.
  const isNeeded = (place: Loose): boolean => field !== 'id' || 'address' in place;
  const places = [...having(whole, field)].filter(isNeeded);
  expect(places.length).toBeGreaterThan(0);
  for (const place of places) {
    const value = place[field];
    delete place[field];
    expect(schemaErrors('drift', whole)).not.toEqual([]);
    place[field] = value;
  }
  expect(schemaErrors('drift', whole)).toEqual([]);
});

test('the values of each kind have their fields', () => {
  const { resources: drifts, counts } = document() as unknown as {
    readonly resources: readonly {
      readonly kind: string;
      readonly children: readonly Loose[];
      readonly values: readonly Loose[];
    }[];
    readonly counts: { readonly parts: Loose };
  };
  const children = drifts.flatMap((each) => each.children);
  expect(children.length).toBeGreaterThan(0);
  expect(children.filter(({ pair }) => pair === undefined)).toEqual([]);
  const instructions = drifts
    .flatMap((each) => each.values)
    .filter(({ key }) => (key as readonly string[])[0] === 'instruction')
    .flatMap(({ base, ours, theirs }) => [base, ours, theirs].filter((side) => side !== undefined));
  expect(instructions.length).toBeGreaterThan(2);
  for (const each of instructions)
    expect(each).toEqual(expect.objectContaining({ label: expect.any(String), prompt: expect.any(String) }));
  expect(Object.keys(counts.parts)).toEqual(expect.arrayContaining(['glossary', 'entry', 'instruction', 'limit']));
});

test('what is theirs alone has no side of ours', () => {
  const whole = document();
  for (const place of having(whole, 'kind')) {
    if (place.kind !== 'both' || place.ours === undefined) continue;
    place.kind = 'theirs';
    expect(schemaErrors('drift', whole)).not.toEqual([]);
    place.kind = 'both';
  }
  expect(schemaErrors('drift', whole)).toEqual([]);
});

test('the content of what can be taken back is not in the document, and neither is anything that a terminal obeys', () => {
  const text = driftJson(drift());
  expect(text).not.toContain('"content"');
  expect(text.match(/secret content/g)).toHaveLength(1);
  expect(text).not.toContain('\u001b');
  expect(text).not.toContain('##vso[');
});

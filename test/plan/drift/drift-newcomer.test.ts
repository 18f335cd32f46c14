import { expect, test } from 'vitest';
import { driftOf } from '../../../src/plan/drift/detect-drift.ts';
import { driftInput, type SideLike } from '../drift-input.ts';

const THEIRS: SideLike = {
  glossaries: { g: { name: 'G', dictionaries: { 'en->de': { a: '1' } } } },
  lists: { l: { name: 'L', rules: { x: { a: '1' } }, instructions: [{ label: 'A', prompt: 'a' }] } },
  keys: { k: { label: 'K', limits: { characters: 5 } }, off: { deactivated: true } },
};

test('resources without files come as a whole; a key that works no more does not', () => {
  const input = driftInput({ base: {}, ours: {}, theirs: THEIRS });
  const pull = { earlier: [], overLocal: false, allowDelete: [], strangers: true };
  const whole = (theirs: unknown) => ({ kind: 'theirs', how: 'created-outside', theirs });
  const all = driftOf({ ...input, pull }).resources;
  expect(all.map(({ address }) => address).map((address) => address.replace(/\..*/, ''))).toEqual([
    'developer_key',
    'glossary',
    'style_rules',
  ]);
  expect(all.find(({ kind }) => kind === 'glossary')).toMatchObject({
    kind: 'glossary',
    id: 'id-g',
    baseName: 'G',
    values: [],
    children: [],
    whole: { kind: 'theirs', how: 'created-outside', theirs: { name: 'G' } },
  });
  expect(all.find(({ kind }) => kind === 'style-list')).toMatchObject({
    id: 'id-l',
    baseName: 'L',
    values: [],
    children: [],
    whole: whole(input.live.styleLists?.[0]?.content),
  });
  expect(all.find(({ kind }) => kind === 'developer-key')).toMatchObject({
    id: 'id-k',
    baseName: 'K',
    values: [],
    children: [],
    whole: whole({ label: 'K', limits: { characters: 5, speechToTextMilliseconds: null } }),
  });
  expect(driftOf({ ...input, pull: { ...pull, strangers: false } }).resources).toEqual([]);
});

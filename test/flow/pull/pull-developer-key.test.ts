import { expect, test } from 'vitest';
import { developerKeysEdit, isKeyEdit, type KeyEdit } from '../../../src/flow/pull/pull-developer-key.ts';
import { keyId } from '../../../src/model/resources/developer-key.ts';

const address = 'developer_key.ci.build';
const add = (characters: number | null, speechToTextMilliseconds: number | null): KeyEdit => ({
  kind: 'add-developer-key',
  address,
  id: keyId('k1'),
  content: { label: 'CI', limits: { characters, speechToTextMilliseconds } },
});
const NONE = new Set<string>();

test.each<[KeyEdit, ReadonlySet<string>, object]>([
  [
    { kind: 'edit-developer-key', address, label: 'CI', limits: { characters: null }, deactivates: true },
    NONE,
    { kind: 'set-key', name: 'ci.build', label: 'CI', limits: { characters: null }, deactivates: true },
  ],
  [{ kind: 'remove-developer-key', address }, NONE, { kind: 'remove-key', name: 'ci.build' }],
  [add(5, null), NONE, { kind: 'add-key', name: 'ci.build', label: 'CI', limits: { characters: 5 } }],
  [
    add(0, 7),
    new Set(['k2']),
    { kind: 'add-key', name: 'ci.build', label: 'CI', limits: { characters: 0, speechToTextMilliseconds: 7 } },
  ],
  [add(null, null), new Set(['k1']), { kind: 'add-key', name: 'ci.build', label: 'CI', limits: {}, pinnedId: 'k1' }],
])('an edit of a key: %j', (edit, pin, expected) => {
  expect(isKeyEdit(edit)).toBe(true);
  expect(developerKeysEdit(edit, pin)).toEqual(expected);
});

test('edits of other kinds are none of a key', () => {
  expect(isKeyEdit({ kind: 'remove-glossary', address: 'glossary.a' })).toBe(false);
  expect(isKeyEdit({ kind: 'remove-style-list', address: 'style_rules.a' })).toBe(false);
});

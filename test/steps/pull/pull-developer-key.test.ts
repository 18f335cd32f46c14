import { expect, test } from 'vitest';
import type { FileEdit } from '../../../src/change/file-edit.ts';
import { type KnownKey, keyId } from '../../../src/kinds/developer-key/developer-key.ts';
import { keyFileEdit } from '../../../src/kinds/developer-key/files/developer-key-writing.ts';

type KeyEdit = FileEdit<KnownKey>;

const of = { kind: 'developer-key', address: 'developer_key.ci.build', values: [], children: [] } as const;
const values = [
  { key: ['label'], to: 'CI' },
  { key: ['limit', 'characters'], to: null },
  { key: ['deactivated'], to: true },
] as const;
const add = (characters: number | null, speechToTextMilliseconds: number | null): KeyEdit => ({
  ...of,
  action: 'add',
  add: { id: keyId('k1'), content: { label: 'CI', limits: { characters, speechToTextMilliseconds } } },
});
const { address } = of;
const NONE = new Set<string>();

test.each<[KeyEdit, ReadonlySet<string>, object]>([
  [{ ...of, action: 'edit', values }, NONE, { action: 'edit', address, values }],
  [{ ...of, action: 'remove' }, NONE, { action: 'remove', address, values: [] }],
  [add(5, null), NONE, { action: 'add', address, values: [], entry: { label: 'CI', limits: { characters: 5 } } }],
  [
    add(0, 7),
    new Set(['k2']),
    {
      action: 'add',
      address,
      values: [],
      entry: { label: 'CI', limits: { characters: 0, speechToTextMilliseconds: 7 } },
    },
  ],
  [
    add(null, null),
    new Set(['k1']),
    { action: 'add', address, values: [], entry: { label: 'CI', limits: {}, pinnedId: 'k1' } },
  ],
])('an edit of a key: %j', (edit, pin, expected) => {
  expect(keyFileEdit(edit, pin)).toEqual(expected);
});

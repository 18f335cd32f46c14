import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { type Typed, typedIn, typeFaults } from '../../files/cases/type-faults.ts';
import { TEXT_KINDS } from './all-kinds.ts';
import { expanded } from './text-kind.ts';

const FOLDER = 'test/review/texts';
const KINDS = Object.keys(TEXT_KINDS);

const HEAD = [
  "import type { TEXT_KINDS } from './all-kinds.ts';",
  'type Kinds = typeof TEXT_KINDS;',
  'type ValueOf<Name extends keyof Kinds> = Kinds[Name] extends { readonly of?: infer Of } ? Of : never;',
];

/** Of many values that differ by a number only there is one, so that the compiler is not slow. */
const typed = (kind: string, value: unknown): Omit<Typed, 'place'> => ({
  type: `ValueOf<${JSON.stringify(kind)}>`,
  value: expanded(value, 1),
});

test('the values of all cases have the types of their kinds, without unknown keys', () => {
  const wrong = (value: unknown): Typed => ({ ...typed('lock', value), place: 'wrong' });
  const faults = typeFaults(FOLDER, HEAD, [
    ...typedIn(FOLDER, KINDS, (kind, { part }) => [typed(kind, parse(part('value')))]),
    wrong({ unlocked: { kind: 'free' }, unknown: 1 }),
    wrong({ unlocked: { kind: 'free', unknown: 1 } }),
    wrong({ now: 1 }),
  ]);
  expect(faults.filter((fault) => !fault.startsWith('wrong: '))).toEqual([]);
  expect(faults).toHaveLength(3);
}, 120_000);

test('each folder has a kind', () => {
  const folders = readdirSync(FOLDER, { withFileTypes: true }).filter((each) => each.isDirectory());
  expect(folders.map(({ name }) => name).sort()).toEqual(KINDS.sort());
});

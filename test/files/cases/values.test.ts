import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { CASE_KINDS } from './run-case.ts';
import { type Typed, typedIn, typeFaults } from './type-faults.ts';

const FOLDER = 'test/files/cases';
const KINDS = Object.keys(CASE_KINDS);

const HEAD = [
  "import type { CASE_KINDS } from './run-case.ts';",
  'type Kinds = typeof CASE_KINDS;',
  'type Of<Name extends keyof Kinds> = Kinds[Name] extends { readonly of?: infer Of } ? NonNullable<Of> : never;',
];

const typed = (kind: string, options: unknown, edits: readonly unknown[] = []): readonly Omit<Typed, 'place'>[] => [
  { type: `Of<${JSON.stringify(kind)}>['options']`, value: options },
  ...edits.map((value) => ({ type: `Of<${JSON.stringify(kind)}>['edit']`, value })),
];

test('the options and edits of all cases have the types of their kinds, without unknown keys', () => {
  const wrong = typed('edit', { kind: 'glossary', file: 'a', unknown: 1 }, [{ key: ['name'], to: 'a', unknown: 1 }]);
  const faults = typeFaults(FOLDER, HEAD, [
    ...typedIn(FOLDER, KINDS, (kind, { part, shared }) =>
      typed(
        kind,
        { ...parse(shared('options')), ...parse(part('options')) },
        parse(part('edits') || part('terms')) ?? [],
      ),
    ),
    ...wrong.map((value) => ({ ...value, place: 'wrong' })),
  ]);
  expect(faults.filter((fault) => !fault.startsWith('wrong: '))).toEqual([]);
  expect(faults).toHaveLength(2);
}, 120_000);

test('each folder has a kind', () => {
  const folders = readdirSync(FOLDER, { withFileTypes: true }).filter((each) => each.isDirectory());
  expect(folders.map(({ name }) => name).sort()).toEqual(KINDS.sort());
});

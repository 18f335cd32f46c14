import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/**
 * Names that two files export all the same, each with the reason. The embedded service reads the description for
 * itself, so that a wrong reading shows when the client calls it; it has the words of the description, and nothing but
 * the command line and tests imports from it.
 */
const SHARED: Readonly<Record<string, string>> = {
  Answer: 'embedded service',
  Call: 'embedded service',
  Pieces: 'embedded service',
  Refusal: 'embedded service',
  TermMatch: 'embedded service',
  TranslationMemory: 'embedded service',
  isSignature: 'embedded service',
  readBody: 'embedded service',
};

const EXPORT =
  /^export (?:declare )?(?:abstract )?(?:async )?(?:function\*?|const|let|class|interface|type|enum) ([\w$]+)/gm;

/**
 * Exported name → the files that declare it. A name that is only handed on, as in `shells/library/library.ts`, is declared elsewhere.
 */
function declared(files: readonly string[], read: (file: string) => string): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, Set<string>>();
  for (const file of files)
    for (const [, name = ''] of read(file).matchAll(EXPORT)) found.set(name, (found.get(name) ?? new Set()).add(file));
  return new Map([...found].map(([name, places]) => [name, [...places].sort()]));
}

/** The library declares the public side of values, ports and functions under the names of the inner ones. */
const PUBLIC_SIDE = ['port-types', 'ports', 'service', 'types', 'values'].map((name) => `shells/library/${name}.ts`);

const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.d.ts') && !PUBLIC_SIDE.includes(path));

test('an exported name is declared by one file, but for those that have a reason', () => {
  const names = declared(files, (file) => readFileSync(join('src', file), 'utf8'));
  expect(names.size).toBeGreaterThan(500);
  const twice = [...names].filter(([, places]) => places.length > 1);
  expect(twice.filter(([name]) => !Object.hasOwn(SHARED, name))).toEqual([]);
  // A reason without its name is out of date.
  expect(Object.keys(SHARED).filter((name) => twice.every(([each]) => each !== name))).toEqual([]);
  for (const [name, places] of twice)
    if (SHARED[name] === 'embedded service')
      expect(places.filter((file) => file.startsWith('service/'))).toHaveLength(1);
});

test('a name that two files declare is found, a name that is handed on is not', () => {
  const text: Readonly<Record<string, string>> = {
    'a.ts': 'export const one = 1;\nexport type Two = 2;\n',
    'b.ts': "export async function one() {}\nexport { Two } from './a.ts';\n",
  };
  expect(declared(Object.keys(text), (file) => text[file] ?? '')).toEqual(
    new Map([
      ['one', ['a.ts', 'b.ts']],
      ['Two', ['a.ts']],
    ]),
  );
});

import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import ts from '@typescript/typescript6';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { parseCases } from '../../files/cases/case-text.ts';
import { TEXT_KINDS } from './all-kinds.ts';
import { expanded } from './text-kind.ts';

const FOLDER = 'test/review/texts';

/** A program that no file has. */
const PROGRAM = resolve(FOLDER, 'values-of-cases.ts');

const HEAD = [
  "import type { TEXT_KINDS } from './all-kinds.ts';",
  'type Kinds = typeof TEXT_KINDS;',
  'type ValueOf<Name extends keyof Kinds> = Kinds[Name] extends { readonly of?: infer Of } ? Of : never;',
];

interface Valued {
  readonly kind: string;
  /** The file and the title of the case. */
  readonly place: string;
  readonly value: unknown;
}

/** The values of all cases. Of many that differ by a number only there is one, so that the compiler is not slow. */
function allValues(): readonly Valued[] {
  return Object.keys(TEXT_KINDS).flatMap((kind) =>
    readdirSync(join(FOLDER, kind)).flatMap((file) => {
      const { shared, cases } = parseCases(readFileSync(join(FOLDER, kind, file), 'utf8'));
      return cases.map(({ title, parts }) => ({
        kind,
        place: `${kind}/${file}: ${title}`,
        value: expanded(parse(parts.get('value') ?? shared.get('value') ?? ''), 1),
      }));
    }),
  );
}

/** The faults that the compiler finds in values, each a constant of the type of its kind. */
function faultsOf(values: readonly Valued[]): readonly string[] {
  const constants = values.map(
    ({ kind, value }, index) =>
      `export const value${index}: ValueOf<${JSON.stringify(kind)}> = ${JSON.stringify(value)};`,
  );
  const text = [...HEAD, ...constants].join('\n');
  const { config } = ts.readConfigFile('tsconfig.json', ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent({ ...config, files: [] }, ts.sys, resolve('.'));
  const host = ts.createCompilerHost(options);
  const { getSourceFile } = host;
  host.getSourceFile = (path, language, ...more) =>
    path === PROGRAM ? ts.createSourceFile(path, text, language) : getSourceFile(path, language, ...more);
  const program = ts.createProgram([PROGRAM], options, host);
  const file = program.getSourceFile(PROGRAM);
  return program.getSemanticDiagnostics(file).map(({ start = 0, messageText }) => {
    const line = file?.getLineAndCharacterOfPosition(start).line ?? 0;
    return `${values[line - HEAD.length]?.place}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`;
  });
}

test('the values of all cases have the types of their kinds, without unknown keys', () => {
  const wrong = (value: unknown): Valued => ({ kind: 'lock', place: 'wrong', value });
  const faults = faultsOf([
    ...allValues(),
    wrong({ unlocked: { kind: 'free' }, unknown: 1 }),
    wrong({ unlocked: { kind: 'free', unknown: 1 } }),
    wrong({ now: 1 }),
  ]);
  expect(faults.filter((fault) => !fault.startsWith('wrong: '))).toEqual([]);
  expect(faults).toHaveLength(3);
}, 120_000);

test('each folder has a kind', () => {
  const folders = readdirSync(FOLDER, { withFileTypes: true }).filter((each) => each.isDirectory());
  expect(folders.map(({ name }) => name).sort()).toEqual(Object.keys(TEXT_KINDS).sort());
});

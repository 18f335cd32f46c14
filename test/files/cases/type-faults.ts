import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import ts from '@typescript/typescript6';
import { parseCases } from './case-text.ts';

/** A value of a case. */
export interface Typed {
  /** The file and the title of the case. */
  readonly place: string;
  /** Its type in TypeScript. */
  readonly type: string;
  readonly value: unknown;
}

/** The typed values of a case. `part`: its own part, or that of its file; `shared`: that of its file. Empty: none. */
type TypedParts = (
  kind: string,
  parts: { readonly part: (name: string) => string; readonly shared: (name: string) => string },
) => readonly Omit<Typed, 'place'>[];

/** The values of all cases in the folders of a folder, each folder with a kind. */
export const typedIn = (folder: string, kinds: readonly string[], typed: TypedParts): readonly Typed[] =>
  kinds.flatMap((kind) =>
    readdirSync(join(folder, kind)).flatMap((file) => {
      const { shared: parts, cases } = parseCases(readFileSync(join(folder, kind, file), 'utf8'));
      const shared = (name: string): string => parts.get(name) ?? '';
      return cases.flatMap((each) =>
        typed(kind, { part: (name) => each.parts.get(name) ?? shared(name), shared }).map((value) => ({
          ...value,
          place: `${kind}/${file}: ${each.title}`,
        })),
      );
    }),
  );

/**
 * The faults that the compiler finds in values, each a constant of its type, in a program that no file has. `head`:
 * the lines above the constants. Imports are relative to the folder.
 */
export function typeFaults(folder: string, head: readonly string[], values: readonly Typed[]): readonly string[] {
  const path = resolve(folder, 'values-of-cases.ts');
  const constants = values.map(
    ({ type, value }, index) => `export const value${index}: ${type} = ${JSON.stringify(value)};`,
  );
  // For the compiler, these two end a line.
  const text = [...head, ...constants].join('\n').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
  const { config } = ts.readConfigFile('tsconfig.json', ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent({ ...config, files: [] }, ts.sys, resolve('.'));
  const host = ts.createCompilerHost(options);
  const { getSourceFile } = host;
  host.getSourceFile = (name, language, ...more) =>
    name === path ? ts.createSourceFile(name, text, language) : getSourceFile(name, language, ...more);
  const program = ts.createProgram([path], options, host);
  const file = program.getSourceFile(path);
  return program.getSemanticDiagnostics(file).map(({ start = 0, messageText }) => {
    const line = file?.getLineAndCharacterOfPosition(start).line ?? 0;
    return `${values[line - head.length]?.place}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`;
  });
}

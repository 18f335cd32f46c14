import { existsSync, readdirSync, readFileSync } from 'node:fs';

const sources: readonly string[] = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => /\.(?:ts|mjs|md)$/.test(path));

/** Below the project's folder: the file that a document means, or `undefined`. */
function found(name: string): string | undefined {
  if (existsSync(name)) return name;
  if (existsSync(`src/${name}`)) return `src/${name}`;
  const [room = '', ...rest] = name.replace(/^src\//, '').split('/');
  const last = rest.at(-1);
  if (last === undefined) return undefined;
  const all = sources.filter((path) => path.startsWith(`${room}/`) && path.endsWith(`/${last}`));
  return all.length === 1 ? `src/${all[0]}` : undefined;
}

/**
 * The path of a file that a document names. Documents name a file of `src/` by its room and its own name, as in
 * `plan/match/match.ts`, so that it may move to another folder of the room; the name must be the only one of the room
 * then. All else is named by its path.
 */
export const namedFile = found;

/** True when a file declares a function, a constant or a type of this name. */
export function declares(path: string, name: string): boolean {
  const text = readFileSync(path, 'utf8');
  return new RegExp(`(?:function\\*?|const|interface|type|class) ${name}\\b|^ {4}(?:async )?${name}\\(`, 'm').test(
    text,
  );
}

/** Every file that a text names between backticks, as it is written there: with a folder and an ending. */
export const filesNamedIn = (markdown: string): readonly string[] =>
  [...markdown.matchAll(/`((?:[\w.-]+\/)+[\w.-]+\.(?:ts|mjs|md|json|yml|yaml))`/g)].map(([, name = '']) => name);

/** Every function that a text names together with its file, as in `match()` in `plan/match/match.ts`. */
export const functionsNamedIn = (markdown: string): readonly { readonly name: string; readonly file: string }[] =>
  [...markdown.matchAll(/`(\w+)(?:\(\))?` in\s+`((?:[\w.-]+\/)+[\w.-]+\.ts)`/g)].map(([, name = '', file = '']) => ({
    name,
    file,
  }));

import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

/** One import of a module: of values or of types alone, at the start or on demand; all of them count. */
export interface Import {
  readonly specifier: string;
  readonly kind: 'static' | 'type' | 'dynamic';
}

/**
 * The room of a file: the first folder of its path. `kinds/files` and `kinds/service` are the files and the calls of
 * all kinds, and each folder of `shells/` is a room. '' for a file in no room.
 */
export function roomOf(path: string): string {
  const facet = /^kinds\/(?:[^/]+\/)?(files|service)\//u.exec(path)?.[1];
  if (facet !== undefined) return `kinds/${facet}`;
  const shell = /^shells\/[^/]+(?=\/)/u.exec(path)?.[0];
  if (shell !== undefined) return shell;
  return path.includes('/') ? path.slice(0, path.indexOf('/')) : '';
}

export interface SourceFile {
  /** Below `src/`, with slashes. */
  readonly path: string;
  /** See `roomOf`. */
  readonly room: string;
  readonly text: string;
  /** The code alone: no comments, and nothing in the quotes of strings and regular expressions. */
  readonly code: string;
  /** The contents of strings, and the text of templates between their holes. */
  readonly literals: readonly string[];
  readonly imports: readonly Import[];
}

/** After one of these a slash begins a regular expression, and not a division. */
const BEFORE_PATTERN = /(?:^|[([{,;:=!&|?+\-*%<>~^]|\b(?:return|typeof|case|in|of|do|else|yield|await|void|throw))$/;

/** The end of a regular expression that begins at `start`; `undefined` when the line ends first. */
function endOfPattern(text: string, start: number): number | undefined {
  let inClass = false;
  for (let at = start + 1; at < text.length; at += 1) {
    const char = text[at];
    if (char === '\n') return undefined;
    if (char === '\\') at += 1;
    else if (char === '[') inClass = true;
    else if (char === ']') inClass = false;
    else if (char === '/' && !inClass) return at + 1;
  }
  return undefined;
}

/** The end of a string that begins at `start`. */
function endOfString(text: string, start: number): number {
  const quote = text[start];
  let at = start + 1;
  while (at < text.length && text[at] !== quote && text[at] !== '\n') at += text[at] === '\\' ? 2 : 1;
  return at + 1;
}

/** The code of a text, the contents of its strings, and the text of its templates between their holes. */
interface Masked {
  readonly code: string;
  readonly strings: readonly string[];
  readonly templates: readonly string[];
  /** Each on one line, without `/**` and `//`. Consecutive `//` lines are one comment. */
  readonly comments: readonly string[];
}

const onOneLine = (comment: string): string =>
  comment
    .replace(/^\/[/*]+|\*\/$/g, '')
    .replace(/\s*\n\s*(?:\*|\/\/)?\s*/g, ' ')
    .trim();

/** Characters that begin nothing but themselves. */
const PLAIN = /[^'"`/{}]+/y;

/**
 * The code of a text without comments. The contents of strings are replaced by their numbers in `strings`, so that
 * neither a ban nor the search for imports takes a string for code, and no `//` in a string hides the code behind it.
 * The holes of a template are code and stay.
 */
export function maskCode(text: string): Masked {
  const strings: string[] = [];
  const templates: string[] = [];
  const comments: string[] = [];
  let code = '';
  // How many braces are open in each hole of a template that the scan is in.
  const holes: number[] = [];
  let at = 0;
  const template = (from: number): void => {
    at = from;
    while (at < text.length) {
      if (text[at] === '\\') at += 2;
      else if (text[at] === '`') {
        templates.push(text.slice(from, at));
        at += 1;
        code += '`';
        return;
      } else if (text.startsWith('${', at)) {
        templates.push(text.slice(from, at));
        at += 2;
        code += '${';
        holes.push(0);
        return;
      } else at += 1;
    }
  };
  while (at < text.length) {
    PLAIN.lastIndex = at;
    const plain = PLAIN.exec(text)?.[0];
    if (plain !== undefined) {
      code += plain;
      at += plain.length;
      continue;
    }
    const char = text[at] as string;
    const open = holes.at(-1);
    if (text.startsWith('//', at)) {
      const comment = /(?:\/\/[^\n]*(?:\n[ \t]*(?=\/\/))?)+/y;
      comment.lastIndex = at;
      comments.push(onOneLine(comment.exec(text)?.[0] ?? ''));
      at = comment.lastIndex;
    } else if (text.startsWith('/*', at)) {
      const end = text.indexOf('*/', at + 2);
      const next = end < 0 ? text.length : end + 2;
      comments.push(onOneLine(text.slice(at, next)));
      at = next;
      code += ' ';
    } else if (char === "'" || char === '"') {
      const end = endOfString(text, at);
      code += `'${strings.push(text.slice(at + 1, end - 1)) - 1}'`;
      at = end;
    } else if (char === '`') {
      code += '`';
      template(at + 1);
    } else if (char === '}' && open === 0) {
      holes.pop();
      code += '}';
      template(at + 1);
    } else {
      const end = char === '/' && BEFORE_PATTERN.test(code.slice(-12).trimEnd()) ? endOfPattern(text, at) : undefined;
      if (open !== undefined && char === '{') holes[holes.length - 1] = open + 1;
      if (open !== undefined && char === '}') holes[holes.length - 1] = open - 1;
      code += end === undefined ? char : '/0/';
      at = end ?? at + 1;
    }
  }
  return { code, strings, templates, comments };
}

const IMPORTS =
  /(?:^|[\s;])(?:import|export)\s+(?<type>type\s+(?!from\b))?(?<names>[\w$*{][^'`;=()]*?\bfrom\s*)'(?<from>\d+)'|\bimport\s*\(\s*'(?<dynamic>\d+)'|(?:^|[\s;])import\s*'(?<bare>\d+)'/g;

/** Every name between the braces is that of a type. */
const onlyTypes = (names: string): boolean => {
  const list =
    /^\{([^}]*)\}\s*from\s*$/
      .exec(names)?.[1]
      ?.split(',')
      .filter((name) => name.trim() !== '') ?? [];
  return list.length > 0 && list.every((name) => /^\s*type\s/.test(name));
};

/** What a text imports: statements, `export … from`, `import()` and the `import()` of a type. */
export const importsIn = (text: string): readonly Import[] => importsOf(maskCode(text));

function importsOf({ code, strings }: Masked): readonly Import[] {
  return [...code.matchAll(IMPORTS)].map(({ groups = {} }) => {
    const { type, names = '', from, dynamic, bare } = groups;
    const specifier = strings[Number(from ?? dynamic ?? bare)] ?? '';
    if (dynamic !== undefined) return { specifier, kind: 'dynamic' };
    return { specifier, kind: type !== undefined || onlyTypes(names) ? 'type' : 'static' };
  });
}

/** A file of `src/` from its text. */
export function sourceFile(path: string, text: string): SourceFile {
  const masked = maskCode(text);
  return {
    path,
    room: roomOf(path),
    text,
    code: masked.code,
    literals: [...masked.strings, ...masked.templates],
    imports: importsOf(masked),
  };
}

/** Every TypeScript file of `src/`, without what the build generates. */
export const sourceFiles = (): readonly SourceFile[] =>
  readdirSync('src', { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.d.ts'))
    .sort()
    .map((path) => sourceFile(path, readFileSync(join('src', path), 'utf8')));

/** Where a relative import leads, below `src/`. */
export const importedPath = (path: string, specifier: string): string =>
  posix.normalize(posix.join(posix.dirname(path), specifier));

/** Groups of files that import each other in a circle, each sorted; types and imports on demand count. */
export function importCycles(files: readonly Pick<SourceFile, 'path' | 'imports'>[]): readonly (readonly string[])[] {
  const edges = new Map(
    files.map(({ path, imports }) => [
      path,
      imports.flatMap(({ specifier }) => (specifier.startsWith('.') ? importedPath(path, specifier) : [])),
    ]),
  );
  // Tarjan's algorithm: a component of more than one file, or a file that imports itself, is a circle.
  const found: string[][] = [];
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const visit = (path: string): number => {
    const mine = order.size;
    order.set(path, mine);
    lowest.set(path, mine);
    stack.push(path);
    for (const to of edges.get(path) ?? []) {
      if (!edges.has(to)) continue;
      const low = order.has(to) ? (stack.includes(to) ? (order.get(to) as number) : mine) : visit(to);
      lowest.set(path, Math.min(lowest.get(path) as number, low));
    }
    if (lowest.get(path) === mine) {
      const group = stack.splice(stack.indexOf(path));
      if (group.length > 1 || edges.get(path)?.includes(path)) found.push(group.sort());
    }
    return lowest.get(path) as number;
  };
  for (const path of edges.keys()) if (!order.has(path)) visit(path);
  return found;
}

import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import ts from '@typescript/typescript6';
import { type BuildOptions, build, type Plugin } from 'esbuild';

/** A function of the sources: its file below `src/`, and the declaration of the file that it belongs to. */
export interface Place {
  readonly file: string;
  readonly name: string;
}

/** Rooms whose functions are not traced: the service is on the other side of the wire. */
const LEFT_OUT = /^(?:service|build)\/|\.generated\.|^review\/html\/script\//;

const nameOf = (statement: ts.Statement): string => {
  if (ts.isVariableStatement(statement)) return statement.declarationList.declarations[0]?.name.getText() ?? '';
  return (statement as Partial<ts.FunctionDeclaration>).name?.text ?? '';
};

const isAsync = (node: ts.Node): boolean =>
  ts.canHaveModifiers(node) && (ts.getModifiers(node) ?? []).some(({ kind }) => kind === ts.SyntaxKind.AsyncKeyword);

type Edit = readonly [at: number, text: string, end?: number];

/** Text of a source file in which each function reports its calls. Generators and constructors report nothing. */
function instrumented(file: string, text: string, places: Place[]): string {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const edits: Edit[] = [];
  function visit(node: ts.Node, name: string): void {
    const before = edits.length;
    ts.forEachChild(node, (child) => visit(child, name));
    if (!ts.isFunctionLike(node) || !('body' in node) || node.body === undefined) return;
    const isGenerator = 'asteriskToken' in node && node.asteriskToken !== undefined;
    if (isGenerator && isAsync(node)) return;
    const inner = edits.splice(before);
    const id = places.push({ file, name }) - 1;
    const body = node.body as ts.Block;
    if (ts.isArrowFunction(node) || ts.isFunctionExpression(node)) {
      edits.push([node.getStart(), `__wrap(${id}, `], ...inner, [node.end, `, ${isGenerator})`]);
    } else if (ts.isMethodDeclaration(node) && ts.isObjectLiteralExpression(node.parent)) {
      const after = node.name.end;
      edits.push([node.getStart(), '', node.name.getStart()]);
      const kind = isGenerator ? 'function* ' : isAsync(node) ? 'async function ' : 'function ';
      edits.push([after, `: __wrap(${id}, ${kind}`], ...inner, [node.end, `, ${isGenerator})`]);
    } else if (ts.isFunctionDeclaration(node)) {
      const thunk = isGenerator ? 'function* () {' : `${isAsync(node) ? 'async ' : ''}() => {`;
      const report = isGenerator ? '__generate' : '__call';
      if (isGenerator) edits.push([node.asteriskToken?.getStart() ?? 0, '', node.asteriskToken?.end]);
      edits.push([
        body.getStart() + 1,
        `return ${report}(${id}, arguments, ${node.name?.text ?? 'undefined'}, ${thunk}`,
      ]);
      edits.push(...inner, [body.end - 1, '});']);
      const owner = node.parent;
      if (ts.isBlock(owner)) edits.push([owner.getStart() + 1, `__made(${node.name?.text});`]);
    } else edits.push(...inner);
  }
  for (const statement of source.statements) visit(statement, nameOf(statement));
  const sorted = edits.map((edit, index) => ({ edit, index }));
  sorted.sort((left, right) => left.edit[0] - right.edit[0] || left.index - right.index);
  let [out, end] = ['', 0];
  for (const {
    edit: [at, more, to = at],
  } of sorted) {
    out += text.slice(end, at) + more;
    end = to;
  }
  return out + text.slice(end);
}

/** Bundles files of the sources with functions that report their calls to the global hooks. */
export async function bundleTraced(entry: string, outfile: string): Promise<readonly Place[]> {
  const places: Place[] = [];
  const src = join(process.cwd(), 'src');
  const plugin: Plugin = {
    name: 'trace',
    setup({ onLoad }) {
      onLoad({ filter: /[\\/]src[\\/].*\.ts$/ }, ({ path }) => {
        const file = relative(src, path).replaceAll('\\', '/');
        const text = readFileSync(path, 'utf8');
        return { contents: LEFT_OUT.test(file) ? text : instrumented(file, text, places), loader: 'ts' };
      });
    },
  };
  const { settings }: { readonly settings: BuildOptions } = await import(
    pathToFileURL(join(src, 'build/settings.mjs')).href
  );
  await build({
    ...settings,
    stdin: { contents: entry, resolveDir: process.cwd(), loader: 'ts' },
    outfile,
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    plugins: [plugin, ...(settings.plugins ?? [])],
  });
  return places;
}

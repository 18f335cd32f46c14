import { relative, resolve } from 'node:path';
import ts from '@typescript/typescript6';
import { expect, test } from 'vitest';

const LIBRARY = resolve('src/library.ts');
const SOURCES = `${resolve('src')}/`;

/** The symbol itself, in place of a name under which a file imports it. */
const originOf = (checker: ts.TypeChecker, symbol: ts.Symbol): ts.Symbol =>
  symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;

/** The types of the project that the signature of a declaration mentions, without the bodies of functions. */
function mentionedIn(checker: ts.TypeChecker, declaration: ts.Declaration): readonly ts.Symbol[] {
  const found: ts.Symbol[] = [];
  const visit = (node: ts.Node): void => {
    // What an arrow function without a block gives is a body too.
    if (ts.isBlock(node) || (ts.isArrowFunction(node.parent) && node === node.parent.body)) return;
    if (ts.isTypeReferenceNode(node) || ts.isExpressionWithTypeArguments(node)) {
      const name = ts.isTypeReferenceNode(node) ? node.typeName : node.expression;
      const symbol = checker.getSymbolAtLocation(name);
      if (symbol !== undefined) found.push(originOf(checker, symbol));
    }
    ts.forEachChild(node, visit);
  };
  visit(declaration);
  return found.filter(
    ({ flags, declarations = [] }) =>
      !(flags & ts.SymbolFlags.TypeParameter) &&
      declarations.some((each) => each.getSourceFile().fileName.startsWith(SOURCES)),
  );
}

/** Where the public names are declared that callers of `openWorkspace` and of the embedded service get to see. */
const SEEN = [
  'apply/',
  'cli/ports.ts',
  'files/ports.ts',
  'flow/ledger/',
  'flow/pull/',
  'ledger/ports.ts',
  'kinds/drift/',
  'library/',
  'model/entries/',
  'model/errors.ts',
  'model/finding.ts',
  'model/ledger/',
  'model/plan/',
  'model/resources/',
  'model/workspace/checked-files.ts',
  'plan/counts.ts',
  'plan/drift/',
  'plan/guard/refusal.ts',
  'plan/make-plan.ts',
  'service/create-service.ts',
  'service/http/listen.ts',
].map((path) => `${SOURCES}${path}`);

const isFunction = (node: ts.Declaration): boolean =>
  ts.isFunctionDeclaration(node) ||
  (ts.isVariableDeclaration(node) && node.initializer !== undefined && ts.isArrowFunction(node.initializer));

/** What public declarations mention and the library does not export: `Name (src/file.ts), of Public`. */
function unexported(): readonly string[] {
  const { config } = ts.readConfigFile('tsconfig.json', ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, '.');
  const program = ts.createProgram([LIBRARY], { ...options, noEmit: true });
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(LIBRARY);
  const module = source && checker.getSymbolAtLocation(source);
  if (module === undefined) throw new Error('src/library.ts has no exports');
  const exported = checker.getExportsOfModule(module).map((symbol) => originOf(checker, symbol));
  const known = new Set(exported);
  const missing = new Map<ts.Symbol, string>();
  for (const symbol of exported)
    for (const declaration of symbol.declarations ?? [])
      if (isFunction(declaration) || SEEN.some((room) => declaration.getSourceFile().fileName.startsWith(room)))
        for (const each of mentionedIn(checker, declaration))
          if (!known.has(each) && !missing.has(each)) missing.set(each, symbol.name);
  return [...missing].map(([{ name, declarations }, of]) => {
    const file = declarations?.[0]?.getSourceFile().fileName ?? '';
    return `${name} (${relative('.', file)}), of ${of}`;
  });
}

test('every type that public functions, the workspace, its values and the embedded service mention is public too', () => {
  expect(unexported()).toEqual([]);
});

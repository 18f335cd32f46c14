import ts from '@typescript/typescript6';
import { expect, test } from 'vitest';
import { sourceFiles } from './source-files.ts';

const parse = (path: string, text: string): ts.SourceFile =>
  ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);

const lineOf = (node: ts.Node): number => node.getSourceFile().getLineAndCharacterOfPosition(node.getStart()).line + 1;

function* nodesIn(node: ts.Node): Generator<ts.Node, void, undefined> {
  yield node;
  const children: ts.Node[] = [];
  ts.forEachChild(node, (child) => void children.push(child));
  for (const child of children) yield* nodesIn(child);
}

/** What reads or changes something outside the process: ports, and the modules of Node.js behind them. */
const DOOR = /^(?:ports?|\w+Ports?|fetch|git|fs|\w+Sync|process|exec\w*|spawn\w*)$/;

/** A property whose value is computed when it is read. */
const isGetter = (node: ts.Node): boolean =>
  ts.isGetAccessor(node) ||
  (ts.isCallExpression(node) && /^(?:Object|Reflect)\.define(?:Property|Properties)$/.test(node.expression.getText()));

/** Properties that reach a port when they are read, as `path:line name`. */
const doorsIn = (path: string, text: string): readonly string[] =>
  [...nodesIn(parse(path, text))].filter(isGetter).flatMap((getter) => {
    const door = [...nodesIn(getter)].find((node) => ts.isIdentifier(node) && DOOR.test(node.text));
    return door === undefined ? [] : [`${path}:${lineOf(door)} ${door.getText()}`];
  });

test('no property reads or changes the world', () => {
  expect(sourceFiles().flatMap(({ path, text }) => doorsIn(path, text))).toEqual([]);
});

test('a property that reaches a port is found', () => {
  const text = [
    'const one = { get entries() { return parse(ports.readNow(path)); } };',
    'const two = { get size() { return 1; }, read: () => ports.readFile(path) };',
    'Object.defineProperty(three, "entries", { get: () => readFileSync(path) });',
  ].join('\n');
  expect(doorsIn('a.ts', text)).toEqual(['a.ts:1 ports', 'a.ts:3 readFileSync']);
});

type FunctionNode = ts.FunctionDeclaration | ts.ArrowFunction | ts.FunctionExpression | ts.MethodDeclaration;

const isFunction = (node: ts.Node): node is FunctionNode =>
  ts.isFunctionDeclaration(node) ||
  ts.isArrowFunction(node) ||
  ts.isFunctionExpression(node) ||
  ts.isMethodDeclaration(node);

const nameOf = (node: FunctionNode): string => {
  const { parent } = node;
  if (node.name !== undefined) return node.name.getText();
  return ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent) ? parent.name.getText() : '';
};

const ASSIGNS = new Set<ts.SyntaxKind>([
  ts.SyntaxKind.EqualsToken,
  ts.SyntaxKind.PlusEqualsToken,
  ts.SyntaxKind.MinusEqualsToken,
  ts.SyntaxKind.BarBarEqualsToken,
  ts.SyntaxKind.AmpersandAmpersandEqualsToken,
  ts.SyntaxKind.QuestionQuestionEqualsToken,
]);

/** What a node changes: `count` of `count += 1`, `seen` of `seen.add(name)`. */
function changedBy(node: ts.Node): ts.Expression | undefined {
  if (ts.isBinaryExpression(node) && ASSIGNS.has(node.operatorToken.kind)) return node.left;
  if (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node))
    return /^(?:\+\+|--)|(?:\+\+|--)$/.test(node.getText()) ? node.operand : undefined;
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return undefined;
  return /^(?:push|pop|shift|unshift|splice|add|set|delete|clear)$/.test(node.expression.name.text)
    ? node.expression.expression
    : undefined;
}

const rootOf = (node: ts.Expression): ts.Expression =>
  ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node) ? rootOf(node.expression) : node;

const declaredIn = (node: FunctionNode): ReadonlySet<string> =>
  new Set(
    [...nodesIn(node)].flatMap((each) =>
      ts.isVariableDeclaration(each)
        ? [...nodesIn(each.name)].filter(ts.isIdentifier).map((identifier) => identifier.text)
        : [],
    ),
  );

/** Functions named like a question that change something, as `path:line name`. */
const changingPredicates = (path: string, text: string): readonly string[] =>
  [...nodesIn(parse(path, text))]
    .filter(isFunction)
    .filter((node) => /^(?:is|has|can|may)[A-Z]/.test(nameOf(node)))
    .flatMap((node) => {
      const own = declaredIn(node);
      const changed = [...nodesIn(node)].find((each) => {
        const what = changedBy(each);
        return what !== undefined && !own.has(rootOf(what).getText());
      });
      return changed === undefined ? [] : [`${path}:${lineOf(changed)} ${nameOf(node)}`];
    });

test('a function that is named like a question changes nothing', () => {
  expect(sourceFiles().flatMap(({ path, text }) => changingPredicates(path, text))).toEqual([]);
});

test('a predicate that changes something is found; its own variables are its own', () => {
  const text = [
    'let begun = false;',
    'const isNext = () => { const was = begun; begun = true; return was; };',
    'function hasTwice(list) { const seen = new Set(); return list.some((each) => !seen.add(each)); }',
    'const known = { isNew(name) { return names.add(name); } };',
  ].join('\n');
  expect(changingPredicates('a.ts', text)).toEqual(['a.ts:2 isNext', 'a.ts:4 isNew']);
});

/** Types of promises of functions, as `path:line type`. */
const promisedFunctions = (path: string, text: string): readonly string[] =>
  [...nodesIn(parse(path, text))].flatMap((node) => {
    if (!ts.isTypeReferenceNode(node) || node.typeName.getText() !== 'Promise') return [];
    const [value] = node.typeArguments ?? [];
    const members = value === undefined ? [] : ts.isUnionTypeNode(value) ? value.types : [value];
    const plain = members.map((each) => (ts.isParenthesizedTypeNode(each) ? each.type : each));
    return plain.some(ts.isFunctionTypeNode) ? [`${path}:${lineOf(node)} ${node.getText()}`] : [];
  });

/** The module of a command is loaded when the command runs. */
const LOADERS = ['shells/cli/everyday-program.ts', 'shells/cli/options/command.ts'];

test('no promise is one of a function, but where a module is loaded', () => {
  const files = sourceFiles().filter(({ path }) => !LOADERS.includes(path));
  expect(files.flatMap(({ path, text }) => promisedFunctions(path, text))).toEqual([]);
});

test('a promise of a function is found', () => {
  const text = 'let one: Promise<(() => number) | undefined>;\nlet two: () => Promise<number>;';
  expect(promisedFunctions('a.ts', text)).toEqual(['a.ts:1 Promise<(() => number) | undefined>']);
});

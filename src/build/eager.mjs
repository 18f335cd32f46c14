// Marks the functions that a validate or a plan calls, so that V8 compiles them with their file. V8 compiles any other
// function at its first call, which is after Node.js has made its compile cache: the cache would not have it.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from '@typescript/typescript6';

/** A function, by the offsets of its first character and of the one behind it. */
export const rangeText = (start, end) => `${start}-${end}`;

/** Runs the program on the quickstart. Returns the ranges of the functions that it called, by file. */
function calledFunctions(program) {
  const folder = mkdtempSync(join(tmpdir(), 'lexform-build-'));
  const [workspace, coverage] = [join(folder, 'workspace'), join(folder, 'coverage')];
  const called = new Map();
  try {
    cpSync('examples/quickstart', workspace, { recursive: true });
    const { PATH, SystemRoot } = process.env;
    const env = { PATH, SystemRoot, XDG_CACHE_HOME: folder, NODE_V8_COVERAGE: coverage };
    for (const command of ['validate', 'plan'])
      execFileSync(process.execPath, [resolve(program), command], { cwd: workspace, env, stdio: 'pipe' });
    for (const file of readdirSync(coverage)) {
      for (const { url, functions } of JSON.parse(readFileSync(join(coverage, file), 'utf8')).result) {
        if (!url.startsWith('file:')) continue;
        const ranges = functions.map(({ ranges: [whole] }) => whole).filter(({ count }) => count > 0);
        const known = called.get(fileURLToPath(url)) ?? new Set();
        for (const { startOffset, endOffset } of ranges) known.add(rangeText(startOffset, endOffset));
        called.set(fileURLToPath(url), known);
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return called;
}

const has = (node, modifier) => ts.getModifiers(node)?.some(({ kind }) => kind === modifier) === true;

/**
 * A pattern in ASCII. esbuild writes other letters of texts as `\u…` and leaves those of regular expressions. One of
 * them doubles the memory of the whole file, and takes time to decode.
 */
const inAscii = (pattern) =>
  pattern.replace(
    /(\\[\0-\x7f])|\\?([^\0-\x7f])/g,
    (_, escaped, letter) => escaped ?? `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** True when a function cannot stand outside its object or class. */
const needsHome = (node) =>
  node.kind === ts.SyntaxKind.SuperKeyword ||
  (!ts.isClassLike(node) && ts.forEachChild(node, (child) => needsHome(child) || undefined) === true);

/** True of an arrow function that takes nothing of the function around it but variables. */
const isFreeArrow = (node) =>
  ts.isArrowFunction(node) && !/\b(?:this|arguments|super|new\.target)\b/.test(node.getText());

/** In a class of which `methods` are properties. They are writable, but not enumerable, like methods. */
const ownMethods = (methods) => `static {
  const methods = { ${methods.join(', ')} };
  for (const name of Reflect.ownKeys(methods))
    Object.defineProperty(this.prototype, name, { value: methods[name], writable: true, configurable: true });
}
`;

/**
 * A file with brackets around these functions, which V8 takes as the sign that they are called at once. V8 does so for
 * expressions of functions alone, and for arrow functions on few versions of Node.js. So what is none becomes one: a
 * declaration, as a variable at the top of the body or file in which it stands, since a declaration is there before any
 * other code; a method, as a property; an arrow function, as a function. Constructors stay as they are.
 */
export function withBrackets(text, called) {
  const file = ts.createSourceFile('file.js', text, ts.ScriptTarget.Latest, true, ts.ScriptKind.JS);
  const isCalled = (node) => called.has(rangeText(node.getStart(), node.end));
  const isMovable = (node) =>
    isCalled(node) &&
    (ts.isFunctionDeclaration(node) ||
      (ts.isMethodDeclaration(node) &&
        !ts.isPrivateIdentifier(node.name) &&
        !has(node, ts.SyntaxKind.StaticKeyword) &&
        !needsHome(node)));

  /** The text of a part of a node, with what becomes of the nodes in it. */
  const textOf = (node, from = node.getStart(), to = node.end, change = changed) => {
    let result = '';
    let done = from;
    ts.forEachChild(node, (child) => {
      if (child.getStart() < from || child.end > to) return;
      result += text.slice(done, child.getStart()) + change(child);
      done = child.end;
    });
    return result + text.slice(done, to);
  };
  const variable = (node) => `var ${node.name.text} = (${textOf(node)});\n`;
  const property = (node) => {
    const async = has(node, ts.SyntaxKind.AsyncKeyword) ? 'async ' : '';
    const star = node.asteriskToken === undefined ? '' : '*';
    return `${textOf(node.name)}: (${async}function${star} ${textOf(node, node.name.end)})`;
  };

  /** A body or class. `top`: what becomes of those of its parts that can stand elsewhere; it comes before `first`. */
  const rearranged = (node, parts, first, top) => {
    const moved = parts.filter(isMovable);
    if (moved.length === 0) return textOf(node);
    return textOf(node, node.getStart(), node.end, (part) => {
      const rest = moved.includes(part) ? '' : changed(part);
      return part === first ? top(moved) + rest : rest;
    });
  };
  const bodyText = (node) => {
    const isDirective = (each) => ts.isExpressionStatement(each) && ts.isStringLiteral(each.expression);
    const first = node.statements.find((each) => !isDirective(each));
    return rearranged(node, node.statements, first, (moved) => moved.map(variable).join(''));
  };
  const classText = (node) =>
    rearranged(node, node.members, node.members[0], (moved) => ownMethods(moved.map(property)));
  const changed = (node) => {
    if (ts.isRegularExpressionLiteral(node)) return inAscii(node.text);
    if (ts.isClassLike(node)) return classText(node);
    if (ts.isBlock(node) && ts.isFunctionLike(node.parent)) return bodyText(node);
    if (!isCalled(node)) return textOf(node);
    if (ts.isObjectLiteralExpression(node.parent) && isMovable(node)) return property(node);
    if (isFreeArrow(node)) {
      const { body, modifiers, equalsGreaterThanToken: arrow } = node;
      const block = ts.isBlock(body) ? changed(body) : `{return(${changed(body)})}`;
      const given = textOf(node, modifiers?.end ?? node.getStart(), arrow.getStart()).trim();
      const async = modifiers === undefined ? '' : 'async ';
      return `(${async}function${given.startsWith('(') ? given : `(${given})`}${block})`;
    }
    return ts.isArrowFunction(node) || ts.isFunctionExpression(node) ? `(${textOf(node)})` : textOf(node);
  };
  return text.slice(0, file.getStart()) + bodyText(file);
}

/** Marks the functions in the files of a program that was built. */
export function compileEagerly(program) {
  for (const [path, called] of calledFunctions(program))
    writeFileSync(path, withBrackets(readFileSync(path, 'utf8'), called));
}

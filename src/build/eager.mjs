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

/**
 * A file with brackets around these functions, which V8 takes as the sign that they are called at once. A declaration
 * becomes a variable at the top of the file, since a declaration is there before any other code.
 */
export function withBrackets(text, called) {
  const file = ts.createSourceFile('file.js', text, ts.ScriptTarget.Latest, true, ts.ScriptKind.JS);
  const isCalled = (node) => called.has(rangeText(node.getStart(), node.end));
  const brackets = [];
  const visit = (node) => {
    if ((ts.isArrowFunction(node) || ts.isFunctionExpression(node)) && isCalled(node))
      brackets.push({ at: node.getStart(), text: '(' }, { at: node.end, text: ')' });
    ts.forEachChild(node, visit);
  };
  visit(file);
  brackets.sort((left, right) => left.at - right.at);
  let next = 0;
  let from = file.statements[0].getStart();
  const textTo = (end) => {
    let result = '';
    for (; next < brackets.length && brackets[next].at <= end; next += 1) {
      result += text.slice(from, brackets[next].at) + brackets[next].text;
      from = brackets[next].at;
    }
    result += text.slice(from, end);
    from = end;
    return result;
  };
  let top = text.slice(0, from);
  let rest = '';
  for (const node of file.statements) {
    if (ts.isFunctionDeclaration(node) && isCalled(node)) {
      rest += textTo(node.getStart());
      top += `var ${node.name.text} = (${textTo(node.end)});\n`;
    } else rest += textTo(node.end);
  }
  return top + rest + textTo(text.length);
}

/** Marks the functions in the files of a program that was built. */
export function compileEagerly(program) {
  for (const [path, called] of calledFunctions(program))
    writeFileSync(path, withBrackets(readFileSync(path, 'utf8'), called));
}

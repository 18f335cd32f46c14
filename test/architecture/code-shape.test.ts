import ts from '@typescript/typescript6';
import { expect, test } from 'vitest';
import { sourceFiles } from './source-files.ts';

const FUNCTION_MAX_LINES = 60;
const LINE_MAX_COLUMNS = 120;
const EXPLAINED = /longer\s+(?:\*\s+)?than\s+(?:\*\s+)?60\s+(?:\*\s+)?lines\s+(?:\*\s+)?because/;

/** Functions that are too long and do not say why, as `path name`. */
function longFunctions(path: string, text: string): readonly string[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const lineOf = (position: number): number => source.getLineAndCharacterOfPosition(position).line;
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body !== undefined) {
      const statement = ts.isVariableDeclaration(node.parent) ? node.parent.parent.parent : node;
      const isLong = lineOf(node.end) - lineOf(node.getStart()) + 1 > FUNCTION_MAX_LINES;
      if (isLong && !EXPLAINED.test(text.slice(statement.getFullStart(), statement.getStart())))
        found.push(`${path} ${(ts.isVariableDeclaration(node.parent) ? node.parent : node).name?.getText() ?? ''}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** A regular expression cannot be wrapped. A comment of one line begins and ends like one, and can. */
const isPattern = (line: string): boolean =>
  /^\s*(?:const \w+ = |\? |: )?\/(?![*/]).+\/[a-z]*[;,.]?(?:\.\w+\(\w*\).?)?$/.test(line);

const wideLines = (text: string): readonly string[] =>
  text.split('\n').filter((line) => line.length > LINE_MAX_COLUMNS && !isPattern(line));

/** Indented lines of comments that belong to no list: paragraphs that have lost the blank line above them. */
function strayParagraphs(text: string): readonly string[] {
  let isInList = false;
  return text.split('\n').filter((line) => {
    const isIndented = /^ *\* {2,}\S/.test(line);
    if (!isIndented) isInList = /^ *\* (?:-|\d+\.) /.test(line);
    return isIndented && !isInList;
  });
}

const files = sourceFiles();

test(`a function has at most ${FUNCTION_MAX_LINES} lines, or its comment says why it has more`, () => {
  expect(files.flatMap(({ path, text }) => longFunctions(path, text))).toEqual([]);
});

test(`a line has at most ${LINE_MAX_COLUMNS} columns, unless it is a regular expression`, () => {
  const wide = files.filter(({ text }) => wideLines(text).length > 0);
  expect(wide.map(({ path }) => path)).toEqual([]);
});

test('a paragraph of a comment stands behind a blank line', () => {
  const stray = files.flatMap(({ path, text }) => strayParagraphs(text).map((line) => `${path} ${line.trim()}`));
  expect(stray).toEqual([]);
  const comment = '/**\n * One.\n *  Two.\n *\n * - an item that\n *   goes on\n *\n *  Three.\n */\n';
  expect(strayParagraphs(comment)).toEqual([' *  Two.', ' *  Three.']);
});

test('a long function is found unless its comment explains it, and a pattern may be wide', () => {
  const body = '  one();\n'.repeat(FUNCTION_MAX_LINES);
  const long = `function long() {\n${body}}\n`;
  expect(longFunctions('a.ts', `${long}const short = () => {};\nconst other = () => {\n${body}};\n`)).toEqual([
    'a.ts long',
    'a.ts other',
  ]);
  expect(longFunctions('a.ts', `/** It is longer than 60\n * lines because it has to be. */\n${long}`)).toEqual([]);
  expect(wideLines(`const PATTERN = /${'a'.repeat(130)}/u;\n// ${'a '.repeat(70)}\nshort\n`)).toHaveLength(1);
  expect(wideLines(`/** ${'a '.repeat(70)}*/\n  // ${'a '.repeat(70)}/\n`)).toHaveLength(2);
});

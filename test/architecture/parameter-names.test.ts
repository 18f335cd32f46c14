import ts from '@typescript/typescript6';
import { expect, test } from 'vitest';
import { sourceFiles } from './source-files.ts';

/** Names that do not say what a parameter is. */
const VAGUE = new Set(['given', 'own', 'asked', 'ofOne', 'said', 'told', 'made', 'kept', 'begun', 'dead', 'rival']);

const namesIn = (name: ts.BindingName): readonly string[] =>
  ts.isIdentifier(name)
    ? [name.text]
    : name.elements.flatMap((element) => (ts.isOmittedExpression(element) ? [] : namesIn(element.name)));

const isExported = (statement: ts.Statement): boolean =>
  ts.canHaveModifiers(statement) &&
  ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true;

/** Vague parameters of exported functions, and of the functions that these return, as `path:line name`. */
function vagueParameters(path: string, text: string): readonly string[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node))
      for (const { name } of node.parameters)
        for (const each of namesIn(name).filter((one) => VAGUE.has(one)))
          found.push(`${path}:${source.getLineAndCharacterOfPosition(name.getStart()).line + 1} ${each}`);
    if (!ts.isBlock(node)) ts.forEachChild(node, visit);
  };
  source.statements.filter(isExported).forEach(visit);
  return found;
}

test('parameters of exported functions say what they are', () => {
  expect(sourceFiles().flatMap(({ path, text }) => vagueParameters(path, text))).toEqual([]);
});

test('a vague parameter is found, also in a destructured one and in a returned function', () => {
  const text = [
    'export function one(given: string) { return given; }',
    'export const two = ({ own }: { own: string }) => own;',
    'export const three = (options: string) => (asked: string) => options + asked;',
    'const four = (ofOne: string) => ofOne;',
    'export const five = ({ given: options }: { given: string }) => options;',
  ].join('\n');
  expect(vagueParameters('a.ts', text)).toEqual(['a.ts:1 given', 'a.ts:2 own', 'a.ts:3 asked']);
});

import { describe, expect, test } from 'vitest';
import type { DesiredGlossary } from '../../src/kinds/glossary/glossary.ts';
import { lintDesired } from '../../src/lint/lint.ts';
import { lintTerms } from '../../src/lint/lint-dictionary.ts';
import type { LintInput } from '../../src/lint/lint-input.ts';
import { CLASS } from '../../src/lint/phrase-classes.ts';
import type { TermRule } from '../../src/lint/rule.ts';
import { instructionsChatStyle } from '../../src/lint/rules/instructions/chat-style.ts';
import { spaceDouble } from '../../src/lint/rules/space/double.ts';
import { type DictionariesLike, desiredGlossary, desiredStyleList } from '../support/build.ts';
import { packedOf } from '../support/packed-of.ts';
import { settings } from './linted.ts';

/** A glossary with cells of a column `lint`. */
function withCells(name: string, dictionaries: DictionariesLike, cells: Readonly<Record<string, string>>) {
  const glossary = desiredGlossary(name, dictionaries);
  const fieldsOf = (source: string) => (cells[source] === undefined ? undefined : { lint: cells[source] });
  return {
    ...glossary,
    dictionaries: new Map([...glossary.dictionaries].map(([pair, each]) => [pair, { ...each, fieldsOf }])),
  };
}

/** What the linter finds, as `file:line severity code`. */
function found(glossaries: readonly DesiredGlossary[], more: Partial<LintInput> = {}) {
  const { findings, waived } = lintDesired({ settings: settings(), desired: { glossaries }, ...more });
  return { findings: findings.map(({ at, severity, code }) => `${at.file}:${at.line} ${severity} ${code}`), waived };
}

const TWO = {
  'en->de': { 'a  b': 'c', 'd  e': 'f', g: 'h' },
  'en->fr': { 'a  b': 'c' },
};
const DE = (line: number, rule = 'warning space/double') => `glossaries/product/en-de.csv:${line} ${rule}`;
const FR = 'glossaries/product/en-fr.csv:1 warning space/double';

describe('a rule is asked about the rows with characters that it needs, and about no other', () => {
  const asked: string[] = [];
  const rule = (id: string, target: number): TermRule => ({
    ...spaceDouble,
    id,
    needs: () => ({ target }),
    check(term) {
      asked.push(`${id} ${term.target}`);
      return [];
    },
  });
  const rules = [rule('slash', CLASS.slash), rule('comma', CLASS.comma)];
  const rows = [
    ['one', 'a/b'],
    ['two', 'a,b'],
    ['three', 'ab'],
    ['four', 'a/b,c'],
  ] as const;
  const dictionary = desiredGlossary('product', { 'en->de': rows }).dictionaries.get('en->de');
  if (dictionary === undefined) throw new Error('a dictionary is missing');

  test.each([
    ['strings', dictionary.entries],
    ['bytes', packedOf(rows)],
  ])('over %s', (_, entries) => {
    asked.length = 0;
    lintTerms({ ...dictionary, entries }, 'a', rules);
    expect(asked).toEqual(['slash a/b', 'comma a,b', 'slash a/b,c', 'comma a/b,c']);
    asked.length = 0;
    lintTerms({ ...dictionary, entries }, 'a', rules, new Set(['two', 'three', 'five']));
    expect(asked).toEqual(['comma a,b']);
    asked.length = 0;
    lintTerms({ ...dictionary, entries }, 'a', rules, new Set(['one', 'two', 'three', 'four']));
    expect(asked).toHaveLength(4);
  });
});

describe('a selection', () => {
  const glossary = desiredGlossary('product', TWO);

  test('by phrases has the findings of these rows, and no notes about waivers', () => {
    const only = new Map([['glossary.product/en->de', new Set(['d  e', 'g', 'x'])]]);
    expect(found([glossary], { only }).findings).toEqual([DE(2)]);
    const waivers = [{ rule: 'space/outer', reason: 'x', at: glossary.origin }];
    expect(found([glossary], { only, settings: settings({ waivers }) }).findings).toEqual([DE(2)]);
    expect(found([glossary], { settings: settings({ waivers }) }).findings).toEqual([
      DE(1),
      DE(2),
      FR,
      'glossaries/product/glossary.yaml:1 info lint-waiver-unused',
    ]);
  });

  test('by phrases has the labels of a style list', () => {
    const list = desiredStyleList('German', {
      instructions: [
        { label: 'One', prompt: 'Please be formal.' },
        { label: 'Two', prompt: 'Please be short.' },
      ],
    });
    const linted = (only?: LintInput['only']) =>
      lintDesired({ settings: settings(), desired: { styleLists: [list] }, ...(only && { only }) }).findings.map(
        ({ at, details }) => `${at.line} ${details.term}`,
      );
    expect(linted()).toEqual(['10 One', '11 Two']);
    expect(linted(new Map([[list.address, new Set(['Two'])]]))).toEqual(['11 Two']);
    expect(linted(new Map([['style_rules.other', new Set(['Two'])]]))).toEqual([]);
  });

  test('by addresses has the findings there, and an error for an address of nothing', () => {
    const list = desiredStyleList('German', {});
    const at = (...addresses: readonly string[]) =>
      found([glossary], { addresses, desired: { glossaries: [glossary], styleLists: [list] } }).findings;
    expect(at('glossary.product')).toEqual([DE(1), DE(2), FR]);
    expect(at('glossary.*/en->fr')).toEqual([FR]);
    expect(at(list.address)).toEqual([]);
    expect(at('glossary.other', 'glossary.product/en->fr')).toEqual([FR, 'lexform.yaml:1 error lint-address-unknown']);
    const together = settings({ together: [['glossary.product', 'glossary.none']] });
    expect(found([glossary], { settings: together }).findings).toContain('lexform.yaml:1 error lint-address-unknown');
    const waivers = [{ rule: 'space/outer', reason: 'x', at: glossary.origin }];
    expect(found([glossary], { addresses: ['glossary.*'], settings: settings({ waivers }) }).findings).toHaveLength(3);
  });

  test('of errors has no other findings', () => {
    expect(found([glossary], { errorsOnly: true }).findings).toEqual([]);
    const levels = new Map([['space/double', 'error']] as const);
    expect(found([glossary], { errorsOnly: true, settings: settings({ rules: levels }) }).findings).toHaveLength(3);
  });
});

test('a finding names its phrase, its side and the words of its rule', () => {
  const glossary = desiredGlossary('product', { 'en->de': { 'a  b': 'c', d: 'e  f' } });
  const list = desiredStyleList('German', { instructions: [{ label: 'One', prompt: 'Please be formal.' }] });
  const { findings } = lintDesired({ settings: settings(), desired: { glossaries: [glossary], styleLists: [list] } });
  expect(findings.map(({ details, wording, related }) => [details.text, details.side, wording, related])).toEqual([
    ['a  b', 'source', spaceDouble.message, undefined],
    ['e  f', 'target', spaceDouble.message, undefined],
    ['Please be formal.', undefined, instructionsChatStyle.message, undefined],
  ]);
});

test('two phrases in one place are two findings, and a phrase of two dictionaries is one', () => {
  const glossary = desiredGlossary('product', {
    'en->de': { 'a  b': 'c  d', e: 'f  g' },
    'en->fr': { 'a  b': 'c  d', e: 'h  i' },
  });
  const at = { file: 'terms.csv', line: 1, column: 1 };
  const dictionaries = new Map([...glossary.dictionaries].map(([pair, each]) => [pair, { ...each, locate: () => at }]));
  const { findings } = lintDesired({ settings: settings(), desired: { glossaries: [{ ...glossary, dictionaries }] } });
  expect(findings.map(({ details }) => details.text)).toEqual(['a  b', 'c  d', 'f  g', 'h  i']);
});

describe('a waiver', () => {
  test.each([
    ['ok(double): as in the logo', [DE(2), FR], 1],
    ['ok(space/double): a; ok(outer): b', [DE(2), FR, DE(1, 'info lint-waiver-unused')], 1],
    ['ok(double, outer): a', [DE(2), FR, DE(1, 'info lint-waiver-unused')], 1],
    ['ok(double):a ; ', [DE(2), FR], 1],
    ['ok(double)', [DE(1), DE(2), FR, DE(1, 'error lint-waiver-reason')], 0],
    ['ok(double): ', [DE(1), DE(2), FR, DE(1, 'error lint-waiver-reason')], 0],
    ['double: a', [DE(1), DE(2), FR, DE(1, 'error lint-waiver-form')], 0],
    ['is ok(double): a', [DE(1), DE(2), FR, DE(1, 'error lint-waiver-form')], 0],
    ['ok(twice): a', [DE(1), DE(2), FR, DE(1, 'error lint-rule-unknown')], 0],
    ['ok(near-duplicate): a', [DE(1), DE(2), FR, DE(1, 'error lint-rule-unknown')], 0],
    ['', [DE(1), DE(2), FR], 0],
  ] as const)('of a cell: %j', (cell, findings, waived) => {
    const glossary = withCells('product', TWO, { 'a  b': cell });
    const french = { ...glossary.dictionaries.get('en->fr'), fieldsOf: undefined };
    const dictionaries = new Map([...glossary.dictionaries, ['en->fr', french]] as never);
    expect(found([{ ...glossary, dictionaries } as DesiredGlossary])).toEqual({ findings, waived });
  });

  test('of a cell counts in a selection', () => {
    const glossary = withCells('product', TWO, { 'a  b': 'ok(double): x', g: 'ok(outer): y' });
    const only = new Map([['glossary.product/en->de', new Set(['a  b', 'd  e'])]]);
    expect(found([glossary], { only })).toEqual({ findings: [DE(2)], waived: 1 });
  });

  test('of settings is for its place and its terms', () => {
    const glossary = desiredGlossary('product', TWO);
    const waived = (place: object) => {
      const waivers = [{ rule: 'double', reason: 'x', at: glossary.origin, ...place }];
      return found([glossary], { settings: settings({ waivers }) });
    };
    expect(waived({})).toEqual({ findings: [], waived: 3 });
    expect(waived({ languages: ['fr'] })).toEqual({ findings: [DE(1), DE(2)], waived: 1 });
    expect(waived({ addresses: ['glossary.product/en->de'] })).toEqual({ findings: [FR], waived: 2 });
    expect(waived({ terms: 'a*' })).toEqual({ findings: [DE(2)], waived: 2 });
    expect(waived({ terms: 'a*', languages: ['fr'] })).toEqual({ findings: [DE(1), DE(2)], waived: 1 });
    expect(waived({ rule: 'space/outer' }).waived).toBe(0);
  });
});

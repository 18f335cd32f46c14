import { describe, expect, test } from 'vitest';
import type { Finding } from '../../src/model/finding.ts';
import type { DictionariesLike } from '../support/build.ts';
import { lintedFindings, settings, withRule } from './linted.ts';

const codes = (findings: readonly Finding[]): readonly string[] => findings.map(({ code }) => code);

/** `count` rows, of which the first `same` have their source as target. */
const rows = (count: number, same: number, phrase = (row: number) => `term ${row}`): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Array.from({ length: count }, (_, row) => [phrase(row), row < same ? phrase(row) : `Begriff Nummer ${row}`]),
  );

describe('columns/filled', () => {
  const filled = (dictionary: DictionariesLike) => lintedFindings({ a: dictionary });

  test('finds a column of which 30 % are the source', () => {
    expect(filled({ 'en->de': rows(20, 6) })).toMatchObject([
      { code: 'columns/filled', severity: 'warning', details: { pair: 'en->de', identical: 6, rows: 20 } },
    ]);
    expect(codes(filled({ 'en->de': rows(20, 5) }))).toEqual([]);
  });

  test('counts only rows that are the same and no names', () => {
    const some = { ...rows(20, 5), 'New Place': 'New Place', Berlin: 'Berlin', 'ab cd': 'ab cd' };
    expect(codes(filled({ 'en->de': some }))).toEqual([]);
  });

  test('says nothing of a short list, of names, and of languages that share their words', () => {
    expect(codes(filled({ 'en->de': rows(19, 19) }))).toEqual([]);
    expect(codes(filled({ 'en->de': rows(20, 20, (row) => `New Place ${row}`) }))).toEqual([]);
    expect(codes(filled({ 'da->nb': rows(20, 20) }))).toEqual([]);
  });
});

describe('columns/swapped', () => {
  const words = [
    ['basket', 'корзина'],
    ['house', 'дом'],
    ['COVID-19', 'COVID-19'],
  ] as const;
  const swapped = words.map(([source, target]) => [target, source] as const);

  test('finds columns that changed places, as one error of the file', () => {
    const findings = lintedFindings({ a: { 'en->ru': swapped } });
    expect(findings.filter(({ code }) => code === 'columns/swapped')).toMatchObject([
      {
        severity: 'error',
        at: { file: 'glossaries/a/en-ru.csv', line: 1, column: 1 },
        details: { pair: 'en->ru', swapped: 2, rows: 3 },
      },
    ]);
  });

  test('says nothing of right columns, of one odd row, and of languages with one script', () => {
    expect(codes(lintedFindings({ a: { 'en->ru': words } }))).toEqual([]);
    const mixed = [
      ['корзина', 'basket корзина'],
      ['дом', 'house дом'],
      ['поле', 'field поле'],
    ] as const;
    expect(codes(lintedFindings({ a: { 'en->ru': mixed } }))).not.toContain('columns/swapped');
    const odd = [...words, ['дача', 'summer house'], ['field', 'поле'], ['forest', 'лес']] as const;
    expect(codes(lintedFindings({ a: { 'en->ru': odd } }))).not.toContain('columns/swapped');
    expect(codes(lintedFindings({ a: { 'en->de': { Warenkorb: 'basket', Haus: 'house' } } }))).toEqual([]);
  });
});

describe('glossaries/conflict', () => {
  const two = { product: { 'en->de': { mask: 'Maske', hand: 'Hand' } }, legal: { 'en->de': { mask: 'Schutzmaske' } } };
  const together = settings({ together: [['glossary.product', 'glossary.legal']] });

  test('finds two translations in glossaries that are used together, with both places', () => {
    expect(lintedFindings(two, together)).toMatchObject([
      {
        code: 'glossaries/conflict',
        severity: 'error',
        at: { file: 'glossaries/legal/en-de.csv', line: 1 },
        related: [{ file: 'glossaries/product/en-de.csv', line: 1 }],
        details: { term: 'mask', text: 'Schutzmaske', other: 'glossary.product/en->de', otherText: 'Maske' },
      },
    ]);
  });

  test('says nothing of glossaries that nobody uses together, and of other pairs', () => {
    expect(lintedFindings(two)).toEqual([]);
    const otherPair = { product: two.product, legal: { 'en->nl': { mask: 'masker' } } };
    expect(lintedFindings(otherPair, together)).toEqual([]);
  });

  test('says nothing of equal translations, of phrases in one of them, and where the rule is off', () => {
    const many = { mask: 'Maske', hand: 'Hand', foot: 'Fuß', eye: 'Auge' };
    const few = { mask: 'Schutzmaske', hand: 'Hand', arm: 'Arm' };
    const found = (glossaries: Parameters<typeof lintedFindings>[0], more = {}) =>
      lintedFindings(glossaries, { ...together, ...more }).map(({ at, details }) => [
        at.file,
        details.term,
        details.text,
        details.otherText,
      ]);
    expect(found({ product: { 'en->de': many }, legal: { 'en->de': few } })).toEqual([
      ['glossaries/legal/en-de.csv', 'mask', 'Schutzmaske', 'Maske'],
    ]);
    expect(found({ product: { 'en->de': few }, legal: { 'en->de': many } })).toEqual([
      ['glossaries/legal/en-de.csv', 'mask', 'Maske', 'Schutzmaske'],
    ]);
    const off = [{ addresses: ['glossary.legal'], rules: new Map([['glossaries/conflict', 'off']]) }];
    expect(found(two, { overrides: off })).toEqual([]);
    const offThere = [{ addresses: ['glossary.product'], rules: new Map([['glossaries/conflict', 'off']]) }];
    expect(found(two, { overrides: offThere })).toHaveLength(1);
  });

  test('finds each of three translations that differ from an earlier one', () => {
    const three = { ...two, web: { 'en->de': { mask: 'Mundschutz' } } };
    const all = settings({ together: [['glossary.product', 'glossary.legal', 'glossary.web']] });
    const found = lintedFindings(three, all).map(({ at, details }) => [at.file, details.other]);
    expect(found).toEqual([
      ['glossaries/legal/en-de.csv', 'glossary.product/en->de'],
      ['glossaries/web/en-de.csv', 'glossary.product/en->de'],
    ]);
  });
});

describe('glossaries/reverse', () => {
  test('finds a term that comes back as another one', () => {
    const dictionaries = {
      'en->de': { vaccine: 'Impfstoff', jab: 'Impfstoff' },
      'de->en': { Impfstoff: 'vaccination' },
    };
    expect(lintedFindings({ a: dictionaries })).toMatchObject([
      {
        code: 'glossaries/reverse',
        severity: 'info',
        at: { file: 'glossaries/a/de-en.csv' },
        related: [{ file: 'glossaries/a/en-de.csv', line: 1 }],
        details: { term: 'Impfstoff', text: 'vaccination', otherPair: 'en->de', others: ['vaccine', 'jab'] },
      },
    ]);
  });

  test('says nothing where one of the source phrases comes back, in whatever case, or nothing does', () => {
    const back = (target: string) => ({
      'en->de': { vaccine: 'Impfstoff', jab: 'Impfstoff' },
      'de->en': { Impfstoff: target, Haus: 'house' },
    });
    expect(lintedFindings({ a: back('jab') })).toEqual([]);
    expect(lintedFindings({ a: back('Vaccine') })).toEqual([]);
    expect(
      lintedFindings({ a: { 'en->de': { vaccine: 'Impfstoff' } }, b: { 'de->en': { Impfstoff: 'jab' } } }),
    ).toEqual([]);
  });
});

describe('terms/near-duplicate', () => {
  test('finds source phrases that differ only in case or width, where the translations differ', () => {
    const found = lintedFindings({ a: { 'en->de': { Basket: 'Korb', basket: 'Warenkorb', ＢＡＳＫＥＴ: 'Korb' } } });
    expect(found.map(({ code, details }) => [code, details.term, details.other])).toEqual([
      ['terms/near-duplicate', 'basket', 'Basket'],
    ]);
  });

  test('says nothing of translations that differ only in case or width', () => {
    expect(
      lintedFindings({ a: { 'en->fr': { Open: 'Ouvrir', open: 'ouvrir' }, 'en->ja': { A: 'Ａ型', a: 'a型' } } }),
    ).toEqual([]);
  });
});

describe('terms/singular-plural', () => {
  const found = (dictionaries: DictionariesLike) =>
    lintedFindings({ a: dictionaries }, withRule('terms/singular-plural')).map(({ details }) => [
      details.term,
      details.other,
    ]);

  test('finds English plurals with the translation of their singular', () => {
    const same = { vaccine: 'ワクチン', vaccines: 'ワクチン', box: '箱', boxes: '箱', city: '都市', cities: '都市' };
    expect(found({ 'en->ja': same })).toEqual([
      ['vaccines', 'vaccine'],
      ['boxes', 'box'],
      ['cities', 'city'],
    ]);
  });

  test('says nothing of other translations and of other languages', () => {
    expect(found({ 'en->de': { vaccine: 'Impfstoff', vaccines: 'Impfstoffe', glas: 'x', glass: 'x' } })).toEqual([]);
    expect(found({ 'fr->en': { an: 'year', ans: 'year' } })).toEqual([]);
  });
});

describe('fixes', () => {
  test('a source phrase that stands in another row already is not offered', () => {
    const fixes = (dictionary: DictionariesLike) => lintedFindings({ a: dictionary }).map(({ fix }) => fix?.text);
    expect(fixes({ 'en->de': { 'sign  in': 'anmelden' } })).toEqual(['sign in']);
    expect(fixes({ 'en->de': { 'sign  in': 'anmelden', 'sign in': 'anmelden' } })).toEqual([undefined]);
  });
});

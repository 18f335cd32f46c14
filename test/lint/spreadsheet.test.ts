import { describe, expect, test } from 'vitest';
import { classesOf } from '../../src/lint/phrase-classes.ts';
import { cellsSpreadsheet } from '../../src/lint/rules/cells/spreadsheet.ts';
import { type PairKey, parsePairKey } from '../../src/model/entries/language-pair.ts';
import { lintedFindings } from './linted.ts';

/** What is found in a row, as `side: what`. */
function found(source: string, target: string, pair: PairKey = 'en->de'): readonly string[] {
  const hits = cellsSpreadsheet.check({ source, target, pair: parsePairKey(pair) });
  const needs = cellsSpreadsheet.needs(parsePairKey(pair));
  const classes = ((needs?.source ?? 0) & classesOf(source)) | ((needs?.target ?? 0) & classesOf(target));
  // The linter selects truth values as texts.
  if (hits.some(({ details }) => details?.what !== 'a truth value'))
    expect(classes, `${source}, ${target}`).not.toBe(0);
  return hits.map(({ side, details }) => `${side}: ${details?.what}`);
}

const words = (text: string): readonly string[] => text.split('  ');

describe('what a spreadsheet leaves', () => {
  test.each([
    ['English', words('#NULL!  #DIV/0!  #VALUE!  #REF!  #NAME?  #NUM!  #N/A  #SPILL!  #CALC!  #GETTING_DATA  #ERROR!')],
    ['German', words('#NULL!  #WERT!  #BEZUG!  #NAME?  #ZAHL!  #NV  #ÜBERLAUF!')],
    ['French', words('#NUL!  #VALEUR!  #REF!  #NOM?  #NOM ?  #NOMBRE!  #N/D  #RÉF !')],
    ['Spanish', words('#¡NULO!  #¡DIV/0!  #¡VALOR!  #¡REF!  #¿NOMBRE?  #¡NUM!  #N/D')],
    ['Dutch', words('#LEEG!  #DEEL/0!  #WAARDE!  #VERW!  #NAAM?  #GETAL!  #N/B')],
    ['Nordic', words('#SKÄRNING!  #DIVISION/0!  #VÆRDI!  #NAVN?  #I/T  #TYHJÄ!  #JAKO/0!')],
    ['Slavic', words('#DZIEL/0!  #ARG!  #DĚLENÍ_NULOU!  #HODNOTA!  #ССЫЛКА!  #ИМЯ?  #Н/Д  #NENÍ_K_DISPOZICI')],
    ['further', words('#ZÉRÓOSZTÓ!  #HIÁNYZIK  #SAYI/0!  #DEĞER!  #YOK')],
    ['others', words('Err:502  Err:509  Err :522  ####  ##########')],
  ])('error values: %s', (_, values) => {
    expect(values.filter((value) => found('basket', value).join() !== 'target: an error value')).toEqual([]);
    expect(values.filter((value) => found(value, 'Korb').join() !== 'source: an error value')).toEqual([]);
  });

  test.each(words('=A1  =A1+B1  =$B$12*2  =Sheet1!C3  =SUM(A:A)  =SVERWEIS(x)  =-ABS(x)  =ÄNDERN(x)  =T.TEST(x)'))(
    'a formula: %s',
    (formula) => {
      expect(found('basket', formula)).toEqual(['target: a formula']);
      expect(found(formula, 'Korb')).toEqual(['source: a formula']);
    },
  );

  test.each(words('1,5E+10  1.5E+10  1E+05  -1,2E-07  1.23457E+11  4,00638E+12'))('a number: %s', (number) => {
    expect(found('card number', number)).toEqual(['target: a number with an exponent']);
  });

  test.each(
    words(
      '01.03.2026  1.3.2026  3/1/2026  12/31/1999  2026-03-01  2026/3/1  01-03-2026  2026.03.01.  01.03.26  ' +
        '03/01/26  01.03.2026 00:00:00  2026-03-01 0:00  00.01.1900  1/0/1900  30.12.1899',
    ),
  )('a date: %s', (date) => {
    expect(found('1/3', date)).toEqual(['target: a date']);
    expect(found(date, '1/3')).toEqual(['source: a date']);
  });

  test.each(
    words(
      '1-Mar  2-Sep  01. Mrz  1. Mrz  Mar-26  Mrz 26  sept-02  févr.-02  02-sept  03-dic  03-fev  1-gen  1-Mai  1. Dez  ' +
        '01-окт  Okt 12',
    ),
  )('a day or a month: %s', (date) => {
    expect(found('SEPT2', date)).toEqual(['target: a date']);
  });

  test.each([
    ['wrong', 'FALSCH', 'target: a truth value'],
    ['true', 'WAHR', 'target: a truth value'],
    ['true', 'TRUE', 'target: a truth value'],
    ['TRUE', 'wahr', 'source: a truth value'],
    ['False', 'EPÄTOSI', 'target: a truth value'],
    ['неверно', 'ЛОЖЬ', 'target: a truth value'],
    ['FALSE', 'yanlış', ''],
    ['TRUE', 'WAHR', ''],
    ['TRUE', 'TRUE', ''],
    ['true', 'wahr', ''],
    ['TRUE', 'zutreffend', ''],
    ['TRUE', '真', ''],
  ])('a truth value: %s → %s', (source, target, expected) => {
    expect(found(source, target).join()).toBe(expected);
  });

  test.each([
    ['-ing', '#NAME?', '#NAME?', 'source: an error value'],
    ['gene', '2-Sep', '2-Sep', 'source: a date'],
    ['a half, in German', '01. Feb', '01. Feb', 'source: a date'],
    ['a third, in German', '01. Mrz', '01. Mrz', 'source: a date'],
    ['article number', '1.23457E+11', '1.23457E+11', 'source: a number with an exponent'],
  ])('two phrases that are the same have one finding: %s', (_, source, target, expected) => {
    expect(found(source, target)).toEqual([expected]);
  });

  test('formulas of different cells are what fills columns', () => {
    expect(found('=A2', '=B2')).toEqual(['source: a formula', 'target: a formula']);
  });
});

describe('what is a term', () => {
  test.each([
    // error values and formulas
    ['#REF!', '#BEZUG!'],
    ['#N/A', '#N/D'],
    ['hashtag', '#hashtag'],
    ['#1', '#1'],
    ['#WIN', '#WIN'],
    ['#!', '#!'],
    ['###', '###'],
    ['a#NAME?', 'b#NAME?'],
    ['Err:50', 'Err:5021'],
    ['=MODE', '=MODUS'],
    ['=>', '=>'],
    ['equals', '='],
    ['= missing', '= fehlt'],
    ['=SUM(A1:B2)', '=SUMME(A1:B2)'],
    ['A1', 'A1'],
    ['x=A1', 'x=A1'],
    // numbers
    ['1.5E+10', '1,5E+10'],
    ['1.5 × 10^10', '1,5E+10'],
    ['COVID-19', '2019-nCoV'],
    ['1E5', '1E5'],
    ['E+10', 'E+10'],
    ['1.5e+10', '1,5e+10'],
    ['12E+10', 'x12E+10'],
    // dates
    ['March 1, 2026', '01.03.2026'],
    ["March 1, '26", '01.03.2026'],
    ['2026-03-01', '01.03.2026'],
    ['01.03.2026', '01.03.2026'],
    ['١ مارس ٢٠٢٦', '01.03.2026'],
    ['二〇二六年三月一日', '01.03.2026'],
    ['section', '1.2.3'],
    ['section', '3.18.1'],
    ['section', '32.13.2026'],
    ['section', '13.13.2026'],
    ['address', '192.168.1.1'],
    ['address', '10.0.0.2026'],
    ['phone', '030/12/2026789'],
    ['version', '1.10.2500'],
    ['version', '1.2.26'],
    ['mixed', '1.2-2026'],
    // days and months
    ['March 1', '1. Mrz'],
    ['1st of March', '01. Mrz'],
    ['March 2026', 'Mar-26'],
    ['3月1日', '1-Mar'],
    ['1-Mar-ker', '1-Mar-ker'],
    ['Mar-26', 'Mar-26'],
    ['1. Mai', '1. Mai'],
    ['12. Mrz', '12. Mrz'],
    ['Sans 12', 'Sans 12'],
    ['Jan 26', 'Jan 26'],
    ['four byte', '4-byte'],
  ])('%s → %s', (source, target) => {
    expect(found(source, target)).toEqual([]);
  });
});

test('the list decides, where the row does not', () => {
  const errors = ['#NAME?', '#REF!', '#VALUE!'].map((value): [string, string] => [value, value]);
  const keywords: [string, string][] = [
    ['TRUE', 'wahr'],
    ['NULL', 'nichts'],
  ];
  const codes = (rows: readonly [string, string][]) =>
    lintedFindings({ list: { 'en->de': rows } }).map(({ code, severity, details }) => [code, severity, details.term]);
  expect(codes(errors)).toEqual([]);
  expect(codes(errors.slice(0, 2)).map(([, , term]) => term)).toEqual(['#NAME?', '#REF!']);
  expect(codes(keywords)).toEqual([]);
  expect(codes(keywords.slice(0, 1))).toEqual([['cells/spreadsheet', 'warning', 'TRUE']]);
});

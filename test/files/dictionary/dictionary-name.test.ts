import { expect, test } from 'vitest';
import { parseDictionaryName, suggestedName } from '../../../src/files/dictionary/dictionary-name.ts';

const pair = (source: string, target: string) => ({ kind: 'pair', source, target });

test.each([
  ['en-de.csv', pair('en', 'de')],
  ['EN-DE.TSV', pair('EN', 'DE')],
  ['en_de.csv', pair('en', 'de')],
  ['en-pt-BR.csv', pair('en', 'pt-BR')],
  ['en-US-de.csv', pair('en-US', 'de')],
  ['en_US-de.tsv', pair('en-US', 'de')],
  ['pt_BR-zh_Hans.csv', pair('pt-BR', 'zh-Hans')],
  ['es-419-en-GB.csv', pair('es-419', 'en-GB')],
  ['xx-de.csv', pair('xx', 'de')],
  ['en-xx.csv', pair('en', 'xx')],
  ['terms.csv', { kind: 'unknown' }],
  ['to-do.csv', { kind: 'unknown' }],
  ['my-list.csv', { kind: 'unknown' }],
  ['en-de-old-copy.csv', { kind: 'unknown' }],
  ['.csv', { kind: 'unknown' }],
  ['en-de.csv.bak', { kind: 'other' }],
  ['glossary.yaml', { kind: 'other' }],
  ['README.md', { kind: 'other' }],
])('%s', (name, expected) => {
  expect(parseDictionaryName(name)).toEqual(expected);
});

test.each([
  ['english-german.csv', 'en-de.csv'],
  ['jp-kr.csv', 'ja-ko.csv'],
  ['Deutsch to Français.tsv', 'de-fr.tsv'],
  ['eng-deu.csv', 'en-de.csv'],
  ['terms.csv', undefined],
  ['my-list.csv', undefined],
  ['en-de-old-copy.csv', undefined],
])('the name that %s should have', (name, suggestion) => {
  expect(suggestedName(name)).toEqual(suggestion === undefined ? {} : { suggestion });
});

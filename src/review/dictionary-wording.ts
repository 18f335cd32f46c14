import type { Details, Wordings } from './finding-details.ts';

const ofPair = (has: boolean, pair: string): string => (has ? ` in ${pair}` : '');

/** A cell, where the finding may quote it: a file that is no dictionary is not quoted. */
const cell = (d: Details, key: string): string => (d.has(key) ? ` ${d.quoted(key)}` : '');

/** The cells of the first row, likewise. */
const firstRow = (d: Details): string => (d.has('cells') ? `the first row (${d.text('cells')})` : 'the first row');

/** CSV and TSV files: their form, and the constraints of entries. */
export const DICTIONARY_WORDING: Wordings = {
  'file-not-utf-8': (d) => `the file is not UTF-8, it looks like ${d.text('looksLike')}; save it as UTF-8`,
  'quote-not-closed': () =>
    'the quote that opens here is never closed; close it, or double it if it belongs to the phrase',
  'text-after-quote': () =>
    'the quoted field that opens here goes on after its closing quote; double the quotes that belong to the phrase',
  'quote-faults': (d) =>
    `the file has more than ${d.text('max')} faults of quotes above, at most so many are looked for; the lines from here on are not read`,
  'table-too-wide': (d) => `the first row has ${d.count('columns', 'column')}, a table has at most ${d.text('max')}`,
  'delimited-syntax': (d) => `not a valid table: ${d.text('problem')}`,
  'row-one-column': (d) =>
    `the row has one column${d.has('found') ? `, ${d.quoted('found')}` : ''}; a source and a target phrase are needed`,
  'row-columns': (d) =>
    `the row has ${d.count('columns', 'column')}; allowed are two (source, target), four (with the languages of the row) or those that a header names; quote phrases that hold the delimiter`,
  'row-other-pair': (d) =>
    `the row is for${d.has('found') ? ` ${d.quoted('found')}` : ' other languages'}, the dictionary for ${d.text('source')},${d.text('target')}; the service would ignore the row`,
  'header-skipped': (d) => `${firstRow(d)} is taken for a header; set "header: false" if it is an entry`,
  'phrase-empty': (d) => `the ${d.text('side')} phrase is empty`,
  'phrase-line-end': (d) => `the phrase${cell(d, 'phrase')} holds a line end, none is allowed`,
  'phrase-control-character': (d) =>
    `the phrase${cell(d, 'phrase')} holds the control character ${d.text('character')}, none is allowed`,
  'phrase-outer-space': (d) => `the phrase${cell(d, 'phrase')} begins or ends with white space, none is allowed there`,
  'phrase-too-long': (d) => `phrase is ${d.text('bytes')} bytes in UTF-8, at most ${d.text('maxBytes')} are allowed`,
  'duplicate-source': (d) =>
    `${d.quoted('source')} is translated twice${ofPair(d.has('pair'), d.text('pair'))}: ${d.quoted('firstTarget')} on line ${d.text('firstLine')} and ${d.quoted('target')} here; one translation per source phrase is allowed`,
  'duplicate-source-same-target': (d) =>
    `${d.quoted('source')} is there twice${ofPair(d.has('pair'), d.text('pair'))} with the same translation, first on line ${d.text('firstLine')}; it is sent once`,
  'dictionary-too-large': (d) =>
    `the dictionary has ${d.text('bytes')} bytes${ofPair(d.has('pair'), d.text('pair'))}, at most ${d.text('maxBytes')} are allowed`,
  'table-header': (d) =>
    `${firstRow(d)} names fewer than two languages; a table has a column for each, such as en,de,fr`,
  'table-language-twice': (d) => `the language ${d.quoted('language')} has a column already, one for each is allowed`,
  'table-pair-unknown': (d) =>
    `${d.quoted('pattern')} asks for no pair of the languages of the table: ${d.text('languages')}`,
};

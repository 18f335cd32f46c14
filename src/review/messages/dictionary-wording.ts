import type { Details, Wordings } from './finding-details.ts';

const inPair = (has: boolean, pair: string): string => (has ? ` in ${pair}` : '');

/** The cell, if the finding quotes it. The reader does not quote a file that is not a dictionary. */
const cell = (d: Details, key: string): string => (d.has(key) ? ` ${d.quoted(key)}` : '');

/** The first row, with its cells if the finding quotes them. */
const firstRow = (d: Details): string => (d.has('cells') ? `the first row (${d.text('cells')})` : 'the first row');

/** The line to paste, if the finding has one. It contains headers of the file. */
const paste = (d: Details): string => (d.has('line') ? `: ${d.text('line')}` : '');

/** The line that would choose one of the rows, if it exists. */
const offered = (d: Details): string =>
  d.has('offer') ? `say which is sent in glossary.yaml (${d.text('offer')}), ` : '';

/** The remedy if the column by which a row is chosen has the same value in several rows, by that column. */
const TIES: Readonly<Record<string, string>> = {
  pos: 'give the rows different parts of speech that it names, ',
  status: 'give the rows different statuses, ',
};

const NO_SUCH_COLUMN = ' (a column of something else is a note under "columns:")';

/** The line that explains a word, if the finding may quote the file; otherwise an example of such a line. */
const pasted = (d: Details): string =>
  d.has('line') ? ` ${d.text('line')}` : ' columns: { Status: { status: { pending: draft } } }';

/** Findings in CSV and TSV files: in their form, and in single entries. */
export const DICTIONARY_WORDING: Wordings = {
  'spreadsheet-not-read':
    '"{file}" is a spreadsheet (XLSX, ODS, Numbers or XLS), which is not read; export it as CSV in UTF-8',
  'file-not-utf-8': 'the file is not UTF-8, it looks like {looksLike}; save it as UTF-8',
  'quote-not-closed': 'the quote that opens here is never closed; close it, or double it if it belongs to the phrase',
  'text-after-quote':
    'text follows the closing quote of the field that opens here; double the quotes that belong to the phrase',
  'too-many-quote-errors': '{max} errors in quotes, the lines from here on are not read; fix the errors above first',
  'table-too-wide': 'the first row has {count columns column}, a table has at most {max}',
  'formula-cells': (d) =>
    `${d.count('count', 'cell')} taken from the service ${d.text('count') === '1' ? 'begins' : 'begin'} with =, ` +
    '+, -, @, a tab or a line end, which a spreadsheet may run as a formula; open the file as text, or import ' +
    'its columns as text',
  'row-one-column': (d) =>
    `the row has one column${d.has('found') ? `, ${d.quoted('found')}` : ''}; a source and a target phrase are needed`,
  'row-columns':
    'the row has {count columns column}; allowed are two (source, target), four (with the languages of the row) or ' +
    'those that a header names; quote phrases that contain the delimiter',
  'row-other-pair': (d) =>
    `the row is for${d.has('found') ? ` ${d.quoted('found')}` : ' other languages'}, the dictionary for ` +
    `${d.text('source')},${d.text('target')}; the service would ignore the row`,
  'comment-or-term': (d) =>
    `${d.count('rows', 'row')} ${d.text('rows') === '1' ? 'begins' : 'begin'} with "#" and white space` +
    `${d.has('row') ? `, first ${d.quoted('row')}` : ''}; set comments: "#" in glossary.yaml if such rows are ` +
    'comments, or comments: none if they are terms',
  'quoted-comment': (d) =>
    `the term${cell(d, 'term')} begins with "#" and white space, and only its quotes keep it from being a ` +
    'comment; a spreadsheet drops them, so set "comments: none" in glossary.yaml',
  'header-or-entry': (d) =>
    `${firstRow(d)} reads like a header; set "header: true" in glossary.yaml if it is one, or "header: false" if ` +
    'it is an entry',
  'header-contradicts': (d) =>
    `${firstRow(d)} names ${d.has('found') ? d.text('found') : 'other languages'}, but the dictionary is ` +
    `${d.text('pair')}; swap the columns or rename the file, or set "header: false" in glossary.yaml if the ` +
    'row is an entry',
  'dictionary-language-column': (d) =>
    `the column${cell(d, 'header')} is another language, but a dictionary file contains one pair; list the file ` +
    'under "tables:" in glossary.yaml, or set its use under "columns:"',
  'header-skipped': (d) => `${firstRow(d)} is read as a header; set "header: false" in glossary.yaml if it is an entry`,
  'phrase-empty': 'the {side} phrase is empty',
  'phrase-line-end': (d) => `the phrase${cell(d, 'phrase')} contains a line end, none is allowed`,
  'phrase-control-character': (d) =>
    `the phrase${cell(d, 'phrase')} contains the control character ${d.text('character')}, none is allowed`,
  'phrase-outer-space': (d) => `the phrase${cell(d, 'phrase')} begins or ends with white space, none is allowed there`,
  'phrase-too-long': 'phrase is {bytes} bytes in UTF-8, at most {maxBytes} are allowed',
  'duplicate-source': (d) =>
    `${d.quoted('source')} is translated twice${inPair(d.has('pair'), d.text('pair'))}: ` +
    `${d.quoted('firstTarget')} on line ${d.text('firstLine')} and ${d.quoted('target')} here; one translation ` +
    `per source phrase is allowed, so ${offered(d)}remove one or mark one with "yes" in a column "preferred"`,
  'choice-tie': (d) =>
    `${d.quoted('source')} is translated twice${inPair(d.has('pair'), d.text('pair'))}: ` +
    `${d.quoted('firstTarget')} on line ${d.text('firstLine')} and ${d.quoted('target')} here, and "choose: ` +
    `${d.text('choose')}" does not say which is sent; ${TIES[d.text('choose')] ?? ''}remove one or mark one with ` +
    '"yes" in a column "preferred"',
  'status-unknown': (d) =>
    `${d.has('found') ? d.quoted('found') : 'a word'} in the column${cell(d, 'header')} is no status` +
    `${d.text('rows') === '1' ? '' : ` (${d.count('rows', 'row')})`}, allowed: ${d.list('allowed')} and the words of ` +
    `other systems for them${d.suggestion()}; a word of your own is explained in glossary.yaml, ` +
    `such as${pasted(d)}${NO_SUCH_COLUMN}`,
  'cell-not-yes-or-no': (d) =>
    `${d.has('found') ? d.quoted('found') : 'a word'} in the column${cell(d, 'header')} is neither yes nor no; ` +
    `allowed are yes, true, 1, x and the like, no, false, 0, - and the like, or a blank cell${NO_SUCH_COLUMN}`,
  'duplicate-source-same-target': (d) =>
    `${d.quoted('source')} appears twice${inPair(d.has('pair'), d.text('pair'))} with the same translation, ` +
    `first on line ${d.text('firstLine')}; it is sent once`,
  'dictionary-too-large': (d) =>
    `the dictionary has ${d.text('bytes')} bytes${inPair(d.has('pair'), d.text('pair'))}, at most ` +
    `${d.text('maxBytes')} are allowed`,
  'preferred-unknown': (d) =>
    `${d.has('found') ? d.quoted('found') : 'a word'} in the column "preferred" is neither yes nor no; allowed ` +
    'are yes, true, 1, x and the like, no, false, 0, - and the like, or a blank cell',
  'row-source-blank':
    'the row has no phrase in "{source}", but a translation into {all targets}; fill in the phrase, or clear the row',
  'table-row-columns':
    'the row has {count columns column}, but the header has {headers}; quote phrases that contain the delimiter',
  'table-column-unclear': (d) =>
    `the column${cell(d, 'header')} looks like one of a language${d.has('near') ? ` (${d.text('near')})` : ''} but ` +
    `is not read as one; set its use under "columns:" in glossary.yaml${paste(d)} (a language, note or ignore)`,
  'table-columns-unknown': (d) =>
    `Lexform does not know ${d.has('columns') ? `the columns ${d.all('columns')}` : 'some columns'}: they are kept ` +
    `but not sent; confirm this under "columns:" in glossary.yaml${paste(d)} (or name a language, status, ignore, ` +
    'example or preferred)' +
    (d.has('declare') ? `; to send ${d.all('variants')} as a glossary of its own, write ${d.text('declare')}` : ''),
  'table-header': (d) =>
    `${firstRow(d)} names fewer than two languages; a table has a column for each, such as en,de,fr; "columns:" ` +
    'in glossary.yaml sets the columns of languages, such as columns: { "Source term": en }',
  'table-language-twice': 'the language "{language}" has a column already, one for each is allowed',
  'table-pair-unknown': '"{pattern}" matches no pair of the languages of the table: {languages}',
};

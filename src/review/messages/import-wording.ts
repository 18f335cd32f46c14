import type { Wordings } from './finding-details.ts';

/** Findings about imported files of other systems. */
export const IMPORT_WORDING: Wordings = {
  'import-encoding': '"{encoding}" is not a known encoding; name one such as utf-8, utf-16le or windows-1252',
  'import-encoding-differs': 'the file is not in the encoding {encoding}; name another one with --encoding',
  'import-encoding-mark':
    'the file begins with the byte order mark of {marked}, so it is not in the encoding {encoding}; ' +
    'leave --encoding out',
  'import-not-utf-8':
    'the file is not UTF-8, it looks like {looksLike}; name its encoding with --encoding, such as windows-1252',
  'import-xml': (d) =>
    `${d.has('part') ? `${d.text('part')} of the file is` : 'the file is'} no XML that can be read: ${d.text('what')}`,
  'import-not-tbx': 'the file begins with the element "{root}"; a TBX file begins with "tbx" or "martif"',
  'import-spreadsheet': 'the spreadsheet cannot be read: {what}; save it as XLSX again, or export it as CSV',
  'import-sheet-missing': (d) =>
    `the spreadsheet has no sheet ${d.quoted('sheet')}; it has ${d.has('sheets') ? d.quotedList('sheets') : 'none'}`,
  'import-sheet-unclear': (d) => {
    const found = `the sheet ${d.quoted('sheet')}, the first one that is shown, has no header that names two languages`;
    const meant = d.has('meant') ? `; ${d.quoted('meant')} has such a header` : '';
    return `${found}; there is also ${d.someQuoted('sheets')}${meant}; choose a sheet with --sheet ${d.word('use')}`;
  },
  'import-empty': 'the file has no terms',
  'import-table-too-large':
    'the table has {count rows row} of {count columns column}, which is more than {max} cells; leave columns out, or ' +
    'split the file',
  'import-no-header': (d) =>
    `the first row (${d.all('cells')}) is not a header with two languages; ` +
    (d.has('row')
      ? `row ${d.text('row')} is one: skip the rows above it with --header-row ${d.text('row')}`
      : 'if the header is further down, skip the rows above it with --header-row 3; set the use of the columns with ' +
        "--columns, by their numbers in a file without a header ('1=en,2=de,3=note'), or name the languages of two " +
        'columns without a header with --pair en-de'),
  'import-header-row': 'the file has no row {row}, which --header-row names; its last row is {last}',
  'import-po':
    'the file is a PO file of gettext, which contains the texts of a program and is not read; convert it to CSV or ' +
    'TBX, such as with po2csv of the Translate Toolkit',
  'import-column-use': (d) =>
    `"${d.text('found')}" is nothing that the column ${d.quoted('header')} can hold; allowed are ${d.list('allowed')}`,
  'import-column-missing': (d) => {
    const names = d.has('names') ? `it has ${d.someQuoted('names')}` : 'it has no header';
    return `--columns names ${d.quoted('header')}, which the file does not have${d.suggestion()}; ${names}`;
  },
  'import-column-unclear': (d) =>
    `the column ${d.quoted('header')} looks like one of a language (${d.text('near')}` +
    (d.has('use')
      ? `); set its use with --columns ${d.word('use')}, or leave it out with --columns ${d.word('without')}`
      : `, as another column does); leave it out with --columns ${d.word('without')}, or set its use`),
  'import-column-unknown': (d) => {
    const what = d.has('twice') ? 'is a second column of statuses' : 'is unknown to Lexform';
    const use = d.has('use') ? `set its use with --columns ${d.word('use')}, or ` : '';
    const all = d.has('all') ? `; all of them: --columns ${d.word('all')}` : '';
    return (
      `the column ${d.quoted('header')} ${what} (it contains ${d.quotedList('cells')}); ${use}leave it out with ` +
      `--columns ${d.word('without')}${all}`
    );
  },
  'import-language-missing': (d) => {
    const place = d.text('header') === '' ? '' : ` in ${d.quoted('header')}`;
    const one = d.has('use') ? `, or the one with --columns ${d.word('use')}` : '';
    const remedy = `name both with --pair en-de${one}`;
    return `no language is known of the ${d.text('side')} terms${place}; ${remedy}`;
  },
  'import-source-missing': 'no term is in the source language {source}; the file has {all languages}',
  'import-languages': (d) => {
    const rest = d.has('use')
      ? `a dictionary needs a base language: select the variant with --columns ${d.word('use')}`
      : 'a glossary needs terms in two languages, such as en and de';
    return `the terms are in ${d.all('languages')}; ${rest}`;
  },
  'import-status-unknown': (d) => {
    const times = d.text('times') === '1' ? '' : ` (${d.count('times', 'time')})`;
    const remedy = `explain it with --statuses ${d.word('use')} (${d.list('allowed')})`;
    return `${d.quoted('found')} is not a known status${times}; ${remedy}`;
  },
  'import-still-sent': (d) =>
    `${d.quoted('source')} → ${d.quoted('target')} is ${d.text('status')} in the file that is imported, and this ` +
    'file still sends it: it has no column "status"; remove the row, give the file that column, or import with ' +
    '--replace',
  'import-table': 'the glossary has several tables; name one with --table: {list tables}',
  'import-in-the-way': '{file} is in the way: the glossary does not name it; move it away, or list it in glossary.yaml',
  'export-too-large':
    'as {format} the terms have {bytes} bytes, at most {maxBytes} are allowed; choose some with --lang or --status',
  'import-not-kept': '{what}',
};

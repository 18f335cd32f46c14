import { readTermbase } from '../../../src/files/exchange/read/read-termbase.ts';
import { writeTermbase } from '../../../src/files/exchange/write/write-termbase.ts';
import { lossFindings } from '../../../src/review/exchange/import-text.ts';
import { findingsText } from '../../../src/review/messages/finding-text.ts';
import { xlsx } from '../../files/exchange/xlsx.ts';
import { runLexform } from '../../support/cli.ts';
import { tempWorkspace } from '../../support/temp-workspace.ts';
import { type Files, type Row, workspaceOf } from './row.ts';

interface ImportOf {
  readonly args?: readonly string[];
  /** Files of the workspace beside the one that is imported. */
  readonly files?: Files;
}

/** A finding of `import FILE --to glossary.g`. */
const inImport = (
  line: string,
  file: string,
  content: string | Uint8Array,
  { args = [], files = {} }: ImportOf = {},
): Row => ({
  line,
  async show() {
    const cwd = await tempWorkspace({ ...workspaceOf(files), [file]: content });
    const { out, err } = await runLexform({ cwd }, 'import', file, '--to', 'glossary.g', ...args);
    return `${err}${out}`;
  },
});

const TWO_TABLES = {
  'glossaries/g/glossary.yaml':
    'name: G\ntables:\n  - { file: a.csv, pairs: [en->de] }\n  - { file: b.csv, pairs: [en->fr] }\n',
  'glossaries/g/a.csv': 'en,de\n',
  'glossaries/g/b.csv': 'en,fr\n',
};

const latin1 = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0));

export const IMPORT_ROWS: readonly Row[] = [
  inImport(
    't.csv:1:1: error: "nonsense" is not a known encoding; name one such as utf-8, utf-16le or windows-1252 [import-encoding]',
    't.csv',
    'en,de\nhouse,Haus\n',
    { args: ['--encoding', 'nonsense'] },
  ),
  inImport(
    't.csv:1:1: error: the file is not in the encoding utf-8; name another one with --encoding [import-encoding-differs]',
    't.csv',
    latin1('en,de\ndoor,T\u00fcr\n'),
    { args: ['--encoding', 'utf-8'] },
  ),
  inImport(
    't.csv:1:1: error: the file begins with the byte order mark of utf-8, so it is not in the encoding windows-1252; leave --encoding out [import-encoding-mark]',
    't.csv',
    '\ufeffen,de\ndoor,Tür\n',
    { args: ['--encoding', 'windows-1252'] },
  ),
  inImport(
    't.csv:2:7: error: the file is not UTF-8, it looks like Windows-1252; name its encoding with --encoding, such as windows-1252 [import-not-utf-8]',
    't.csv',
    latin1('en,de\ndoor,T\u00fcr\n'),
  ),
  inImport(
    't.tbx:1:16: error: the file is no XML that can be read: unexpected close tag. [import-xml]',
    't.tbx',
    '<martif><a></b></martif>',
  ),
  inImport(
    't.xml:1:1: error: the file begins with the element "html"; a TBX file begins with "tbx" or "martif" [import-not-tbx]',
    't.xml',
    '<?xml version="1.0"?><html/>',
  ),
  inImport(
    't.xlsx:1:1: error: the spreadsheet cannot be read: it has no directory; save it as XLSX again, or export it as CSV [import-spreadsheet]',
    't.xlsx',
    'PK\u0003\u0004 and nothing of an archive behind it',
  ),
  inImport(
    't.xlsx:1:1: error: the spreadsheet has no sheet "Old"; it has "Terms" or "More" [import-sheet-missing]',
    't.xlsx',
    xlsx({ Terms: [['en', 'de']], More: [] }),
    { args: ['--sheet', 'Old'] },
  ),
  inImport(
    't.xlsx:1:1: error: the sheet "Cover", the first one that is shown, has no header that names two languages; there is also "Terms" and "Old"; "Terms" has such a header; choose a sheet with --sheet Terms [import-sheet-unclear]',
    't.xlsx',
    xlsx({ Cover: [['Terms of Acme', 'May']], Terms: [['en', 'de']], Old: [['a']] }),
    { args: ['--pair', 'en-de'] },
  ),
  inImport('t.csv:1:1: error: the file has no terms [import-empty]', 't.csv', 'en,de\n'),
  inImport(
    't.csv:1:1: error: the table has 20001 rows of 1000 columns, which is more than 20000000 cells; leave columns out, or split the file [import-table-too-large]',
    't.csv',
    `en,de${',note'.repeat(998)}\n${'a,b\n'.repeat(20_000)}`,
  ),
  inImport(
    "t.csv:1:1: error: the first row (a, b and c) is not a header with two languages; if the header is further down, skip the rows above it with --header-row 3; set the use of the columns with --columns, by their numbers in a file without a header ('1=en,2=de,3=note'), or name the languages of two columns without a header with --pair en-de [import-no-header]",
    't.csv',
    'a,b,c\nhouse,Haus,maison\n',
  ),
  inImport(
    't.csv:1:1: error: the first row (Terms of Acme, May and x) is not a header with two languages; row 3 is one: skip the rows above it with --header-row 3 [import-no-header]',
    't.csv',
    'Terms of Acme,May,x\n\nen,de,note\nhouse,Haus,\n',
  ),
  inImport(
    't.csv:1:1: error: the file has no row 9, which --header-row names; its last row is 2 [import-header-row]',
    't.csv',
    'en,de\nhouse,Haus\n',
    { args: ['--header-row', '9'] },
  ),
  inImport(
    't.po:1:1: error: the file is a PO file of gettext, which contains the texts of a program and is not read; convert it to CSV or TBX, such as with po2csv of the Translate Toolkit [import-po]',
    't.po',
    'msgid ""\nmsgstr "Language: de"\n\nmsgid "house"\nmsgstr "Haus"\n',
  ),
  inImport(
    't.csv:1:1: error: "gibberish" is nothing that the column "x" can hold; allowed are a language such as de, source, target, status, pos, definition, note, translate, do-not-translate, forbidden, concept or ignore [import-column-use]',
    't.csv',
    'en,de,x\nhouse,Haus,1\n',
    { args: ['--columns', 'x=gibberish'] },
  ),
  inImport(
    't.csv:1:1: error: --columns names "Zustnd", which the file does not have; did you mean "Zustand"?; it has "en", "de" and "Zustand" [import-column-missing]',
    't.csv',
    'en,de,Zustand\nhouse,Haus,approved\n',
    { args: ['--columns', 'Zustnd=status'] },
  ),
  inImport(
    `t.csv:1:7: error: the column "Spanish (Modern)" looks like one of a language (es); set its use with --columns 'Spanish (Modern)=es', or leave it out with --columns 'Spanish (Modern)=ignore' [import-column-unclear]`,
    't.csv',
    'en,de,Spanish (Modern)\nhouse,Haus,casa\n',
  ),
  inImport(
    't.csv:1:7: error: the column "Ampel" is unknown to Lexform (it contains "verboten" or "freigegeben"); set its use with --columns Ampel=status, or leave it out with --columns Ampel=ignore [import-column-unknown]',
    't.csv',
    'en,de,Ampel\nlog in,einloggen,verboten\nsize,Größe,freigegeben\n',
  ),
  inImport(
    't.csv:1:14: error: the column "State" is a second column of statuses (it contains "draft"); leave it out with --columns State=ignore [import-column-unknown]',
    't.csv',
    'en,de,status,State\nsize,Größe,approved,draft\n',
  ),
  inImport(
    't.csv:1:1: error: no language is known of the source terms in "term"; name both with --pair en-de, or the one with --columns term=en [import-language-missing]',
    't.csv',
    'term,translation_de\nhouse,Haus\n',
  ),
  inImport(
    't.csv:1:1: error: the terms are in en, de-DE and de-AT; a dictionary needs a base language: select the variant with --columns de-DE=de,de-AT=ignore [import-languages]',
    't.csv',
    'en,de-DE,de-AT\nJanuary,Januar,Jänner\nhouse,Haus,\n',
  ),
  inImport(
    't.csv:1:1: error: the terms are in en; a glossary needs terms in two languages, such as en and de [import-languages]',
    't.csv',
    'en,de\nhouse,\n',
  ),
  inImport(
    't.csv:1:1: error: no term is in the source language fr; the file has en and de [import-source-missing]',
    't.csv',
    'en,de\nhouse,Haus\n',
    { args: ['--source', 'fr'] },
  ),
  inImport(
    `t.csv:2:12: error: "freigegben" is not a known status; explain it with --statuses freigegben=draft (preferred, approved, admitted, draft, deprecated, rejected or forbidden) [import-status-unknown]`,
    't.csv',
    'en,de,status\nhouse,Haus,freigegben\n',
  ),
  inImport(
    `t.csv:2:12: error: "aproved" is not a known status (2 times); explain it with --statuses aproved=approved (preferred, approved, admitted, draft, deprecated, rejected or forbidden) [import-status-unknown]`,
    't.csv',
    'en,de,status\nhouse,Haus,aproved\nhut,Hütte,Aproved\n',
  ),
  inImport(
    'glossaries/g/en-de.csv:2:1: error: "hut" → "Hut" is rejected in the file that is imported, and this file still sends it: it has no column "status"; remove the row, give the file that column, or import with --replace [import-still-sent]',
    't.csv',
    'en,de,status\nhut,Hut,rejected\n',
    {
      files: {
        'glossaries/g/glossary.yaml': 'name: G\ndictionaries: auto\n',
        'glossaries/g/en-de.csv': 'house,Haus\nhut,Hut\n',
      },
    },
  ),
  inImport(
    'glossaries/g/glossary.yaml:1:1: error: the glossary has several tables; name one with --table: a.csv or b.csv [import-table]',
    't.csv',
    'en,de\nhouse,Haus\n',
    { files: TWO_TABLES },
  ),
  inImport(
    'glossaries/g/terms.csv:1:1: error: glossaries/g/terms.csv is in the way: the glossary does not name it; move it away, or list it in glossary.yaml [import-in-the-way]',
    't.csv',
    'en,de\nhouse,Haus\n',
    { files: { 'glossaries/g/glossary.yaml': 'name: G\n', 'glossaries/g/terms.csv': 'en,de\n' } },
  ),
  {
    line: 't.csv:1:7: warning: 1 cell of the column "Category": not kept; --columns can set its use [import-not-kept]',
    async show() {
      const read = readTermbase({ bytes: Buffer.from('en,de,Category\nhouse,Haus,red\n'), file: 't.csv' });
      return findingsText(lossFindings([read]));
    },
  },
  {
    line: 'glossary.yaml:1:1: error: as amazon the terms have 11000039 bytes, at most 10485760 are allowed; choose some with --lang or --status [export-too-large]',
    async show() {
      const concepts = Array.from({ length: 11 }, () => ({
        line: 1,
        terms: [
          { language: 'en', text: 'x'.repeat(1_000_000) },
          { language: 'de', text: 'y' },
        ],
      }));
      const input = { termbase: { concepts }, languages: ['en', 'de'], title: 'G', escapesFormulas: false };
      return findingsText(writeTermbase({ ...input, file: 'glossary.yaml' }, 'amazon').findings);
    },
  },
];

import { inDictionary, inFiles, inTable, type Row } from './row.ts';

const latin1 = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0));

const FORM: readonly Row[] = [
  inDictionary(
    'glossaries/g/en-de.csv:1:1: error: "glossaries/g/en-de.csv" is a spreadsheet (XLSX, ODS, Numbers or XLS), which is not read; export it as CSV in UTF-8 [spreadsheet-not-read]',
    latin1('PK\u0003\u0004xl/workbook.xml'),
  ),
  inFiles(
    'glossaries/g/glossary.yaml:3:13: error: "glossaries/g/terms.xlsx" is a spreadsheet (XLSX, ODS, Numbers or XLS), which is not read; export it as CSV in UTF-8 [spreadsheet-not-read]',
    {
      'glossaries/g/glossary.yaml': 'name: G\ntables:\n  - { file: terms.xlsx, pairs: [en->de] }\n',
      'glossaries/g/terms.xlsx': 'PK',
    },
  ),
  inDictionary(
    'glossaries/g/en-de.csv:2:7: error: the file is not UTF-8, it looks like Windows-1252; save it as UTF-8 [file-not-utf-8]',
    latin1('house,Haus\ndoor,T\u00fcr\n'),
  ),
  inDictionary(
    'glossaries/g/en-de.csv:2:1: error: the quote that opens here is never closed; close it, or double it if it belongs to the phrase [quote-not-closed]',
    'house,Haus\n"cat,Katze\n',
  ),
  inDictionary(
    'glossaries/g/en-de.csv:2:1: error: text follows the closing quote of the field that opens here; double the quotes that belong to the phrase [text-after-quote]',
    'house,Haus\n"cat" x,Katze\n',
  ),
  inDictionary(
    'glossaries/g/en-de.csv:502:1: error: 500 errors in quotes, the lines from here on are not read; fix the errors above first [too-many-quote-errors]',
    'house,Haus\n'.concat('"cat" x,Katze\n'.repeat(501)),
  ),
  inDictionary(
    'glossaries/g/en-de.csv:1:1: error: 1 row begins with "#" and white space, first "# a comment"; set comments: "#" in glossary.yaml if such rows are comments, or comments: none if they are terms [comment-or-term]',
    '# a comment\nhouse,Haus\n',
  ),
  inDictionary(
    'glossaries/g/en-de.csv:2:1: warning: the term "# 1" begins with "#" and white space, and only its quotes keep it from being a comment; a spreadsheet drops them, so set "comments: none" in glossary.yaml [quoted-comment]',
    'house,Haus\n"# 1",Nr. 1\n',
    'comments: "#"\n',
  ),
  inDictionary(
    'glossaries/g/en-de.csv:2:1: error: the row has one column, "cat"; a source and a target phrase are needed [row-one-column]',
    'house,Haus\ncat\n',
  ),
  inDictionary(
    'glossaries/g/en-de.csv:2:11: error: the row has 3 columns; allowed are two (source, target), four (with the languages of the row) or those that a header names; quote phrases that contain the delimiter [row-columns]',
    'house,Haus\ncat,Katze,Kater\n',
  ),
  inDictionary(
    'glossaries/g/en-de.csv:2:10: error: the row is for "en,fr", the dictionary for en,de; the service would ignore the row [row-other-pair]',
    'house,Haus\ncat,chat,en,fr\n',
  ),
  inDictionary(
    'glossaries/g/en-de.csv:1:1: error: the first row (source, Ziel) reads like a header; set "header: true" in glossary.yaml if it is one, or "header: false" if it is an entry [header-or-entry]',
    'source,Ziel\nhouse,Haus\n',
  ),
  inDictionary(
    'glossaries/g/en-de.csv:1:1: error: the first row (de, en) names de->en, but the dictionary is en->de; swap the columns or rename the file, or set "header: false" in glossary.yaml if the row is an entry [header-contradicts]',
    'de,en\nHaus,house\n',
  ),
  inDictionary(
    'glossaries/g/en-de.csv:1:7: error: the column "fr" is another language, but a dictionary file contains one pair; list the file under "tables:" in glossary.yaml, or set its use under "columns:" [dictionary-language-column]',
    'en,de,fr\nhouse,Haus,maison\n',
  ),
  inDictionary(
    'glossaries/g/en-de.csv:1:1: info: the first row (English, German) is read as a header; set "header: false" in glossary.yaml if it is an entry [header-skipped]',
    'English,German\nhouse,Haus\n',
  ),
  inDictionary(
    'glossaries/g/en-de.csv:1:1: warning: the file has no entries, which is the same as no dictionary [dictionary-without-rows]',
    '',
  ),
];

const PHRASES: readonly Row[] = [
  inDictionary('glossaries/g/en-de.csv:2:1: error: the source phrase is empty [phrase-empty]', 'house,Haus\n,Katze\n'),
  inDictionary(
    'glossaries/g/en-de.csv:2:1: error: the phrase "a⏎b" contains a line end, none is allowed [phrase-line-end]',
    'house,Haus\n"a\nb",Katze\n',
  ),
  inDictionary(
    'glossaries/g/en-de.csv:2:1: error: the phrase "a⟨U+0007⟩b" contains the control character ⟨U+0007⟩, none is allowed [phrase-control-character]',
    'house,Haus\na\u0007b,Katze\n',
  ),
  inDictionary(
    'glossaries/g/en-de.csv:2:5: error: the phrase " Katze" begins or ends with white space, none is allowed there [phrase-outer-space]',
    'house,Haus\ncat, Katze\n',
  ),
  inDictionary(
    'glossaries/g/en-de.csv:2:5: error: phrase is 1025 bytes in UTF-8, at most 1024 are allowed [phrase-too-long]',
    `house,Haus\ncat,${'x'.repeat(1025)}\n`,
  ),
  inDictionary(
    'glossaries/g/en-de.csv:2:1: error: "house" is translated twice: "Haus" on line 1 and "Heim" here; one translation per source phrase is allowed, so remove one or mark one with "yes" in a column "preferred" (see glossaries/g/en-de.csv:1:1) [duplicate-source]',
    'house,Haus\nhouse,Heim\n',
  ),
  inDictionary(
    'glossaries/g/en-de.csv:2:1: warning: "house" appears twice with the same translation, first on line 1; it is sent once (see glossaries/g/en-de.csv:1:1) [duplicate-source-same-target]',
    'house,Haus\nhouse,Haus\n',
  ),
  inDictionary(
    'glossaries/g/en-de.csv:1:1: error: the dictionary has 10630690 bytes, at most 10000000 are allowed [dictionary-too-large]',
    tooLarge(),
  ),
  inDictionary(
    'glossaries/g/en-de.csv:2:12: error: "maybe" in the column "preferred" is neither yes nor no; allowed are yes, true, 1, x and the like, no, false, 0, - and the like, or a blank cell [preferred-unknown]',
    'en,de,preferred\nhouse,Haus,maybe\n',
  ),
  inDictionary(
    'glossaries/g/en-de.csv:3:1: error: "run" is translated twice: "laufen" on line 2 and "Lauf" here; one translation per source phrase is allowed, so say which is sent in glossary.yaml (choose: { pos: [verb, noun] }), remove one or mark one with "yes" in a column "preferred" (see glossaries/g/en-de.csv:2:1) [duplicate-source]',
    'source,target,pos\nrun,laufen,Verb\nrun,Lauf,noun\n',
  ),
  inDictionary(
    'glossaries/g/en-de.csv:3:1: error: "run" is translated twice: "laufen" on line 2 and "Lauf" here, and "choose: status" does not say which is sent; give the rows different statuses, remove one or mark one with "yes" in a column "preferred" (see glossaries/g/en-de.csv:2:1) [choice-tie]',
    'source,target,pos\nrun,laufen,verb\nrun,Lauf,noun\n',
    'choose: status\n',
  ),
  inDictionary(
    'glossaries/g/en-de.csv:2:12: error: "aproved" in the column "Zustand" is no status (2 rows), allowed: preferred, approved, admitted, draft, deprecated, rejected or forbidden and the words of other systems for them; did you mean "approved"?; a word of your own is explained in glossary.yaml, such as columns: { Zustand: { status: { aproved: approved } } } (a column of something else is a note under "columns:") [status-unknown]',
    'en,de,Zustand\nhouse,Haus,aproved\ncat,Katze,Aproved\n',
    'columns: { Zustand: status }\n',
  ),
  inDictionary(
    'glossaries/g/en-de.csv:2:12: error: "maybe" in the column "Translatable" is neither yes nor no; allowed are yes, true, 1, x and the like, no, false, 0, - and the like, or a blank cell (a column of something else is a note under "columns:") [cell-not-yes-or-no]',
    'en,de,Translatable\nhouse,Haus,maybe\n',
  ),
];

/** Just over 10 MB of entries that differ. */
function tooLarge(): string {
  const filler = 'x'.repeat(1000);
  return Array.from({ length: 5300 }, (_, index) => `${index}${filler},${filler}\n`).join('');
}

const TABLES: readonly Row[] = [
  inTable(
    'glossaries/g/terms.csv:3:1: error: the row has no phrase in "en", but a translation into de; fill in the phrase, or clear the row [row-source-blank]',
    'en,de\nhouse,Haus\n,Katze\n',
  ),
  inTable(
    'glossaries/g/terms.csv:2:12: error: the row has 3 columns, but the header has 2; quote phrases that contain the delimiter [table-row-columns]',
    'en,de\nhouse,Haus,Heim\ncat,Katze\n',
  ),
  inTable(
    'glossaries/g/terms.csv:1:7: error: the column "Frensh" looks like one of a language (fr) but is not read as one; set its use under "columns:" in glossary.yaml: columns: { Frensh: fr } (a language, note or ignore) [table-column-unclear]',
    'en,de,Frensh\nhouse,Haus,maison\n',
  ),
  inTable(
    'glossaries/g/terms.csv:1:7: warning: Lexform does not know the columns Zweck: they are kept but not sent; confirm this under "columns:" in glossary.yaml: columns: { Zweck: note } (or name a language, status, ignore, example or preferred) [table-columns-unknown]',
    'en,de,Zweck\nhouse,Haus,x\n',
  ),
  inTable(
    'glossaries/g/terms.csv:1:1: error: the first row names fewer than two languages; a table has a column for each, such as en,de,fr; "columns:" in glossary.yaml sets the columns of languages, such as columns: { "Source term": en } [table-header]',
    'house,Haus\ncat,Katze\n',
    '[en->de]',
  ),
  inTable(
    'glossaries/g/terms.csv:1:7: error: the language "de" has a column already, one for each is allowed [table-language-twice]',
    'en,de,German\nhouse,Haus,Haus\n',
  ),
  inTable(
    'glossaries/g/terms.csv:1:1: error: "en->fr" matches no pair of the languages of the table: en, de [table-pair-unknown]',
    'en,de\nhouse,Haus\n',
    '[en->de, en->fr]',
  ),
  inTable(
    'glossaries/g/terms.csv:1:1: error: the first row has 1001 columns, a table has at most 1000 [table-too-wide]',
    `${'x,'.repeat(1000)}en\n`,
  ),
  inTable(
    'glossaries/g/terms.csv:1:4: error: "pt-BR" is a variant, only base languages are allowed; use "pt", or give the variant a glossary in glossary.yaml: variants: { pt-BR: { over: pt } } [language-variant]',
    'en,pt-BR\nhouse,casa\n',
    '[en->pt]',
  ),
  inTable(
    'glossaries/g/terms.csv:3:1: error: "house" is translated twice in en->de: "Haus" on line 2 and "Heim" here; one translation per source phrase is allowed, so remove one or mark one with "yes" in a column "preferred" (see glossaries/g/terms.csv:2:1) [duplicate-source]',
    'en,de\nhouse,Haus\nhouse,Heim\n',
    '[en->de]',
  ),
];

/**
 * What is said of a file in which no row is an entry: none of its cells is quoted, since a glossary may name any file.
 */
const NO_DICTIONARY: readonly Row[] = [
  inDictionary(
    'glossaries/g/en-de.csv:1:1: error: the row has one column; a source and a target phrase are needed [row-one-column]',
    'cat\n',
  ),
  inDictionary(
    'glossaries/g/en-de.csv:1:10: error: the row is for other languages, the dictionary for en,de; the service would ignore the row [row-other-pair]',
    'cat,chat,en,fr\n',
  ),
  inDictionary(
    'glossaries/g/en-de.csv:2:5: error: the phrase begins or ends with white space, none is allowed there [phrase-outer-space]',
    'source,target,note\ncat, ,x\n',
  ),
  inDictionary(
    'glossaries/g/en-de.csv:1:1: error: 2 rows begin with "#" and white space; set comments: "#" in glossary.yaml if such rows are comments, or comments: none if they are terms [comment-or-term]',
    '# a\n# b\n',
  ),
  inDictionary(
    'glossaries/g/en-de.csv:1:1: error: the first row names other languages, but the dictionary is en->de; swap the columns or rename the file, or set "header: false" in glossary.yaml if the row is an entry [header-contradicts]',
    'de,en\n',
  ),
  inTable(
    'glossaries/g/terms.csv:1:7: warning: Lexform does not know some columns: they are kept but not sent; confirm this under "columns:" in glossary.yaml (or name a language, status, ignore, example or preferred) [table-columns-unknown]',
    'en,de,Zweck,Umfang\n',
  ),
];

/** What else is said of a table or a file of which some cells may be quoted, or none. */
const VARIANTS: readonly Row[] = [
  inTable(
    'glossaries/g/terms.csv:1:4: error: "pt-BR" is a variant, only base languages are allowed; use "pt", or map the column to it in glossary.yaml: columns: { pt-BR: pt }, or give the variant a glossary in glossary.yaml: variants: { pt-BR: { over: pt } } [language-variant]',
    'en,pt-BR,de\nhouse,casa,Haus\n',
    '[en->pt, en->de]',
  ),
  inDictionary(
    'glossaries/g/en-de.csv:2:8: error: a word in the column "preferred" is neither yes nor no; allowed are yes, true, 1, x and the like, no, false, 0, - and the like, or a blank cell [preferred-unknown]',
    'en,de,preferred\nhouse,,maybe\n',
  ),
];

export const DICTIONARY_ROWS: readonly Row[] = [...FORM, ...NO_DICTIONARY, ...VARIANTS, ...PHRASES, ...TABLES];

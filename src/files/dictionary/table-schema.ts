import { basename } from 'node:path/posix';
import type { LanguagePair } from '../../model/entries/language-pair.ts';
import type { FileForm } from '../../model/file-form.ts';
import { isBlankRow, mayBeComment } from '../delimited/row.ts';
import type { TableText, TextRow } from '../delimited/table-text.ts';
import { headedColumns } from './column-use.ts';
import { parseDictionaryName } from './dictionary-name.ts';
import { phraseColumns } from './dictionary-schema.ts';
import { plainHeader } from './read-heading.ts';
import { wideSchema } from './wide-schema.ts';

/** The settings of a workspace for a CSV or TSV file. Missing settings are found from the name and the header. */
export interface TableForm extends FileForm {
  /** For a file with one dictionary. */
  readonly pair?: LanguagePair;
  /** For a wide table. */
  readonly pairs?: readonly string[];
}

/** The layout of a table: its header and the meaning of its columns. */
export interface TableShape {
  /** The header, if the table has one. */
  readonly header?: TextRow;
  /** The column of the terms. */
  readonly term: number;
  /** Columns that distinguish two rows with the same term, such as the part of speech. */
  readonly telling: readonly number[];
}

/** Headers of columns that distinguish the senses of a term, as `plainHeader` writes them. */
const TELLING = new Set(
  (
    'pos|part|part of speech|partofspeech|word class|gender|wortart|genus|nature grammaticale|categoría gramatical|' +
    'context|contexts|kontext|contexte|contexto|domain|domaine|dominio|fachgebiet|subject field|sense|词性|品詞|语境'
  ).split('|'),
);

/** True for a row that is a comment and not part of the table. */
export const isCommentRow = ({ raw }: TextRow, { delimiter }: TableText, { comments }: TableForm): boolean =>
  comments !== 'none' && mayBeComment(raw, delimiter);

/** Replaces an unknown pair: no header matches these languages, so only words such as `source` and `target` count. */
const NO_PAIR: LanguagePair = { source: '\u0000', target: '\u0000' };

function namedPair(file: string): LanguagePair | undefined {
  const named = parseDictionaryName(basename(file));
  return named.kind === 'pair' ? { source: named.source.toLowerCase(), target: named.target.toLowerCase() } : undefined;
}

/** The column of the source language of the first pair. Default: the first language. */
function firstLanguage(languages: ReadonlyMap<string, number>, pairs: readonly string[] = []): number {
  const [source = ''] = (pairs[0] ?? '').split('->').map((side) => side.trim().toLowerCase());
  return languages.get(source) ?? [...languages.values()][0] ?? 0;
}

/** The column of the terms, by the first row; `undefined` if that row is not a header. */
function namedTerm({ texts, raw, line }: TextRow, file: string, form: TableForm): number | undefined {
  const row = { texts, line, start: 0, end: raw.length };
  const pair = form.pair ?? (form.pairs === undefined ? namedPair(file) : undefined);
  const phrases = phraseColumns(headedColumns(row, { file, ...form }), pair ?? NO_PAIR);
  if (phrases !== undefined && form.pairs === undefined) return phrases.source;
  const { languages } = wideSchema(row, { file, ...form });
  // A first entry such as `en,de` could name two languages. A header of a wide table has more columns, or the file name
  // already gives the pair.
  return languages.size >= 2 && (form.pairs !== undefined || pair === undefined)
    ? firstLanguage(languages, form.pairs)
    : undefined;
}

/** Finds the header and the column of the terms. Default without a header: the first column. */
export function tableShape(table: TableText, file: string, form: TableForm): TableShape {
  const first = table.rows.find((row) => !isBlankRow(row) && !isCommentRow(row, table, form));
  const term = first === undefined || form.header === false ? undefined : namedTerm(first, file, form);
  if (first === undefined || (term === undefined && form.header !== true)) return { term: 0, telling: [] };
  const telling = [...first.texts.keys()].filter((column) => TELLING.has(plainHeader(first.texts[column] ?? '')));
  return { header: first, term: term ?? 0, telling: telling.filter((column) => column !== term) };
}

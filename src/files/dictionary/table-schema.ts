import { basename } from 'node:path/posix';
import type { LanguagePair } from '../../model/entries/language-pair.ts';
import type { FileForm } from '../../model/file-form.ts';
import { mayBeComment } from '../delimited/comments.ts';
import { isBlankRow } from '../delimited/row.ts';
import type { TableText, TextRow } from '../delimited/table-text.ts';
import { headedColumns } from './column-use.ts';
import { parseDictionaryName } from './dictionary-name.ts';
import { phraseColumns } from './dictionary-schema.ts';
import { plainHeader } from './read-heading.ts';
import { wideSchema } from './wide-schema.ts';

/** What a workspace says of a CSV or TSV file. What is left out is found from the name and the header. */
export interface TableForm extends FileForm {
  /** Of a file with one dictionary. */
  readonly pair?: LanguagePair;
  /** Of a wide table. */
  readonly pairs?: readonly string[];
}

/** What its rows mean. */
export interface TableShape {
  /** The header, if the table has one. */
  readonly header?: TextRow;
  /** The column of the terms. */
  readonly term: number;
  /** Columns that tell two rows of one term apart, such as the part of speech. */
  readonly telling: readonly number[];
}

/** Headers of columns that tell the senses of a term apart, as `plainHeader` writes them. */
const TELLING = new Set(
  (
    'pos|part|part of speech|partofspeech|word class|gender|wortart|genus|nature grammaticale|categoría gramatical|' +
    'context|contexts|kontext|contexte|contexto|domain|domaine|dominio|fachgebiet|subject field|sense|词性|品詞|语境'
  ).split('|'),
);

/** True for a row that is a line of text to people and none of the table. */
export const isCommentRow = ({ raw }: TextRow, { delimiter }: TableText, { comments }: TableForm): boolean =>
  comments !== 'none' && mayBeComment(raw, delimiter);

/** A pair that no header names by its languages: only words such as `source` and `target` count then. */
const NO_PAIR: LanguagePair = { source: '\u0000', target: '\u0000' };

function namedPair(file: string): LanguagePair | undefined {
  const named = parseDictionaryName(basename(file));
  return named.kind === 'pair' ? { source: named.source.toLowerCase(), target: named.target.toLowerCase() } : undefined;
}

/** The column of the language that the pairs begin with: the first language where they name none. */
function firstLanguage(languages: ReadonlyMap<string, number>, pairs: readonly string[] = []): number {
  const [source = ''] = (pairs[0] ?? '').split('->').map((side) => side.trim().toLowerCase());
  return languages.get(source) ?? [...languages.values()][0] ?? 0;
}

/** The column of the terms that a first row names; `undefined` when it is no header. */
function namedTerm({ texts, raw, line }: TextRow, file: string, form: TableForm): number | undefined {
  const row = { texts, line, start: 0, end: raw.length };
  const pair = form.pair ?? (form.pairs === undefined ? namedPair(file) : undefined);
  const phrases = phraseColumns(headedColumns(row, { file, ...form }), pair ?? NO_PAIR);
  if (phrases !== undefined && form.pairs === undefined) return phrases.source;
  const { languages } = wideSchema(row, { file, ...form });
  // A first entry such as `en,de` could name two languages; a table has one column more, or a pair by its name.
  return languages.size >= 2 && (form.pairs !== undefined || pair === undefined)
    ? firstLanguage(languages, form.pairs)
    : undefined;
}

/** Finds the header and the column of the terms. Without a header, the terms stand in the first column. */
export function tableShape(table: TableText, file: string, form: TableForm): TableShape {
  const first = table.rows.find((row) => !isBlankRow(row) && !isCommentRow(row, table, form));
  const term = first === undefined || form.header === false ? undefined : namedTerm(first, file, form);
  if (first === undefined || (term === undefined && form.header !== true)) return { term: 0, telling: [] };
  const telling = [...first.texts.keys()].filter((column) => TELLING.has(plainHeader(first.texts[column] ?? '')));
  return { header: first, term: term ?? 0, telling: telling.filter((column) => column !== term) };
}

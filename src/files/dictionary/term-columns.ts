import type { TermFields } from '../../model/entries/term-fields.ts';
import { plainStatusWord, readTermStatus, TERM_STATUSES, type TermStatus } from '../../model/entries/term-status.ts';
import type { FileForm, StatusWords } from '../../model/file-form.ts';
import { errorAt, type Finding } from '../../model/finding.ts';
import { columnOf, type Row } from '../delimited/row.ts';
import { type HeadedColumn, statusWordsLine } from './column-use.ts';
import { checkYesNo, saysNo, saysYes } from './preferred-rows.ts';
import { TERM_COLUMNS, type TermColumn } from './read-heading.ts';
import { isSentStatus } from './sent-rows.ts';
import { unknownStatuses } from './unknown-statuses.ts';

/** The columns of a file that say something of its terms: the first one for each use, but every one with notes. */
export interface TermColumns extends Readonly<Partial<Record<Exclude<TermColumn, 'note'>, number>>> {
  readonly notes: readonly number[];
  /** Column that marks the row to use where several rows have one source phrase. */
  readonly preferred?: number;
  /** What words of its own the column of statuses has. */
  readonly statusWords?: StatusWords;
}

/** What the first row of a CSV or TSV file says of its columns. */
export interface TableSchema {
  /** How many rows at the top are a header. */
  readonly headers: 0 | 1;
  /** Columns that say something of the terms; absent: there are none. */
  readonly terms?: TermColumns;
  readonly findings: readonly Finding[];
}

const USES: readonly string[] = [...TERM_COLUMNS, 'preferred'];

/** The columns that say something of their terms; `undefined` when there are none. `others`: not these. */
export function termColumns(columns: readonly HeadedColumn[], others: readonly number[] = []): TermColumns | undefined {
  const first: Partial<Record<TermColumn | 'preferred', number>> = {};
  const notes: number[] = [];
  let statusWords: StatusWords | undefined;
  for (const { column, said, use } of columns) {
    if (others.includes(column) || !USES.includes(use.kind)) continue;
    const kind = use.kind as TermColumn | 'preferred';
    if (kind === 'note') notes.push(column);
    if (first[kind] === undefined && said?.kind === 'status') statusWords = said.words;
    first[kind] ??= column;
  }
  const { note, ...found } = first;
  if (notes.length === 0 && Object.keys(found).length === 0) return undefined;
  return { ...found, notes, ...(statusWords !== undefined && { statusWords }) };
}

/** The status that a cell says; `undefined` when it is blank or no word for one that is known. */
export const statusIn = (cell: string, words: StatusWords | undefined): TermStatus | undefined =>
  words?.get(plainStatusWord(cell)) ?? readTermStatus(cell);

/** What a row says of its term; `undefined` when it says nothing. A term that is marked forbidden has that status. */
export function termFieldsOf({ texts }: Row, columns: TermColumns): TermFields | undefined {
  const { pos, definition, lint, notes, status, statusWords, forbidden } = columns;
  // One object is filled: copies would cost more than all the rest of a row.
  const fields: { -readonly [Name in keyof TermFields]: TermFields[Name] } = {};
  let isEmpty = true;
  const cell = (column: number | undefined): string => (column === undefined ? '' : (texts[column]?.trim() ?? ''));
  const put = <Name extends keyof TermFields>(name: Name, value: TermFields[Name] | ''): void => {
    if (value === undefined || value === '') return;
    fields[name] = value;
    isEmpty = false;
  };
  put('status', saysYes(cell(forbidden)) ? 'forbidden' : statusIn(cell(status), statusWords));
  put('partOfSpeech', cell(pos));
  const said = notes.map(cell).filter((text) => text !== '');
  put('note', said.join('; '));
  put('definition', cell(definition));
  put('lint', cell(lint));
  return isEmpty ? undefined : fields;
}

/** What a row says of itself, for every dictionary that it counts in. */
export interface RowTerms {
  readonly fields?: TermFields;
  /** True: its status is none that is sent. */
  readonly isHeld: boolean;
  /** True: a blank target stands for the source phrase, as with `translate: no`. */
  readonly copies: boolean;
  /** True: it is marked as the row to use where several have one source phrase. */
  readonly preferred: boolean;
}

const NOTHING_SAID: RowTerms = { isHeld: false, copies: false, preferred: false };

export function rowTerms(row: Row, columns: TermColumns | undefined, send: FileForm['send']): RowTerms {
  if (columns === undefined) return NOTHING_SAID;
  const fields = termFieldsOf(row, columns);
  const isHeld = !isSentStatus(fields, columns.status !== undefined, send);
  const cell = (column: number | undefined): string | undefined =>
    column === undefined ? undefined : row.texts[column];
  const copies = saysNo(cell(columns.translate)) || saysYes(cell(columns['do-not-translate']));
  const preferred = saysYes(cell(columns.preferred));
  return fields === undefined ? { isHeld, copies, preferred } : { fields, isHeld, copies, preferred };
}

/** The target of a row as it counts: a blank one may stand for the source phrase. */
export const countedTarget = (source: string, target: string, { copies }: Pick<RowTerms, 'copies'>): string =>
  copies && target.trim() === '' ? source : target;

/**
 * An error for each word of a column of statuses that is none, where it stands first, with the line that explains it.
 */
function checkStatuses(rows: readonly Row[], column: number, header: string, { words, file }: StatusInput): Finding[] {
  const unknown = unknownStatuses();
  for (const row of rows) {
    const found = row.texts[column]?.trim() ?? '';
    if (found === '' || statusIn(found, words) !== undefined) continue;
    unknown.add(found, { file, line: row.line, column: columnOf(row, column) });
  }
  return unknown.list().map(({ found, at, times, near }) =>
    errorAt('status-unknown', at, {
      found,
      header,
      rows: times,
      allowed: [...TERM_STATUSES],
      line: statusWordsLine(header, [[found, near ?? 'draft']]),
      ...(near !== undefined && { suggestion: near }),
    }),
  );
}

interface StatusInput {
  readonly words: StatusWords | undefined;
  readonly file: string;
}

/** The faults of the cells that say something of the terms. */
export function checkTerms(
  rows: readonly Row[],
  header: Row | undefined,
  columns: TermColumns | undefined,
  file: string,
): readonly Finding[] {
  if (columns === undefined || header === undefined) return [];
  const { status, statusWords: words, preferred, forbidden, translate, 'do-not-translate': kept } = columns;
  const headerOf = (column: number): string => header.texts[column]?.trim() ?? '';
  return [
    ...(preferred === undefined ? [] : checkYesNo(rows, preferred, file)),
    ...(status === undefined ? [] : checkStatuses(rows, status, headerOf(status), { words, file })),
    ...[forbidden, translate, kept].flatMap((column) =>
      column === undefined ? [] : checkYesNo(rows, column, file, headerOf(column)),
    ),
  ];
}

import type { TermFields } from '../../model/entries/term-fields.ts';
import { plainStatusWord, readTermStatus, type TermStatus } from '../../model/entries/term-status.ts';
import type { FileForm, StatusWords } from '../../model/file-form.ts';
import type { Row } from '../delimited/row.ts';
import { useOf } from './column-use.ts';
import { saysYes } from './preferred-rows.ts';
import { readHeading, TERM_COLUMNS, type TermColumn } from './read-heading.ts';

/** The columns of a file that say something of its terms: the first one for each use, but every one with notes. */
export interface TermColumns extends Readonly<Partial<Record<Exclude<TermColumn, 'note'>, number>>> {
  readonly notes: readonly number[];
  /** What words of its own the column of statuses has. */
  readonly statusWords?: StatusWords;
}

const USES: readonly string[] = TERM_COLUMNS;

/** The columns of a header that say something of its terms; `undefined` when it has none. `others`: not these. */
export function termColumns(
  headers: readonly string[],
  said: FileForm['columns'],
  others: readonly number[] = [],
): TermColumns | undefined {
  const first: Partial<Record<TermColumn, number>> = {};
  const notes: number[] = [];
  let statusWords: StatusWords | undefined;
  for (const [column, header] of headers.entries()) {
    const told = useOf(header, said);
    const use = told ?? readHeading(header);
    if (others.includes(column) || !USES.includes(use.kind)) continue;
    const kind = use.kind as TermColumn;
    if (kind === 'note') notes.push(column);
    if (first[kind] === undefined && told?.kind === 'status') statusWords = told.words;
    first[kind] ??= column;
  }
  const { note, ...columns } = first;
  if (notes.length === 0 && Object.keys(columns).length === 0) return undefined;
  return { ...columns, notes, ...(statusWords !== undefined && { statusWords }) };
}

/** The status that a cell says; `undefined` when it is blank or no word for one that is known. */
export const statusIn = (cell: string, words: StatusWords | undefined): TermStatus | undefined =>
  words?.get(plainStatusWord(cell)) ?? readTermStatus(cell);

/** What a row says of its term; `undefined` when it says nothing. A term that is marked forbidden has that status. */
export function termFieldsOf({ texts }: Row, columns: TermColumns | undefined): TermFields | undefined {
  if (columns === undefined) return undefined;
  const cell = (column: number | undefined): string | undefined =>
    (column === undefined ? undefined : texts[column]?.trim()) || undefined;
  const [partOfSpeech, definition, lint] = [cell(columns.pos), cell(columns.definition), cell(columns.lint)];
  const note = columns.notes.flatMap((column) => cell(column) ?? []).join('; ');
  const status = saysYes(cell(columns.forbidden))
    ? 'forbidden'
    : statusIn(cell(columns.status) ?? '', columns.statusWords);
  const fields: TermFields = {
    ...(status !== undefined && { status }),
    ...(partOfSpeech !== undefined && { partOfSpeech }),
    ...(note !== '' && { note }),
    ...(definition !== undefined && { definition }),
    ...(lint !== undefined && { lint }),
  };
  return Object.keys(fields).length === 0 ? undefined : fields;
}

import type { Choice, HeldBackRow, SentStatus } from '../../model/entries/held-back.ts';
import type { TermFields } from '../../model/entries/term-fields.ts';
import { plainStatusWord, readTermStatus, TERM_STATUSES, type TermStatus } from '../../model/entries/term-status.ts';
import type { FileForm, StatusWords } from '../../model/file-form.ts';
import { errorAt, type Finding, type SourceRef } from '../../model/finding.ts';
import { grouped } from '../../model/lists.ts';
import { columnOf, type Row } from '../delimited/row.ts';
import { chooseLine, type HeadedColumn, statusWordsLine, unknownStatuses } from './column-use.ts';
import { checkYesNo, saysNo, saysYes } from './preferred-rows.ts';
import { TERM_COLUMNS, type TermColumn } from './read-heading.ts';

/** The statuses of rows that are sent by default, without `send:`. */
export const SENT_BY_DEFAULT: readonly SentStatus[] = ['none', 'preferred', 'approved', 'draft'];

/** True for a row that is sent because of its status. `hasColumn`: its file has a column of statuses. */
export function isSentStatus(fields: TermFields | undefined, hasColumn: boolean, send = SENT_BY_DEFAULT): boolean {
  const status = fields?.status ?? 'none';
  return send.includes(status) || (status === 'none' && !hasColumn);
}

/**
 * The status that a new row needs in order to be sent: the weakest in `send`. `undefined`: a row without a status is
 * sent.
 */
export const statusOfNewRow = (hasColumn: boolean, send = SENT_BY_DEFAULT): TermStatus | undefined =>
  isSentStatus(undefined, hasColumn, send) ? undefined : TERM_STATUSES.findLast((status) => send.includes(status));

/** The facts that decide which of several rows with one source phrase is sent. */
export interface Choosable {
  readonly preferred: boolean;
  /** Required, even if the row has none: a copy with one more member would cost more than the rest of the row. */
  readonly fields: TermFields | undefined;
}

/** One row as a candidate for one dictionary. */
export interface CandidateRow extends Choosable {
  readonly source: string;
  readonly target: string;
  readonly line: number;
  readonly column: number;
  readonly targetColumn: number;
}

/** A part of speech in one spelling, as in a `Choice`. */
export const plainPos = (text: string): string => text.normalize('NFC').trim().toLowerCase();

/** The rank of a row by a choice: the row with the lowest rank is sent. */
function rankOf({ fields }: Choosable, choice: Exclude<Choice, { readonly kind: 'first' }>): number {
  if (choice.kind === 'status') return TERM_STATUSES.indexOf(fields?.status ?? 'approved');
  const place = choice.order.indexOf(plainPos(fields?.partOfSpeech ?? ''));
  return place < 0 ? choice.order.length : place;
}

/**
 * The rows to send, of those with one source phrase in file order. If exactly one is marked preferred, it is that row.
 * Otherwise `choose` decides among the marked rows, or among all if none is marked. Several rows in the result are
 * duplicates, or a tie.
 */
export function chosenOf<Row extends Choosable>(rows: readonly Row[], choose: Choice | undefined): readonly Row[] {
  if (rows.length < 2) return rows;
  const marked = rows.filter(({ preferred }) => preferred);
  if (marked.length === 1) return marked;
  if (choose === undefined) return rows;
  const among = marked.length === 0 ? rows : marked;
  if (choose.kind === 'first') return among.slice(0, 1);
  const best = Math.min(...among.map((row) => rankOf(row, choose)));
  return among.filter((row) => rankOf(row, choose) === best);
}

/** A row that is not sent, with its details for a report. */
export const unsentRow = (
  { source, target, fields }: Pick<CandidateRow, 'source' | 'target' | 'fields'>,
  at: SourceRef,
  by?: HeldBackRow['by'],
): HeldBackRow => ({
  source,
  target,
  at,
  ...(by === undefined ? { reason: 'status' } : { reason: 'choice', by }),
  ...(fields?.status !== undefined && { status: fields.status }),
  ...(fields?.partOfSpeech !== undefined && { partOfSpeech: fields.partOfSpeech }),
});

/**
 * The rows of one dictionary that are sent, and the rows that are not because another row with their source phrase is.
 */
export function chooseRows(
  candidates: readonly CandidateRow[],
  choose: Choice | undefined,
  file: string,
): { readonly sent: readonly CandidateRow[]; readonly heldBack: readonly HeldBackRow[] } {
  if (choose === undefined && !candidates.some(({ preferred }) => preferred)) return { sent: candidates, heldBack: [] };
  const by = new Map<CandidateRow, HeldBackRow['by']>();
  for (const same of grouped(candidates, ({ source }) => source).values()) {
    const sent = chosenOf(same, choose);
    const isMarked = same.some(({ preferred }) => preferred);
    for (const row of same)
      if (!sent.includes(row)) by.set(row, isMarked && !row.preferred ? 'preferred' : choose?.kind);
  }
  return {
    sent: candidates.filter((row) => !by.has(row)),
    heldBack: [...by].map(([row, reason]) => unsentRow(row, { file, line: row.line, column: row.column }, reason)),
  };
}

/** The `choose:` that would distinguish two rows with one source phrase; empty if no choice can. */
export function choiceOffer(first: TermFields = {}, second: TermFields = {}): { readonly offer?: string } {
  const pos = [first, second].map(({ partOfSpeech }) => plainPos(partOfSpeech ?? ''));
  if (pos[0] !== pos[1]) return { offer: chooseLine(pos.filter((each) => each !== '')) };
  const [one, other] = [first, second].map((fields) => rankOf({ preferred: false, fields }, { kind: 'status' }));
  return one === other ? {} : { offer: 'choose: status' };
}

/** A cell of the column `override`. */
export type OverrideCell =
  /** The translations of the row replace inherited ones. */
  | { readonly kind: 'replace' }
  /** Inherited translations are removed: those into `languages`, or all if it is absent. */
  | { readonly kind: 'remove'; readonly languages?: readonly string[] };

const REMOVE = /^remove(?:\s*:\s*(\S.*))?$/i;

/** The forms that a cell can have, for messages. */
const OVERRIDE_FORMS: readonly string[] = ['yes', 'remove', 'remove: de'];

/** Reads a cell of the column `override`. `undefined`: it is blank or not valid. Languages are in lower case. */
export function overrideIn(cell: string | undefined): OverrideCell | undefined {
  const text = (cell ?? '').trim();
  const [isRemoval, list] = REMOVE.exec(text) ?? [];
  if (isRemoval === undefined) return saysYes(text) ? { kind: 'replace' } : undefined;
  if (list === undefined) return { kind: 'remove' };
  return {
    kind: 'remove',
    languages: list
      .toLowerCase()
      .split(/[\s,;]+/)
      .filter((each) => each !== ''),
  };
}

/** True for a cell that removes the inherited translation into a language. */
export const removesInto = (cell: OverrideCell | undefined, language: string): boolean =>
  cell?.kind === 'remove' && (cell.languages?.includes(language) ?? true);

/** Errors for the cells of a column `override`. `languages`: those into which the file translates. */
export const checkOverrides = (
  rows: readonly Row[],
  column: number,
  languages: readonly string[],
  file: string,
): readonly Finding[] =>
  rows.flatMap((row): readonly Finding[] => {
    const text = row.texts[column] ?? '';
    if (text.trim() === '' || saysNo(text)) return [];
    const at: SourceRef = { file, line: row.line, column: columnOf(row, column) };
    const cell = overrideIn(text);
    if (cell === undefined) return [errorAt('override-unknown', at, { found: text, allowed: [...OVERRIDE_FORMS] })];
    const unknown = cell.kind === 'remove' ? (cell.languages ?? []).filter((each) => !languages.includes(each)) : [];
    return unknown.map((found) => errorAt('override-language', at, { found, allowed: [...languages] }));
  });

/**
 * The columns of a file with information about its terms: the first column for each use, and all columns with notes.
 */
export interface TermColumns extends Readonly<Partial<Record<Exclude<TermColumn, 'note'>, number>>> {
  readonly notes: readonly number[];
  readonly example?: number;
  /** The column that marks the row to use if several rows have the same source phrase. */
  readonly preferred?: number;
  /** The words for statuses that `columns:` defines for this column. */
  readonly statusWords?: StatusWords;
}

/** The schema of a CSV or TSV file, from its first row. */
export interface TableSchema {
  /** Number of header rows at the top. */
  readonly headers: 0 | 1;
  /** Columns with information about the terms. Absent: the file has no such column. */
  readonly terms?: TermColumns;
  readonly findings: readonly Finding[];
}

const USES: readonly string[] = [...TERM_COLUMNS, 'preferred', 'example'];

/** The columns with information about the terms; `undefined` if no column has any. `others`: columns to leave out. */
export function termColumns(columns: readonly HeadedColumn[], others: readonly number[] = []): TermColumns | undefined {
  const first: Partial<Record<TermColumn | 'preferred' | 'example', number>> = {};
  const notes: number[] = [];
  let statusWords: StatusWords | undefined;
  for (const { column, configured, use } of columns) {
    if (others.includes(column) || !USES.includes(use.kind)) continue;
    const kind = use.kind as keyof typeof first;
    if (kind === 'note') notes.push(column);
    if (first[kind] === undefined && configured?.kind === 'status') statusWords = configured.words;
    first[kind] ??= column;
  }
  const { note, ...found } = first;
  if (notes.length === 0 && Object.keys(found).length === 0) return undefined;
  return { ...found, notes, ...(statusWords !== undefined && { statusWords }) };
}

/** The status in a cell; `undefined` if it is blank or not a known word for a status. */
export const statusIn = (cell: string, words: StatusWords | undefined): TermStatus | undefined =>
  words?.get(plainStatusWord(cell)) ?? readTermStatus(cell);

/** The fields of a row's term; `undefined` if all are empty. A term marked as forbidden has that status. */
export function termFieldsOf({ texts }: Row, columns: TermColumns): TermFields | undefined {
  const { pos, definition, example, lint, notes, status, statusWords, forbidden } = columns;
  // Fills one object: copies would cost more than the rest of the row.
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
  const noteTexts = notes.map(cell).filter((text) => text !== '');
  put('note', noteTexts.join('; '));
  put('definition', cell(definition));
  put('example', cell(example));
  put('lint', cell(lint));
  return isEmpty ? undefined : fields;
}

/** The information in a row that applies to every dictionary of the file. */
export interface RowTerms {
  readonly fields?: TermFields;
  /** True: the row is not sent because of its status. */
  readonly isHeld: boolean;
  /** True: a blank target means the source phrase, as with `translate: no`. */
  readonly copies: boolean;
  /** True: marked as the row to use if several rows have the same source phrase. */
  readonly preferred: boolean;
  /** Absent: the row does not override anything. */
  readonly override?: OverrideCell;
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
  const terms = fields === undefined ? { isHeld, copies, preferred } : { fields, isHeld, copies, preferred };
  const override = columns.override === undefined ? undefined : overrideIn(row.texts[columns.override]);
  return override === undefined ? terms : { ...terms, override };
}

/** The target that counts for a row: a blank one may mean the source phrase. */
export const countedTarget = (source: string, target: string, { copies }: Pick<RowTerms, 'copies'>): string =>
  copies && target.trim() === '' ? source : target;

/**
 * An error for each unknown word in a column of statuses, at its first place, with the line for `glossary.yaml` that
 * defines it.
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
      suggestion: near,
    }),
  );
}

interface StatusInput {
  readonly words: StatusWords | undefined;
  readonly file: string;
}

/** Findings about the cells with information about the terms. */
export function checkTerms(
  rows: readonly Row[],
  header: Row | undefined,
  columns: TermColumns | undefined,
  file: string,
): readonly Finding[] {
  if (columns === undefined || header === undefined) return [];
  const { status, statusWords: words, preferred, forbidden, translate, 'do-not-translate': doNotTranslate } = columns;
  const headerOf = (column: number): string => header.texts[column]?.trim() ?? '';
  return [
    ...(preferred === undefined ? [] : checkYesNo(rows, preferred, file)),
    ...(status === undefined ? [] : checkStatuses(rows, status, headerOf(status), { words, file })),
    ...[forbidden, translate, doNotTranslate].flatMap((column) =>
      column === undefined ? [] : checkYesNo(rows, column, file, headerOf(column)),
    ),
  ];
}

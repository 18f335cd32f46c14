import { plainStatusWord, readTermStatus, type TermStatus } from '../../../model/entries/term-status.ts';
import { unknownStatuses } from '../../dictionary/column-use.ts';
import { saysYes } from '../../dictionary/preferred-rows.ts';
import { findingList } from '../../finding-list.ts';
import {
  type Concept,
  type ConceptTerm,
  EXCHANGED_FIELDS,
  type ExchangedField,
  fieldHeader,
  isHeld,
  type LossList,
  languageCode,
  type ReadOptions,
  type ReadTermbase,
  unknownStatusErrors,
} from '../termbase.ts';
import type { ColumnRole } from './column-role.ts';
import { onOneLine } from './one-line.ts';

/** One row of a table of any format. */
export interface CellRow {
  /** The texts of the cells, or those of `columns`. */
  readonly texts: readonly string[];
  /** The columns of `texts`, from 0, ascending, for a row with blank cells. Absent: `texts` are columns 0, 1, 2 … */
  readonly columns?: readonly number[];
  /** The line of a text file, or the row of a sheet. */
  readonly line: number;
  /** The column in the line at which the cell of a column begins, or the column of a sheet, from 1. */
  readonly columnOf: (index: number) => number;
}

/** The text of a column, from 0. '' for a blank cell and beyond the end of the row. */
export function cellAt({ texts, columns }: CellRow, index: number): string {
  if (columns === undefined) return texts[index] ?? '';
  let [low, high] = [0, columns.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((columns[middle] ?? 0) < index) low = middle + 1;
    else high = middle;
  }
  return columns[low] === index ? (texts[low] ?? '') : '';
}

/** Number of columns up to the last cell of a row. */
export const rowWidth = ({ texts, columns }: CellRow): number =>
  columns === undefined ? texts.length : (columns.at(-1) ?? -1) + 1;

/** The cells of a row, including blank ones. Only for single rows, such as a header: each column needs memory. */
export const allCells = (row: CellRow): readonly string[] =>
  row.columns === undefined ? row.texts : Array.from({ length: rowWidth(row) }, (_, index) => cellAt(row, index));

export interface CellsInput extends Pick<ReadOptions, 'pair' | 'statuses' | 'keepsEmpty'> {
  readonly file: string;
  readonly rows: readonly CellRow[];
  readonly roles: readonly ColumnRole[];
  /** The header; absent: the file has none. */
  readonly headers?: CellRow;
  readonly losses: LossList;
}

type Fields = Partial<Record<ExchangedField, string>>;

/** The fields in the columns of a row, by language; '' means all languages. */
type FieldsByLanguage = ReadonlyMap<string, Fields>;

/** The status that a word means; `undefined` if the word is unknown. */
type ReadStatus = (word: string) => TermStatus | undefined;

type FieldValues = { -readonly [Field in ExchangedField]?: NonNullable<ConceptTerm[Field]> };

/**
 * The fields of a row for the terms of a language: the cell of its own column, otherwise the one for all languages. In
 * a table of a workspace, a column for a single language replaces the common column for all terms: a term without its
 * own cell has no value. A status that is not sent applies to all terms of the row.
 */
function fieldsOf(
  fields: FieldsByLanguage,
  language: string,
  { readStatus, whole }: { readonly readStatus: ReadStatus; readonly whole: ReadonlySet<ExchangedField> },
): FieldValues {
  const [ownFields, common] = [fields.get(language), fields.get('')];
  const isSplit = (field: ExchangedField): boolean => {
    if (whole.has(field)) for (const [code, codeFields] of fields) if (code !== '' && codeFields[field]) return true;
    return false;
  };
  const value = (field: ExchangedField): string | undefined =>
    ownFields?.[field] || (isSplit(field) ? undefined : common?.[field]);
  const values: FieldValues = {};
  const rowStatus = whole.has('status') ? readStatus(common?.status ?? '') : undefined;
  const status = isHeld(rowStatus) ? rowStatus : readStatus(value('status') ?? '');
  if (status !== undefined) values.status = status;
  for (const field of ['partOfSpeech', 'definition', 'note'] as const) {
    const text = value(field);
    if (text !== undefined && text !== '') values[field] = text;
  }
  return values;
}

const emptied = (empty: readonly ExchangedField[]): Pick<ConceptTerm, 'empty'> => (empty.length === 0 ? {} : { empty });

const emptyOf = (fields: FieldsByLanguage, language: string): readonly ExchangedField[] =>
  EXCHANGED_FIELDS.filter((field) => {
    const texts = [fields.get(language)?.[field], fields.get('')?.[field]].filter((text) => text !== undefined);
    return texts.length > 0 && texts.every((text) => text === '');
  });

/** The fields in the columns of one row. */
function readFields(row: CellRow, roles: readonly ColumnRole[]): FieldsByLanguage {
  const fields = new Map<string, Fields>();
  const say = (language: string, field: ExchangedField, text: string): void => {
    const languageFields = fields.get(language) ?? {};
    fields.set(language, languageFields);
    const before = languageFields[field];
    // Several columns of notes are combined into one note. For other fields, the first one counts.
    if (before === undefined || before === '') languageFields[field] = text;
    else if (field === 'note' && text !== '') languageFields[field] = `${before}\n${text}`;
  };
  for (const [index, role] of roles.entries())
    if (role.kind === 'field') say(role.language ?? '', role.field, cellAt(row, index).trim());
  return fields;
}

/** True for a row whose term must not be translated. */
const isUntranslated = (row: CellRow, roles: readonly ColumnRole[]): boolean =>
  roles.some((role, index) => {
    const cell = cellAt(row, index);
    if (role.kind === 'do-not-translate') return saysYes(cell);
    return role.kind === 'translate' && cell.trim() !== '' && !saysYes(cell);
  });

/** The language of each column of terms in a row: from the header, the row, or the pair. */
function languageAt(
  row: CellRow,
  { roles, pair }: Pick<CellsInput, 'roles' | 'pair'>,
): (role: ColumnRole) => string | undefined {
  const languageCell = (kind: 'source-language' | 'target-language'): string | undefined => {
    const cell = cellAt(
      row,
      roles.findIndex((role) => role.kind === kind),
    ).trim();
    return cell === '' ? undefined : languageCode(cell);
  };
  return (role) => {
    if (role.kind === 'term') return role.language;
    if (role.kind === 'source') return languageCell('source-language') ?? pair?.source;
    return role.kind === 'target' ? (languageCell('target-language') ?? pair?.target) : undefined;
  };
}

/** Fields for which every column of a single language has a header as a workspace writes it. */
const wholeFields = (roles: readonly ColumnRole[], headers: readonly string[]): ReadonlySet<ExchangedField> =>
  new Set(
    EXCHANGED_FIELDS.filter((field) =>
      roles.every(
        (role, index) =>
          role.kind !== 'field' ||
          role.field !== field ||
          role.language === undefined ||
          headers[index]?.trim() === fieldHeader(role),
      ),
    ),
  );

/**
 * The rows of a table as concepts, one for each row. The function is longer than 60 lines because its parts share the
 * row.
 */
export function readCells(input: CellsInput): Pick<ReadTermbase, 'value' | 'findings'> {
  const { file, rows, roles, losses, statuses, keepsEmpty, headers } = input;
  const unknown = unknownStatuses();
  const width = headers === undefined ? roles.length : rowWidth(headers);
  const conceptAt = roles.findIndex(({ kind }) => kind === 'concept');
  const statusAt = roles.flatMap((role, index) => (role.kind === 'field' && role.field === 'status' ? [index] : []));
  const hasOwn = roles.some((role) => role.kind === 'field' && role.language !== undefined);
  const whole = wholeFields(roles, headers === undefined ? [] : allCells(headers));
  const known = new Map<string, TermStatus | undefined>();
  const readStatus: ReadStatus = (word) => {
    if (!known.has(word)) known.set(word, statuses?.get(plainStatusWord(word)) ?? readTermStatus(word));
    return known.get(word);
  };

  const checkRow = (row: CellRow): void => {
    for (const index of statusAt) {
      const found = cellAt(row, index).trim();
      if (found === '' || readStatus(found) !== undefined) continue;
      unknown.add(found, { file, line: row.line, column: row.columnOf(index) });
    }
    if (rowWidth(row) <= width) return;
    const columnAt = (place: number): number => row.columns?.[place] ?? place;
    const isOutside = (text: string, place: number): boolean => columnAt(place) >= width && text.trim() !== '';
    const first = row.texts.findIndex(isOutside);
    if (first < 0) return;
    // One position for all: finding each would take time proportional to the cells of the row.
    const at = { line: row.line, column: row.columnOf(columnAt(first)) };
    for (const text of row.texts.filter(isOutside)) losses.add('cell-outside', text, at);
  };

  const conceptOf = (row: CellRow): Concept => {
    const fields = readFields(row, roles);
    const language = languageAt(row, input);
    const common = fieldsOf(fields, '', { readStatus, whole });
    const terms: ConceptTerm[] = [];
    const emptyLanguages: string[] = [];
    const isMarked = (mark: ColumnRole['kind']): boolean =>
      roles.some(({ kind }, index) => kind === mark && saysYes(cellAt(row, index)));
    const isForbidden = isMarked('forbidden');
    const isDraft = !isForbidden && isMarked('needs-editing');
    if (isDraft) losses.add('needs-editing', '', { line: row.line, column: 1 });
    const untranslated = isUntranslated(row, roles);
    let first: string | undefined;
    for (const [index, role] of roles.entries()) {
      const code = language(role);
      if (code === undefined) continue;
      const cell = cellAt(row, index);
      const phrase = onOneLine(cell);
      const text = phrase === '' && untranslated ? (first ?? '') : phrase;
      if (phrase !== '' && cell !== phrase)
        losses.add(cell.trim() === phrase ? 'trimmed' : 'folded', phrase, {
          line: row.line,
          column: row.columnOf(index),
        });
      if (text === '') {
        if (cell !== '') losses.add('empty-term', code, { line: row.line, column: row.columnOf(index) });
        emptyLanguages.push(code);
        continue;
      }
      first ??= text;
      const info = roles[index + 1]?.kind === 'term-info' ? cellAt(row, index + 1) : '';
      const termFields = hasOwn ? fieldsOf(fields, code, { readStatus, whole }) : common;
      const term: ConceptTerm = { language: code, text, ...termFields };
      const mark: TermStatus | undefined =
        isForbidden || /\bforbidden\b/i.test(info)
          ? 'forbidden'
          : isDraft && !isHeld(termFields.status)
            ? 'draft'
            : undefined;
      const empty = keepsEmpty === true ? emptyOf(fields, code) : [];
      const status = mark === undefined ? {} : { status: mark };
      terms.push(mark === undefined && empty.length === 0 ? term : { ...term, ...status, ...emptied(empty) });
    }
    const id = cellAt(row, conceptAt).trim() || undefined;
    return {
      id,
      line: row.line,
      terms,
      ...(keepsEmpty === true && emptyLanguages.length > 0 && { emptyLanguages }),
    };
  };

  const concepts = rows.map((row) => {
    checkRow(row);
    return conceptOf(row);
  });
  return { value: { concepts }, findings: findingList(unknownStatusErrors(unknown.list())).all() };
}

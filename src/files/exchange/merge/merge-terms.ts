import type { FileForm } from '../../../model/file-form.ts';
import { byCodePoint, foldedTerm, largest } from '../../../model/lists.ts';
import {
  type Concept,
  type ConceptTerm,
  EXCHANGED_FIELDS,
  type ExchangedField,
  fieldHeader,
  isHeld,
  type LossList,
  languagesOf,
} from '../termbase.ts';
import { isHeldRow, rowFinder, type StillSent, sentPairs } from './find-rows.ts';
import { columnName, type TableLayout } from './table-layout.ts';
import {
  CONCEPT_HEADER,
  conceptRows,
  fieldCells,
  idGiver,
  idsOf,
  type RowTerm,
  type StatusCounts,
  statusCounter,
  type TermRow,
} from './term-rows.ts';

/** Languages that the import marks as empty. The source language never counts as empty. */
function emptiedLanguages({ terms, emptyLanguages = [] }: Concept, source: string): ReadonlySet<string> {
  const gone = new Set(emptyLanguages);
  for (const { language } of terms) gone.delete(language);
  gone.delete(source);
  return gone;
}

/**
 * The rows of a concept, in the order in which they are matched with existing rows: those with a source term first. A
 * row with a held status is not sent at all, so it keeps the terms of the existing row.
 */
function rowsToMatch(wanted: readonly TermRow[], there: readonly TermRow[], source: string): readonly TermRow[] {
  if (there.length === 0) return wanted;
  const left = new Set(wanted);
  const hosts = wanted.flatMap((row): readonly TermRow[] => {
    const sourceTerm = row.terms.get(source);
    if (sourceTerm === undefined) return [];
    left.delete(row);
    const alike = there.filter(({ terms }) => terms.get(source)?.text === sourceTerm.text);
    const host = alike.find((each) => !isHeldRow(each)) ?? alike[0];
    if (host === undefined || !isHeldRow(row)) return [row];
    const terms = new Map(row.terms);
    for (const other of left) {
      const isInHost = [...other.terms].every(([language, { text }]) => host.terms.get(language)?.text === text);
      if (!isInHost || other.terms.has(source)) continue;
      left.delete(other);
      // A status that only means "not sent" has no effect on a row that is not sent anyway.
      if (other.isDemoted !== true) for (const [language, term] of other.terms) terms.set(language, term);
    }
    return [{ ...row, terms }];
  });
  return [...hosts, ...left];
}

/** A row without the given terms, if it has them with the same text. */
const lacking = (row: TermRow, heldTerms: readonly ConceptTerm[]): TermRow =>
  without(
    row,
    new Set(heldTerms.flatMap(({ language, text }) => (row.terms.get(language)?.text === text ? language : []))),
  );

const without = (row: TermRow, gone: ReadonlySet<string>): TermRow =>
  gone.size === 0 ? row : { ...row, terms: new Map([...row.terms].filter(([language]) => !gone.has(language))) };

/** True if the rows of a file already have all terms of a concept, its id and all its fields. */
function saysNothingNew({ id, terms }: Concept, rows: readonly TermRow[]): boolean {
  if (id !== undefined && rows.some(({ concept }) => concept !== id)) return false;
  // Indexed by language and text: a concept may have very many terms, and as many rows.
  const known = new Map<string, RowTerm[]>();
  for (const row of rows)
    for (const [language, term] of row.terms) {
      const key = `${language} ${term.text}`;
      const there = known.get(key);
      if (there === undefined) known.set(key, [term]);
      else there.push(term);
    }
  return terms.every(({ language, text, empty, ...term }) =>
    known
      .get(`${language} ${text}`)
      ?.some(
        (old) =>
          EXCHANGED_FIELDS.every((field) => term[field] === undefined || term[field] === old[field]) &&
          empty?.some((field) => old[field] !== undefined) !== true,
      ),
  );
}

/**
 * The place of a new row: the row that it precedes, and its folded source phrase, which orders several new rows there.
 */
interface RowPlace {
  readonly place: number;
  readonly key: string;
}

/**
 * Returns the place of a new row in a file that is sorted like `fmt --sort`: after the rows with smaller or equal
 * source phrases. `undefined`: the file is not sorted.
 */
function sortedPlaces(rows: readonly TermRow[], source: string): ((text: string) => RowPlace) | undefined {
  const keys = rows.map(({ terms }) => foldedTerm(terms.get(source)?.text ?? ''));
  const isSorted = keys.length > 1 && keys.every((key, at) => byCodePoint(keys[at - 1] ?? '', key) <= 0);
  if (!isSorted) return undefined;
  return (text) => {
    const key = foldedTerm(text);
    let [low, high] = [0, keys.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (byCodePoint(keys[middle] as string, key) <= 0) low = middle + 1;
      else high = middle;
    }
    return { place: low, key };
  };
}

/** One cell that an import changes. */
export interface CellChange {
  /** Content of the column: a language, `note`, `status_de`. */
  readonly column: string;
  readonly from: string;
  readonly to: string;
}

/** The changes of an import to one row. */
export interface RowChange {
  readonly kind: 'added' | 'changed' | 'removed';
  /** The source term of the row, otherwise another of its terms. */
  readonly term: string;
  /** Line of the row; absent: the row is new. */
  readonly line?: number;
  readonly cells: readonly CellChange[];
}

export interface TermMerge {
  /** The rows of the file below its header, in file order. */
  readonly rows: readonly (TermRow & { readonly line: number })[];
  readonly layout: TableLayout;
  readonly concepts: readonly Concept[];
  readonly source: string;
  /** True: remove rows and translations that the import lacks. */
  readonly replaces: boolean;
  readonly losses: LossList;
  /** The statuses of rows that are sent; absent: the default. */
  readonly send?: FileForm['send'];
}

const STATUS_HEADER = fieldHeader({ field: 'status' });

/** Rows are counted from 0, below the header. New columns are appended after the last one. */
export interface MergedTerms extends StatusCounts {
  /** Row → column → text. */
  readonly changed: ReadonlyMap<number, ReadonlyMap<number, string>>;
  /** New rows, by the index of the row that they precede. The index after the last row means the end. */
  readonly added: ReadonlyMap<number, readonly ReadonlyMap<number, string>[]>;
  readonly removed: ReadonlySet<number>;
  /** The headers of new columns, in their order. */
  readonly headers: readonly string[];
  readonly changes: readonly RowChange[];
  readonly unchanged: number;
  /** Number of rows that stay although the import lacks their terms. */
  readonly staying: number;
  /** Rows that are still sent although their status in the import is a held one: the file has no column of statuses. */
  readonly stillSent: readonly StillSent[];
}

/** The term of a language after a merge. Fields that the import leaves out stay. */
function mergedTerm(old: Omit<RowTerm, 'text'>, { empty, ...wanted }: RowTerm, isDemoted: boolean): RowTerm {
  const combined: RowTerm = { ...old, ...wanted, ...(isDemoted && isHeld(old.status) && { status: old.status }) };
  const gone = new Set<ExchangedField>(empty);
  const fields = EXCHANGED_FIELDS.flatMap((field) =>
    combined[field] === undefined || gone.has(field) ? [] : [[field, combined[field]] as const],
  );
  return { text: wanted.text, ...Object.fromEntries(fields) };
}

/** The fields that all terms of a row share. They also apply to an added translation without fields of its own. */
function commonFields({ terms }: TermRow): Omit<RowTerm, 'text'> {
  const [first, ...others] = [...terms.values()] as [RowTerm, ...RowTerm[]];
  const shared = EXCHANGED_FIELDS.filter((field) => others.every((term) => term[field] === first[field]));
  const fields = shared.flatMap((field) => (first[field] === undefined ? [] : [[field, first[field]] as const]));
  return Object.fromEntries(fields);
}

/**
 * The columns of a file by their content. `get` adds a missing column, or returns `undefined` if the file cannot get
 * one.
 */
function columnsOf({ roles, isGrowing }: TableLayout) {
  const known = new Map(roles.map((role, index): [string | undefined, number] => [columnName(role), index]));
  const headers: string[] = [];
  return {
    headers,
    find: (name: string): number | undefined => known.get(name),
    get(name: string): number | undefined {
      const found = known.get(name);
      if (found !== undefined || !isGrowing) return found;
      const column = roles.length + headers.length;
      known.set(name, column);
      headers.push(name);
      return column;
    },
  };
}

const labelOf = ({ terms }: TermRow, source: string): string =>
  (terms.get(source) ?? ([...terms.values()][0] as RowTerm)).text;

/** The wanted texts of a row by column name; '' for a cell that becomes blank. */
function wantedCells(before: TermRow | undefined, after: TermRow, source: string): ReadonlyMap<string, string> {
  const cells = new Map<string, string>();
  for (const [language, { text }] of after.terms) cells.set(language, text);
  for (const language of before?.terms.keys() ?? []) {
    if (after.terms.has(language)) continue;
    cells.set(language, '');
    for (const field of EXCHANGED_FIELDS) cells.set(fieldHeader({ field, language }), '');
  }
  if (after.concept !== undefined) cells.set(CONCEPT_HEADER, after.concept);
  const written = fieldCells(after, source);
  for (const field of EXCHANGED_FIELDS) {
    const isSame = [...after.terms].every(([language, term]) => before?.terms.get(language)?.[field] === term[field]);
    if (before !== undefined && isSame && before.terms.size === after.terms.size) continue;
    for (const column of [{ field }, ...[...after.terms.keys()].map((language) => ({ field, language }))])
      cells.set(fieldHeader(column), written.get(fieldHeader(column)) ?? '');
  }
  return cells;
}

/**
 * Merges concepts into the rows of a file. Cells of existing rows are edited, and new rows are added. Everything that
 * the import does not mention stays, unless `replaces` is set. The function is longer than 60 lines because every step
 * works on the same columns and counts.
 */
export function mergeTerms(input: TermMerge, textAt: (row: number, column: number) => string): MergedTerms {
  const { rows, layout, source, replaces, losses } = input;
  const rowAt = (row: number) => rows[row] as TermMerge['rows'][number];
  const finder = rowFinder(rows, source);
  const columns = columnsOf(layout);
  const placeOf = sortedPlaces(rows, source);
  const idOf = idGiver([...rows.flatMap(({ concept }) => concept ?? []), ...idsOf(input.concepts)], source);
  const changed = new Map<number, ReadonlyMap<number, string>>();
  const added = new Map<number, { readonly key: string; readonly cells: ReadonlyMap<number, string> }[]>();
  const changes: RowChange[] = [];
  const languages = new Set(languagesOf(input));
  const stillSent: StillSent[] = [];
  const statuses = statusCounter(source);
  let unchanged = 0;

  /** The column for a cell that the import needs. A missing column is counted as a loss. */
  const columnFor = (name: string, text: string, line: number): number | undefined => {
    const found = text === '' ? columns.find(name) : columns.get(name);
    if (found === undefined && text !== '') losses.add('field', name, { line, column: 1 });
    return found;
  };

  const edit = (index: number, before: TermRow & { readonly line: number }, after: TermRow, line: number): void => {
    const cells = new Map<number, string>();
    const cellChanges: CellChange[] = [];
    for (const [name, to] of wantedCells(before, after, source)) {
      const column = columnFor(name, to, line);
      const from = column === undefined ? '' : textAt(index, column);
      if (column === undefined || from.trim() === to) continue;
      cells.set(column, to);
      cellChanges.push({ column: name, from, to });
    }
    if (cells.size === 0) unchanged += 1;
    else {
      changed.set(index, cells);
      changes.push({ kind: 'changed', term: labelOf(after, source), line: before.line, cells: cellChanges });
    }
  };

  const append = (row: TermRow, unsorted: RowPlace, line: number): void => {
    const { place, key } = placeOf?.(row.terms.get(source)?.text ?? '') ?? unsorted;
    statuses.add(row);
    const cells = new Map<number, string>(layout.fixed);
    const cellChanges: CellChange[] = [];
    for (const [name, to] of wantedCells(undefined, row, source)) {
      const column = to === '' ? undefined : columnFor(name, to, line);
      if (column === undefined) continue;
      cells.set(column, to);
      cellChanges.push({ column: name, from: '', to });
    }
    const there = added.get(place) ?? [];
    added.set(place, there);
    there.push({ key, cells });
    changes.push({ kind: 'added', term: labelOf(row, source), cells: cellChanges });
  };

  /** A row after the merge. It keeps its content, except for translations that a replacement lacks. */
  const merged = (before: TermRow, wanted: TermRow): TermRow => {
    const terms = new Map<string, RowTerm>();
    // Fields that all terms of a row share apply to the row, so also to a translation that only the other side has.
    const [commonBefore, commonWanted] = [commonFields(before), commonFields(wanted)];
    for (const [language, term] of before.terms)
      if (!replaces || language === source || !languages.has(language) || wanted.terms.has(language))
        terms.set(language, { ...commonWanted, ...term });
    for (const [language, term] of wanted.terms)
      terms.set(language, mergedTerm(before.terms.get(language) ?? commonBefore, term, wanted.isDemoted === true));
    const concept = wanted.concept ?? before.concept;
    return { terms, concept };
  };

  for (const imported of input.concepts) {
    const existingRows = finder.rowsOf(imported);
    // A concept without an id got one on its first import. Its existing rows have it.
    const id =
      imported.id ?? existingRows.map((row) => rowAt(row).concept).find((each) => each !== undefined) ?? idOf(imported);
    const concept = { ...imported, id };
    // In a file that is not sorted, the rows of a concept stay together.
    const place = { place: existingRows.length === 0 ? rows.length : largest(existingRows, 0) + 1, key: '' };
    const gone = emptiedLanguages(concept, source);
    const heldTerms = concept.terms.filter(({ language, status }) => isHeld(status) && language !== source);
    const there = existingRows.map(rowAt);
    const wantedRows = conceptRows(concept, source, losses);
    if (gone.size === 0 && !replaces && saysNothingNew(imported, there)) {
      for (const row of existingRows) finder.use(row);
      for (const row of there) statuses.add(row);
      unchanged += existingRows.length;
      continue;
    }
    const heldTranslations: TermRow[] = [];
    for (const wanted of rowsToMatch(wantedRows, there, source)) {
      const isHeldHere = isHeldRow(wanted);
      if (isHeldHere && columns.get(STATUS_HEADER) === undefined) {
        losses.add('held', labelOf(wanted, source), { line: concept.line, column: 1 });
        // A replacement removes the row, unless another row of the import matches it.
        if (replaces) continue;
        if (!wanted.terms.has(source)) heldTranslations.push(wanted);
        else stillSent.push(...sentPairs(finder.matching(existingRows, wanted)?.row, wanted, source));
        continue;
      }
      const found = finder.matching(existingRows, wanted);
      if (found === undefined) {
        append(wanted, place, concept.line);
        continue;
      }
      // A row with other terms stays, but without the terms whose new status is held. Those get their own row.
      const rest = without(lacking(found.row, heldTerms), gone);
      const isPart = isHeldHere && !isHeldRow(found.row) && !wanted.terms.has(source) && rest.terms.size > 0;
      const after = isPart ? rest : without(lacking(merged(found.row, wanted), isHeldHere ? [] : heldTerms), gone);
      if (isPart) append(wanted, place, concept.line);
      else statuses.add(after);
      edit(found.index, found.row, after, concept.line);
    }
    // Other rows of the import may have changed the translation of a row.
    const left = existingRows.filter(finder.isFree).map(rowAt);
    for (const wanted of heldTranslations) stillSent.push(...left.flatMap((row) => sentPairs(row, wanted, source)));
  }
  const absent = [...rows.keys()].filter((row) => finder.isFree(row) && rowAt(row).terms.size > 0);
  const removed = new Set(replaces ? absent : []);
  for (const row of removed) {
    const gone = rowAt(row);
    const cells = [...gone.terms].map(([column, { text }]): CellChange => ({ column, from: text, to: '' }));
    changes.push({ kind: 'removed', term: labelOf(gone, source), line: gone.line, cells });
  }
  return {
    changed,
    added: new Map([...added].map(([place, each]) => [place, inOrder(each)])),
    removed,
    headers: columns.headers,
    changes,
    unchanged,
    staying: absent.length - removed.size,
    ...statuses.counts(input.send, columns.find(STATUS_HEADER) !== undefined),
    stillSent,
  };
}

/** New rows at one place. In a sorted file: in the order of their source phrases. */
const inOrder = (
  rows: readonly { readonly key: string; readonly cells: ReadonlyMap<number, string> }[],
): readonly ReadonlyMap<number, string>[] =>
  [...rows].sort((left, right) => byCodePoint(left.key, right.key)).map(({ cells }) => cells);

import { type LanguagePair, type PairKey, pairKey, parsePairKey } from '../../model/entries/language-pair.ts';
import { errorAt, errorsIn, type Finding, topOf } from '../../model/finding.ts';
import { grouped } from '../../model/lists.ts';
import type { FileValue } from '../../model/resources/resource.ts';
import type { DelimitedInput, Row } from '../delimited/row.ts';
import { dictionarySchema, newRowLanguages } from '../dictionary/dictionary-schema.ts';
import type { ParsedDictionary } from '../dictionary/entry-collector.ts';
import { parseTerms } from '../dictionary/table-file.ts';
import type { TableForm } from '../dictionary/table-schema.ts';
import { overrideIn, removesInto, rowTerms, statusOfNewRow, type TableSchema } from '../dictionary/term-columns.ts';
import { wideSchema } from '../dictionary/wide-schema.ts';
import { checkWanted, type Edited, notSafe, wantedEntries } from './entry-edit.ts';
import { type CellEdits, editFile, type LocatedFile, locateFile, type RowEdits } from './located-file.ts';
import { type GridPair, solveTable, type TableGrid, tableGrid, type UnmetEdit } from './table-grid.ts';

/** A file of one dictionary, with its `pair`, or a wide table. */
export type FileOfTerms = DelimitedInput & TableForm;

/** The facts about a file's columns that an edit needs. */
interface EditedColumns extends Pick<TableSchema, 'headers' | 'terms'> {
  /** The columns of the phrases of a pair. */
  readonly of: (pair: LanguagePair) => readonly [from: number, to: number];
  /** The cells that every new row has. */
  readonly fixed: readonly (readonly [column: number, text: string])[];
}

function columnsOf(input: FileOfTerms, rows: readonly Row[]): EditedColumns | undefined {
  const { pair, send } = input;
  const [first] = rows;
  const statusOf = ({ terms }: TableSchema): EditedColumns['fixed'] => {
    const status = statusOfNewRow(terms?.status !== undefined, send);
    return terms?.status === undefined || status === undefined ? [] : [[terms.status, status]];
  };
  if (pair !== undefined) {
    const schema = dictionarySchema(first, { ...input, pair });
    const fixed = [...newRowLanguages(schema, rows, pair), ...statusOf(schema)];
    return { ...schema, of: () => [schema.source, schema.target], fixed };
  }
  if (first === undefined) return undefined;
  const schema = wideSchema(first, input);
  // A table makes pairs only from languages that have a column.
  const of = (language: string): number => schema.languages.get(language) as number;
  return { ...schema, of: ({ source, target }) => [of(source), of(target)], fixed: statusOf(schema) };
}

/** The header to write above the rows, if otherwise the first row would be read or skipped as a header. */
function headerAbove(
  { input, rows }: LocatedFile<FileOfTerms>,
  { pair, headers }: { readonly pair: LanguagePair; readonly headers: number },
  { from, to }: GridPair,
  { changed, removed, added }: RowEdits,
): Pick<RowEdits, 'above'> {
  const firstLeft = [...rows.keys()].find((index) => !removed.has(index));
  const first =
    firstLeft === undefined
      ? added[0] && [added[0].get(from) ?? '', added[0].get(to) ?? '']
      : rows[firstLeft]?.texts.map((text, column) => changed.get(firstLeft)?.get(column) ?? text);
  if (headers > 0 || first === undefined || input.header === false) return {};
  const taken = dictionarySchema({ line: 1, start: 0, end: 0, texts: first }, { ...input, pair });
  return taken.headers === 1 || taken.findings.length > 0 ? { above: ['source', 'target'] } : {};
}

/** A dictionary with its entries before the edits. */
interface EditedPair extends GridPair {
  readonly entries: ParsedDictionary['entries'];
}

/** The first phrase of each pair whose target is not the wanted one. */
function differing(pairs: readonly EditedPair[], after: ReadonlyMap<PairKey, ParsedDictionary>): readonly UnmetEdit[] {
  return pairs.flatMap(({ key: pair, entries, edits, wanted }) => {
    const now = after.get(pair)?.entries;
    const known = [...entries, ...(now ?? [])].map(([source]) => source);
    const source = [...known, ...edits.keys()].find((each) => now?.get(each) !== wanted(each));
    return source === undefined ? [] : [{ pair, source, others: [] }];
  });
}

/** The edits of a file of one dictionary: a removed entry removes its rows. */
function dictionaryEdits(grid: TableGrid, pair: GridPair, { headers, fixed }: EditedColumns): RowEdits {
  const changed = new Map<number, CellEdits>();
  const removed = new Set<number>();
  const added: CellEdits[] = [];
  for (const [source, target] of pair.edits) {
    const rows = grid.candidates(pair, source);
    // Also rows that were not chosen: otherwise one of them would be sent in place of the removed row.
    if (target === undefined) for (const row of rows) removed.add(headers + row);
    else if (rows.length === 0) added.push(new Map([...fixed, [pair.from, source], [pair.to, target]]));
    else
      for (const row of grid.counted(pair, source))
        if (grid.targetOf(pair, row) !== target) changed.set(headers + row, new Map([[pair.to, target]]));
  }
  return { changed, removed, added };
}

/** The edits of a wide table: the cells that have changed. */
function tableEdits(
  grid: TableGrid,
  pairs: readonly GridPair[],
  rows: readonly Row[],
  { headers, fixed }: EditedColumns,
): RowEdits {
  const columns = [...new Set(pairs.flatMap(({ from, to }) => [from, to]))];
  const cells = (row: number): CellEdits =>
    new Map(
      columns.flatMap((column) => {
        const text = grid.text(row, column);
        return text === (rows[row]?.texts[column] ?? '') ? [] : [[column, text]];
      }),
    );
  const changed = new Map(
    [...rows.keys()].map((row) => [headers + row, cells(row)] as const).filter(([, each]) => each.size > 0),
  );
  const count = grid.rowCount() - rows.length;
  const added = Array.from({ length: count }, (_, index) => new Map([...fixed, ...cells(rows.length + index)]));
  return { changed, removed: new Set(), added };
}

/**
 * Edits the entries of a CSV or TSV file. A changed target is written to its cell, in every row that is sent for it.
 * Rows that are not sent because of their status stay as they are, and so does every other byte. An edit that the file
 * already contains changes nothing.
 *
 * In a file of one dictionary, a new phrase gets a row after the last one, in the style of the file, and a removed
 * phrase loses its rows. In a wide table, each pair has its own edits. A new phrase fills the blank cell of its row, or
 * gets a row. A removed entry leaves its cell blank. If several pairs share a cell and want different content, Lexform
 * blanks the phrase instead if that helps, or writes a row of its own. If there is no solution, the result is findings,
 * and nothing may be written. No row is ever removed from a wide table, even if only its source phrase is left: it may
 * have notes.
 *
 * The result is read again before it is returned. If it is not the old content with the edits made, the result is
 * findings. A file with errors is not edited. The function is longer than 60 lines because its steps share the facts
 * about the file.
 */
export function editEntries(input: FileOfTerms, values: readonly FileValue[]): Edited {
  const { file, pair: only, send, choose } = input;
  const parsed = parseTerms(input);
  const before = parsed.value ?? new Map<PairKey, ParsedDictionary>();
  const byPair =
    only === undefined ? grouped(values, ({ key: [, pair] }) => pair as PairKey) : new Map([[pairKey(only), values]]);
  const errors = [
    ...errorsIn(parsed.findings),
    ...[...byPair].flatMap(([pair, each]): readonly Finding[] => [
      ...checkWanted(wantedEntries(each), file),
      ...(only !== undefined || before.has(pair)
        ? []
        : [errorAt('edit-table-pair', topOf(file), { pair, pairs: [...before.keys()] })]),
    ]),
  ];
  if (errors.length > 0 || parsed.value === undefined) return { findings: errors };
  const located = locateFile(input);
  const columns = located && columnsOf(input, located.rows);
  if (located === undefined || columns === undefined) return { findings: [notSafe(file, 'rows')] };
  const pairs = [...before].map(([key, { entries }]): EditedPair => {
    const [from, to] = columns.of(parsePairKey(key));
    const edits = wantedEntries(byPair.get(key) ?? []);
    const wanted = (phrase: string) => (edits.has(phrase) ? edits.get(phrase) : entries.get(phrase));
    return { key, from, to, entries, edits, wanted };
  });
  const { headers } = columns;
  const rows = located.rows.slice(headers);
  const terms = rows.map((row) => rowTerms(row, columns.terms, send));
  const grid = tableGrid({ rows: rows.map(({ texts }) => texts), pairs, terms, choose });
  const conflict = ({ pair, source, others }: UnmetEdit): Finding =>
    errorAt('edit-table-conflict', before.get(pair)?.locate(source) ?? topOf(file), { pair, source, others });
  const unmet = only === undefined ? solveTable(grid, pairs) : [];
  if (unmet.length > 0) return { findings: unmet.map(conflict) };
  const [pair] = pairs;
  let edits: RowEdits;
  if (only === undefined || pair === undefined) edits = tableEdits(grid, pairs, rows, columns);
  else {
    const pairEdits = dictionaryEdits(grid, pair, columns);
    edits = { ...pairEdits, ...headerAbove(located, { pair: only, headers }, pair, pairEdits) };
  }
  return editFile(located, {
    headers,
    edits,
    check: (edited) => {
      const after = parseTerms(edited);
      const found = differing(pairs, after.value ?? new Map());
      const wrong = [...found.map(conflict), ...errorsIn(after.findings)];
      return only === undefined || wrong.length === 0 ? wrong : [notSafe(file, 'entries')];
    },
  });
}

/**
 * The relation of a phrase to the layers. `inherit`: no row removes it. `replace`: its row is marked as an override.
 * `remove`: a row removes it.
 */
export type OverrideMark = 'inherit' | 'replace' | 'remove';

/** The marks of phrases, by language pair. */
export type OverrideMarks = ReadonlyMap<PairKey, ReadonlyMap<string, OverrideMark>>;

const OVERRIDE_HEADER = 'override';

const removalOf = (languages: readonly string[]): string =>
  languages.length === 0 ? '' : `remove: ${languages.join(', ')}`;

/**
 * Writes marks into the column `override` of a CSV or TSV file, which is added if the file has none. Every other byte
 * stays. The result is read again. If it does not have the marks, or has other entries, the result is findings. The
 * function is longer than 60 lines because all marks edit the same cells.
 */
export function editOverrides(input: FileOfTerms, marks: OverrideMarks): Edited {
  const { file, pair: only } = input;
  const { value: before } = parseTerms(input);
  const located = locateFile(input);
  const columns = located && columnsOf(input, located.rows);
  if (located === undefined || columns === undefined || before === undefined)
    return { findings: [notSafe(file, 'rows')] };
  const { headers, terms, fixed } = columns;
  const rows = located.rows.slice(headers);
  const column = terms?.override ?? located.rows[0]?.texts.length ?? 2;
  const cells = new Map<number, string>();
  const removed = new Set<number>();
  const added: CellEdits[] = [];
  const cellAt = (row: number): string => cells.get(row) ?? rows[row]?.texts[column] ?? '';
  const targetsFrom = (source: string): readonly string[] =>
    [...before.keys()].map(parsePairKey).flatMap((each) => (each.source === source ? [each.target] : []));
  const removedIn = (row: number, source: string): readonly string[] => {
    const cell = overrideIn(cellAt(row));
    return cell?.kind === 'remove' ? (cell.languages ?? targetsFrom(source)) : [];
  };
  const mark = (pair: LanguagePair, source: string, as: OverrideMark): void => {
    const [from, to] = columns.of(pair);
    const same = [...rows.keys()].filter((row) => rows[row]?.texts[from] === source);
    const removing = same.filter((row) => removesInto(overrideIn(cellAt(row)), pair.target));
    if (as === 'inherit')
      for (const row of removing) {
        const languages = removedIn(row, pair.source).filter((each) => each !== pair.target);
        if (only === undefined) cells.set(row, removalOf(languages));
        else removed.add(headers + row);
      }
    else if (as === 'replace')
      for (const row of same) {
        const isFilled = (rows[row]?.texts[to] ?? '').trim() !== '';
        if (isFilled && overrideIn(cellAt(row)) === undefined) cells.set(row, 'yes');
      }
    else if (removing.length === 0) {
      const [row] = only === undefined ? same : [];
      const languages = row === undefined ? [] : removedIn(row, pair.source);
      const cell = only === undefined ? removalOf([...languages, pair.target]) : 'remove';
      if (row === undefined) added.push(new Map([...fixed, [from, source], [column, cell]]));
      else cells.set(row, cell);
    }
  };
  for (const [key, each] of marks) for (const [source, as] of each) mark(parsePairKey(key), source, as);
  const changed = new Map<number, CellEdits>(
    [...cells].map(([row, cell]) => [headers + row, new Map([[column, cell]])] as const),
  );
  if (changed.size + removed.size + added.length === 0) return { bytes: input.bytes };
  const isNew = terms?.override === undefined;
  if (isNew && headers > 0) changed.set(0, new Map([[column, OVERRIDE_HEADER]]));
  return editFile(located, {
    headers,
    edits: { changed, removed, added, ...(isNew && headers === 0 && { above: ['source', 'target', OVERRIDE_HEADER] }) },
    check(edited) {
      const after = parseTerms(edited);
      const isSame = [...before].every(
        ([key, { entries }]) => after.value?.get(key)?.entries.digest === entries.digest,
      );
      const isMarked = [...marks].every(([key, each]) => {
        const { removed: gone, replaced } = after.value?.get(only === undefined ? key : pairKey(only))?.overrides ?? {};
        return [...each].every(([source, as]) =>
          as === 'replace' ? replaced?.has(source) === true : (gone?.has(source) === true) === (as === 'remove'),
        );
      });
      const errors = errorsIn(after.findings);
      return isSame && isMarked ? errors : [notSafe(file, 'entries')];
    },
  });
}

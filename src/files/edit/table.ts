import { type PairKey, parsePairKey } from '../../model/entries/language-pair.ts';
import { errorAt, errorsIn, type Finding } from '../../model/finding.ts';
import { grouped } from '../../model/grouped.ts';
import type { FileValue } from '../../model/resources/value.ts';
import { topOf } from '../../model/source-ref.ts';
import type { ParsedDictionary } from '../dictionary/entry-collector.ts';
import { statusOfNewRow } from '../dictionary/sent-rows.ts';
import { parseTable, type TableInput } from '../dictionary/table-file.ts';
import { rowTerms } from '../dictionary/term-columns.ts';
import { wideSchema } from '../dictionary/wide-schema.ts';
import { checkWanted, type Edited, notSafe, wantedEntries } from './entry-edit.ts';
import { type CellEdits, editFile, locateFile } from './located-file.ts';
import { type GridPair, type TableGrid, tableGrid } from './table-grid.ts';

/** An edit that cannot be made: other pairs use the same cells. */
interface UnmetEdit {
  readonly pair: PairKey;
  readonly source: string;
  readonly others: readonly PairKey[];
}

/** One phrase of one pair, and what it is to have. */
interface Wish {
  readonly pair: GridPair;
  readonly source: string;
  readonly target: string | undefined;
  /** The pairs that have objected to it. */
  readonly against: Set<PairKey>;
}

/**
 * Changes the cells of a table until every pair has what its edits want, and takes nothing from any pair that it is to
 * keep. What says most about the table comes first, for all pairs: a cell that is said anew, then a blank cell that is
 * filled, then blanks, then new rows. So one cell that two pairs share is changed once, and the edits of the second
 * pair are found to be made. The edits for which no way is found.
 */
export function solveTable(grid: TableGrid, pairs: readonly GridPair[]): readonly UnmetEdit[] {
  const wishes = pairs.flatMap((pair) =>
    [...pair.edits].map(([source, target]): Wish => ({ pair, source, target, against: new Set() })),
  );
  const isMet = ({ pair, source, target }: Wish): boolean => {
    const rows = grid.counted(pair, source);
    return target === undefined
      ? rows.length === 0
      : rows.length > 0 && rows.every((row) => grid.targetOf(pair, row) === target);
  };
  const put = ({ pair, against }: Wish, row: number, column: number, text: string): boolean => {
    const objections = grid.put(row, column, text);
    // The first way is the plainest one: what speaks against the others only confuses.
    if (against.size === 0) for (const key of objections) if (key !== pair.key) against.add(key);
    return objections.length === 0;
  };
  /** The rows that give another target than the one that is wanted. */
  const wrong = ({ pair, source, target }: Wish): readonly number[] =>
    target === undefined
      ? grid.candidates(pair, source)
      : grid.counted(pair, source).filter((row) => grid.targetOf(pair, row) !== target);
  const change = (wish: Wish): void => {
    const { pair, source, target } = wish;
    // A row that says it already only waits for the preferred one to go.
    const said = !grid.chooses && grid.candidates(pair, source).some((row) => grid.targetOf(pair, row) === target);
    if (target !== undefined && !said) for (const row of wrong(wish)) put(wish, row, pair.to, target);
  };
  const fill = (wish: Wish): void => {
    const { pair, source, target } = wish;
    if (target === undefined || grid.candidates(pair, source).length > 0) return;
    for (const row of grid.open(pair, source)) if (put(wish, row, pair.to, target)) return;
  };
  const blankTarget = (wish: Wish): void => {
    for (const row of wrong(wish)) put(wish, row, wish.pair.to, '');
  };
  const blankSource = (wish: Wish): void => {
    // A row whose blank target stands for its source is in the way with either.
    for (const row of wrong(wish))
      if (put(wish, row, wish.pair.from, '') && grid.copies(row)) put(wish, row, wish.pair.to, '');
  };
  const append = (wish: Wish): void => {
    const { pair, source, target } = wish;
    fill(wish);
    if (target === undefined || grid.candidates(pair, source).length > 0) return;
    const row = grid.addRow();
    if (!put(wish, row, pair.from, source) || !put(wish, row, pair.to, target)) grid.dropLastRow();
  };
  for (const way of [change, fill, blankTarget, blankSource, append])
    for (const wish of wishes) if (!isMet(wish)) way(wish);
  return wishes
    .filter((wish) => !isMet(wish))
    .map(({ pair, source, against }) => ({
      pair: pair.key,
      source,
      others: [...against].filter((key) => key !== pair.key),
    }));
}

/** The first phrase of each pair that does not have what it is to have. */
function differing(
  pairs: readonly GridPair[],
  before: ReadonlyMap<PairKey, ParsedDictionary>,
  after: ReadonlyMap<PairKey, ParsedDictionary>,
): readonly UnmetEdit[] {
  return pairs.flatMap(({ key: pair, edits, wanted }) => {
    const now = after.get(pair)?.entries;
    const old = before.get(pair)?.entries;
    const known = [...(old ?? []), ...(now ?? [])].map(([source]) => source);
    const source = [...known, ...edits.keys()].find((each) => now?.get(each) !== wanted(each));
    return source === undefined ? [] : [{ pair, source, others: [] }];
  });
}

/**
 * Gives entries of a wide table other targets, each pair its own. A changed target is said in its cell; a new phrase
 * fills the blank cell of its row, or gets a row behind the last one; a removed entry leaves its cell blank. Where a
 * cell serves several pairs and they want different things of it, the phrase is blanked instead where that helps, or
 * gets a row of its own; when no way is found, there are findings and nothing is to be written. No row is ever removed,
 * even if only its source phrase is left: it may have notes. Where rows disagree, the one that is sent is edited, and a
 * row that its status holds back stays as it is. Every other byte stays.
 *
 * The result is read again before it is given. A file with errors is not edited. It is longer than 60 lines because
 * each phase works on the grid that the ones before it have changed.
 */
export function editTable(input: TableInput, values: readonly FileValue[]): Edited {
  const { file } = input;
  const parsed = parseTable(input);
  const before = parsed.value ?? new Map<PairKey, ParsedDictionary>();
  const byPair = grouped(values, ({ key: [, pair] }) => pair as PairKey);
  const errors = [
    ...errorsIn(parsed.findings),
    ...[...byPair].flatMap(([pair, each]): readonly Finding[] => [
      ...checkWanted(wantedEntries(each), file),
      ...(before.has(pair) ? [] : [errorAt('edit-table-pair', topOf(file), { pair, pairs: [...before.keys()] })]),
    ]),
  ];
  if (errors.length > 0) return { findings: errors };
  const located = locateFile(input);
  const [first, ...rest] = located?.rows ?? [];
  if (located === undefined || first === undefined) return { findings: [notSafe(file, 'rows')] };
  const { languages, terms: columns } = wideSchema(first, input);
  const pairs = [...before].map(([key, { entries }]): GridPair => {
    const { source, target } = parsePairKey(key);
    const ofPair = wantedEntries(byPair.get(key) ?? []);
    const wanted = (phrase: string) => (ofPair.has(phrase) ? ofPair.get(phrase) : entries.get(phrase));
    // The pairs of a table are made from its columns.
    const columnOf = (language: string) => languages.get(language) as number;
    return { key, from: columnOf(source), to: columnOf(target), edits: ofPair, wanted };
  });
  const rows = rest.map(({ texts }) => texts);
  const terms = rest.map((row) => rowTerms(row, columns, input.send));
  const { choose } = input;
  const grid = tableGrid({ rows, pairs, terms, choose });
  const unmet = solveTable(grid, pairs);
  const conflict = ({ pair, source, others }: UnmetEdit): Finding =>
    errorAt('edit-table-conflict', before.get(pair)?.locate(source) ?? topOf(file), { pair, source, others });
  if (unmet.length > 0) return { findings: unmet.map(conflict) };
  /** The cells of a row that are not as they were. */
  const cells = (row: number): CellEdits =>
    new Map(
      [...languages.values()]
        .map((column) => [column, grid.text(row, column)] as const)
        .filter(([column, text]) => text !== (rows[row]?.[column] ?? '')),
    );
  const changed = new Map(
    [...rows.keys()].map((row) => [row + 1, cells(row)] as const).filter(([, each]) => each.size > 0),
  );
  const column = columns?.status;
  const status = statusOfNewRow(column !== undefined, input.send);
  const more = column === undefined || status === undefined ? [] : ([[column, status]] as const);
  const added = Array.from(
    { length: grid.rowCount() - rows.length },
    (_, index) => new Map([...more, ...cells(rows.length + index)]),
  );
  return editFile(located, {
    headers: 1,
    edits: { changed, removed: new Set(), added },
    check: (edited) => {
      const after = parseTable(edited);
      const found = differing(pairs, before, after.value ?? new Map());
      return [...found.map(conflict), ...errorsIn(after.findings)];
    },
  });
}

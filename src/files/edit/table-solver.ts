import type { PairKey } from '../../model/entries/language-pair.ts';
import type { GridPair, TableGrid } from './table-grid.ts';

/** An edit that cannot be made: other pairs use the same cells. */
export interface UnmetEdit {
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

import { largest } from '../../model/push-all.ts';
import type { TextRow } from '../delimited/table-text.ts';

/** The three versions of one thing: what both sides began with, and what each made of it. */
export interface ThreeSides<Each> {
  readonly base: Each;
  readonly ours: Each;
  readonly theirs: Each;
}

export type SideName = keyof ThreeSides<unknown>;

/** One column of the merged table: where each version has it, if it does. */
export type ColumnPlaces = Partial<ThreeSides<number>>;

/** The rows of one version of a table, as far as columns are concerned. */
export interface ColumnsOf {
  readonly header?: TextRow;
  readonly rows: readonly TextRow[];
}

/** The headers of a table; the second column of one header has another name than the first. */
function columnNames({ header }: ColumnsOf): readonly string[] {
  const seen = new Map<string, number>();
  return (header?.texts ?? []).map((text) => {
    const count = seen.get(text) ?? 0;
    seen.set(text, count + 1);
    return `${count} ${text}`;
  });
}

const valuesOf = ({ rows, header }: ColumnsOf, column: number): ReadonlySet<string> =>
  new Set(rows.flatMap((row) => (row === header ? [] : [row.texts[column] ?? ''])).filter((text) => text !== ''));

/** True when a column has at least half of what another one had. */
function holdsSame(base: ReadonlySet<string>, side: ReadonlySet<string>): boolean {
  const kept = [...base].filter((text) => side.has(text)).length;
  return kept > 0 && kept * 2 >= base.size;
}

/**
 * The column of the base for each column of a side; `undefined`: the side has added it. A column with another name in
 * the place of one that is gone, and with its values, is that column, renamed.
 */
function basePlaces(baseTable: ColumnsOf, sideTable: ColumnsOf): readonly (number | undefined)[] {
  const [base, side] = [columnNames(baseTable), columnNames(sideTable)];
  const places = side.map((name) => {
    const place = base.indexOf(name);
    return place < 0 ? undefined : place;
  });
  const isTaken = (place: number): boolean => places.includes(place);
  const isKnown = (column: number): boolean => column >= side.length || places[column] !== undefined;
  return places.map((place, column) => {
    if (place !== undefined) return place;
    const before = column === 0 ? -1 : places[column - 1];
    const renamed = before === undefined ? -1 : before + 1;
    const after = column + 1 < side.length ? places[column + 1] : base.length;
    const isSlot = before !== undefined && renamed < base.length && after === renamed + 1;
    const isRenamed = isSlot && !isTaken(renamed) && isKnown(column + 1);
    return isRenamed && holdsSame(valuesOf(baseTable, renamed), valuesOf(sideTable, column)) ? renamed : undefined;
  });
}

const widthOf = ({ rows }: ColumnsOf): number =>
  largest(
    rows.map(({ texts }) => texts.length),
    0,
  );

/** A list with what the other one alone has, each behind what stands before it there. */
function woven<Item>(
  list: readonly Item[],
  other: readonly Item[],
  isInList: (item: Item) => boolean,
): readonly Item[] {
  const result = [...list];
  let at = 0;
  for (const item of other) {
    if (isInList(item)) at = result.indexOf(item) + 1;
    else {
      result.splice(at, 0, item);
      at += 1;
    }
  }
  return result;
}

/**
 * Which column of each version is which, in the order of the merged table: by headers where all versions have one, else
 * by number. Columns that one side has removed are there too. Columns for cells beyond the headers come last.
 */
export function mergeColumns(tables: ThreeSides<ColumnsOf>): readonly ColumnPlaces[] {
  const { base, ours, theirs } = tables;
  const isFilled = ({ rows }: ColumnsOf): boolean => rows.length > 0;
  if ([base, ours, theirs].some((table) => isFilled(table) && table.header === undefined))
    return Array.from({ length: Math.max(widthOf(base), widthOf(ours), widthOf(theirs)) }, (_, column) => ({
      base: column,
      ours: column,
      theirs: column,
    }));
  const names = { ours: columnNames(ours), theirs: columnNames(theirs) };
  const ofOurs = basePlaces(base, ours);
  const ofTheirs = basePlaces(base, theirs);
  const added = (name: string, places: readonly (number | undefined)[], all: readonly string[]): number =>
    all.findIndex((each, column) => each === name && places[column] === undefined);
  const inOurs = ofOurs.map((place, column): ColumnPlaces => {
    const inTheirs =
      place === undefined ? added(names.ours[column] ?? '', ofTheirs, names.theirs) : ofTheirs.indexOf(place);
    return {
      ours: column,
      ...(place !== undefined && { base: place }),
      ...(inTheirs >= 0 && { theirs: inTheirs }),
    };
  });
  const known = new Map(
    inOurs.flatMap((column) => (column.theirs === undefined ? [] : [[column.theirs, column] as const])),
  );
  const inTheirs = ofTheirs.map(
    (place, column): ColumnPlaces =>
      known.get(column) ?? { theirs: column, ...(place !== undefined && { base: place }) },
  );
  const both = new Set(known.values());
  const moved = inTheirs.filter((column) => both.has(column)).map(({ base: place }) => place);
  const isInOrder = (places: readonly (number | undefined)[]): boolean =>
    places.every((place, index) => index === 0 || (places[index - 1] ?? -1) <= (place ?? Number.MAX_SAFE_INTEGER));
  // The side that has put the columns into another order decides on it.
  const theirsDecide = !isInOrder(moved) && isInOrder(ofOurs.filter((place) => place !== undefined));
  const named = theirsDecide
    ? woven(inTheirs, inOurs, (column) => both.has(column))
    : woven(inOurs, inTheirs, (column) => both.has(column));
  return [...named, ...columnsBeyond(tables)];
}

/** Columns for the cells that rows have beyond the header: the first such cell of each version is in the first one. */
function columnsBeyond({ base, ours, theirs }: ThreeSides<ColumnsOf>): readonly ColumnPlaces[] {
  const headerWidth = ({ header }: ColumnsOf): number => header?.texts.length ?? 0;
  const count = Math.max(...[base, ours, theirs].map((table) => widthOf(table) - headerWidth(table)));
  return Array.from({ length: count }, (_, index) => ({
    base: headerWidth(base) + index,
    ours: headerWidth(ours) + index,
    theirs: headerWidth(theirs) + index,
  }));
}

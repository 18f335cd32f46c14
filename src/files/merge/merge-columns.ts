import { largest } from '../../model/lists.ts';
import type { TextRow } from '../delimited/table-text.ts';

/** Three versions of a value: the common base, and the version of each side. */
export interface ThreeSides<Each> {
  readonly base: Each;
  readonly ours: Each;
  readonly theirs: Each;
}

export type SideName = keyof ThreeSides<unknown>;

/** One column of the merged table: its index in each version that has it. */
export type ColumnPlaces = Partial<ThreeSides<number>>;

/** The header and rows of one version of a table. */
export interface ColumnsOf {
  readonly header?: TextRow;
  readonly rows: readonly TextRow[];
}

/** The headers of a table, made unique: a repeated header gets another number. */
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

/** True if a column has at least half of the values of another one. */
function holdsSame(base: ReadonlySet<string>, side: ReadonlySet<string>): boolean {
  const common = [...base].filter((text) => side.has(text)).length;
  return common > 0 && common * 2 >= base.size;
}

/**
 * The column of the base for each column of a side; `undefined`: the side added it. A column with a new name counts as
 * renamed if it is at the place of a removed column and has its values.
 */
function basePlaces(baseTable: ColumnsOf, sideTable: ColumnsOf): readonly (number | undefined)[] {
  const [base, side] = [columnNames(baseTable), columnNames(sideTable)];
  const places = side.map((name) => {
    const place = base.indexOf(name);
    return place < 0 ? undefined : place;
  });
  const isTaken = (place: number): boolean => places.includes(place);
  return places.map((place, column) => {
    if (place !== undefined) return place;
    const before = column === 0 ? -1 : places[column - 1];
    const renamed = before === undefined ? -1 : before + 1;
    const after = column + 1 < side.length ? places[column + 1] : base.length;
    const isRenamed = before !== undefined && after === renamed + 1 && !isTaken(renamed);
    return isRenamed && holdsSame(valuesOf(baseTable, renamed), valuesOf(sideTable, column)) ? renamed : undefined;
  });
}

const widthOf = ({ rows }: ColumnsOf): number =>
  largest(
    rows.map(({ texts }) => texts.length),
    0,
  );

/** A list with the additional items of the other list, each after the item that precedes it there. */
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
 * The columns of each version, in the order of the merged table. Columns are matched by header if all versions have
 * one, otherwise by index. Columns that one side removed are included. Columns for cells beyond the headers are last.
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
  const oursInBase = basePlaces(base, ours);
  const theirsInBase = basePlaces(base, theirs);
  const added = (name: string, places: readonly (number | undefined)[], all: readonly string[]): number =>
    all.findIndex((each, column) => each === name && places[column] === undefined);
  const inOurs = oursInBase.map((place, column): ColumnPlaces => {
    const inTheirs =
      place === undefined ? added(names.ours[column] ?? '', theirsInBase, names.theirs) : theirsInBase.indexOf(place);
    return {
      ours: column,
      base: place,
      ...(inTheirs >= 0 && { theirs: inTheirs }),
    };
  });
  const known = new Map(
    inOurs.flatMap((column) => (column.theirs === undefined ? [] : [[column.theirs, column] as const])),
  );
  const inTheirs = theirsInBase.map(
    (place, column): ColumnPlaces => known.get(column) ?? { theirs: column, base: place },
  );
  const both = new Set(known.values());
  const moved = inTheirs.filter((column) => both.has(column)).map(({ base: place }) => place);
  const isInOrder = (places: readonly (number | undefined)[]): boolean =>
    places.every((place, index) => (places[index - 1] ?? -1) <= (place ?? Number.MAX_SAFE_INTEGER));
  // A side that changed the order of the columns decides about it.
  const theirsDecide = !isInOrder(moved) && isInOrder(oursInBase.filter((place) => place !== undefined));
  const named = theirsDecide
    ? woven(inTheirs, inOurs, (column) => both.has(column))
    : woven(inOurs, inTheirs, (column) => both.has(column));
  return [...named, ...columnsBeyond(tables)];
}

/** Columns for the cells of rows beyond the header: the first of them has the first such cell of each version. */
function columnsBeyond({ base, ours, theirs }: ThreeSides<ColumnsOf>): readonly ColumnPlaces[] {
  const headerWidth = ({ header }: ColumnsOf): number => header?.texts.length ?? 0;
  const count = Math.max(...[base, ours, theirs].map((table) => widthOf(table) - headerWidth(table)));
  return Array.from({ length: count }, (_, index) => ({
    base: headerWidth(base) + index,
    ours: headerWidth(ours) + index,
    theirs: headerWidth(theirs) + index,
  }));
}

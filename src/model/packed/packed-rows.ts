/**
 * Rows that one call of a function takes. V8 compiles a function that is called often, and keeps it; a loop that runs
 * long in one call is compiled while it runs, and what came of that is thrown away at its end. So everything that runs
 * over all rows does it by calls, and the second dictionary is read by what the first one made.
 */
export const ROWS_AT_ONCE = 1024;

/**
 * Rows as a reader leaves them. The text is UTF-8 from the first phrase to the last, and what stands between them means
 * nothing.
 */
export interface PackedRows {
  readonly text: Uint8Array;
  /**
   * Four for each row: where the source phrase begins and ends, and the target phrase. They lie beside each other
   * because they are looked at together.
   */
  readonly places: Int32Array;
  readonly size: number;
}

/**
 * Places of rows that are still being found: `addRow` adds to it. A function for each list would have to be compiled
 * for each file.
 */
export interface RowList {
  places: Int32Array;
  size: number;
}

/** For about so many bytes of text: rows are mostly longer than 32. */
export const newRowList = (bytes: number): RowList => ({ places: new Int32Array(4 * ((bytes >> 5) + 8)), size: 0 });

/** The arguments are the four places of a row. */
export function addRow(
  list: RowList,
  sourceFrom: number,
  sourceTo: number,
  targetFrom: number,
  targetTo: number,
): void {
  const at = list.size * 4;
  if (at === list.places.length) {
    const more = new Int32Array(at * 2);
    more.set(list.places);
    list.places = more;
  }
  const { places } = list;
  places[at] = sourceFrom;
  places[at + 1] = sourceTo;
  places[at + 2] = targetFrom;
  places[at + 3] = targetTo;
  list.size += 1;
}

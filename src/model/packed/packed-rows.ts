/**
 * Rows that one call of a function processes. V8 compiles a function that is called often, and keeps the code. A loop
 * that runs long in one call is compiled while it runs, and that code is thrown away at its end. So all loops over rows
 * work in calls, and the second dictionary runs compiled code.
 */
export const ROWS_AT_ONCE = 1024;

/** Rows of a reader. The text is UTF-8 from the first phrase to the last; bytes between the phrases have no meaning. */
export interface PackedRows {
  readonly text: Uint8Array;
  /**
   * Four positions for each row: start and end of the source phrase, then of the target phrase. They are next to each
   * other because they are read together.
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

/** For about this number of bytes of text: most rows are longer than 32. */
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

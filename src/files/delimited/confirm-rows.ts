import { CsvError, parse } from 'csv-parse/sync';
import type { DelimiterCharacter } from './row.ts';

/** The fields of rows. */
export type Texts = readonly (readonly string[])[];

export const sameTexts = (left: Texts, right: Texts): boolean =>
  left.length === right.length &&
  left.every((texts, index) => {
    const others = right[index];
    return texts.length === others?.length && texts.every((text, column) => text === others[column]);
  });

/**
 * True if csv-parse reads the same fields in these rows. If not, an edit could write a cell to the wrong place. `raw`:
 * a row as written in its file, without its line end.
 */
export function isConfirmed(
  rows: readonly { readonly raw: string; readonly texts: readonly string[] }[],
  delimiter: DelimiterCharacter,
): boolean {
  try {
    const parsed: Texts = parse(rows.map(({ raw }) => `${raw}\n`).join(''), {
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      // A quote inside a field that does not begin with a quote is a normal character.
      relax_quotes: true,
    });
    return sameTexts(
      rows.map(({ texts }) => texts),
      parsed,
    );
  } catch (error) {
    if (error instanceof CsvError) return false;
    throw error;
  }
}

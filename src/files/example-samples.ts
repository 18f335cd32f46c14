import type { Sample } from '../model/sample.ts';
import { faultOfSample } from './check-samples.ts';
import type { DelimitedInput } from './delimited/dialect.ts';
import { readRows } from './delimited/read-rows.ts';
import { columnOf, type Row } from './delimited/row.ts';
import { baseLanguage, languageByName } from './language-names.ts';
import { parseTableHeader } from './table-header.ts';

/** `example`, `example_de`, `Example: German`, `example (de)`. */
const EXAMPLE = /^examples?(?:\s*[:_\- (]\s*(.+?)\)?)?$/i;

/** Column → language of its examples. A column that names no language holds examples in `unnamed`. */
function exampleColumns({ texts }: Row, unnamed: string): ReadonlyMap<number, string> {
  return new Map(
    [...texts].flatMap((text, column) => {
      const found = EXAMPLE.exec(text.trim());
      if (found === null) return [];
      const named = found[1];
      const language = named === undefined ? unnamed : (baseLanguage(named) ?? languageByName(named));
      return language === undefined ? [] : [[column, language] as const];
    }),
  );
}

/**
 * The sentences that the `example` columns of a dictionary file or a wide table hold; none where there is no header. `example_de` is in German; a plain
 * `example` is in the source language of the dictionary, and in a wide table in its first language, which is the one that the others are translated from.
 * What is no sentence, such as a cell that is blank, too long or has control characters, is passed over: the column is a note like any other. The line of a
 * sample is that of its row, which says whose example it is. `source`: the source language of the dictionary.
 */
export function exampleSamples(input: DelimitedInput, source: string): readonly Sample[] {
  const [header, ...rows] = readRows(input).rows;
  if (header === undefined || !header.texts.some((text) => EXAMPLE.test(text.trim()))) return [];
  const unnamed = [...parseTableHeader(header, input.file).languages.keys()][0] ?? source;
  const columns = exampleColumns(header, unnamed);
  return rows.flatMap((row) =>
    [...columns].flatMap(([column, language]): readonly Sample[] => {
      const text = row.texts[column] ?? '';
      if (faultOfSample(text) !== undefined) return [];
      const at = { file: input.file, line: row.line, column: columnOf(row, column) };
      return [{ text: text.trim(), language, at }];
    }),
  );
}

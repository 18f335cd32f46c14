import { columnOf, type DelimitedInput } from '../../../files/delimited/row.ts';
import { readRows } from '../../../files/delimited/scan-rows.ts';
import { wideSchema } from '../../../files/dictionary/wide-schema.ts';
import type { Sample } from '../../../model/workspace/sample.ts';
import { faultOfSample } from './check-samples.ts';

/**
 * The sentences in the `example` columns of a dictionary file or a wide table; empty without a header. `example_de` is
 * in German. A plain `example` is in the source language of the dictionary, or in a wide table in its first language,
 * from which the others are translated. Cells that are not usable as a sentence, because they are blank, too long or
 * contain control characters, are ignored: the column is a note like any other. The line of a sample is that of its
 * row, which identifies the term. `source`: the source language of the dictionary.
 */
export function exampleSamples(input: DelimitedInput, source: string): readonly Sample[] {
  const [header, ...rows] = readRows(input).rows;
  if (header === undefined) return [];
  const { examples, languages } = wideSchema(header, input);
  const unnamed = [...languages.keys()][0] ?? source;
  return rows.flatMap((row) =>
    [...examples].flatMap(([column, language = unnamed]): readonly Sample[] => {
      const text = row.texts[column] ?? '';
      if (faultOfSample(text) !== undefined) return [];
      const at = { file: input.file, line: row.line, column: columnOf(row, column) };
      return [{ text: text.trim(), language, at }];
    }),
  );
}

import { type PairKey, pairKey } from '../../model/entries/language-pair.ts';
import type { Checked } from '../../model/finding.ts';
import type { DelimitedInput } from '../delimited/dialect.ts';
import { parseDictionary } from './dictionary-file.ts';
import type { ParsedDictionary } from './entry-collector.ts';
import { parseTable } from './table-file.ts';
import type { TableForm } from './table-schema.ts';

/** The dictionaries of a CSV or TSV file: of its `pair`, or otherwise of a wide table. */
export function parseTerms(input: DelimitedInput & TableForm): Checked<ReadonlyMap<PairKey, ParsedDictionary>> {
  const { pair } = input;
  if (pair === undefined) return parseTable(input);
  const { value, findings } = parseDictionary({ ...input, pair });
  return { ...(value !== undefined && { value: new Map([[pairKey(pair), value]]) }), findings };
}

import { type Finding, hasErrors } from '../../model/finding.ts';
import type { DelimitedInput } from '../delimited/dialect.ts';
import { parseDictionary } from '../dictionary/dictionary-file.ts';
import { parseTable } from '../dictionary/table-file.ts';
import type { TableForm } from '../merge/table-shape.ts';

interface ReadTerms {
  /** What a plan sees of each dictionary: the digest of its entries, by pair. */
  readonly digests: readonly string[];
  readonly findings: readonly Finding[];
}

/** What the workspace reads in a table, by what it says of it; `undefined` when it says nothing. */
export function readTerms(input: DelimitedInput, { pair, pairs, ...form }: TableForm): ReadTerms | undefined {
  if (pair !== undefined) {
    const { value, findings } = parseDictionary({ ...input, ...form, pair });
    return { digests: value === undefined ? [] : [value.entries.digest], findings };
  }
  if (pairs === undefined) return undefined;
  const { value, findings } = parseTable({ ...input, ...form, pairs });
  return { digests: [...(value ?? [])].map(([key, { entries }]) => `${key} ${entries.digest}`), findings };
}

/** True when a plan sees the same in both. */
export const sameTerms = (before: ReadTerms | undefined, after: ReadTerms | undefined): boolean =>
  before?.digests.join('\n') === after?.digests.join('\n') && !hasErrors(after?.findings ?? []);

import { errorAt, type Finding } from '../../model/finding.ts';
import { grouped } from '../../model/grouped.ts';
import type { SourceRef } from '../../model/source-ref.ts';
import { columnOf, type Row } from '../delimited/row.ts';
import { yesOrNo } from './yes-or-no.ts';

/** One row as it counts for one dictionary. */
export interface CandidateRow {
  readonly source: string;
  readonly target: string;
  readonly line: number;
  readonly column: number;
  readonly preferred: boolean;
}

/**
 * Where rows share a source phrase: the one that is marked preferred, if exactly one is. A reverse pair often has such
 * rows, since two terms of one language may have the same translation.
 */
export function preferredOnly(candidates: readonly CandidateRow[]): readonly CandidateRow[] {
  const dropped = new Set<CandidateRow>();
  for (const same of grouped(candidates, ({ source }) => source).values()) {
    const marked = same.filter(({ preferred }) => preferred);
    if (same.length > 1 && marked.length === 1)
      for (const candidate of same) if (!candidate.preferred) dropped.add(candidate);
  }
  return candidates.filter((candidate) => !dropped.has(candidate));
}

/** An error for each cell of a column `preferred` that says neither yes nor no. */
export function checkPreferred(rows: readonly Row[], column: number | undefined, file: string): readonly Finding[] {
  if (column === undefined) return [];
  return rows.flatMap((row) => {
    const text = row.texts[column] ?? '';
    if (yesOrNo(text) !== undefined) return [];
    const at: SourceRef = { file, line: row.line, column: columnOf(row, column) };
    return [errorAt('preferred-unknown', at, { found: text })];
  });
}

import { type Finding, isLint, type SourceRef } from '../../model/finding.ts';
import { grouped } from '../../model/lists.ts';
import { sortedFindings } from '../messages/finding-text.ts';

/** The lint findings about the term in a row of the files, for the dictionary of a pair. */
export type LintAt = (at: SourceRef | undefined, pair: string) => readonly Finding[];

const rowKey = ({ file, line }: SourceRef): string => `${line}:${file}`;

/** Makes the function that returns lint findings by row. A row of a wide table is a term of several dictionaries. */
export function lintByRow(findings: readonly Finding[]): LintAt {
  const byRow = grouped(sortedFindings(findings.filter(isLint)), ({ at }) => rowKey(at));
  return (at, pair) =>
    at === undefined || byRow.size === 0
      ? []
      : (byRow.get(rowKey(at)) ?? []).filter(({ details }) => details.side === 'source' || details.pair === pair);
}

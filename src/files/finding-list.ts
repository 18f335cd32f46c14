import type { Finding, Severity } from '../model/finding.ts';

/** Most findings of one severity that one file is told. */
export const FINDINGS_MAX = 1000;

/** Findings of one file, as they are found. */
export interface FindingList {
  readonly add: (finding: Finding) => void;
  readonly addAll: (findings: Iterable<Finding>) => void;
  /** In the order in which they came; of each severity the first ones, and one more that counts the others. */
  readonly all: () => readonly Finding[];
}

/** How many findings one stands for. */
const weight = ({ code, details }: Finding): number => (code === 'findings-more' ? Number(details.count) : 1);

/** A list that stays small however many faults a file has: a file of 10 MB can have one in each of two million rows. */
export function findingList(first: Iterable<Finding> = [], max: number = FINDINGS_MAX): FindingList {
  const kept: Finding[] = [];
  const counts = new Map<Severity, number>();
  const more = new Map<Severity, { readonly first: Finding; count: number }>();
  const add = (finding: Finding): void => {
    const { severity } = finding;
    const count = counts.get(severity) ?? 0;
    if (count < max && finding.code !== 'findings-more') {
      counts.set(severity, count + 1);
      kept.push(finding);
      return;
    }
    const left = more.get(severity);
    if (left === undefined) more.set(severity, { first: finding, count: weight(finding) });
    else left.count += weight(finding);
  };
  const addAll = (findings: Iterable<Finding>): void => {
    for (const finding of findings) add(finding);
  };
  addAll(first);
  return {
    add,
    addAll,
    all: () => [
      ...kept,
      ...[...more].map(
        ([
          severity,
          {
            first: { at },
            count,
          },
        ]): Finding => {
          return { code: 'findings-more', severity, at, details: { count } };
        },
      ),
    ],
  };
}

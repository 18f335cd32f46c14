import type { Finding, Severity } from '../model/finding.ts';

/** Maximum number of findings of one severity for one file. */
export const FINDINGS_MAX = 1000;

/** A list to which the findings of one file are added. */
export interface FindingList {
  readonly add: (finding: Finding) => void;
  readonly addAll: (findings: Iterable<Finding>) => void;
  /** In the order in which they were added: the first ones of each severity, and one more that counts the rest. */
  readonly all: () => readonly Finding[];
}

/** The number of findings that one represents. */
const weight = ({ code, details }: Finding): number => (code === 'findings-more' ? Number(details.count) : 1);

/** A list of limited size: a file of 10 MB can have a fault in each of two million rows. */
export function findingList(first: Iterable<Finding> = [], max: number = FINDINGS_MAX): FindingList {
  const listed: Finding[] = [];
  const counts = new Map<Severity, number>();
  const more = new Map<Severity, { readonly first: Finding; count: number }>();
  const add = (finding: Finding): void => {
    const { severity } = finding;
    const count = counts.get(severity) ?? 0;
    if (count < max && finding.code !== 'findings-more') {
      counts.set(severity, count + 1);
      listed.push(finding);
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
      ...listed,
      ...[...more].map(
        ([
          severity,
          {
            first: { at },
            count,
          },
        ]): Finding => ({ code: 'findings-more', severity, at, details: { count } }),
      ),
    ],
  };
}

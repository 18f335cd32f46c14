import type { Finding } from '../../model/finding.ts';

/** Findings with places that lead from the current folder, and not from the folder of a backup. */
export const findingsInFolder = (folder: string, findings: readonly Finding[]): readonly Finding[] => {
  const start = folder.replace(/(?<![/\\])[/\\]+$/, '');
  return findings.map((finding) => ({ ...finding, at: { ...finding.at, file: `${start}/${finding.at.file}` } }));
};

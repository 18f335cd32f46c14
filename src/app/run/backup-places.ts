import type { Finding } from '../../model/finding.ts';

/** Findings whose places are relative to the current folder instead of the folder of a backup. */
export const findingsInFolder = (folder: string, findings: readonly Finding[]): readonly Finding[] => {
  const start = folder.replace(/(?<![/\\])[/\\]+$/, '');
  return findings.map((finding) => ({ ...finding, at: { ...finding.at, file: `${start}/${finding.at.file}` } }));
};

import { type Finding, hasErrors } from '../model/finding.ts';
import { findingCounts, findingsText } from './finding-text.ts';
import { counted } from './words.ts';

/** Every finding on a line of its own, by file and line, and the count at the end. */
export function validateText(findings: readonly Finding[]): string {
  if (findings.length === 0) return 'No faults.\n';
  const files = new Set(findings.map(({ at }) => at.file)).size;
  const counts = `${findingCounts(findings)} in ${counted(files, 'file')}`;
  return `${findingsText(findings)}${hasErrors(findings) ? `${counts}; nothing was sent\n` : `${counts}\n`}`;
}

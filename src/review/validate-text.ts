import { type Finding, hasErrors } from '../model/finding.ts';
import { faultsAndNotes, findingCounts, findingsText, noteLine } from './finding-text.ts';
import { counted } from './words.ts';

/** Every fault on a line of its own, by file and line, then what is only noted, kind by kind, and the count at the end. */
export function validateText(findings: readonly Finding[]): string {
  if (findings.length === 0) return 'No faults.\n';
  const files = new Set(findings.map(({ at }) => at.file)).size;
  const counts = `${findingCounts(findings)} in ${counted(files, 'file')}`;
  const { faults, notes } = faultsAndNotes(findings);
  const lines = `${findingsText(faults)}${notes.map((note) => `${noteLine(note)}\n`).join('')}`;
  return `${lines}${hasErrors(findings) ? `${counts}; nothing was sent\n` : `${counts}\n`}`;
}

import type { Finding } from '../../../model/finding.ts';
import { notSafe } from '../entry-edit.ts';

/**
 * Why an edited file must not be written, by what its reader found. A text that no file may hold is told as the reader
 * tells it, at the top of the file: its place is one of a file that nobody sees. A file that is no YAML any more has
 * been cut in the wrong place.
 */
export function editFaults(findings: readonly Finding[], file: string): readonly Finding[] {
  const errors = findings.filter(({ severity }) => severity === 'error');
  if (errors.some(({ code }) => code.startsWith('yaml-'))) return [notSafe(file, 'content')];
  return errors.map((finding): Finding => ({ ...finding, at: { file, line: 1, column: 1 } }));
}

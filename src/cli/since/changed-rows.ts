import type { Finding } from '../../model/finding.ts';
import type { CliPorts } from '../ports.ts';
import { changedFiles, DIFF_OPTIONS, gitAnswer } from './changed-files.ts';

/** The first line of a hunk, and how many it has, on the new side. */
const HUNK = /^@@ -\S+ \+(\d+)(?:,(\d+))? @@/gm;

/**
 * Lines are those of the file, whatever the settings of git show in their place: a textconv, or nothing of a binary.
 */
const LINE_OPTIONS = ['--unified=0', '--inter-hunk-context=0', '--text', '--no-textconv'];

/** The lines that a diff adds or changes. */
function changedLines(diff: string): ReadonlySet<number> {
  const lines = new Set<number>();
  for (const [, first = '0', count = '1'] of diff.matchAll(HUNK))
    for (let line = 0; line < Number(count); line += 1) lines.add(Number(first) + line);
  return lines;
}

/**
 * The findings in rows that are new or changed since a commit and `HEAD` parted. Files that git does not know are new.
 * Renamed files are followed. Throws `UsageError` when git does not know the commit, or where both parted.
 */
export async function foundSince(
  findings: readonly Finding[],
  ref: string,
  root: string,
  ports: Pick<CliPorts, 'git'>,
): Promise<readonly Finding[]> {
  const { base, files, renamed, untracked } = await changedFiles(ref, root, ports);
  const lines = new Map<string, ReadonlySet<number>>();
  for (const file of new Set(findings.map(({ at }) => at.file))) {
    if (!files.has(file) || untracked.has(file)) continue;
    const paths = [renamed.get(file), file].flatMap((path) => path ?? []);
    const diff = await gitAnswer(root, ports, 'diff', ...LINE_OPTIONS, ...DIFF_OPTIONS, base, '--', ...paths);
    lines.set(file, changedLines(diff));
  }
  return findings.filter(({ at: { file, line } }) => untracked.has(file) || lines.get(file)?.has(line) === true);
}

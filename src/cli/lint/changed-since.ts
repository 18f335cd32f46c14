import { UsageError } from '../../model/errors.ts';
import type { Finding } from '../../model/finding.ts';
import type { CliPorts } from '../ports.ts';
import { gitText } from '../session/git-text.ts';

/** The first line of a hunk, and how many it has, on the new side. */
const HUNK = /^@@ -\S+ \+(\d+)(?:,(\d+))? @@/gm;

/** The lines that a diff adds or changes. */
function changedLines(diff: string): ReadonlySet<number> {
  const lines = new Set<number>();
  for (const [, first = '0', count = '1'] of diff.matchAll(HUNK))
    for (let line = 0; line < Number(count); line += 1) lines.add(Number(first) + line);
  return lines;
}

/** Paths of files that were renamed, new → old, of the output of `git diff --name-status -z`. */
function renames(status: string): ReadonlyMap<string, string> {
  const fields = status.split('\0');
  const found = new Map<string, string>();
  for (let at = 0; at < fields.length; at += 2)
    if (/^[RC]/.test(fields[at] ?? '')) {
      found.set(fields[at + 2] ?? '', fields[at + 1] ?? '');
      at += 1;
    }
  return found;
}

/**
 * The findings in rows that are new or changed since a commit: since it and `HEAD` parted, where they have. Files that
 * git does not know are new. Renamed files are followed. Throws `UsageError` when git knows no such commit.
 */
export async function foundSince(
  findings: readonly Finding[],
  ref: string,
  root: string,
  ports: Pick<CliPorts, 'git'>,
): Promise<readonly Finding[]> {
  const git = (...args: readonly string[]) => gitText(root, ports, ...args);
  const commit = await git('rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`);
  if (commit === undefined) throw new UsageError(`git knows no commit ${JSON.stringify(ref)} here; --since needs one`);
  const base = (await git('merge-base', commit, 'HEAD')) ?? commit;
  // Lines are those of the file, whatever the settings of git show in their place: a textconv, or nothing of a binary.
  const lineOptions = ['--unified=0', '--inter-hunk-context=0', '--text', '--no-textconv'];
  const options = ['--relative', '--no-color', '--no-ext-diff', '--find-renames'];
  const answer = async (...args: readonly string[]): Promise<string> => {
    const said = await git(...args);
    if (said === undefined) throw new Error(`git ${args[0]} failed`);
    return said;
  };
  const moved = renames(await answer('diff', '--name-status', '-z', ...options, base, '--'));
  const unknown = new Set((await answer('ls-files', '--others', '-z', '--', '.')).split('\0'));
  const lines = new Map<string, ReadonlySet<number>>();
  for (const file of new Set(findings.map(({ at }) => at.file))) {
    const paths = [moved.get(file), file].flatMap((path) => path ?? []);
    lines.set(file, changedLines(await answer('diff', ...lineOptions, ...options, base, '--', ...paths)));
  }
  return findings.filter(({ at: { file, line } }) => unknown.has(file) || lines.get(file)?.has(line) === true);
}

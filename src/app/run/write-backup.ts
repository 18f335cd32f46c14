import { join } from 'node:path';
import type { Finding } from '../../model/finding.ts';
import { type Backup, leftOutBy } from '../../steps/backup/backup-of.ts';
import { checkBackup } from '../../steps/backup/read-backup.ts';
import type { Ports } from '../ports.ts';

/**
 * Writes the files of a backup and reads them again. Resources that the files cannot represent are left out, with
 * warnings that give the reason, until the files match the target. Errors that concern more than one resource end the
 * process and are returned.
 */
export async function writeBackup(
  fullBackup: Backup,
  folder: string,
  ports: Ports,
): Promise<{ readonly backup: Backup; readonly findings: readonly Finding[] }> {
  const warnings: Finding[] = [];
  let written: Backup['files'] = new Map();
  for (let backup = fullBackup; ; ) {
    const leftOver = [...written.keys()].filter((path) => !backup.files.has(path));
    await ports.files.writeAll(new Map(leftOver.map((path) => [join(folder, path), undefined])));
    for (const [path, text] of backup.files)
      if (written.get(path) !== text) await ports.files.writeFile(join(folder, path), text);
    written = backup.files;
    const { findings } = await checkBackup(ports.files, folder, backup.json);
    const errors = findings.filter(({ severity }) => severity === 'error');
    if (errors.length === 0) return { backup, findings: [...warnings, ...findings] };
    const leftOut = leftOutBy(backup, errors);
    if (leftOut === undefined) return { backup, findings };
    for (const error of errors) warnings.push({ ...error, severity: 'warning' });
    backup = backup.without(leftOut);
  }
}

import type { Wordings } from './finding-details.ts';

/** What stands between a folder and a restore of it. */
export const BACKUP_WORDING: Wordings = {
  'backup-incomplete': () =>
    'there is no such file, so this folder is no backup, or one that was not finished; name the folder of a finished backup',
  'backup-damaged': (d) => `the file is damaged: ${d.text('what')}; use another backup`,
  'backup-format': (d) =>
    `the backup has the format version ${d.text('found')}, this Lexform reads 1; use the version that wrote it, or a later one`,
  'backup-file-missing': () => 'this file of the backup is missing; put it back, or use another backup',
  'backup-file-edited': () =>
    'this file is not what the backup wrote: it has been edited or cut off; put it back as it was, or use another backup',
  'backup-file-unknown': () => 'this file does not belong to the backup; take it out of the folder',
  'backup-content': (d) =>
    `the files do not give ${d.text('address')} as the target had it, so a restore would not bring it back; use another backup`,
  'backup-not-whole': (d) =>
    `the backup is not whole: files could not hold ${d.text('address')} (${d.text('why')}), so a restore leaves it as it is now`,
  'backup-left-out': (d) =>
    `${d.text('address')} had no entries in any dictionary, and the service makes no glossary without entries: it is left out`,
  'backup-key-gone': (d) =>
    `${d.text('address')} is gone or deactivated for good, and its secret cannot come back: it is left out; make a new key if it is needed`,
};

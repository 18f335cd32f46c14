import type { Wordings } from './finding-details.ts';

/** Why a backup folder cannot be restored, or not completely. */
export const BACKUP_WORDING: Wordings = {
  'backup-incomplete':
    'the file is missing, so this folder is not a complete backup; name the folder of a complete backup',
  'backup-damaged': 'the file is damaged: {what}; use another backup',
  'backup-format':
    'the backup has the format version {found}, this Lexform reads 1; use the version that wrote it, or a later one',
  'backup-file-missing': 'this file of the backup is missing; put it back, or use another backup',
  'backup-file-edited':
    'this file is not what the backup wrote: it has been edited or cut off; put it back as it was, or use another ' +
    'backup',
  'backup-file-unknown': 'this file does not belong to the backup; remove it from the folder',
  'backup-content':
    'the files do not give {address} as the target had it, so a restore would not recreate it; use another backup',
  'backup-gap': 'the backup is incomplete: files could not store {address} ({why}), so a restore leaves it unchanged',
  'backup-left-out':
    '{address} had no entries in any dictionary, and the service stores no glossary without entries, so it is left out',
  'backup-key-gone':
    '{address} was deleted or deactivated permanently, and its secret cannot be restored, so it is left out; create ' +
    'a new key if you need one',
};

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { developerKeyCalls } from '../../../src/kinds/developer-key/service/developer-key-calls.ts';
import { glossaryCalls } from '../../../src/kinds/glossary/service/glossary-calls.ts';
import { type BackupJson, backupJsonText } from '../../../src/steps/backup/read-backup.ts';
import type { Row } from './row.ts';
import { afterApply, onTarget, type World } from './service-row.ts';

const FILES = { 'style-rules/s.yaml': 'name: S\nlanguage: de\n' };
const RESTORE = ['restore', 'b', '--dry-run'];

/** A backup of one style list in `b`, and what happens to it. */
const withBackup = (line: string, meanwhile: (world: World) => Promise<unknown>): Row =>
  afterApply(line, FILES, RESTORE, async (world) => {
    await world.run('backup', 'b');
    await meanwhile(world);
  });

/** The same whose description says something else, with a digest that fits. */
const describedAs = (line: string, change: (json: BackupJson) => object): Row =>
  withBackup(line, async ({ cwd, write }) => {
    const { digest: _, ...json } = JSON.parse(await readFile(join(cwd, 'b/backup.json'), 'utf8'));
    await write('b/backup.json', backupJsonText(change(json) as BackupJson));
  });

export const BACKUP_ROWS: readonly Row[] = [
  afterApply(
    'b/glossaries/g/glossary.yaml:2:7: warning: glossary.g had no entries in any dictionary, and the service stores no glossary without entries, so it is left out [backup-left-out]',
    { 'glossaries/g/glossary.yaml': 'name: G\n', 'glossaries/g/en-de.csv': 'house,Haus\n' },
    RESTORE,
    async ({ client, glossary, run }) => {
      const { id } = await glossary('G');
      await glossaryCalls(client).deleteDictionary(id, { source: 'en', target: 'de' });
      await run('backup', 'b');
      await glossaryCalls(client).delete(id);
    },
  ),
  onTarget(
    'b/developer-keys.yaml:2:1: warning: developer_key.ci was deleted or deactivated permanently, and its secret cannot be restored, so it is left out; create a new key if you need one [backup-key-gone]',
    {},
    async ({ client, run }) => {
      const { id } = await developerKeyCalls(client).create('CI');
      await run('backup', 'b');
      await developerKeyCalls(client).deactivate(id);
      return run('restore', 'b', '--dry-run');
    },
  ),
  withBackup(
    'b/backup.json:1:1: error: the file is missing, so this folder is not a complete backup; name the folder of a complete backup [backup-incomplete]',
    ({ remove }) => remove('b/backup.json'),
  ),
  withBackup(
    'b/backup.json:1:1: error: the file is damaged: it is not JSON in UTF-8; use another backup [backup-damaged]',
    ({ write }) => write('b/backup.json', '{'),
  ),
  describedAs(
    'b/backup.json:1:1: error: the file is damaged: it names the file ../../etc/passwd; use another backup [backup-damaged]',
    (json) => ({ ...json, files: [{ path: '../../etc/passwd', sha256: '' }] }),
  ),
  withBackup(
    'b/backup.json:1:1: error: the backup has the format version 2, this Lexform reads 1; use the version that wrote it, or a later one [backup-format]',
    ({ write }) => write('b/backup.json', '{ "formatVersion": 2 }'),
  ),
  withBackup(
    'b/style-rules/s.yaml:1:1: error: this file of the backup is missing; put it back, or use another backup [backup-file-missing]',
    ({ remove }) => remove('b/style-rules/s.yaml'),
  ),
  withBackup(
    'b/style-rules/s.yaml:1:1: error: this file is not what the backup wrote: it has been edited or cut off; put it back as it was, or use another backup [backup-file-edited]',
    ({ write }) => write('b/style-rules/s.yaml', 'name: T\nlanguage: de\n'),
  ),
  withBackup(
    'b/style-rules/t.yaml:1:1: error: this file does not belong to the backup; remove it from the folder [backup-file-unknown]',
    ({ write }) => write('b/style-rules/t.yaml', 'name: T\nlanguage: de\n'),
  ),
  describedAs(
    'b/backup.json:1:1: error: the files do not give style_rules.s as the target had it, so a restore would not recreate it; use another backup [backup-content]',
    (json) => ({ ...json, styleRules: [] }),
  ),
  describedAs(
    'b/backup.json:1:1: warning: the backup is incomplete: files could not store glossary.g (phrase-too-long), so a restore leaves it unchanged [backup-gap]',
    (json) => ({ ...json, leftOut: [{ address: 'glossary.g', id: 'a1', why: ['phrase-too-long'] }] }),
  ),
];

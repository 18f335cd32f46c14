import { expect, test } from 'vitest';
import type { Ports } from '../../../src/app/ports.ts';
import { writeBackup } from '../../../src/app/run/write-backup.ts';
import { nodeFiles } from '../../../src/files/node/node-files.ts';
import { backupOf, namedLive } from '../../../src/steps/backup/backup-of.ts';
import { liveGlossary } from '../../support/build.ts';
import { tempFolder } from '../../support/git-repository.ts';

test('the files that stay are written once, however often a backup is made smaller', async () => {
  const glossaries = [
    liveGlossary('g1', 'One', { 'en->de': { a: 'b' } }),
    liveGlossary('g2', 'Long', { 'en->de': { ['x'.repeat(1100)]: 'y' }, 'en->fr': { a: 'c' } }),
  ];
  const about = { target: { name: 'prod', baseUrl: 'https://api.test' }, time: new Date('2026-01-02T03:04:05Z') };
  const full = backupOf(namedLive({ glossaries, styleLists: [] }, new Map(), about), new Map());
  const folder = tempFolder();
  const files = nodeFiles();
  const written: string[] = [];
  const writeFile: typeof files.writeFile = async (path, content) => {
    written.push(path.slice(folder.length + 1).replaceAll('\\', '/'));
    await files.writeFile(path, content);
  };
  const { backup, findings } = await writeBackup(full, folder, { files: { ...files, writeFile } } as Ports);
  expect(findings.map(({ code, severity }) => [code, severity])).toEqual([['phrase-too-long', 'warning']]);
  expect(written.sort()).toEqual([...full.files.keys()].sort());
  expect(full.files.size - backup.files.size).toBe(1);
  expect(await files.glob(['**/*'], folder)).toEqual([...backup.files.keys()].sort());
});

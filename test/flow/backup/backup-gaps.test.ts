import { expect, test } from 'vitest';
import type { Client } from '../../../src/client/client.ts';
import type { BackupJson } from '../../../src/files/backup-json.ts';
import { backupGaps, heldBack, withoutListed } from '../../../src/flow/backup/backup-gaps.ts';
import { liveDeveloperKey, liveGlossary, liveStyleList } from '../../support/build.ts';

const BACKUP = {
  leftOut: [
    { address: 'glossary.a', id: 'g1', why: 'a name of two lines' },
    { address: 'glossary.b/en->de', id: 'g2', why: 'a tab' },
  ],
} as unknown as BackupJson;

test('what a backup lacks is a warning at its backup.json', () => {
  const at = { file: 'old/backup.json', line: 1, column: 1 };
  expect(backupGaps(BACKUP, 'old')).toEqual([
    {
      code: 'backup-gap',
      severity: 'warning',
      at,
      details: { address: 'glossary.a', why: 'a name of two lines' },
    },
    { code: 'backup-gap', severity: 'warning', at, details: { address: 'glossary.b/en->de', why: 'a tab' } },
  ]);
  expect(backupGaps({} as BackupJson, 'old')).toEqual([]);
});

test('a glossary that lacks a dictionary alone is not held back', () => {
  expect(heldBack(BACKUP)).toEqual(new Set(['g1']));
  expect(heldBack({} as BackupJson)).toEqual(new Set());
});

test('what is held back is not listed, and all else of the client stays', async () => {
  const get = async () => liveGlossary('g1', 'a', {});
  const client = {
    text: 'kept',
    glossaries: { list: async () => [liveGlossary('g1', 'a', {}), liveGlossary('g2', 'b', {})], get },
    styleLists: { list: async () => [liveStyleList('s1', 'l'), liveStyleList('s2', 'm')], get: 'lists' },
    developerKeys: { list: async () => [liveDeveloperKey('k1', 'x'), liveDeveloperKey('k2', 'y')], get: 'keys' },
  } as unknown as Client;
  const seen = withoutListed(client, new Set(['g1', 's2', 'k1']));
  expect((await seen.glossaries.list()).map(({ id }) => id)).toEqual(['g2']);
  expect((await seen.styleLists.list()).map(({ id }) => id)).toEqual(['s1']);
  expect((await seen.developerKeys.list()).map(({ id }) => id)).toEqual(['k2']);
  expect(seen).toMatchObject({
    text: 'kept',
    glossaries: { get },
    styleLists: { get: 'lists' },
    developerKeys: { get: 'keys' },
  });
});

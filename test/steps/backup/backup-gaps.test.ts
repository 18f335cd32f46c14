import { expect, test } from 'vitest';
import { readListing } from '../../../src/kinds/service/read-entries.ts';
import { listLive } from '../../../src/kinds/service/registry.ts';
import { makeListings } from '../../../src/steps/apply/begin-run.ts';
import { type BackupJson, backupGaps, heldBack, withoutListed } from '../../../src/steps/backup/read-backup.ts';
import { makeLimit } from '../../../src/steps/make-limit.ts';
import { liveDeveloperKey, liveGlossary, liveStyleList } from '../../support/build.ts';
import { liveClient } from '../../support/live-client.ts';

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
  const live = {
    glossaries: [liveGlossary('g1', 'a', {}), liveGlossary('g2', 'b', {})],
    styleLists: [liveStyleList('s1', 'l'), liveStyleList('s2', 'm')],
    developerKeys: [liveDeveloperKey('k1', 'x'), liveDeveloperKey('k2', 'y')],
  };
  const client = { ...liveClient({ live }), text: 'kept' };
  const seen = withoutListed(client, new Set(['g1', 's2', 'k1']));
  const ids = async (kind: string) => (await listLive(seen, kind)).map(({ id }) => id);
  expect(await ids('glossary')).toEqual(['g2']);
  expect(await ids('style-list')).toEqual(['s1']);
  expect(await ids('developer-key')).toEqual(['k2']);
  expect(await readListing(seen, { glossaries: true }, makeLimit(1))).toEqual({ glossaries: [live.glossaries[1]] });
  expect(await makeListings(seen)('glossary')(true)).toEqual([live.glossaries[1]]);
  expect(seen).toMatchObject(client);
});

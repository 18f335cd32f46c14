import { expect, test } from 'vitest';
import { AREAS } from '../../../src/contract/calls.ts';
import { nodeFiles } from '../../../src/files/node/node-files.ts';
import { developerKeyCalls } from '../../../src/kinds/developer-key/service/developer-key-calls.ts';
import { glossaryCalls } from '../../../src/kinds/glossary/service/glossary-calls.ts';
import { EMPTY_LEDGER } from '../../../src/kinds/registry.ts';
import type { LedgerState } from '../../../src/kinds/states.ts';
import { ServiceError } from '../../../src/model/errors.ts';
import { type BackupInput, backupTarget } from '../../../src/steps/backup/backup-of.ts';
import type { BackedUp, BackupJson } from '../../../src/steps/backup/read-backup.ts';
import { makeLimit } from '../../../src/steps/make-limit.ts';
import { readDesired } from '../../../src/steps/workspace/read-desired.ts';
import { desiredDeveloperKey, desiredGlossary, desiredStyleList, liveGlossary } from '../../support/build.ts';
import { callsOf, intercepted } from '../../support/live-client.ts';
import { owning } from '../../support/owning.ts';
import { administeredService, bring, clientOf } from '../../support/target.ts';
import { tempWorkspace } from '../../support/temp-workspace.ts';

const WORKSPACE = {
  'lexform.yaml':
    'version: 1\ntargets: { local: { service: embedded } }\nglossaries: glossaries/*/glossary.yaml\nstyle_rules: style-rules/*.yaml\n',
  'glossaries/product/glossary.yaml': 'name: Produkt\n',
  'glossaries/product/en-de.csv': 'a,b\n',
  'style-rules/tone.yaml': 'name: Ton\nlanguage: de\n',
};

async function filledTarget() {
  const service = administeredService();
  await bring(service, {
    glossaries: [
      { ...desiredGlossary('x', { 'en->de': { a: 'b', c: 'd' }, 'en->fr': { a: 'e' } }), name: 'Produkt' },
      { ...desiredGlossary('y', { 'en->de': { dog: 'Hund' } }), name: 'Legal' },
    ],
    styleLists: [desiredStyleList('z', { name: 'Ton' })],
    developerKeys: [desiredDeveloperKey('ci'), desiredDeveloperKey('dead')],
  });
  const client = clientOf(service);
  const dead = (await developerKeyCalls(client).list()).find(({ label }) => label === 'dead');
  if (dead === undefined) throw new Error('no key');
  await developerKeyCalls(client).deactivate(dead.id);
  const backup = async (more: Partial<BackupInput> = {}, ledger: LedgerState = EMPTY_LEDGER) =>
    backupTarget({
      desired: (await readDesired(nodeFiles(), await tempWorkspace(WORKSPACE))).desired ?? {},
      client,
      limit: makeLimit(2),
      ledger,
      isAdmin: false,
      target: { name: 'prod', baseUrl: 'https://api.test' },
      time: new Date('2026-01-02T03:04:05Z'),
      ...more,
    });
  return { client, backup };
}

const listed = (json: BackupJson, list: string) => json[list] as readonly BackedUp[];

test('a backup has all entries, under the names of the workspace or those that pull would give', async () => {
  const { backup } = await filledTarget();
  const { json, files } = await backup();
  expect(listed(json, 'glossaries').map(({ address, name, dictionaries }) => [address, name, dictionaries])).toEqual([
    ['glossary.legal', 'Legal', [{ pair: 'en->de', terms: 1 }]],
    [
      'glossary.product',
      'Produkt',
      [
        { pair: 'en->de', terms: 2 },
        { pair: 'en->fr', terms: 1 },
      ],
    ],
  ]);
  expect(listed(json, 'styleRules').map(({ address, name }) => [address, name])).toEqual([['style_rules.tone', 'Ton']]);
  expect(json.developerKeys).toBeUndefined();
  expect([files.get('glossaries/legal/en-de.csv'), files.get('glossaries/product/en-fr.csv')]).toEqual([
    'dog,Hund\n',
    'a,e\n',
  ]);
});

test('what the ledger owns has its name there', async () => {
  const { backup, client } = await filledTarget();
  const legal = (await glossaryCalls(client).list()).find(({ name }) => name === 'Legal');
  const ledger = owning(
    { glossaries: [liveGlossary(legal?.id ?? '', 'Legal', {})] },
    { glossaries: [{ ...desiredGlossary('contracts', {}), name: 'Legal' }] },
  );
  const { json } = await backup({}, ledger);
  expect(listed(json, 'glossaries').map(({ address }) => address)).toEqual(['glossary.contracts', 'glossary.product']);
});

test('developer keys are those that work, where they are asked for', async () => {
  const { json } = await (await filledTarget()).backup({ isAdmin: true });
  const labels = listed(json, 'developerKeys').map(({ label }) => label);
  expect(labels).toContain('ci');
  expect(labels).not.toContain('dead');
});

test('style lists that are not open to the account are absent; any other refusal ends the backup', async () => {
  const { backup, client } = await filledTarget();
  const failing = (error: Error) => intercepted(client, callsOf(AREAS.styleLists), () => Promise.reject(error));
  const refusing = (status: number) =>
    failing(Object.assign(Object.create(ServiceError.prototype), { message: `${status}`, refusal: { status } }));
  const { json } = await backup({ client: refusing(403) });
  expect([json.styleRules, listed(json, 'glossaries').length]).toEqual([undefined, 2]);
  await expect(backup({ client: refusing(500) })).rejects.toMatchObject({ message: '500' });
  await expect(backup({ client: failing(new Error('lost')) })).rejects.toThrow('lost');
});

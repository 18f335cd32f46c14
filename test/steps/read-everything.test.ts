import pLimit from 'p-limit';
import { expect, test } from 'vitest';
import { AREAS } from '../../src/contract/calls.ts';
import { nodeFiles } from '../../src/files/node/node-files.ts';
import { keyId } from '../../src/kinds/developer-key/developer-key.ts';
import { developerKeyCalls } from '../../src/kinds/developer-key/service/developer-key-calls.ts';
import { glossaryCalls } from '../../src/kinds/glossary/service/glossary-calls.ts';
import { EMPTY_LEDGER } from '../../src/kinds/registry.ts';
import type { LedgerState } from '../../src/kinds/states.ts';
import type { Service } from '../../src/service/create-service.ts';
import { readEverything } from '../../src/steps/backup/backup-of.ts';
import { readDesired } from '../../src/steps/workspace/read-desired.ts';
import { desiredDeveloperKey, desiredGlossary, desiredStyleList } from '../support/build.ts';
import { callsOf, intercepted } from '../support/live-client.ts';
import { administeredService, applyWith, bring, clientOf, planFor } from '../support/target.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';

const WORKSPACE = {
  'lexform.yaml': 'version: 1\ntargets: { local: { service: embedded } }\nglossaries: glossaries/*/glossary.yaml\n',
  'glossaries/files/glossary.yaml': 'name: Named\n',
  'glossaries/files/en-de.csv': 'a,b\n',
  'glossaries/new/glossary.yaml': 'name: New\n',
  'glossaries/new/en-de.csv': 'a,b\n',
};

/** A service with a glossary that the files name, two that they do not, a style list, and two keys, one of them off. */
async function filledService(): Promise<Service> {
  const service = administeredService();
  await bring(service, {
    glossaries: ['Named', 'Kept', 'Strange'].map((name) => ({
      ...desiredGlossary(name.toLowerCase(), { 'en->de': { [name]: 'x' }, 'en->fr': { a: 'b' } }),
      name,
    })),
    styleLists: [desiredStyleList('Tone')],
  });
  const client = clientOf(service);
  const keys = [desiredDeveloperKey('on', { label: 'On' }), desiredDeveloperKey('off', { label: 'Off' })];
  await applyWith(client, (await planFor(client, { developerKeys: keys })).plan);
  const off = (await developerKeyCalls(client).list()).find(({ label }) => label === 'Off');
  await developerKeyCalls(client).deactivate(off?.id ?? keyId(''));
  return service;
}

/** What is read: names of resources by what the service calls them, entries by glossary and pair, and the calls. */
async function read(
  service: Service,
  {
    files = WORKSPACE,
    ledger = EMPTY_LEDGER,
    developerKeys = true,
  }: { files?: object; ledger?: LedgerState; developerKeys?: boolean } = {},
) {
  const root = await tempWorkspace(files as Readonly<Record<string, string>>);
  const before = service.calls.length;
  const client = clientOf(service);
  const { desired = {} } = await readDesired(nodeFiles(), root);
  const { live, names } = await readEverything({
    desired,
    client,
    limit: pLimit(4),
    ledger,
    withAdminKey: developerKeys,
  });
  const made = service.calls.slice(before).map(({ path }) => path);
  const { glossaries = [], styleLists, developerKeys: keys } = live;
  return {
    names: Object.fromEntries([
      ...glossaries.map(({ id, name }) => [name, names.get(id)]),
      ...(styleLists ?? []).map(({ id, content: { name } }) => [name, names.get(id)]),
      ...(keys ?? []).map(({ id, label }) => [label, names.get(id)]),
    ]),
    entries: glossaries.map(({ name, dictionaries }) => [
      name,
      [...dictionaries].map(([pair, { entries }]) => [pair, entries && Object.fromEntries(entries)]),
    ]),
    keys: keys?.map(({ label }) => label),
    reads: made.filter((path) => path.includes('/entries')).length,
    calls: made,
  };
}

test('all that a target has is read with all entries, under the names of the files, else of the ledger', async () => {
  const service = await filledService();
  const kept = (await glossaryCalls(clientOf(service)).list()).find(({ name }) => name === 'Kept');
  if (kept === undefined) throw new Error('no glossary');
  const owned = { id: kept.id, content: { name: 'Kept', dictionaries: new Map() }, protect: false };
  const ledger = { ...EMPTY_LEDGER, glossaries: new Map([['glossary.ours.old', owned] as const]) };
  const found = await read(service, { ledger });
  expect(found.names).toEqual({
    Named: 'files',
    Kept: 'ours.old',
    Strange: 'strange',
    Tone: 'tone',
    On: 'on',
    'Service API Key': 'service-api-key',
  });
  const entries = (name: string) => [
    name,
    [
      ['en->de', { [name]: 'x' }],
      ['en->fr', { a: 'b' }],
    ],
  ];
  expect(found.entries.toSorted()).toEqual(['Kept', 'Named', 'Strange'].map(entries));
  expect(found.reads).toBe(6);
});

test('a key that is deactivated is not there; without the admin key none is asked for', async () => {
  const service = await filledService();
  expect((await read(service)).keys?.toSorted()).toEqual(['On', 'Service API Key']);
  const { keys, calls } = await read(service, { developerKeys: false });
  expect([keys, calls.filter((path) => path.includes('admin'))]).toEqual([undefined, []]);
});

test('a dictionary without entries is not read', async () => {
  const service = administeredService();
  const client = clientOf(service);
  await bring(service, { glossaries: [desiredGlossary('one', { 'en->de': { a: 'b' } })] });
  const [glossary] = await glossaryCalls(client).list();
  if (glossary === undefined) throw new Error('no glossary');
  const emptied = intercepted(client, callsOf(AREAS.glossaries), async () => [
    {
      ...glossary,
      dictionaries: new Map([...glossary.dictionaries].map(([key, each]) => [key, { ...each, entryCount: 0 }])),
    },
  ]);
  const before = service.calls.length;
  const { desired = {} } = await readDesired(nodeFiles(), await tempWorkspace(WORKSPACE));
  await readEverything({
    desired,
    client: emptied,
    limit: pLimit(4),
    ledger: EMPTY_LEDGER,
    withAdminKey: false,
  });
  expect(service.calls.slice(before).filter(({ path }) => path.includes('/entries'))).toEqual([]);
});

test('a workspace that cannot be read names nothing, and the target is read all the same', async () => {
  const service = await filledService();
  const { names, reads } = await read(service, { files: { 'lexform.yaml': 'version: 9\n' } });
  expect([names.Named, names.Kept, reads]).toEqual(['named', 'kept', 6]);
});

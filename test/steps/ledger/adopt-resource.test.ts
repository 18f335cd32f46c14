import pLimit from 'p-limit';
import { describe, expect, test } from 'vitest';
import type { Client } from '../../../src/client/client.ts';
import { keyId } from '../../../src/kinds/developer-key/developer-key.ts';
import { glossaryCalls } from '../../../src/kinds/glossary/service/glossary-calls.ts';
import { EMPTY_LEDGER } from '../../../src/kinds/registry.ts';
import type { LedgerState } from '../../../src/kinds/states.ts';
import { styleListCalls } from '../../../src/kinds/style-list/service/style-list-calls.ts';
import { glossaryId, styleId } from '../../../src/model/ids.ts';
import type { Plan } from '../../../src/model/plan/plan.ts';
import { changeKind, type DesiredResource } from '../../../src/model/resources/resource.ts';
import { makePlan } from '../../../src/plan/make-plan.ts';
import {
  adopter,
  readAdoption as readLimited,
  whyNotAdopted,
  withAdopted,
} from '../../../src/steps/ledger/adopt-resource.ts';
import {
  desiredDeveloperKey,
  desiredGlossary,
  desiredStyleList,
  liveDeveloperKey,
  planInput,
} from '../../support/build.ts';
import { testService } from '../../support/in-process.ts';
import { answering } from '../../support/live-client.ts';
import { clientOf } from '../../support/target.ts';

const readAdoption = (client: Client, ...wanted: readonly [DesiredResource, string]) =>
  readLimited(client, pLimit(4), ...wanted);

const ID = '00000000-0000-4000-8000-000000000001';

const owning = (address: 'glossary.a' | 'glossary.b', id: string): LedgerState => ({
  ...EMPTY_LEDGER,
  glossaries: new Map([
    [address, { id: glossaryId(id), protect: false, content: { name: 'A', dictionaries: new Map() } }],
  ]),
});

/** What becomes of the entries of each dictionary. */
const entryKinds = ({ changes }: Plan) =>
  changes.flatMap(({ children }) => children.map((each) => each.values.map(changeKind)));

describe('the ledger', () => {
  test.each([
    [EMPTY_LEDGER, undefined],
    [owning('glossary.a', ID), `glossary.a owns ${ID} already`],
    [owning('glossary.a', 'g2'), 'glossary.a owns g2; forget it first: lexform ledger forget glossary.a'],
    [owning('glossary.b', ID), `${ID} is owned by glossary.b; forget that first: lexform ledger forget glossary.b`],
    [owning('glossary.b', 'g2'), undefined],
  ])('lets an address take what nothing owns (%#)', (ledger, reason) => {
    expect(whyNotAdopted(ledger, 'glossary.a', ID)).toBe(reason);
  });
});

describe('the files', () => {
  const a = desiredGlossary('a', { 'en->de': { cat: 'Katze' } });
  const pinned = (name: string) => desiredGlossary(name, {}, { pinnedId: glossaryId(ID) });

  test('let an address take an id that it pins itself, or that nothing pins', () => {
    expect(adopter({ glossaries: [a] }, 'glossary.a', ID)).toBe(a);
    expect(adopter({ glossaries: [pinned('a')] }, 'glossary.a', ID).address).toBe('glossary.a');
  });

  test.each([
    [{ glossaries: [a, pinned('b')] }, 'glossary.a', ID, /pinned by glossary\.b in glossaries\/b\/glossary\.yaml/],
    [{ glossaries: [pinned('a')] }, 'glossary.a', 'g2', /glossary\.yaml pins another id/],
    [{ glossaries: [a] }, 'glossary.z', ID, /no file of the workspace is "glossary\.z"$/],
    [{ glossaries: [a] }, 'a', ID, /"a"; did you mean glossary\.a\?$/],
    [{}, 'glossary.a', ID, /no file of the workspace/],
    [{ glossaries: [a] }, 'glossary.a/en->de', ID, /a dictionary is adopted with its glossary/],
    [{ glossaries: [a] }, 'glossary.a', '../style_rules/x', /not an id of the service/],
    [{ glossaries: [a] }, 'glossary.a', 'g2/x', /not an id of the service/],
    [{ glossaries: [a] }, 'glossary.a', '', /not an id of the service/],
  ] as const)('refuse else (%#)', (desired, address, id, message) => {
    expect(() => adopter(desired, address, id)).toThrow(message);
  });
});

describe('what is adopted', () => {
  const live = { cat: 'Kater', dog: 'Hund' };

  async function planned(mode: 'authoritative' | 'additive') {
    const client = clientOf(testService());
    const { id } = await glossaryCalls(client).create(
      desiredGlossary('Old', { 'en->de': live, 'en->fr': { cat: 'chat' } }),
    );
    const desired = desiredGlossary('a', { 'en->de': { cat: 'Katze', cow: 'Kuh' } }, { mode, protect: true });
    const adoption = await readAdoption(client, desired, id);
    const read = await glossaryCalls(client).readEntries(id, { source: 'en', target: 'de' });
    const [listed] = await glossaryCalls(client).list();
    if (listed === undefined || read === undefined) throw new Error('nothing there');
    const dictionaries = new Map(listed.dictionaries);
    dictionaries.set('en->de', { pair: { source: 'en', target: 'de' }, entryCount: read.size, entries: read });
    const states = [{ glossaries: [desired] }, { glossaries: [{ ...listed, dictionaries }] }] as const;
    const ledger = withAdopted(EMPTY_LEDGER, adoption);
    const { plan } = makePlan(planInput(...states, { ledger }));
    const owned = ledger.glossaries.get('glossary.a');
    if (owned === undefined) throw new Error('no glossary');
    return { adoption, owned, plan };
  }

  test('has the live content of the dictionaries that the files name as its base, and its id, name and protection', async () => {
    const { adoption, owned, plan } = await planned('authoritative');
    const { content, protect } = owned;
    expect([adoption.name, content.name, protect]).toEqual(['Old', 'Old', true]);
    expect([...content.dictionaries].map(([pair, { entries }]) => [pair, Object.fromEntries(entries)])).toEqual([
      ['en->de', live],
    ]);
    expect(plan.changes).toMatchObject([
      {
        adopted: false,
        values: [{ key: ['name'], from: 'Old', to: 'a' }],
      },
    ]);
    expect(entryKinds(plan)).toEqual([['removed', 'changed', 'added']]);
    expect(plan.unmanaged).toMatchObject([{ address: 'glossary.a/en->fr' }]);
  });

  test('does not own what git never had, in additive mode', async () => {
    const { owned, plan } = await planned('additive');
    expect([...(owned.content.dictionaries.get('en->de')?.entries ?? [])]).toEqual([['cat', 'Kater']]);
    expect(entryKinds(plan)).toEqual([['changed', 'added']]);
  });

  test('has no dictionary of which git has no entry, in additive mode, and is beside what is owned already', async () => {
    const client = clientOf(testService());
    const { id } = await glossaryCalls(client).create(desiredGlossary('Old', { 'en->de': live }));
    const desired = desiredGlossary('a', { 'en->de': { cow: 'Kuh' } }, { mode: 'additive' });
    const { glossaries } = withAdopted(owning('glossary.b', 'g2'), await readAdoption(client, desired, id));
    expect([...glossaries].map(([address, { content }]) => [address, content.dictionaries.size])).toEqual([
      ['glossary.b', 0],
      ['glossary.a', 0],
    ]);
  });

  test('is refused when the target has no such resource', async () => {
    const client = clientOf(testService());
    const missing = { name: 'UsageError', message: expect.stringContaining('lexform plan --unmanaged') };
    await expect(readAdoption(client, desiredGlossary('a', {}), ID)).rejects.toMatchObject(missing);
    await expect(readAdoption(client, desiredStyleList('a'), ID)).rejects.toMatchObject(missing);
  });

  test('is a style list with its rules and instructions, in the language that the file asks for', async () => {
    const client = clientOf(testService());
    const content = {
      name: 'Old',
      language: 'de',
      rules: new Map(),
      instructions: [{ label: 'Tone', prompt: 'Be brief' }],
    };
    const { id } = await styleListCalls(client).create(content);
    const adoption = await readAdoption(client, desiredStyleList('l', { language: 'de' }), id);
    expect(adoption).toMatchObject({
      kind: 'style-list',
      address: 'style_rules.l',
      owned: { id, content: { name: 'Old', instructions: [{ label: 'Tone', prompt: 'Be brief' }] } },
    });
    expect(withAdopted(EMPTY_LEDGER, adoption).styleLists.get('style_rules.l')?.id).toBe(styleId(id));
    await expect(readAdoption(client, desiredStyleList('l', { language: 'fr' }), id)).rejects.toThrow(
      `${id} is a style list for de, style-rules/l.yaml asks for fr, and the language of a list cannot be changed`,
    );
  });

  test('is a developer key, unless it is deactivated and the file asks for one that works', async () => {
    const client = clientOf(testService());
    const keys = [liveDeveloperKey('k:1', 'ci'), liveDeveloperKey('k:2', 'old', { deactivated: true })];
    const admin = { ...client, adminExchange: answering(() => keys) };
    const adoption = await readAdoption(admin, desiredDeveloperKey('ci'), 'k:1');
    expect(withAdopted(EMPTY_LEDGER, adoption).developerKeys.get('developer_key.ci')).toEqual({
      id: keyId('k:1'),
      content: { label: 'ci', limits: {}, deactivated: false },
      protect: false,
    });
    await expect(readAdoption(admin, desiredDeveloperKey('ci'), 'k:2')).rejects.toThrow('deactivated permanently');
    await expect(readAdoption(admin, desiredDeveloperKey('ci'), 'k:3')).rejects.toThrow('no developer key');
    expect(await readAdoption(admin, desiredDeveloperKey('ci', { deactivated: true }), 'k:2')).toMatchObject({
      owned: { id: 'k:2' },
    });
  });
});

import { beforeAll, expect, test } from 'vitest';
import { beginRun, stepsOf } from '../../../src/apply/steps.ts';
import type { Client } from '../../../src/client/client.ts';
import { readEntries } from '../../../src/client/live/read-entries.ts';
import { listingOf, readListing, readPermitted } from '../../../src/client/live/read-listing.ts';
import { makeLimit } from '../../../src/flow/make-limit.ts';
import { readEverything } from '../../../src/flow/read-everything.ts';
import { readLive } from '../../../src/flow/read-live.ts';
import { needsOf } from '../../../src/kinds/needs.ts';
import { kindNamed, registerKind } from '../../../src/kinds/registry.ts';
import type { DesiredResource, LiveResource } from '../../../src/kinds/resource.ts';
import type { KindModel } from '../../../src/kinds/resource-kind.ts';
import { registerService } from '../../../src/kinds/service/registry.ts';
import type { ServiceFacet } from '../../../src/kinds/service/service-facet.ts';
import type { DesiredState } from '../../../src/kinds/states.ts';
import { EMPTY_LEDGER } from '../../../src/kinds/states.ts';
import * as d from '../../../src/model/decode.ts';
import { type Entries, entriesOf } from '../../../src/model/entries/entries.ts';
import { ServiceError } from '../../../src/model/errors.ts';
import type { Change } from '../../../src/model/plan/plan.ts';
import { digestOf } from '../../../src/model/resources/digest.ts';
import { temporaryName } from '../../../src/model/resources/temporary-resource.ts';
import { secret } from '../../../src/model/secret.ts';
import { collectTemporary, makeTemporary } from '../../../src/preview/temporary-resources.ts';
import { answer, type Reply, type SentRequest, scriptedClient } from '../../support/scripted-client.ts';

/** A kind that only this file knows: a memo has a name, and pages with entries that its listing does not show. */
interface Memo {
  readonly name: string;
  readonly pages: ReadonlyMap<string, Entries | undefined>;
}
interface LiveMemo extends LiveResource, Memo {}
interface DesiredMemo extends DesiredResource, Memo {}

const never = (): never => {
  throw new Error('nobody asks for that here');
};

const MEMO: KindModel<Memo, DesiredMemo, LiveMemo> = {
  kind: 'memo',
  plural: 'memos',
  prefix: 'memo',
  noun: 'memo',
  actions: ['create', 'update', 'delete'],
  parts: {},
  contentOf: (desired) => desired,
  contentOfLive: (live) => live,
  name: ({ name }) => name,
  values: () => new Map(),
  needs: {
    ofMatch: ({ desired, live }) =>
      [...desired.pages].flatMap(([child, known]) =>
        live.pages.has(child) ? [{ child, ...(known && { known }) }] : [],
      ),
    all: ({ pages }) => [...pages.keys()].map((child) => ({ child })),
  },
  digest: ({ name }) => digestOf({ name }),
  plan: never,
  remove: never,
  seenDigest: never,
  isSound: never,
  operationsOf: never,
};

const memoAnswer = d.object({
  id: d.text,
  name: d.text,
  pages: d.map(d.list(d.text), (names) => new Map(names.map((name) => [name, undefined]))),
});

const MEMO_SERVICE: ServiceFacet<LiveMemo, Memo> = {
  kind: 'memo',
  mayBeDenied: true,
  list: async ({ exchange }) => exchange.read({ method: 'GET', path: '/memos' }, d.list(memoAnswer)),
  async load(memo, children, { client, limit, onRead }) {
    const read = await Promise.all(
      [...children.keys()].map(async (page) => {
        const call = { method: 'GET', path: `/memos/${memo.id}/${page}` } as const;
        const text = await limit(() => client.exchange.find(call, d.object({ text: d.text })));
        onRead();
        return [page, entriesOf([['text', text?.text ?? '']])] as const;
      }),
    );
    return { ...memo, pages: new Map([...memo.pages, ...read]) };
  },
  lending: {
    create: async ({ exchange }, { name }) =>
      exchange.read({ method: 'POST', path: '/memos', body: { name }, once: true }, d.object({ id: d.text })),
    remove: async ({ exchange }, id) => exchange.remove({ method: 'DELETE', path: `/memos/${id}` }),
  },
  targets:
    ({ client, list, base, keepSecret }) =>
    () => ({
      observe: async ({ fresh }) => ({ digest: digestOf({ names: (await list(fresh)).map(({ name }) => name) }) }),
      stale: () => ({ values: [], count: (base?.pages.size ?? 0) + 40, complete: true }),
      async send() {
        const { id } = await client.exchange.read({ method: 'POST', path: '/memos' }, d.object({ id: d.text }));
        await keepSecret(secret('s3cret'));
        return id;
      },
    }),
};

beforeAll(() => {
  registerKind(MEMO);
  registerService(MEMO_SERVICE);
});

const LEASED = temporaryName({ until: new Date('2026-01-01T00:00:00Z'), run: '0000-1111' });
const MEMOS = [
  { id: 'm1', name: 'one', pages: ['p', 'q'] },
  { id: 'm2', name: 'two', pages: [] },
  { id: 'm3', name: LEASED, pages: [] },
];

function reply({ method, path }: SentRequest): Reply {
  if (method === 'POST') return answer(200, { id: 'm9' });
  if (method === 'DELETE') return answer(204);
  if (path === '/memos') return answer(200, MEMOS);
  if (path.startsWith('/memos/')) return answer(200, { text: path.slice(7) });
  if (path === '/v3/glossaries') return answer(200, { glossaries: [] });
  return answer(200, { style_rules: [] });
}

const limit = makeLimit(2);
const desired = {
  memos: [
    {
      address: 'memo.one',
      origin: { file: 'memo.yaml', line: 1, column: 1 },
      protect: false,
      name: 'one',
      pages: new Map([['p', entriesOf([['text', 'm1/p']])]]),
    },
  ],
} as DesiredState;
const memosOf = (live: object) => (live as { readonly memos?: readonly LiveMemo[] }).memos;

test('its listing is read where it is asked for, without what a run has for a while, or must not be touched', async () => {
  const { client, sent } = scriptedClient(reply);
  const names = async (made: Client) =>
    memosOf(await readListing(made, listingOf([kindNamed('memo')]), limit))?.map(({ name }) => name);
  expect(await names(client)).toEqual(['one', 'two']);
  expect(await names({ ...client, hidden: new Set(['m1']) })).toEqual(['two']);
  expect(await readListing(client, { memos: false }, limit)).toEqual({});
  expect(sent.map(({ path }) => path)).toEqual(['/memos', '/memos']);
});

test('it is absent where the account has no right to it, and only where that may be', async () => {
  const { client } = scriptedClient(() => answer(403));
  expect(await readPermitted(client, [kindNamed('memo')], limit)).toEqual({});
  await expect(readPermitted(client, [kindNamed('glossary')], limit)).rejects.toBeInstanceOf(ServiceError);
});

test('its children are read as the plan needs them, and all of them for a backup', async () => {
  const { client, sent } = scriptedClient(reply);
  const target = { name: 'prod', baseUrl: 'https://api.test' };
  const told: (readonly number[])[] = [];
  const input = { target, desired, only: [], deletable: [] };
  const live = await readLive(client, limit, input, (...counts) => told.push(counts));
  expect(sent.map(({ path }) => path)).toEqual(['/memos', '/memos/m1/p']);
  expect(memosOf(live)?.map(({ pages }) => [...pages].map(([page, entries]) => [page, entries?.get('text')]))).toEqual([
    [
      ['p', 'm1/p'],
      ['q', undefined],
    ],
    [],
  ]);
  expect(told).toEqual([
    [0, 1],
    [1, 1],
  ]);
  const all = await readEverything({ desired, client, limit, ledger: EMPTY_LEDGER, withAdminKey: false });
  expect(memosOf(all.live)?.[0]?.pages.get('q')?.get('text')).toBe('m1/q');
  expect(all.names).toEqual(
    new Map([
      ['m1', 'one'],
      ['m2', 'two'],
    ]),
  );
});

test('a child of another kind, or that no listing has, is passed over', async () => {
  const { client, sent } = scriptedClient(reply);
  const listed = await readListing(client, { memos: true }, limit);
  const needs = [
    ...needsOf('memo', { id: 'm1' }, [{ child: 'z' }]),
    ...needsOf('memo', { id: 'm7' }, [{ child: 'p' }]),
    ...needsOf('glossary', { id: 'm1' }, [{ child: 'p' }]),
  ];
  expect(await readEntries(client, listed, needs, limit)).toEqual(listed);
  expect(sent).toHaveLength(1);
});

test('its operations run with the calls of the client, under the limit and until the run is interrupted', async () => {
  const { client, sent } = scriptedClient(reply);
  const stop = new AbortController();
  const kept: unknown[] = [];
  const run = beginRun({ client, limit }, stop.signal, async (address, { reveal }) => {
    kept.push([address, reveal()]);
  });
  const change = { kind: 'memo', address: 'memo.new', operations: [{ id: 'memo.new#1' }] } as unknown as Change;
  const [step] = stepsOf(change, run);
  const names = digestOf({ names: MEMOS.map(({ name }) => name) });
  expect(await step?.target.observe({ fresh: false })).toEqual({ digest: names });
  await step?.target.observe({ fresh: false });
  expect(await step?.target.send()).toBe('m9');
  expect([kept, run.secrets.outcome('memo.new')]).toEqual([
    [['memo.new', 's3cret']],
    { kind: 'kept', address: 'memo.new' },
  ]);
  stop.abort();
  await expect(step?.target.send()).rejects.toMatchObject({ name: 'InterruptedError' });
  await step?.target.observe({ fresh: true });
  expect(sent.map(({ method }) => method)).toEqual(['GET', 'POST', 'GET']);
  const content = { name: 'one', pages: new Map([['p', undefined]]) };
  const owned = { ...EMPTY_LEDGER, memos: new Map([['memo.one', { id: 'm1', content, protect: false }]]) };
  const [known] = stepsOf({ ...change, id: 'm1' }, { ...run, base: owned });
  expect([step?.target.stale().count, known?.target.stale().count]).toEqual([40, 41]);
});

test('a run may have one for a while, and removes what others have left', async () => {
  const { client, sent } = scriptedClient(reply);
  expect(await collectTemporary(client, ['memo', 'developer-key'], new Date('2026-01-02'))).toEqual({
    count: 1,
    left: [],
  });
  const temporary = makeTemporary(client, { until: new Date('2026-01-03'), run: 'mine' });
  const { lending } = MEMO_SERVICE;
  if (lending === undefined) throw new Error('it lends');
  expect(await temporary.create({ kind: 'memo', lending }, { name: temporary.name, pages: new Map() })).toBe('m9');
  expect(await temporary.end()).toEqual([]);
  expect(sent.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /memos',
    'DELETE /memos/m3',
    'POST /memos',
    'DELETE /memos/m9',
  ]);
});

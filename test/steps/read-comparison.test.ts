import fc from 'fast-check';
import pLimit from 'p-limit';
import { expect, test } from 'vitest';
import type { Client } from '../../src/client/client.ts';
import { AREAS } from '../../src/contract/calls.ts';
import { glossaryCalls } from '../../src/kinds/glossary/service/glossary-calls.ts';
import { EMPTY_LEDGER } from '../../src/kinds/registry.ts';
import type { DesiredState } from '../../src/kinds/states.ts';

import { styleListCalls } from '../../src/kinds/style-list/service/style-list-calls.ts';
import { ServiceError, UnreachableError, UsageError } from '../../src/model/errors.ts';
import { glossaryId } from '../../src/model/ids.ts';
import type { Service } from '../../src/service/create-service.ts';
import { type ComparisonSource, readComparison } from '../../src/steps/read-comparison.ts';
import { desiredGlossary, desiredStyleList } from '../support/build.ts';
import { TEST_KEY, testService } from '../support/in-process.ts';
import { callsOf, intercepted } from '../support/live-client.ts';
import { contentOf } from '../support/live-content.ts';
import { runs } from '../support/runs.ts';
import { bring, clientOf, desiredState } from '../support/target.ts';

const from = (name: string, client: Client, more: Partial<ComparisonSource> = {}) => ({
  name,
  open: async (): Promise<ComparisonSource> => ({
    client,
    limit: pLimit(4),
    desired: {},
    ledger: EMPTY_LEDGER,
    ...more,
  }),
});

const product = (entries: Readonly<Record<string, string>>): DesiredState => ({
  glossaries: [desiredGlossary('product', { 'en->de': entries })],
  styleLists: [desiredStyleList('tone')],
});

async function serviceWith(desired: DesiredState): Promise<Service> {
  const service = testService();
  await bring(service, desired);
  return service;
}

const reads = (service: Service): readonly string[] => service.calls.map(({ method, path }) => `${method} ${path}`);

test('two services that were brought to one desired state do not differ; to two, they differ when their content does', async () => {
  await fc.assert(
    fc.asyncProperty(desiredState, desiredState, async (one, two) => {
      const [eu, us, twin] = await Promise.all([serviceWith(one), serviceWith(two), serviceWith(one)]);
      const between = async (left: Service, right: Service) =>
        (await readComparison({ targets: [from('a', clientOf(left)), from('b', clientOf(right))], only: [] }))
          .comparison;
      expect((await between(eu, twin)).resources).toEqual([]);
      const [ofOne, ofTwo] = await Promise.all([contentOf(eu), contentOf(us)]);
      const same = JSON.stringify(ofOne) === JSON.stringify(ofTwo);
      expect((await between(eu, us)).resources.length === 0).toBe(same);
    }),
    { numRuns: runs(30) },
  );
});

test('only lists are read, and entries of what two targets have', async () => {
  const [eu, us] = await Promise.all([
    serviceWith({
      glossaries: [desiredGlossary('a', { 'en->de': { a: 'b' } }), desiredGlossary('b', { 'en->de': { a: 'b' } })],
    }),
    serviceWith({ glossaries: [desiredGlossary('a', { 'en->de': { a: 'b' } })] }),
  ]);
  const before = eu.calls.length;
  await readComparison({ targets: [from('eu', clientOf(eu)), from('us', clientOf(us))], only: [] });
  const made = reads(eu).slice(before);
  expect(made.filter((call) => !call.startsWith('GET '))).toEqual([]);
  expect(made.filter((call) => call.includes('/entries'))).toHaveLength(1);
});

test('without a pattern that could name a style list, none is asked for', async () => {
  const [eu, us] = await Promise.all([serviceWith(product({ a: 'b' })), serviceWith(product({ a: 'c' }))]);
  const looked = async (...only: readonly string[]) => {
    const before = eu.calls.length;
    await readComparison({ targets: [from('eu', clientOf(eu)), from('us', clientOf(us))], only });
    return reads(eu)
      .slice(before)
      .some((call) => call.includes('/style_rules'));
  };
  expect([await looked('glossary.product'), await looked('glossary.*', '*/*')]).toEqual([false, true]);
  expect([await looked('style_rules.tone'), await looked('*')]).toEqual([true, true]);
  expect([await looked('s*'), await looked('g*', 'style_rules.t*'), await looked()]).toEqual([true, true, true]);
  expect([await looked('x*'), await looked('style_rules'), await looked('style*lists')]).toEqual([false, false, true]);
});

test('who looks after it: the files, the history alone, or nobody', async () => {
  const [files, history, nobody] = await Promise.all([
    serviceWith(product({ a: '1' })),
    serviceWith(product({ a: '2' })),
    serviceWith(product({ a: '3' })),
  ]);
  const [{ id = glossaryId('') } = {}] = await glossaryCalls(clientOf(history)).list();
  const owned = { id, content: { name: 'product', dictionaries: new Map() }, protect: false };
  const { comparison } = await readComparison({
    targets: [
      from('files', clientOf(files), { desired: product({}) }),
      from('history', clientOf(history), {
        ledger: { ...EMPTY_LEDGER, glossaries: new Map([['glossary.terms', owned]]) },
      }),
      from('nobody', clientOf(nobody)),
    ],
    only: ['glossary.*'],
  });
  expect(comparison.resources.flatMap(({ held }) => held.map((each) => [each?.address, each?.standing]))).toEqual([
    ['glossary.product', 'files'],
    ['glossary.terms', 'ledger'],
    ['glossary.product', 'unmanaged'],
  ]);
});

test('style lists are known by the files, by the history alone, or by nobody as well', async () => {
  const list = (name: string): DesiredState => ({ styleLists: [desiredStyleList(name)] });
  const [files, history, nobody] = await Promise.all([
    serviceWith(list('Tone')),
    serviceWith(list('Tone')),
    serviceWith(list('Other')),
  ]);
  const [live] = await styleListCalls(clientOf(history)).list();
  if (live === undefined) throw new Error('no list');
  const owned = { id: live.id, content: live.content, protect: false };
  const named = desiredStyleList('voice', { name: 'Tone' });
  const { comparison, unmatched } = await readComparison({
    targets: [
      from('files', clientOf(files), { desired: { styleLists: [named] } }),
      from('history', clientOf(history), {
        ledger: { ...EMPTY_LEDGER, styleLists: new Map([['style_rules.old', owned]]) },
      }),
      from('nobody', clientOf(nobody)),
    ],
    only: ['style_rules.*', 'glossary.none'],
  });
  const held = comparison.resources.map(({ name, held }) => [
    name,
    held.map((each) => each && [each.address, each.standing]),
  ]);
  expect(Object.fromEntries(held)).toEqual({
    Other: [null, null, ['style_rules.other', 'unmanaged']],
    Tone: [['style_rules.voice', 'files'], ['style_rules.old', 'ledger'], null],
  });
  expect([unmatched, comparison.unread]).toEqual([['glossary.none'], []]);
});

test('an account whose style lists were not asked for is none without them', async () => {
  const [eu, us] = await Promise.all([serviceWith(product({ a: 'b' })), serviceWith(product({ a: 'b' }))]);
  const targets = [from('eu', clientOf(eu)), from('us', clientOf(us))];
  const { comparison } = await readComparison({ targets, only: ['glossary.product'] });
  expect([comparison.unread, comparison.resources]).toEqual([[], []]);
});

test.each([
  ['a refusal of another kind', new ServiceError({ request: 'GET', status: 500, message: '' })],
  ['no answer', new UnreachableError('GET', new Error('reset'))],
])('style lists that cannot be read because of %s fail the target', async (_, error) => {
  const eu = await serviceWith(product({ a: 'b' }));
  const client = clientOf(eu);
  const failing = intercepted(client, callsOf(AREAS.styleLists), () => Promise.reject(error));
  const { comparison, failed } = await readComparison({
    targets: [from('eu', failing), from('us', clientOf(eu))],
    only: [],
  });
  expect([comparison.targets, failed]).toEqual([['us'], [{ name: 'eu', error }]]);
});

const isReadingOfEntries = ({ path }: { readonly path: string }): boolean => path.includes('/entries?');

test('a target that fails, at whatever point, is left out; the others are compared', async () => {
  const [eu, us, ap] = await Promise.all([
    serviceWith(product({ a: '1' })),
    serviceWith(product({ a: '2' })),
    serviceWith(product({ a: '3' })),
  ]);
  const client = clientOf(ap);
  const failing = intercepted(client, isReadingOfEntries, async () => {
    throw new UnreachableError('GET entries', new Error('reset'));
  });
  const closed = {
    name: 'closed',
    open: async (): Promise<ComparisonSource> => {
      throw new UsageError('no key');
    },
  };
  const { comparison, failed } = await readComparison({
    targets: [closed, from('eu', clientOf(eu)), from('ap', failing), from('us', clientOf(us))],
    only: [],
  });
  expect(comparison.targets).toEqual(['eu', 'us']);
  expect(comparison.resources).toMatchObject([{ children: [{ values: [{ values: ['1', '2'] }] }] }]);
  expect(failed.map(({ name, error }) => [name, (error as Error).name])).toEqual([
    ['closed', 'UsageError'],
    ['ap', 'UnreachableError'],
  ]);
});

test('a free account has no style lists to compare, and a refusal of anything else is an error', async () => {
  const free = testService({ accounts: [{ key: TEST_KEY, plan: 'free' }] });
  const eu = await serviceWith(product({ a: '1' }));
  const { comparison, failed } = await readComparison({
    targets: [from('eu', clientOf(eu)), from('test', clientOf(free))],
    only: [],
  });
  expect([comparison.unread, failed]).toEqual([[{ kind: 'style-list', targets: ['test'] }], []]);
  expect(comparison.resources.map(({ kind }) => kind)).toEqual(['glossary']);
});

test('a dictionary that goes while it is read is one that the target lacks', async () => {
  const [eu, us] = await Promise.all([serviceWith(product({ a: '1' })), serviceWith(product({ a: '1' }))]);
  const client = clientOf(us);
  const [gone] = await glossaryCalls(client).list();
  if (gone === undefined) throw new Error('no glossary');
  const vanishing = intercepted(client, isReadingOfEntries, async (_, read) => {
    await glossaryCalls(client).deleteDictionary(gone.id, { source: 'en', target: 'de' });
    return read();
  });
  const { comparison } = await readComparison({ targets: [from('eu', clientOf(eu)), from('us', vanishing)], only: [] });
  expect(comparison.resources).toMatchObject([
    { name: 'product', children: [{ sizes: [{ entry: 1 }, null], values: [] }] },
  ]);
});

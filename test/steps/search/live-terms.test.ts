import { expect, test } from 'vitest';
import type { Client } from '../../../src/client/client.ts';
import { glossaryCalls } from '../../../src/kinds/glossary/service/glossary-calls.ts';
import { makeLimit } from '../../../src/steps/make-limit.ts';
import { type LiveTermsInput, readLiveTerms } from '../../../src/steps/search/find-terms.ts';
import { desiredGlossary, liveGlossary } from '../../support/build.ts';
import { testService } from '../../support/in-process.ts';
import { owning } from '../../support/owning.ts';
import { bring, clientOf } from '../../support/target.ts';

const PRODUCT = desiredGlossary('product', { 'en->de': { cat: 'Katze' }, 'en->fr': { cat: 'chat' } });
const LOOSE = desiredGlossary('loose', { 'en->de': { dog: 'Hund' } });

/** A service with two glossaries of which the files name one; and what was read of it. */
async function read(more: Partial<LiveTermsInput> = {}) {
  const service = testService();
  await bring(service, { glossaries: [PRODUCT, LOOSE] });
  const asked: string[] = [];
  const client: Client = clientOf(service, (fetch) => (url, request) => {
    asked.push(new URL(url).search);
    return fetch(url, request);
  });
  const desired = [desiredGlossary('product', { 'en->de': { cat: 'Katze' } }), desiredGlossary('absent', {})];
  const found = await readLiveTerms({ client, limit: makeLimit(2), desired, wanted: () => true, all: false, ...more });
  return { ...found, client, calls: asked.length };
}

const plain = ({ read: terms }: Awaited<ReturnType<typeof readLiveTerms>>) =>
  terms.map(({ address, key, pair, entries, managed, glossary }) => [
    address,
    key,
    `${pair.source} ${pair.target}`,
    [...entries],
    managed,
    glossary.name,
  ]);
const MANAGED = ['glossary.product', 'en->de', 'en de', [['cat', 'Katze']], true, 'product'];

test('the dictionaries that the files name are read, and others counted', async () => {
  const found = await read();
  expect([plain(found), found.unread, found.calls]).toEqual([[MANAGED], 2, 2]);
});

test('all are read where that is asked for, under the addresses that pull would give them', async () => {
  const found = await read({ all: true });
  expect(plain(found).toSorted()).toEqual([
    ['glossary.loose', 'en->de', 'en de', [['dog', 'Hund']], false, 'loose'],
    MANAGED,
    ['glossary.product', 'en->fr', 'en fr', [['cat', 'chat']], false, 'product'],
  ]);
  expect(found.unread).toBe(0);
});

test('only dictionaries of the languages that are wanted count', async () => {
  const french = await read({ wanted: ({ target }) => target === 'fr' });
  expect([plain(french), french.unread]).toEqual([[], 1]);
  const none = await read({ all: true, wanted: () => false });
  expect([plain(none), none.unread]).toEqual([[], 0]);
});

test('a glossary of the files has a counterpart, none, or several', async () => {
  const found = await read();
  expect(found.counterpart('glossary.product')).toMatchObject({ kind: 'found', glossary: { name: 'product' } });
  expect(found.counterpart('glossary.absent')).toEqual({ kind: 'none' });
  expect(found.counterpart('glossary.unknown')).toEqual({ kind: 'unclear' });
});

test('what the ledger owns is found under another name too', async () => {
  const { client } = await read();
  const [product] = (await glossaryCalls(client).list()).filter(({ name }) => name === 'product');
  if (product === undefined) throw new Error('no glossary');
  const renamed = { ...PRODUCT, name: 'Renamed' };
  const ledger = owning({ glossaries: [liveGlossary(product.id, 'Renamed', {})] }, { glossaries: [renamed] });
  const found = await readLiveTerms({
    client,
    limit: makeLimit(2),
    desired: [renamed],
    wanted: () => true,
    all: false,
    ledger,
  });
  expect(found.counterpart('glossary.product')).toMatchObject({ kind: 'found', glossary: { id: product.id } });
  expect(found.read.map(({ key }) => key)).toEqual(['en->de', 'en->fr']);
});

import { request as httpRequest } from 'node:http';
import { expect, test } from 'vitest';
import { createService } from '../../src/service/create-service.ts';
import { listen } from '../../src/service/listen.ts';
import { idsInOrder, TEST_KEY, testService } from '../support/in-process.ts';

const HEADERS = { authorization: `Service-Auth-Key ${TEST_KEY}`, 'content-type': 'application/json' };
const DICTIONARY = { source_lang: 'en', target_lang: 'de', entries_format: 'tsv' };

test('a large answer is gzipped when the caller takes gzip, a small one is not', async () => {
  const { url, close } = await listen(testService());
  const entries = Array.from({ length: 3000 }, (_, index) => `term ${index}\tBegriff ${index}`).join('\n');
  const body = JSON.stringify({ name: 'A', dictionaries: [{ ...DICTIONARY, entries }] });
  const created = await fetch(`${url}/v3/glossaries`, { method: 'POST', headers: HEADERS, body });
  expect(created.headers.get('content-encoding')).toBe(null);
  const { glossary_id } = (await created.json()) as { glossary_id: string };
  const path = `${url}/v3/glossaries/${glossary_id}/entries?source_lang=en&target_lang=de`;
  for (const [accepted, encoding] of [
    ['br, gzip', 'gzip'],
    ['identity', null],
  ] as const) {
    const answer = await fetch(path, { headers: { ...HEADERS, 'accept-encoding': accepted } });
    expect(answer.headers.get('content-encoding')).toBe(encoding);
    expect(await answer.json()).toMatchObject({ dictionaries: [{ entries }] });
  }
  const deleted = await fetch(`${url}/v3/glossaries/${glossary_id}`, { method: 'DELETE', headers: HEADERS });
  expect([deleted.status, deleted.headers.get('content-length'), await deleted.text()]).toEqual([204, null, '']);
  await close();
});

test('a reset breaks the socket', async () => {
  const { url, close } = await listen(testService({ faults: [{ kind: 'reset-before' }] }));
  const code = await new Promise((resolve) =>
    httpRequest(`${url}/v3/glossaries`)
      .on('error', (error: NodeJS.ErrnoException) => resolve(error.code))
      .end(),
  );
  expect(code).toBe('ECONNRESET');
  await close();
});

test('close lets the calls in flight end, takes no new ones, and only then is done', async () => {
  let goOn = (): void => {};
  let begun = (): void => {};
  const inFlight = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const sleep = () =>
    new Promise<void>((resolve) => {
      goOn = resolve;
      begun();
    });
  const service = createService(
    { accounts: [{ key: TEST_KEY, plan: 'pro' }], faults: [{ kind: 'delay', milliseconds: 1 }] },
    { now: () => new Date(0), id: idsInOrder(), sleep, random: () => 0 },
  );
  const { url, close } = await listen(service);
  const answer = fetch(`${url}/v3/glossaries`, { headers: HEADERS });
  await inFlight;
  let closed = false;
  const closing = close().then(() => {
    closed = true;
  });
  await expect(fetch(`${url}/v3/glossaries`, { headers: HEADERS })).rejects.toThrow();
  expect(closed).toBe(false);
  goOn();
  expect((await answer).status).toBe(200);
  await closing;
});

import { request as httpRequest } from 'node:http';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createService } from '../../src/service/create-service.ts';
import { listen } from '../../src/service/http/listen.ts';
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

describe('an answer that goes out in pieces', () => {
  const entries = Array.from({ length: 40_000 }, (_, index) => `term ${index}\t"Begriff" 😀 ${index}`).join('\n');
  async function large() {
    const { url, close } = await listen(testService());
    onTestFinished(close);
    const body = JSON.stringify({ name: 'A', dictionaries: [{ ...DICTIONARY, entries }] });
    const created = await fetch(`${url}/v3/glossaries`, { method: 'POST', headers: HEADERS, body });
    const { glossary_id } = (await created.json()) as { glossary_id: string };
    return `${url}/v3/glossaries/${glossary_id}/entries?source_lang=en&target_lang=de`;
  }

  test.each(['identity', 'gzip'])('is whole, with %s', async (accepted) => {
    const answer = await fetch(await large(), { headers: { ...HEADERS, 'accept-encoding': accepted } });
    expect(await answer.json()).toEqual({ dictionaries: [{ ...DICTIONARY, entries }] });
  });

  test('may find nobody there any more', async () => {
    const path = await large();
    await new Promise<void>((resolve) => {
      const call = httpRequest(path, { headers: HEADERS }, (answer) => answer.once('data', () => call.destroy()));
      call.on('error', () => undefined).on('close', () => resolve());
      call.end();
    });
    expect((await fetch(path, { headers: HEADERS })).status).toBe(200);
  });
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

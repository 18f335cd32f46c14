import { connect } from 'node:net';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { BODY_MAX_BYTES } from '../../src/service/body.ts';
import type { Service } from '../../src/service/create-service.ts';
import { entriesText, readStoredText } from '../../src/service/entries-text.ts';
import { listen } from '../../src/service/listen.ts';
import { TEST_KEY, testService } from '../support/in-process.ts';
import { caller } from '../support/service-caller.ts';

const glossary = (entries: string) => ({
  name: 'A',
  dictionaries: [{ source_lang: 'en', target_lang: 'de', entries, entries_format: 'tsv' }],
});

/** Sends bytes as they are to the listening service, and gives all that comes back until the connection ends. */
async function exchange(service: Service, text: string): Promise<string> {
  const { url, close } = await listen(service);
  onTestFinished(close);
  return new Promise((resolve) => {
    let received = '';
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write(text));
    socket.on('data', (chunk) => {
      received += chunk.toString();
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(received));
  });
}

const HEADERS = `Host: x\r\nAuthorization: Service-Auth-Key ${TEST_KEY}\r\n`;

test('a quoted field of 9 MB is too long a phrase, not a fault of ours', async () => {
  const long = 'a'.repeat(9_000_000);
  for (const entries of [`"${long}"\tb`, `"${long}\tb`]) {
    const { status, body } = await caller(testService())('POST', '/v3/glossaries', glossary(entries));
    expect([status, body.detail]).toEqual([
      400,
      'Entry with the index 0 (starting at position 0): source phrase is longer than 1024 bytes in UTF-8',
    ]);
  }
});

test('phrases of any quotes are read as they were written', () => {
  const phrase = fc.string({ unit: fc.constantFrom('"', 'a', '""'), minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(phrase, phrase, (source, target) => {
      expect([...readStoredText(entriesText(new Map([[source, target]])))]).toEqual([[source, target]]);
    }),
    { numRuns: 2000 },
  );
});

test('half of a surrogate pair is refused, in entries and in names', async () => {
  const call = caller(testService());
  const half = '\ud800';
  const { status, body } = await call('POST', '/v3/glossaries', glossary(`${half}\tb`));
  expect([status, body.detail]).toEqual([400, 'entries contains half of a surrogate pair']);
  expect((await call('POST', '/v3/glossaries', { ...glossary('a\tb'), name: half })).status).toBe(400);
  const list = { name: 'L', language: 'de' };
  expect(
    (await call('POST', '/v3/style_rules', { ...list, configured_rules: { numbers: { [half]: 'x' } } })).status,
  ).toBe(400);
  expect((await call('POST', '/v3/glossaries', glossary('😀\tb'))).status).toBe(201);
});

test('a key in the query, which is refused, is not in the log of calls either', async () => {
  const service = testService();
  await caller(service)('GET', '/v3/glossaries?x=1&auth_key=very-secret&API_KEY=secret-too');
  expect(service.calls.map(({ path }) => path)).toEqual(['/v3/glossaries?x=1&auth_key=hidden&API_KEY=hidden']);
});

test('a body that announces too many bytes is refused before it is read', async () => {
  const service = testService();
  const answer = await exchange(
    service,
    `POST /v3/glossaries HTTP/1.1\r\n${HEADERS}Content-Type: application/json\r\nContent-Length: ${BODY_MAX_BYTES + 1}\r\n\r\n{`,
  );
  expect(answer).toMatch(/^HTTP\/1\.1 413 .*\r\nconnection: close\r\n.*"message":"Request body too large"/s);
  expect(service.calls).toMatchObject([{ status: 413 }]);
});

test('methods and targets that a request cannot have are answered with a body', async () => {
  const close = `${HEADERS}Connection: close\r\n\r\n`;
  expect(await exchange(testService(), `TRACE /v3/glossaries HTTP/1.1\r\n${close}`)).toMatch(
    /^HTTP\/1\.1 405 .*\r\nallow: POST, GET\r\n.*x-trace-id: .*"message":"Method not allowed"/s,
  );
  for (const target of ['//[', '*', 'http://user:word@elsewhere/x']) {
    expect(await exchange(testService(), `GET ${target} HTTP/1.1\r\n${close}`)).toMatch(
      /^HTTP\/1\.1 404 .*x-trace-id: .*"message":"Not found"/s,
    );
  }
  expect(await exchange(testService(), `GET http://elsewhere/v3/glossaries HTTP/1.1\r\n${close}`)).toMatch(
    /^HTTP\/1\.1 200 /,
  );
});

test('a connection is kept for the next request when the first was read to its end', async () => {
  const get = (more: string) => `GET /v3/glossaries HTTP/1.1\r\n${HEADERS}${more}\r\n`;
  const answers = await exchange(testService(), get('') + get('Connection: close\r\n'));
  expect(answers.match(/HTTP\/1\.1 200/g)).toHaveLength(2);
});

test('an answer that is cut short sends half of what it promised', async () => {
  const service = testService({ faults: [{ kind: 'truncate' }] });
  expect(await exchange(service, `GET /v3/glossaries HTTP/1.1\r\n${HEADERS}\r\n`)).toMatch(
    /^HTTP\/1\.1 200 OK\r\ncontent-length: 17\r\n.*\r\n\r\n\{"glossar$/s,
  );
});

test('an empty answer that is cut short is a broken connection, and its change is made', async () => {
  const service = testService();
  const call = caller(service);
  const { body } = await call('POST', '/v3/glossaries', glossary('a\tb'));
  service.faults.set([{ kind: 'truncate', method: 'DELETE' }]);
  await expect(call('DELETE', `/v3/glossaries/${body.glossary_id}`)).rejects.toMatchObject({ code: 'ECONNRESET' });
  expect((await call('GET', '/v3/glossaries')).body.glossaries).toEqual([]);
});

test('only a glossary can be not ready', async () => {
  const service = testService({ faults: [{ kind: 'not-ready' }] });
  const { body } = await caller(service)('POST', '/v3/style_rules', { name: 'L', language: 'de' });
  expect(body).not.toHaveProperty('ready');
});

import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import type { Service } from '../../src/service/create-service.ts';
import { BODY_MAX_BYTES } from '../../src/service/http/body.ts';
import { listen } from '../../src/service/http/listen.ts';
import { TEST_KEY, testService } from '../support/in-process.ts';
import { contract } from './bench.ts';

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

test('errors.body: a body that announces too many bytes is refused before it is read', async () => {
  const service = testService();
  const answer = await exchange(
    service,
    `POST /v3/glossaries HTTP/1.1\r\n${HEADERS}Content-Type: application/json\r\nContent-Length: ${BODY_MAX_BYTES + 1}\r\n\r\n{`,
  );
  expect(answer).toMatch(/^HTTP\/1\.1 413 .*\r\nconnection: close\r\n.*"message":"Request body too large"/s);
  expect(service.calls).toMatchObject([{ status: 413 }]);
});

test('errors.body: methods and targets that a request cannot have are answered with a body', async () => {
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

test('errors.body: a connection is kept for the next request when the first was read to its end', async () => {
  const get = (more: string) => `GET /v3/glossaries HTTP/1.1\r\n${HEADERS}${more}\r\n`;
  const answers = await exchange(testService(), get('') + get('Connection: close\r\n'));
  expect(answers.match(/HTTP\/1\.1 200/g)).toHaveLength(2);
});

test('faults.truncate: an answer that is cut short sends half of what it promised', async () => {
  const service = testService({ faults: [{ kind: 'truncate' }] });
  expect(await exchange(service, `GET /v3/glossaries HTTP/1.1\r\n${HEADERS}\r\n`)).toMatch(
    /^HTTP\/1\.1 200 OK\r\n.*content-length: 17\r\n.*\r\n\r\n\{"glossar$/s,
  );
});

contract('broken connections', (bench) => {
  test('faults.truncate: an empty answer that is cut short is a broken connection, and its change is made', async () => {
    const { call, service } = await bench.open();
    const dictionary = { source_lang: 'en', target_lang: 'de', entries: 'a\tb', entries_format: 'tsv' };
    const { body } = await call('POST', '/v3/glossaries', { name: 'A', dictionaries: [dictionary] });
    service.faults.set([{ kind: 'truncate', method: 'DELETE' }]);
    const broken: unknown = await call('DELETE', `/v3/glossaries/${body.glossary_id}`).catch((error: unknown) => error);
    // In process the service says so itself, over a socket the connection does.
    expect(broken).toMatchObject(bench.name === 'in process' ? { code: 'ECONNRESET' } : { message: 'fetch failed' });
    expect((await call('GET', '/v3/glossaries')).body.glossaries).toEqual([]);
  });
});

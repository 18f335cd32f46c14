import { request as httpRequest } from 'node:http';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { Service } from '../../src/service/create-service.ts';
import { BODY_MAX_BYTES } from '../../src/service/http/body.ts';
import { memoryStore } from '../../src/service/store/store.ts';
import { TEST_KEY } from '../support/in-process.ts';
import type { Called } from '../support/service-caller.ts';
import { contract } from './bench.ts';

const GLOSSARY = {
  name: 'A',
  dictionaries: [{ source_lang: 'en', target_lang: 'de', entries: 'a\tb', entries_format: 'tsv' }],
};
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const GZIP = { 'content-encoding': 'gzip' };
const NOTHING_THERE = '00000000-0000-4000-8000-00000000ffff';

const bytes = (...values: readonly number[]): Uint8Array => Uint8Array.from(values);

/** One refused call has the one body, and a trace id. */
function expectRefused(answer: Called, status: number): void {
  expect(answer.status).toBe(status);
  expect(answer.headers.get('content-type')).toBe('application/json');
  expect(answer.body).toEqual({ message: expect.any(String), detail: expect.any(String) });
  expect(answer.headers.get('x-trace-id')).toMatch(/^[0-9a-f]{32}$/);
}

const MIB = 2 ** 20;
type Sender = (headers: Record<string, string>, mebibytes: number) => Promise<number | undefined>;

/** Sends the same mebibyte as often as is asked for, and gives the status; all of it at once would be 128 MiB. */
const inProcess =
  (service: Service): Sender =>
  async (headers, mebibytes) => {
    const chunk = new Uint8Array(MIB);
    let left = mebibytes;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        left -= 1;
        if (left < 0) controller.close();
        else controller.enqueue(chunk);
      },
    });
    const init = { method: 'POST', headers, body, duplex: 'half' } as const;
    return (await service.handle(new Request('http://service.test/v3/glossaries', init))).status;
  };

const overSocket =
  (url: string): Sender =>
  (headers, mebibytes) =>
    new Promise((resolve, reject) => {
      const request = httpRequest(`${url}/v3/glossaries`, { method: 'POST', headers }, (response) => {
        resolve(response.statusCode);
        request.destroy();
      }).on('error', reject);
      const chunk = new Uint8Array(MIB);
      let left = mebibytes;
      const write = (): void => {
        for (let more = true; more && left > 0; left -= 1) more = request.write(chunk);
        // What was announced and does not come leaves the request open.
        if (left === 0 && headers['content-length'] === undefined) request.end();
      };
      request.on('drain', write);
      write();
    });

contract('errors', (bench) => {
  test('errors.4: deprecated authentication, by query and by body, is 403 with a body', async () => {
    const { call } = await bench.open();
    expectRefused(await call('GET', `/v3/glossaries?auth_key=${TEST_KEY}`), 403);
    expectRefused(await call('POST', '/v3/glossaries', { ...GLOSSARY, auth_key: TEST_KEY }), 403);
  });

  test('errors.5: style_id with the latency-optimized model is 400, even for a list that is there', async () => {
    const { call } = await bench.open();
    const { body: list } = await call('POST', '/v3/style_rules', { name: 'L', language: 'de' });
    const request = { text: ['a'], target_lang: 'de', model_type: 'latency_optimized' };
    for (const style_id of [list.style_id, NOTHING_THERE])
      expectRefused(await call('POST', '/v2/translate', { ...request, style_id }), 400);
    expect((await call('POST', '/v2/translate', request)).status).toBe(200);
  });

  test.each<readonly [string, string, string, string | Uint8Array | undefined, Record<string, string>, number]>([
    ['malformed JSON', 'POST', '/v3/glossaries', '{', {}, 400],
    ['JSON with something behind it', 'POST', '/v3/glossaries', '{} x', {}, 400],
    ['a body that is an array', 'POST', '/v3/glossaries', '[]', {}, 400],
    ['a body that is null', 'POST', '/v3/glossaries', 'null', {}, 400],
    ['a body that is a text', 'POST', '/v2/translate', '"x"', {}, 400],
    ['no body', 'POST', '/v3/glossaries', undefined, {}, 400],
    ['a body of no bytes', 'POST', '/v3/glossaries', '', {}, 400],
    ['JSON that is not UTF-8', 'POST', '/v3/glossaries', bytes(0x22, 0xff, 0x22), {}, 400],
    ['a form that is not UTF-8', 'POST', '/v3/glossaries', bytes(0x61, 0x3d, 0xc3), FORM, 400],
    ['another content type', 'POST', '/v3/glossaries', 'x', { 'content-type': 'text/plain' }, 415],
    ['a content type that is none', 'POST', '/v3/glossaries', '{}', { 'content-type': ';' }, 415],
    ['a form where only JSON is taken', 'POST', '/v3/style_rules', 'name=x', FORM, 415],
    ['a compression that is not taken', 'POST', '/v3/glossaries', '{}', { 'content-encoding': 'br' }, 415],
    ['a body that is no gzip', 'POST', '/v3/glossaries', '{}', GZIP, 400],
    ['a gzip that is cut short', 'POST', '/v3/glossaries', gzipSync('{"name":"A"}').subarray(0, 20), GZIP, 400],
    ['an unknown path', 'GET', '/v3/nothing', undefined, {}, 404],
    ['the root', 'GET', '/', undefined, {}, 404],
    ['a path with a slash at its end', 'GET', '/v3/glossaries/', undefined, {}, 404],
    ['a path in upper case', 'GET', '/V3/glossaries', undefined, {}, 404],
    ['a path that cannot be decoded', 'GET', '/v3/glossaries/%E0%A4%A', undefined, {}, 404],
    ['a method that the path does not take', 'PUT', '/v3/glossaries', '{}', {}, 405],
    ['OPTIONS', 'OPTIONS', '/v3/glossaries', undefined, {}, 405],
  ])('errors.body: %s has its status and the one body', async (_, method, path, body, headers, status) => {
    const { call } = await bench.open();
    expectRefused(await call(method, path, body, headers), status);
  });

  test.each([
    ['/v3/glossaries', 'PUT', 'POST, GET'],
    [`/v3/glossaries/${NOTHING_THERE}`, 'POST', 'GET, PATCH, DELETE'],
    [`/v3/glossaries/${NOTHING_THERE}/dictionaries`, 'GET', 'PUT, DELETE'],
    ['/v3/languages', 'POST', 'GET'],
    ['/v2/translate', 'GET', 'POST'],
    ['/v2/admin/developer-keys/deactivate', 'POST', 'PUT'],
  ])('errors.body: %s does not take %s, and says in Allow that it takes %s', async (path, method, allowed) => {
    const { call } = await bench.open();
    const answer = await call(method, path);
    expectRefused(answer, 405);
    expect(answer.headers.get('allow')).toBe(allowed);
  });

  test('errors.body: a good gzip body is read like any other', async () => {
    const { call } = await bench.open();
    const sent = new Uint8Array(gzipSync(JSON.stringify(GLOSSARY)));
    expect((await call('POST', '/v3/glossaries', sent, GZIP)).body).toMatchObject({ name: 'A' });
    expect((await call('POST', '/v3/glossaries', GLOSSARY, { 'content-encoding': 'identity' })).status).toBe(201);
  });

  test('errors.body: a few bytes of gzip that stand for too many are 413', async () => {
    const { call } = await bench.open();
    // Members after each other are one gzip: 1 MiB of zeros, 129 times.
    const member = gzipSync(Buffer.alloc(2 ** 20), { level: 9 });
    const bomb = new Uint8Array(Buffer.concat(Array.from({ length: BODY_MAX_BYTES / 2 ** 20 + 1 }, () => member)));
    expect(bomb.byteLength).toBeLessThan(200_000);
    expectRefused(await call('POST', '/v3/glossaries', bomb, GZIP), 413);
  });

  test('errors.body: the key is looked at before the body', async () => {
    const { as } = await bench.open();
    expectRefused(await as(undefined)('POST', '/v3/glossaries', '{'), 401);
    expectRefused(await as('nobody')('POST', '/v3/glossaries', '{', { 'content-type': 'text/plain' }), 403);
  });

  test('errors.body: every answer has a trace id of its own', async () => {
    const { call } = await bench.open();
    const answers = [
      await call('GET', '/v3/glossaries'),
      await call('POST', '/v3/glossaries', GLOSSARY),
      await call('GET', '/v3/nothing'),
      await call('DELETE', `/v3/style_rules/${NOTHING_THERE}`),
    ];
    const ids = answers.map(({ headers }) => headers.get('x-trace-id'));
    expect(new Set(ids).size).toBe(4);
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{32}$/);
  });

  test.each([
    ['opening an account', { account: () => Promise.reject(new Error('secret /path')) }],
    [
      'opening what is common',
      {
        common: () => {
          throw new Error('secret /path');
        },
      },
    ],
    ['taking the lock', { exclusively: () => Promise.reject(new Error('secret /path')) }],
  ])('errors.body: a fault of our own while %s is a 500 that says nothing of the inside', async (_, broken) => {
    const seen: unknown[] = [];
    const { call } = await bench.open({
      store: { ...memoryStore(), ...broken },
      onError: (error) => void seen.push(error),
    });
    const answer = await call('POST', '/v3/glossaries', GLOSSARY);
    expect([answer.status, answer.body]).toEqual([500, { message: 'Internal server error' }]);
    expect(answer.headers.get('x-trace-id')).toMatch(/^[0-9a-f]{32}$/);
    expect(seen).toEqual([new Error('secret /path')]);
  });

  test('errors.body: a change that could not be written is a 500, is not there, and the next one works', async () => {
    const store = memoryStore();
    let full = true;
    const { call } = await bench.open({
      onError: () => {},
      store: {
        ...store,
        exclusively: async (work) => {
          if (full) throw new Error('disk full');
          return store.exclusively(work);
        },
      },
    });
    expect((await call('POST', '/v3/glossaries', GLOSSARY)).status).toBe(500);
    full = false;
    expect((await call('GET', '/v3/glossaries')).body.glossaries).toEqual([]);
    expect((await call('POST', '/v3/glossaries', GLOSSARY)).status).toBe(201);
  });

  test('errors.body: HEAD is no method of any path', async () => {
    const { fetch, url } = await bench.open();
    const { status, headers } = await fetch(`${url}/v3/glossaries`, { method: 'HEAD' });
    expect([status, headers.get('allow')]).toEqual([405, 'POST, GET']);
  });

  test('errors.body: more bytes than are taken are 413, whether they are announced or only come', async () => {
    const { service, url } = await bench.open();
    const headers = { authorization: `Service-Auth-Key ${TEST_KEY}`, 'content-type': 'application/json' };
    const sender = bench.name === 'in process' ? inProcess(service) : overSocket(url);
    expect(await sender({ ...headers, 'content-length': String(BODY_MAX_BYTES + 1) }, 1)).toBe(413);
    expect(await sender(headers, BODY_MAX_BYTES / MIB + 1)).toBe(413);
    expect(service.calls.map(({ status }) => status)).toEqual([413, 413]);
  });
});

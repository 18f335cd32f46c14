import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createService } from '../../src/service/create-service.ts';
import { folderStore } from '../../src/service/folder-store.ts';
import { listen } from '../../src/service/listen.ts';
import { memoryStore } from '../../src/service/store.ts';
import { idsInOrder, TEST_KEY, TEST_URL, testService } from '../support/in-process.ts';
import { caller } from '../support/service-caller.ts';

const GLOSSARY = {
  name: 'A',
  dictionaries: [{ source_lang: 'en', target_lang: 'de', entries: 'a\tb', entries_format: 'tsv' }],
};

function tempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'lexform-service-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

describe('authentication', () => {
  const get = (headers: Record<string, string>, query = '', options = {}) =>
    testService(options).handle(new Request(`${TEST_URL}/v3/glossaries${query}`, { headers }));

  test('auth.1: the description’s scheme word is taken, and the public service’s too', async () => {
    for (const scheme of ['Service-Auth-Key', 'DeepL-Auth-Key'])
      expect((await get({ authorization: `${scheme} ${TEST_KEY}` })).status).toBe(200);
  });

  test('a missing header is 401; an unknown key is 403; another scheme is 401', async () => {
    expect((await get({})).status).toBe(401);
    expect((await get({ authorization: `Bearer ${TEST_KEY}` })).status).toBe(401);
    const unknown = await get({ authorization: 'Service-Auth-Key nobody' });
    expect(unknown.status).toBe(403);
    expect(await unknown.text()).not.toContain('nobody');
  });

  test('auth.6: a key in the query or in the body is 403, even beside a right one', async () => {
    const authorization = `Service-Auth-Key ${TEST_KEY}`;
    expect((await get({ authorization }, `?auth_key=${TEST_KEY}`)).status).toBe(403);
    expect((await caller(testService())('POST', '/v3/glossaries', { ...GLOSSARY, auth_key: TEST_KEY })).status).toBe(
      403,
    );
  });

  test('a deactivated key opens nothing', async () => {
    const accounts = [{ key: TEST_KEY, plan: 'pro', deactivated: true } as const];
    expect((await get({ authorization: `Service-Auth-Key ${TEST_KEY}` }, '', { accounts })).status).toBe(403);
  });

  test('under compat any new key opens an account, and "invalid" does not', async () => {
    expect((await get({ authorization: 'DeepL-Auth-Key new' }, '', { compat: true })).status).toBe(200);
    expect((await get({ authorization: 'DeepL-Auth-Key invalid' }, '', { compat: true })).status).toBe(403);
  });

  test('accounts do not see each other', async () => {
    const service = testService({
      accounts: [
        { key: 'one', plan: 'pro' },
        { key: 'two', plan: 'pro' },
      ],
    });
    const { body } = await caller(service, 'one')('POST', '/v3/glossaries', GLOSSARY);
    expect((await caller(service, 'two')('GET', '/v3/glossaries')).body).toEqual({ glossaries: [] });
    expect((await caller(service, 'two')('GET', `/v3/glossaries/${body.glossary_id}`)).status).toBe(404);
  });
});

describe('errors', () => {
  test.each([
    ['malformed JSON', 'POST', '/v3/glossaries', '{', {}, 400],
    ['a body that is no object', 'POST', '/v3/glossaries', '[]', {}, 400],
    ['no body', 'POST', '/v3/glossaries', undefined, {}, 400],
    ['another content type', 'POST', '/v3/glossaries', 'x', { 'content-type': 'text/plain' }, 415],
    ['a body compressed in a way that is not taken', 'POST', '/v3/glossaries', '{}', { 'content-encoding': 'br' }, 415],
    ['a body that is no gzip', 'POST', '/v3/glossaries', '{}', { 'content-encoding': 'gzip' }, 400],
    [
      'a form where only JSON is taken',
      'POST',
      '/v3/style_rules',
      'name=x',
      { 'content-type': 'application/x-www-form-urlencoded' },
      415,
    ],
    ['an unknown path', 'GET', '/v3/nothing', undefined, {}, 404],
    ['a path that cannot be decoded', 'GET', '/v3/glossaries/%E0%A4%A', undefined, {}, 404],
    ['a method that the path does not take', 'PUT', '/v3/glossaries', '{}', {}, 405],
  ])('%s has a status and the one error body', async (_, method, path, body, headers, status) => {
    const answer = await caller(testService())(method, path, body, headers);
    expect(answer.status).toBe(status);
    expect(Object.keys(answer.body)).toEqual(['message', 'detail']);
    expect(answer.headers.get('x-trace-id')).toMatch(/^[0-9a-f]{32}$/);
  });

  test('a wrong method says which are taken', async () => {
    expect((await caller(testService())('PUT', '/v3/glossaries', '{}')).headers.get('allow')).toBe('POST, GET');
  });

  test('a fault of our own is a 500 that says nothing of the inside', async () => {
    const seen: unknown[] = [];
    const broken = new Error('secret /path');
    const service = testService({
      store: {
        ...memoryStore(),
        account: () => {
          throw broken;
        },
      },
      onError: (error) => void seen.push(error),
    });
    const answer = await caller(service)('GET', '/v3/glossaries');
    expect(answer).toMatchObject({ status: 500, body: { message: 'Internal server error' } });
    expect(answer.text).not.toContain('secret');
    expect(seen).toEqual([broken]);
  });

  test('nothing that a caller sends is a 500', async () => {
    const method = fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE');
    const path = fc.constantFrom(
      '/v3/glossaries',
      '/v3/glossaries/00000000-0000-4000-8000-000000000001',
      '/v3/glossaries/x/dictionaries',
      '/v3/style_rules',
      '/v3/style_rules/00000000-0000-4000-8000-000000000001/custom_instructions',
      '/v2/glossaries',
      '/',
    );
    const field = fc.constantFrom(
      'name',
      'dictionaries',
      'entries',
      'entries_format',
      'source_lang',
      'target_lang',
      'language',
      'configured_rules',
      'custom_instructions',
      'label',
      'prompt',
      '__proto__',
    );
    const value = fc.oneof(
      fc.jsonValue(),
      fc.constantFrom('en', 'de', 'tsv', 'csv', 'a\tb', 'a,b'),
      fc.array(fc.dictionary(field, fc.oneof(fc.jsonValue(), fc.constantFrom('en', 'de', 'tsv', 'a\tb')))),
    );
    const body = fc.oneof(
      fc.dictionary(field, value).map((object) => JSON.stringify(object)),
      fc.string({ unit: 'binary' }),
      fc.jsonValue().map((json) => JSON.stringify(json)),
    );
    const type = fc.constantFrom(
      'application/json',
      'application/x-www-form-urlencoded',
      'text/plain',
      'application/json; charset=utf-8',
    );
    await fc.assert(
      fc.asyncProperty(
        method,
        path,
        fc.webQueryParameters(),
        body,
        type,
        async (verb, where, query, sent, contentType) => {
          const answer = await caller(testService())(
            verb,
            `${where}?${query}`,
            verb === 'GET' || verb === 'DELETE' ? undefined : sent,
            { 'content-type': contentType },
          );
          expect(answer.status).toBeLessThan(500);
          if (answer.status >= 400) expect(answer.body.message).toEqual(expect.any(String));
        },
      ),
      { numRuns: 1500 },
    );
  });
});

describe('faults', () => {
  test('are met by call number, method and path, and leave other calls alone', async () => {
    const service = testService({
      faults: [{ kind: 'status', status: 429, retryAfter: 7, method: 'GET', path: '/v3/gloss*', calls: [2] }],
    });
    const call = caller(service);
    expect((await call('GET', '/v3/glossaries')).status).toBe(200);
    expect((await call('GET', '/v3/style_rules')).status).toBe(200);
    const met = await call('GET', '/v3/glossaries');
    expect([met.status, met.headers.get('retry-after')]).toEqual([429, '7']);
    expect((await call('GET', '/v3/glossaries')).status).toBe(200);
    expect(service.calls.map(({ status }) => status)).toEqual([200, 200, 429, 200]);
  });

  test('a reset before the change leaves it undone, a reset after it does not', async () => {
    const service = testService();
    const call = caller(service);
    service.faults.set([{ kind: 'reset-before', method: 'POST' }]);
    await expect(call('POST', '/v3/glossaries', GLOSSARY)).rejects.toMatchObject({ code: 'ECONNRESET' });
    expect((await call('GET', '/v3/glossaries')).body.glossaries).toHaveLength(0);
    service.faults.set([{ kind: 'reset-after', method: 'POST' }]);
    await expect(call('POST', '/v3/glossaries', GLOSSARY)).rejects.toMatchObject({ code: 'ECONNRESET' });
    expect((await call('GET', '/v3/glossaries')).body.glossaries).toHaveLength(1);
  });

  test('an answer can be cut short, and a glossary can be not ready', async () => {
    const service = testService({
      faults: [
        { kind: 'truncate', method: 'GET' },
        { kind: 'not-ready', method: 'POST' },
      ],
    });
    await expect(caller(service)('GET', '/v3/glossaries')).rejects.toThrow();
    expect((await caller(service)('POST', '/v3/glossaries', GLOSSARY)).body.ready).toBe(false);
  });
});

describe('behind a port', () => {
  test('the same answers come over a socket, gzipped when asked, and close waits for calls in flight', async () => {
    const service = testService();
    const { url, close } = await listen(service);
    const headers = { authorization: `Service-Auth-Key ${TEST_KEY}`, 'content-type': 'application/json' };
    const rows = Array.from({ length: 3000 }, (_, index) => `term ${index}\tBegriff ${index}`).join('\n');
    const body = JSON.stringify({ name: 'A', dictionaries: [{ ...GLOSSARY.dictionaries[0], entries: rows }] });
    const created = (await (await fetch(`${url}/v3/glossaries`, { method: 'POST', headers, body })).json()) as {
      glossary_id: string;
    };
    const entries = await fetch(`${url}/v3/glossaries/${created.glossary_id}/entries?source_lang=en&target_lang=de`, {
      headers,
    });
    expect(entries.headers.get('content-encoding')).toBe('gzip');
    expect(await entries.json()).toMatchObject({ dictionaries: [{ entries: rows }] });
    expect((await fetch(`${url}/v3/glossaries/${created.glossary_id}`, { method: 'DELETE', headers })).status).toBe(
      204,
    );
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
});

describe('a folder for a store', () => {
  const open = (folder: string) => {
    const ports = { now: () => new Date(0), id: idsInOrder(), sleep: async () => {}, random: () => 0 };
    return caller(
      createService({ accounts: [{ key: TEST_KEY, plan: 'pro' }], store: folderStore(folder, ports) }, ports),
    );
  };

  test('everything is there after a restart, and the key stands in no file', async () => {
    const folder = tempFolder();
    const first = open(folder);
    const { body: glossary } = await first('POST', '/v3/glossaries', GLOSSARY);
    const path = `/v3/glossaries/${glossary.glossary_id}`;
    await first('PATCH', path, { name: 'B', dictionaries: [{ ...GLOSSARY.dictionaries[0], entries: 'c\td' }] });
    await first('POST', '/v3/style_rules', {
      name: 'L',
      language: 'de',
      configured_rules: { numbers: { x: 'y' } },
      custom_instructions: [{ label: 'a', prompt: 'b' }],
    });
    const second = open(folder);
    for (const read of [path, `${path}/entries?source_lang=en&target_lang=de`, '/v3/style_rules?detailed=true']) {
      expect((await second('GET', read)).body).toEqual((await first('GET', read)).body);
    }
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    expect(files.filter((name) => name.endsWith('.tsv'))).toHaveLength(1);
    expect(files.join('\n')).not.toContain(TEST_KEY);
    const texts = files
      .filter((name) => /\.(?:json|tsv)$/.test(name))
      .map((name) => readFileSync(join(folder, name), 'utf8'));
    expect(texts.join('\n')).not.toContain(TEST_KEY);
    expect(texts).toContain('a\tb\nc\td');
  });

  test('a file that was broken and is repaired is read again, without a restart', async () => {
    const folder = tempFolder();
    await open(folder)('GET', '/v3/style_rules');
    const [name = ''] = readdirSync(join(folder, 'accounts'));
    const broken = join(folder, 'accounts', name, 'style-rules', 'broken.json');
    writeFileSync(broken, '{');
    const call = open(folder);
    expect((await call('GET', '/v3/style_rules')).status).toBe(500);
    rmSync(broken);
    expect((await call('GET', '/v3/style_rules')).status).toBe(200);
  });

  test('what was deleted stays deleted', async () => {
    const folder = tempFolder();
    const { body } = await open(folder)('POST', '/v3/glossaries', GLOSSARY);
    expect((await open(folder)('DELETE', `/v3/glossaries/${body.glossary_id}`)).status).toBe(204);
    expect((await open(folder)('GET', '/v3/glossaries')).body).toEqual({ glossaries: [] });
  });
});

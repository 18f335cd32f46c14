import { get, type IncomingHttpHeaders } from 'node:http';
import { resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { DeepLClient } from 'deepl-node';
import { describe, expect, test } from 'vitest';
import { parseAnswer } from '../support/service-caller.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';
import { serving } from './serving.ts';

const ask = async (url: string, key: string | undefined, method = 'GET', body?: unknown) =>
  parseAnswer(
    await fetch(url, {
      method,
      headers: {
        ...(key !== undefined && { authorization: `Service-Auth-Key ${key}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }),
  );

describe('lexform serve', () => {
  test('names its keys, works with both, logs calls without secrets, and stops at a signal', async () => {
    const { url, out, err, stop } = await serving();
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(out()).toContain('Authorization: Service-Auth-Key lexform-local-key\n');
    expect(out()).toContain('Authorization: Service-Auth-Key lexform-local-admin-key  (admin)\n');
    expect((await ask(`${url}/v3/glossaries`, 'lexform-local-key')).status).toBe(200);
    const keys = await ask(`${url}/v2/admin/developer-keys`, 'lexform-local-admin-key');
    expect(keys.body).toHaveLength(1);
    expect((await ask(`${url}/v3/glossaries?auth_key=lexform-local-key`, undefined)).status).toBe(403);
    expect(await stop()).toBe(0);
    expect(err()).toMatch(/^\S+Z 200 GET \/v3\/glossaries\n\S+Z 200 GET \/v2\/admin\/developer-keys\n/);
    expect(err()).toContain('403 GET /v3/glossaries?auth_key=hidden');
    expect(err()).not.toContain('lexform-local');
  });

  test('the log tells when a key has used 80% and all of its limit, as a developer would be told', async () => {
    const { url, err, stop } = await serving();
    const admin = 'lexform-local-admin-key';
    const [key] = (await ask(`${url}/v2/admin/developer-keys`, admin)).body;
    const limit = { key_id: key.key_id, characters: 10 };
    expect((await ask(`${url}/v2/admin/developer-keys/limits`, admin, 'PUT', limit)).status).toBe(200);
    const translate = (text: string) =>
      ask(`${url}/v2/translate`, 'lexform-local-key', 'POST', { text: [text], target_lang: 'de' });
    await translate('12345678');
    await translate('12');
    await stop();
    const told = err()
      .split('\n')
      .filter((line) => line.includes('usage-limit-reached'))
      .map((line) => line.replace(/^\S+Z /, ''));
    expect(told).toEqual([
      'usage-limit-reached 80% of the key "Service API Key": 8 of 10 characters used',
      'usage-limit-reached 100% of the key "Service API Key": 10 of 10 characters used',
    ]);
  });

  test('--seed starts with the files of a workspace, again and again to the same end, and --data keeps them', async () => {
    const folder = await tempWorkspace({});
    const args = ['--seed', resolve('examples/quickstart'), '--data', folder, '--key', 'k', '--quiet'];
    const read = async ({ url }: { readonly url: string }) => ({
      glossaries: (await ask(`${url}/v3/glossaries`, 'k')).body.glossaries,
      lists: (await ask(`${url}/v3/style_rules?detailed=true`, 'k')).body.style_rules,
    });
    const first = await serving(...args);
    const before = await read(first);
    expect(before.glossaries.length).toBeGreaterThan(0);
    expect(before.lists.length).toBeGreaterThan(0);
    expect(first.err()).toBe('');
    await first.stop('SIGKILL');
    const second = await serving(...args);
    expect(await read(second)).toEqual(before);
  });

  test('--seed shows the faults of the files and ends with 4', async () => {
    const folder = await tempWorkspace({
      'lexform.yaml': 'version: 1\ntargets: { local: { service: embedded } }\nglossaries: glossaries/*/glossary.yaml\n',
      'glossaries/a/glossary.yaml': 'name: A\n',
      'glossaries/a/en-de.csv': 'a,b\na,c\n',
    });
    await expect(serving('--seed', folder)).rejects.toThrow(/en-de\.csv:2:1/);
  });

  test('--keys gives keys with plans, accounts, scopes and admin rights; --admin-key goes with --key', async () => {
    const folder = await tempWorkspace({
      'keys.yaml':
        '- { key: reader, account: main, scopes: [glossaries:read] }\n- { key: boss, account: main, admin: true }\n- { key: poor, plan: free }\n',
    });
    const { url } = await serving('--keys', `${folder}/keys.yaml`, '--key', 'k', '--admin-key', 'a', '--region', 'us');
    expect((await ask(`${url}/v3/glossaries`, 'reader')).status).toBe(200);
    const refused = await ask(`${url}/v3/glossaries`, 'reader', 'POST', {});
    expect([refused.status, refused.body.detail]).toEqual([403, 'Missing required scope(s): glossaries:write']);
    expect((await ask(`${url}/v3/style_rules`, 'poor')).status).toBe(403);
    expect((await ask(`${url}/v3/style_rules`, 'k')).status).toBe(200);
    // A regional service has no admin API.
    expect((await ask(`${url}/v2/admin/developer-keys`, 'a')).body.detail).toContain('standard address');
  });

  test('a wrong keys file is refused with everything that is wrong, and with no key in it', async () => {
    const folder = await tempWorkspace({
      'keys.yaml': '- { key: secret-1, plan: gold }\n- { kye: secret-2 }\n- { key: s, scopes: [x:y] }\n',
    });
    const error: Error = await serving('--keys', `${folder}/keys.yaml`).then(
      () => new Error('it started'),
      (caught) => caught,
    );
    for (const part of ['key 1: plan must be', 'key 2: ', 'key 2: the field key is missing', 'key 3: scopes must be'])
      expect(error.message).toContain(part);
    expect(error.message).not.toContain('secret');
  });

  test('--faults-path lets faults be set over HTTP; without it the path is not there', async () => {
    const { url } = await serving('--key', 'k', '--faults-path');
    expect((await ask(`${url}/-/faults`, undefined, 'PUT', [{ kind: 'status', status: 503 }])).status).toBe(200);
    expect((await ask(`${url}/v3/glossaries`, 'k')).status).toBe(503);
    expect((await ask(`${url}/-/faults`, undefined, 'DELETE')).status).toBe(204);
    expect((await ask(`${url}/v3/glossaries`, 'k')).status).toBe(200);
    const plain = await serving('--key', 'k');
    expect((await ask(`${plain.url}/-/faults`, 'k')).status).toBe(404);
  });

  test('--fault makes one fault each, beside those of a file; a wrong one is refused', async () => {
    const folder = await tempWorkspace({ 'faults.yaml': '- { kind: status, status: 500, path: /v2/usage }\n' });
    const { url } = await serving(
      '--key',
      'k',
      '--faults',
      `${folder}/faults.yaml`,
      '--fault',
      'kind: status, status: 429, calls: [1], path: /v3/glossaries, retryAfter: 3',
      '--fault',
      '{ kind: status, status: 529, path: /v3/style_rules }',
    );
    const statuses = [];
    for (const path of ['/v3/glossaries', '/v3/glossaries', '/v3/style_rules', '/v2/usage'])
      statuses.push((await ask(`${url}${path}`, 'k')).status);
    expect(statuses).toEqual([429, 200, 529, 500]);
    await expect(serving('--fault', 'kind: nothing')).rejects.toThrow(/--fault: fault 1: kind must be one of/);
    await expect(serving('--fault', '{ kind: [')).rejects.toThrow(/--fault:1/);
  });

  test('--scheme takes other words before the key, and then no longer the usual ones', async () => {
    const { url } = await serving('--key', 'k', '--scheme', 'Bearer');
    const get = (scheme: string) => fetch(`${url}/v3/glossaries`, { headers: { authorization: `${scheme} k` } });
    expect((await get('Bearer')).status).toBe(200);
    expect((await get('Service-Auth-Key')).status).toBe(401);
  });

  test('--compat answers an official client that asks for what the description does not have', async () => {
    const { url, out } = await serving('--key', 'k', '--compat');
    const plain = await serving('--key', 'k');
    expect([out, plain.out].map((said) => said().includes('as official clients expect'))).toEqual([true, false]);
    const memories = async (at: string) =>
      (await new DeepLClient('k', { serverUrl: at, maxRetries: 0 }).listTranslationMemories()).map(({ name }) => name);
    expect([await memories(url), await memories(plain.url)]).toEqual([['Default Translation Memory'], []]);
    const isTarget = async (at: string) => {
      const { body } = await ask(`${at}/v3/languages?resource=translate_text`, 'k');
      return body.find(({ lang }: { readonly lang: string }) => lang === 'en').usable_as_target;
    };
    expect([await isTarget(url), await isTarget(plain.url)]).toEqual([true, false]);
    // The headers of the tests of official clients count for this session alone.
    const refused = (at: string) =>
      fetch(`${at}/v2/usage`, {
        headers: {
          authorization: 'DeepL-Auth-Key k',
          'mock-server-session': 'one',
          'mock-server-session-429-count': '1',
        },
      });
    expect([(await refused(url)).status, (await refused(url)).status]).toEqual([429, 200]);
    expect((await refused(plain.url)).status).toBe(200);
  });

  // Other systems than Linux have 127.0.0.1 alone.
  test.skipIf(process.platform !== 'linux')('--host listens on that address and says so, and on no other', async () => {
    const { url } = await serving('--key', 'k', '--host', '127.0.0.2');
    expect(url).toMatch(/^http:\/\/127\.0\.0\.2:\d+$/);
    expect((await ask(`${url}/v3/glossaries`, 'k')).status).toBe(200);
    await expect(ask(`${url.replace('127.0.0.2', '127.0.0.1')}/v3/glossaries`, 'k')).rejects.toThrow();
    await expect(serving('--host', '192.0.2.1')).rejects.toThrow(/192\.0\.2\.1/);
  });

  test('a large answer is compressed for whoever takes gzip, and is the same for whoever does not', async () => {
    const { url } = await serving('--key', 'k', '--quiet');
    const entries = Array.from({ length: 3000 }, (_, index) => `house ${index}\tHaus ${index}`).join('\n');
    const dictionaries = [{ source_lang: 'en', target_lang: 'de', entries, entries_format: 'tsv' }];
    const made = await ask(`${url}/v3/glossaries`, 'k', 'POST', { name: 'Large', dictionaries });
    expect(made.status).toBe(201);
    const path = `/v3/glossaries/${made.body.glossary_id}/entries?source_lang=en&target_lang=de`;
    const bytes = (encoding: string, from: string) =>
      new Promise<{ readonly headers: IncomingHttpHeaders; readonly body: Buffer }>((resolved, rejected) => {
        const headers = { authorization: 'Service-Auth-Key k', 'accept-encoding': encoding };
        get(`${url}${from}`, { headers }, (answer) => {
          const chunks: Buffer[] = [];
          answer.on('data', (chunk: Buffer) => chunks.push(chunk));
          answer.on('end', () => resolved({ headers: answer.headers, body: Buffer.concat(chunks) }));
        }).on('error', rejected);
      });
    const [zipped, plain] = [await bytes('br, gzip', path), await bytes('identity', path)];
    expect(zipped.headers['content-encoding']).toBe('gzip');
    expect(Number(zipped.headers['content-length'])).toBe(zipped.body.length);
    expect(zipped.body.length).toBeLessThan(plain.body.length / 2);
    expect(plain.headers['content-encoding']).toBe(undefined);
    expect(gunzipSync(zipped.body).equals(plain.body)).toBe(true);
    expect(JSON.parse(plain.body.toString()).dictionaries[0].entries).toBe(entries);
    // A small one goes as it is.
    const small = await bytes('gzip', '/v3/glossaries');
    expect(small.headers['content-encoding']).toBe(undefined);
  });
});

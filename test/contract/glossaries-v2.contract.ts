import { expect, test } from 'vitest';
import { GLOSSARY_LANGUAGES } from '../../src/contract/languages.ts';
import type { ServiceOptions } from '../../src/service/create-service.ts';
import { TEST_KEY } from '../support/in-process.ts';
import { contract } from './bench.ts';

const DICTIONARY = { source_lang: 'en', target_lang: 'de', entries: 'house\tHaus', entries_format: 'tsv' };
const OLD = { name: 'Old', ...DICTIONARY };
const NEW = { name: 'New', dictionaries: [DICTIONARY] };
const UNKNOWN = '99999999-0000-4000-8000-000000000000';
const TRANSLATE = { text: ['house'], source_lang: 'en', target_lang: 'de' };

contract('glossaries v2 and readiness', (bench) => {
  async function withOld(options: Partial<ServiceOptions> = {}) {
    const opened = await bench.open(options);
    const created = await opened.call('POST', '/v2/glossaries', OLD);
    return { ...opened, created, id: created.body.glossary_id, path: `/v2/glossaries/${created.body.glossary_id}` };
  }

  test('versioning.2: v2 creates a glossary of one pair, 201, and says that it is ready', async () => {
    const { created } = await withOld();
    expect([created.status, created.body]).toEqual([
      201,
      {
        glossary_id: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
        ready: true,
        name: 'Old',
        source_lang: 'en',
        target_lang: 'de',
        creation_time: '2026-01-15T12:00:00.000Z',
        entry_count: 1,
      },
    ]);
  });

  test('versioning.2: v2 creates from a form, as official clients send it', async () => {
    const { call } = await bench.open();
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const created = await call('POST', '/v2/glossaries', new URLSearchParams(OLD).toString(), form);
    expect(created).toMatchObject({ status: 201, body: { name: 'Old', entry_count: 1 } });
  });

  test('versioning.2: v2 lists and reads with the same fields, and gives the entries as TSV', async () => {
    const { call, created, path } = await withOld();
    const list = await call('GET', '/v2/glossaries');
    expect([list.status, list.body]).toEqual([200, { glossaries: [created.body] }]);
    expect((await call('GET', path)).body).toEqual(created.body);
    const entries = await call('GET', `${path}/entries`);
    expect([entries.status, entries.headers.get('content-type'), entries.text]).toEqual([
      200,
      'text/tab-separated-values; charset=UTF-8',
      'house\tHaus',
    ]);
  });

  test('versioning.2: v2 deletes with an empty 204, once', async () => {
    const { call, path } = await withOld();
    expect(await call('DELETE', path)).toMatchObject({ status: 204, text: '' });
    expect((await call('DELETE', path)).status).toBe(404);
    expect((await call('GET', path)).status).toBe(404);
    expect((await call('GET', '/v2/glossaries')).body).toEqual({ glossaries: [] });
  });

  test('versioning.2: both versions see one store', async () => {
    const { call, id, path } = await withOld();
    expect((await call('GET', `/v3/glossaries/${id}`)).body).toEqual({
      glossary_id: id,
      name: 'Old',
      dictionaries: [{ source_lang: 'en', target_lang: 'de', entry_count: 1 }],
      creation_time: '2026-01-15T12:00:00.000Z',
    });
    await call('PATCH', `/v3/glossaries/${id}`, { name: 'Renamed' });
    expect((await call('GET', path)).body.name).toBe('Renamed');
    const { body: made } = await call('POST', '/v3/glossaries', NEW);
    expect((await call('GET', '/v2/glossaries')).body.glossaries).toMatchObject([{ name: 'Renamed' }, { name: 'New' }]);
    expect((await call('DELETE', `/v2/glossaries/${made.glossary_id}`)).status).toBe(204);
    expect((await call('GET', `/v3/glossaries/${made.glossary_id}`)).status).toBe(404);
  });

  test('versioning.2: v2 does not see a glossary of several dictionaries, or of none, until it has one', async () => {
    const { call, id, path } = await withOld();
    const dictionaries = `/v3/glossaries/${id}/dictionaries`;
    const unseen = async () => {
      expect((await call('GET', '/v2/glossaries')).body).toEqual({ glossaries: [] });
      expect(await call('GET', path)).toMatchObject({
        status: 404,
        body: { detail: 'This path needs a glossary with exactly one dictionary; use /v3' },
      });
      expect((await call('GET', `${path}/entries`)).status).toBe(404);
      expect((await call('DELETE', path)).status).toBe(404);
      expect((await call('GET', `/v3/glossaries/${id}`)).status).toBe(200);
    };
    await call('PUT', dictionaries, { ...DICTIONARY, target_lang: 'fr' });
    await unseen();
    await call('DELETE', `${dictionaries}?source_lang=en&target_lang=de`);
    expect((await call('GET', path)).body).toMatchObject({ target_lang: 'fr', entry_count: 1 });
    await call('DELETE', `${dictionaries}?source_lang=en&target_lang=fr`);
    await unseen();
  });

  test.each([
    ['no name', { ...OLD, name: undefined }],
    ['an empty name', { ...OLD, name: '\t' }],
    ['no source language', { ...OLD, source_lang: undefined }],
    ['a variant', { ...OLD, target_lang: 'pt-BR' }],
    ['no entries', { ...OLD, entries: undefined }],
    ['an unknown format', { ...OLD, entries_format: 'xlsx' }],
    ['the dictionaries of v3', NEW],
    ['no body', undefined],
  ])('versioning.2: v2 refuses %s with 400', async (_, body) => {
    const { call } = await bench.open();
    expect((await call('POST', '/v2/glossaries', body)).status).toBe(400);
    expect((await call('GET', '/v2/glossaries')).body).toEqual({ glossaries: [] });
  });

  test('versioning.2: in v2 too, a malformed id is 400, on DELETE 404, and an unknown one 404', async () => {
    const { call } = await bench.open();
    for (const [method, rest] of [
      ['GET', ''],
      ['GET', '/entries'],
      ['DELETE', ''],
    ] as const) {
      expect((await call(method, `/v2/glossaries/x${rest}`)).status).toBe(method === 'DELETE' ? 404 : 400);
      expect((await call(method, `/v2/glossaries/${UNKNOWN}${rest}`)).status).toBe(404);
    }
  });

  test('versioning.1: glossaries are at v2 and v3, style rules at v3 alone', async () => {
    const { call } = await bench.open();
    const status = async (path: string) => (await call('GET', path)).status;
    expect([await status('/v2/glossaries'), await status('/v3/glossaries'), await status('/v3/style_rules')]).toEqual([
      200, 200, 200,
    ]);
    for (const path of ['/v1/glossaries', '/glossaries', '/v4/glossaries', '/v2/style_rules', '/v1/style_rules'])
      expect(await status(path)).toBe(404);
  });

  test('versioning.5: every two different glossary languages are a pair, and every such pair makes a dictionary', async () => {
    const { call } = await bench.open();
    const { status, body } = await call('GET', '/v2/glossary-language-pairs');
    expect(status).toBe(200);
    const pairs: { source_lang: string; target_lang: string }[] = body.supported_languages;
    expect(pairs).toHaveLength(33 * 32);
    expect(new Set(pairs.map((pair) => `${pair.source_lang} ${pair.target_lang}`)).size).toBe(33 * 32);
    expect(pairs.every((pair) => pair.source_lang !== pair.target_lang)).toBe(true);
    const { body: listed } = await call('GET', '/v3/languages?resource=glossary');
    expect(listed.map(({ lang }: { lang: string }) => lang).sort()).toEqual([...GLOSSARY_LANGUAGES]);
    const dictionaries = pairs.map((pair) => ({ ...DICTIONARY, ...pair }));
    const created = await call('POST', '/v3/glossaries', { name: 'All', dictionaries });
    expect([created.status, created.body.dictionaries.length]).toEqual([201, 33 * 32]);
  });

  test('limits.glossaries-per-account: 10 on the free plan; the next is 456, and a deletion makes room', async () => {
    const { call, path } = await withOld({ accounts: [{ key: TEST_KEY, plan: 'free' }] });
    for (let count = 1; count < 10; count += 1) await call('POST', '/v3/glossaries', NEW);
    expect(await call('POST', '/v3/glossaries', NEW)).toMatchObject({
      status: 456,
      body: { message: 'Quota exceeded', detail: 'This plan allows 10 glossaries' },
    });
    await call('DELETE', path);
    expect((await call('POST', '/v3/glossaries', NEW)).status).toBe(201);
  });

  test('limits.glossaries-per-account: the number can be set for each plan', async () => {
    const { call } = await withOld({ glossariesMax: { free: 1, pro: 2 } });
    expect((await call('POST', '/v3/glossaries', NEW)).status).toBe(201);
    expect((await call('POST', '/v3/glossaries', NEW)).status).toBe(456);
  });

  test('limits.glossaries-per-account: what v2 makes counts with what v3 makes', async () => {
    const { call } = await bench.open({ glossariesMax: { free: 1, pro: 2 } });
    expect((await call('POST', '/v3/glossaries', NEW)).status).toBe(201);
    expect((await call('POST', '/v2/glossaries', OLD)).status).toBe(201);
    expect((await call('POST', '/v2/glossaries', OLD)).status).toBe(456);
  });

  test.each(['v2', 'v3'])(
    'not-ready: a glossary of %s is not ready for the time that was asked for',
    async (version) => {
      const { call, clock } = await bench.open({ faults: [{ kind: 'not-ready', milliseconds: 5000 }] });
      const body = version === 'v2' ? OLD : NEW;
      const created = await call('POST', `/${version}/glossaries`, body);
      expect([created.status, created.body.ready]).toEqual([201, false]);
      const id = created.body.glossary_id;
      const translate = async () => call('POST', '/v2/translate', { ...TRANSLATE, glossary_id: id });
      const seen = async () => [
        (await call('GET', `/v3/glossaries/${id}`)).body.ready,
        (await call('GET', '/v3/glossaries')).body.glossaries[0].ready,
        (await call('GET', `/v2/glossaries/${id}`)).body.ready,
        (await call('GET', '/v2/glossaries')).body.glossaries[0].ready,
        (await translate()).status,
      ];
      // v3 speaks of it only as long as it is false.
      expect(await seen()).toEqual([false, false, false, false, 400]);
      expect((await translate()).body.detail).toBe('The glossary is not ready yet');
      clock.advance(4999);
      expect(await seen()).toEqual([false, false, false, false, 400]);
      clock.advance(1);
      expect(await seen()).toEqual([undefined, undefined, true, true, 200]);
    },
  );

  test('not-ready: a glossary that is not ready is read, changed and deleted like any other', async () => {
    const { call } = await bench.open({ faults: [{ kind: 'not-ready', milliseconds: 5000 }] });
    const { body } = await call('POST', '/v2/glossaries', OLD);
    const path = `/v3/glossaries/${body.glossary_id}`;
    expect((await call('PATCH', path, { name: 'New' })).body.name).toBe('New');
    expect((await call('PUT', `${path}/dictionaries`, { ...DICTIONARY, entries: 'a\tb' })).status).toBe(200);
    expect((await call('GET', path)).body).toMatchObject({ name: 'New', ready: false });
    expect((await call('GET', `/v2/glossaries/${body.glossary_id}/entries`)).text).toBe('a\tb');
    expect((await call('DELETE', path)).status).toBe(204);
  });

  test.each(['v2', 'v3'])(
    'not-ready: without a time, only the answer to the creation in %s says so',
    async (version) => {
      const { call } = await bench.open({ faults: [{ kind: 'not-ready', calls: [1] }] });
      const body = version === 'v2' ? OLD : NEW;
      const created = await call('POST', `/${version}/glossaries`, body);
      expect(created.body.ready).toBe(false);
      const id = created.body.glossary_id;
      expect((await call('GET', `/v3/glossaries/${id}`)).body).not.toHaveProperty('ready');
      expect((await call('GET', `/v2/glossaries/${id}`)).body.ready).toBe(true);
      expect((await call('POST', '/v2/translate', { ...TRANSLATE, glossary_id: id })).status).toBe(200);
      expect((await call('POST', `/${version}/glossaries`, body)).body.ready).toBe(true);
    },
  );

  test('not-ready: only a glossary can be not ready', async () => {
    const { call } = await bench.open({ faults: [{ kind: 'not-ready' }] });
    const { status, body } = await call('POST', '/v3/style_rules', { name: 'L', language: 'de' });
    expect([status, body.ready]).toEqual([201, undefined]);
    expect((await call('GET', '/v3/glossaries')).body).toEqual({ glossaries: [] });
  });

  test('scopes: reading glossaries needs glossaries:read, and changing them glossaries:write, in both versions', async () => {
    const { as } = await bench.open({
      accounts: [
        { key: TEST_KEY, plan: 'pro' },
        { key: 'reader', plan: 'pro', account: TEST_KEY, scopes: ['glossaries:read'] },
        { key: 'writer', plan: 'pro', account: TEST_KEY, scopes: ['glossaries:write'] },
      ],
    });
    const { glossary_id: id } = (await as(TEST_KEY)('POST', '/v2/glossaries', OLD)).body;
    const pair = 'source_lang=en&target_lang=de';
    const reads = ['/v3/glossaries', `/v3/glossaries/${id}`, `/v3/glossaries/${id}/entries?${pair}`]
      .concat(['/v2/glossaries', `/v2/glossaries/${id}`, `/v2/glossaries/${id}/entries`, '/v2/glossary-language-pairs'])
      .map((path) => ['GET', path, undefined] as const);
    const writes = [
      ['POST', '/v3/glossaries', NEW],
      ['POST', '/v2/glossaries', OLD],
      ['PUT', `/v3/glossaries/${id}/dictionaries`, DICTIONARY],
      ['PATCH', `/v3/glossaries/${id}`, { name: 'New' }],
      ['DELETE', `/v3/glossaries/${id}/dictionaries?${pair}`, undefined],
      ['DELETE', `/v3/glossaries/${id}`, undefined],
      ['DELETE', `/v2/glossaries/${id}`, undefined],
    ] as const;
    const missing = (scope: string) => ({ message: 'Forbidden', detail: `Missing required scope(s): ${scope}` });
    for (const [method, path, body] of writes) {
      const answer = await as('reader')(method, path, body);
      expect([answer.status, answer.body]).toEqual([403, missing('glossaries:write')]);
    }
    for (const [method, path] of reads) {
      expect((await as('reader')(method, path)).status).toBe(200);
      const answer = await as('writer')(method, path);
      expect([answer.status, answer.body]).toEqual([403, missing('glossaries:read')]);
    }
    const statuses: number[] = [];
    for (const [method, path, body] of writes) statuses.push((await as('writer')(method, path, body)).status);
    expect(statuses).toEqual([201, 201, 200, 200, 204, 204, 404]);
  });
});

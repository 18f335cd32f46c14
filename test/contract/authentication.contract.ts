import { expect, test } from 'vitest';
import type { AccountKey } from '../../src/service/auth/key-ring.ts';
import { TEST_KEY } from '../support/in-process.ts';
import { ADMIN_KEY, contract } from './bench.ts';

const GLOSSARY = {
  name: 'A',
  dictionaries: [{ source_lang: 'en', target_lang: 'de', entries: 'a\tb', entries_format: 'tsv' }],
};
const TRANSLATION = { text: ['a'], target_lang: 'de' };
const STYLE_LIST = { name: 'L', language: 'de' };
const NOBODY = '00000000-0000-4000-8000-00000000ffff';

contract('authentication', (bench) => {
  /** Asks for the glossaries with nothing but these headers. */
  const ask = async (headers: Record<string, string>, query = '', options = {}) => {
    const { fetch, url } = await bench.open(options);
    const answer = await fetch(`${url}/v3/glossaries${query}`, { headers });
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  };

  test.each([
    `Service-Auth-Key ${TEST_KEY}`,
    `DeepL-Auth-Key ${TEST_KEY}`,
    `service-auth-key ${TEST_KEY}`,
    `Service-Auth-Key   ${TEST_KEY} `,
  ])('auth.1: the header "%s" is taken: the description’s scheme word, and the public service’s', async (header) => {
    expect((await ask({ authorization: header })).status).toBe(200);
  });

  test('auth.1: words of the operator take the place of both', async () => {
    const status = async (scheme: string) =>
      (await ask({ authorization: `${scheme} ${TEST_KEY}` }, '', { schemes: ['House-Key'] })).status;
    expect([await status('House-Key'), await status('Service-Auth-Key')]).toEqual([200, 401]);
  });

  test.each([
    ['no header', {}],
    ['an empty header', { authorization: '' }],
    ['a scheme without a key', { authorization: 'Service-Auth-Key' }],
    ['a key without a scheme', { authorization: TEST_KEY }],
    ['another scheme', { authorization: `Bearer ${TEST_KEY}` }],
    ['a signature', { authorization: `Service-Signature ${TEST_KEY}` }],
    ['a name of an object’s own parts', { authorization: `__proto__ ${TEST_KEY}` }],
  ])('auth.1: %s is 401, and says how to ask', async (_, headers) => {
    const { status, text } = await ask(headers as Record<string, string>);
    expect([status, JSON.parse(text)]).toEqual([
      401,
      { message: 'Unauthorized', detail: 'Send the header Authorization: Service-Auth-Key <key>' },
    ]);
  });

  test.each(['nobody', '__proto__', `${TEST_KEY}x`, `${TEST_KEY} x`, TEST_KEY.toUpperCase()])(
    'auth.1: the key %s, which is not known, is 403 and does not come back',
    async (key) => {
      const { status, text } = await ask({ authorization: `Service-Auth-Key ${key}` });
      expect([status, JSON.parse(text).message]).toEqual([403, 'Forbidden']);
      expect(text).not.toContain(key);
    },
  );

  test('auth.1: a key that was deactivated before the start opens nothing', async () => {
    const accounts: AccountKey[] = [
      { key: TEST_KEY, plan: 'pro', deactivated: true },
      { key: ADMIN_KEY, plan: 'pro', admin: true, deactivated: true },
    ];
    const { call, as } = await bench.open({ accounts });
    expect((await call('GET', '/v3/glossaries')).status).toBe(403);
    expect((await as(ADMIN_KEY)('GET', '/v2/admin/developer-keys')).status).toBe(403);
  });

  test('auth.1: a caller without a key does not learn what is there', async () => {
    const { call, as } = await bench.open();
    const { body } = await call('POST', '/v3/glossaries', GLOSSARY);
    for (const id of [body.glossary_id, NOBODY])
      expect((await as('nobody')('GET', `/v3/glossaries/${id}`)).status).toBe(403);
  });

  test('auth.1: accounts do not see each other, and keys of one account see the same', async () => {
    const { as } = await bench.open({
      accounts: [
        { key: 'one', plan: 'pro' },
        { key: 'one-more', plan: 'pro', account: 'one' },
        { key: 'two', plan: 'pro' },
      ],
    });
    const { body } = await as('one')('POST', '/v3/glossaries', GLOSSARY);
    const { body: list } = await as('one')('POST', '/v3/style_rules', STYLE_LIST);
    const seen = async (key: string) => [
      (await as(key)('GET', `/v3/glossaries/${body.glossary_id}`)).status,
      (await as(key)('GET', '/v3/glossaries')).body.glossaries.length,
      (await as(key)('GET', `/v3/style_rules/${list.style_id}`)).status,
      (await as(key)('DELETE', `/v3/style_rules/${NOBODY}`)).status,
    ];
    expect(await seen('one-more')).toEqual([200, 1, 200, 404]);
    expect(await seen('two')).toEqual([404, 0, 404, 404]);
    expect((await as('two')('DELETE', `/v3/glossaries/${body.glossary_id}`)).status).toBe(404);
    const foreign = { ...TRANSLATION, source_lang: 'en', glossary_id: body.glossary_id };
    expect((await as('two')('POST', '/v2/translate', foreign)).status).toBe(404);
    expect((await as('two')('POST', '/v2/translate', { ...TRANSLATION, style_id: list.style_id })).status).toBe(404);
    expect((await as('one')('POST', '/v2/translate', foreign)).status).toBe(200);
  });

  test.each(['auth_key', 'api_key'])(
    'auth.6: %s in the query is 403, alone and beside a right header',
    async (name) => {
      const query = `?${name}=${TEST_KEY}`;
      for (const headers of [{}, { authorization: `Service-Auth-Key ${TEST_KEY}` }]) {
        const { status, text } = await ask(headers as Record<string, string>, query);
        expect(status).toBe(403);
        expect(JSON.parse(text).detail).toMatch(/no longer supported.*Authorization/);
        expect(text).not.toContain(TEST_KEY);
      }
    },
  );

  test.each(['auth_key', 'api_key'])(
    'auth.6: %s in a body is 403, in JSON and in a form, and nothing is done',
    async (name) => {
      const { call } = await bench.open();
      const form = { 'content-type': 'application/x-www-form-urlencoded' };
      const answers = [
        await call('POST', '/v3/glossaries', { ...GLOSSARY, [name]: TEST_KEY }),
        await call('POST', '/v2/translate', `text=a&target_lang=de&${name}=${TEST_KEY}`, form),
      ];
      expect(answers.map(({ status }) => status)).toEqual([403, 403]);
      expect((await call('GET', '/v3/glossaries')).body.glossaries).toEqual([]);
      expect((await call('GET', '/v2/usage')).body.character_count).toBe(0);
    },
  );

  test('auth.6: a key in a body alone is 403, in JSON and in a form; without one anywhere it is 401', async () => {
    const { as } = await bench.open();
    const nobody = as(undefined);
    const sent = (type: string, path: string, body: string) =>
      nobody('POST', path, body, { 'content-type': type, 'content-length': String(Buffer.byteLength(body)) });
    const form = 'application/x-www-form-urlencoded';
    const refused = [
      await sent(form, '/v2/translate', `text=a&target_lang=de&auth_key=${TEST_KEY}`),
      await sent(form, '/v3/style_rules', `auth_key=${TEST_KEY}`),
      await sent('application/json', '/v2/translate', `{"text":["a"],"target_lang":"de","auth_key":"${TEST_KEY}"}`),
    ];
    expect(refused.map(({ status, text }) => [status, text.includes(TEST_KEY)])).toEqual(Array(3).fill([403, false]));
    expect((await sent(form, '/v2/translate', 'text=a&target_lang=de')).status).toBe(401);
    expect((await sent('application/json', '/v2/translate', '{')).status).toBe(401);
    // Nobody without a key makes the service read more than it looks at.
    const long = { text: ['x'.repeat(2 * 1024 * 1024)], target_lang: 'de', auth_key: TEST_KEY };
    expect((await nobody('POST', '/v2/translate', long)).status).toBe(401);
  });

  test('auth.6: a key in the query is not written into the log, nor is a signature', async () => {
    const { call, service } = await bench.open();
    await call('GET', `/v3/glossaries?auth_key=${TEST_KEY}&API_KEY=two&Signature=three&page=1`);
    expect(service.calls.map(({ path }) => path)).toEqual([
      '/v3/glossaries?auth_key=hidden&API_KEY=hidden&Signature=hidden&page=1',
    ]);
  });

  test('auth.7: a key of another data centre is 403, one without a data centre is taken in each', async () => {
    const accounts: AccountKey[] = [
      { key: 'everywhere', plan: 'pro' },
      { key: 'american', plan: 'pro', region: 'us' },
      { key: 'standard', plan: 'pro', region: 'standard' },
    ];
    const statuses = async (options: object) => {
      const { as } = await bench.open({ accounts, ...options });
      return Promise.all(accounts.map(async ({ key }) => (await as(key)('GET', '/v3/glossaries')).status));
    };
    expect(await statuses({})).toEqual([200, 403, 200]);
    expect(await statuses({ region: 'us' })).toEqual([200, 200, 403]);
  });

  test('compat: under it any new key opens an account of its own, on the plan that its end tells', async () => {
    const { as } = await bench.open({ compat: true });
    expect((await as('new')('POST', '/v3/glossaries', GLOSSARY)).status).toBe(201);
    expect((await as('new')('GET', '/v3/glossaries')).body.glossaries).toHaveLength(1);
    expect((await as('other')('GET', '/v3/glossaries')).body.glossaries).toEqual([]);
    expect((await as('new')('GET', '/v3/style_rules')).status).toBe(200);
    expect((await as('new:fx')('GET', '/v3/style_rules')).status).toBe(403);
    expect((await as('new')('POST', '/v2/translate', TRANSLATION)).status).toBe(200);
    expect((await as('new')('GET', '/v2/usage')).body.character_count).toBe(1);
    expect((await as('new')('GET', '/v2/admin/developer-keys')).status).toBe(403);
  });

  test('compat: under it the key "invalid", an empty one and a missing one are 403', async () => {
    const { as, fetch, url } = await bench.open({ compat: true });
    expect((await as('invalid')('GET', '/v3/glossaries')).status).toBe(403);
    expect((await as('')('GET', '/v3/glossaries')).status).toBe(403);
    expect((await as(undefined)('GET', '/v3/glossaries')).status).toBe(403);
    expect((await fetch(`${url}/v3/glossaries`, { headers: { authorization: 'Bearer x' } })).status).toBe(401);
  });

  test('compat: without it a key that nobody named opens nothing', async () => {
    expect((await ask({ authorization: 'Service-Auth-Key new' })).status).toBe(403);
  });

  const SCOPED: readonly (readonly [string, string, string, unknown])[] = [
    ['glossaries:read', 'GET', '/v3/glossaries', undefined],
    ['glossaries:read', 'GET', `/v3/glossaries/${NOBODY}`, undefined],
    ['glossaries:read', 'GET', `/v3/glossaries/${NOBODY}/entries?source_lang=en&target_lang=de`, undefined],
    ['glossaries:write', 'POST', '/v3/glossaries', GLOSSARY],
    ['glossaries:write', 'PATCH', `/v3/glossaries/${NOBODY}`, { name: 'B' }],
    ['glossaries:write', 'PUT', `/v3/glossaries/${NOBODY}/dictionaries`, GLOSSARY.dictionaries[0]],
    ['glossaries:write', 'DELETE', `/v3/glossaries/${NOBODY}`, undefined],
    ['glossaries:write', 'DELETE', `/v3/glossaries/${NOBODY}/dictionaries?source_lang=en&target_lang=de`, undefined],
    ['glossaries:read', 'GET', '/v2/glossaries', undefined],
    ['glossaries:write', 'POST', '/v2/glossaries', {}],
    ['style_rules:read', 'GET', '/v3/style_rules', undefined],
    ['style_rules:write', 'POST', '/v3/style_rules', STYLE_LIST],
    ['style_rules:write', 'PUT', `/v3/style_rules/${NOBODY}/configured_rules`, {}],
    ['style_rules:write', 'DELETE', `/v3/style_rules/${NOBODY}`, undefined],
    ['languages:read', 'GET', '/v3/languages?resource=voice', undefined],
    ['languages:read', 'GET', '/v3/languages/resources', undefined],
    ['languages:read', 'GET', '/v2/languages', undefined],
    ['languages:read', 'POST', '/v2/languages', {}],
    ['usage:read', 'GET', '/v2/usage', undefined],
    ['translation_memories:read', 'GET', '/v3/translation_memories', undefined],
    ['translate:text', 'POST', '/v2/translate', TRANSLATION],
  ];
  const ALL = [...new Set(SCOPED.map(([scope]) => scope))];

  test('scopes: a key with one scope has what is in it, and lacks by name what is not', async () => {
    const { as } = await bench.open({
      accounts: [
        ...ALL.map((scope): AccountKey => ({ key: `has-${scope}`, plan: 'pro', scopes: [scope] })),
        ...ALL.map(
          (scope): AccountKey => ({
            key: `lacks-${scope}`,
            plan: 'pro',
            scopes: ALL.filter((each) => each !== scope),
          }),
        ),
      ],
    });
    for (const [scope, method, path, body] of SCOPED) {
      const call = [scope, method, path];
      expect([...call, (await as(`has-${scope}`)(method, path, body)).status]).not.toEqual([...call, 403]);
      const refused = await as(`lacks-${scope}`)(method, path, body);
      expect([...call, refused.status, refused.body]).toEqual([
        ...call,
        403,
        { message: 'Forbidden', detail: `Missing required scope(s): ${scope}` },
      ]);
    }
  });

  test('auth.8: scopes are an option of a key: one with none has nothing, one without the list has everything', async () => {
    const accounts: AccountKey[] = [
      { key: 'none', plan: 'pro', scopes: [] },
      { key: 'all', plan: 'pro' },
    ];
    const { as } = await bench.open({ accounts });
    expect((await as('none')('GET', '/v3/glossaries')).status).toBe(403);
    expect((await as('all')('GET', '/v3/glossaries')).status).toBe(200);
  });
});

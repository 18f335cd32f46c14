import { expect, test } from 'vitest';
import { TEST_KEY } from '../support/in-process.ts';
import { ADMIN_KEY, contract } from './bench.ts';

const KEYS = '/v2/admin/developer-keys';
const ENTRIES = { text: ['12345678'], target_lang: 'de' };

contract('developer keys', (bench) => {
  const open = async (options = {}) => {
    const { as, ...rest } = await bench.open(options);
    return { as, admin: as(ADMIN_KEY), ...rest };
  };

  test('admin.1: POST developer-keys makes an active key with the default label, and tells its secret once', async () => {
    const { admin, as } = await open();
    const { status, body } = await admin('POST', KEYS);
    expect(status).toBe(200);
    const { key: secret, ...key } = body;
    expect(key).toEqual({
      key_id: expect.stringMatching(/^[0-9a-f-]{36}:[0-9a-f-]{36}$/),
      label: 'Service API Key',
      creation_time: '2026-01-15T12:00:00.000Z',
      deactivated_time: null,
      is_deactivated: false,
      usage_limits: { characters: null, speech_to_text_milliseconds: null },
    });
    expect((await as(secret)('GET', '/v3/glossaries')).status).toBe(200);
    expect((await admin('GET', KEYS)).text).not.toContain(secret);
  });

  test('admin.1: a label of the caller is kept; one that is no text, empty or too long is 400', async () => {
    const { admin } = await open();
    expect((await admin('POST', KEYS, { label: 'ci 😀' })).body.label).toBe('ci 😀');
    for (const label of [7, '', '  ', 'x'.repeat(1025), '\ud800'])
      expect((await admin('POST', KEYS, { label })).status).toBe(400);
  });

  test('admin.2: GET developer-keys is an array of all keys of the account, active and deactivated', async () => {
    const { admin } = await open();
    const { body: made } = await admin('POST', KEYS, { label: 'a' });
    await admin('PUT', `${KEYS}/deactivate`, { key_id: made.key_id });
    const { body } = await admin('GET', KEYS);
    // The key that the account began with is one of them.
    expect(body.map((key: { label: string; is_deactivated: boolean }) => [key.label, key.is_deactivated])).toEqual([
      ['Service API Key', false],
      ['a', true],
    ]);
  });

  test('admin.3: a deactivated key stops working at once, for good, and its data stays', async () => {
    const { admin, as, clock } = await open();
    const { body: made } = await admin('POST', KEYS);
    const call = as(made.key);
    const glossary = {
      name: 'A',
      dictionaries: [{ source_lang: 'en', target_lang: 'de', entries: 'a\tb', entries_format: 'tsv' }],
    };
    expect((await call('POST', '/v3/glossaries', glossary)).status).toBe(201);
    clock.advance(1000);
    const { status, body } = await admin('PUT', `${KEYS}/deactivate`, { key_id: made.key_id });
    expect([status, body.is_deactivated, body.deactivated_time]).toEqual([200, true, '2026-01-15T12:00:01.000Z']);
    expect((await call('GET', '/v3/glossaries')).status).toBe(403);
    clock.advance(1000);
    const again = await admin('PUT', `${KEYS}/deactivate`, { key_id: made.key_id });
    expect([again.status, again.body.deactivated_time]).toEqual([200, '2026-01-15T12:00:01.000Z']);
    for (const [path, change] of [
      ['label', { label: 'x' }],
      ['limits', { characters: 5 }],
    ] as const)
      expect((await admin('PUT', `${KEYS}/${path}`, { key_id: made.key_id, ...change })).body.is_deactivated).toBe(
        true,
      );
    expect((await as(TEST_KEY)('GET', '/v3/glossaries')).body.glossaries).toHaveLength(1);
  });

  test('admin.3: the key that an account began with can be deactivated too', async () => {
    const { admin, call } = await open();
    const [first] = (await admin('GET', KEYS)).body;
    await admin('PUT', `${KEYS}/deactivate`, { key_id: first.key_id });
    expect((await call('GET', '/v3/glossaries')).status).toBe(403);
  });

  test('admin.4: PUT label renames, and labels may be there twice', async () => {
    const { admin } = await open();
    const { body: made } = await admin('POST', KEYS, { label: 'a' });
    const renamed = await admin('PUT', `${KEYS}/label`, { key_id: made.key_id, label: 'Service API Key' });
    expect([renamed.status, renamed.body.label]).toEqual([200, 'Service API Key']);
    expect((await admin('PUT', `${KEYS}/label`, { key_id: made.key_id })).status).toBe(400);
  });

  test('admin.5: limits are set one by one, null lifts one, and what is no whole number from 0 is 400', async () => {
    const { admin } = await open();
    const { key_id } = (await admin('POST', KEYS)).body;
    const put = (limits: object) => admin('PUT', `${KEYS}/limits`, { key_id, ...limits });
    expect((await put({ characters: 10, speech_to_text_milliseconds: 60_000 })).body.usage_limits).toEqual({
      characters: 10,
      speech_to_text_milliseconds: 60_000,
    });
    expect((await put({ characters: null })).body.usage_limits).toEqual({
      characters: null,
      speech_to_text_milliseconds: 60_000,
    });
    for (const wrong of [
      {},
      { characters: -1 },
      { characters: 1.5 },
      { characters: '5' },
      { speech_to_text_milliseconds: true },
    ])
      expect((await put(wrong)).status).toBe(400);
  });

  test('a key that is not there, or is another account’s, is 404 for every change', async () => {
    const { as } = await open({
      accounts: [
        { key: 'one', plan: 'pro' },
        { key: 'one-admin', plan: 'pro', admin: true, account: 'one' },
        { key: 'two', plan: 'pro' },
        { key: 'two-admin', plan: 'pro', admin: true, account: 'two' },
      ],
    });
    const [foreign] = (await as('two-admin')('GET', KEYS)).body;
    for (const key_id of [foreign.key_id, 'nothing'])
      for (const change of ['deactivate', 'label', 'limits'])
        expect((await as('one-admin')('PUT', `${KEYS}/${change}`, { key_id, label: 'x', characters: 1 })).status).toBe(
          404,
        );
    expect((await as('two')('GET', '/v3/glossaries')).status).toBe(200);
  });

  test('limits.25-keys: the 26th active key is 400, and deactivating one makes room', async () => {
    const { admin } = await open();
    const ids: string[] = [];
    for (let count = 1; count < 25; count += 1) ids.push((await admin('POST', KEYS)).body.key_id);
    expect((await admin('POST', KEYS)).status).toBe(400);
    await admin('PUT', `${KEYS}/deactivate`, { key_id: ids[0] });
    expect((await admin('POST', KEYS)).status).toBe(200);
  });

  test('auth.2: admin endpoints take admin keys alone, and admin keys open nothing else', async () => {
    const { call, admin } = await open();
    expect((await call('GET', KEYS)).status).toBe(403);
    expect((await call('GET', '/v2/admin/analytics?start_date=2026-01-01&end_date=2026-01-02')).status).toBe(403);
    expect((await admin('GET', '/v3/glossaries')).status).toBe(403);
    expect((await admin('GET', '/v2/usage')).status).toBe(403);
  });

  test('the admin API is for the paid plan, and at the standard address alone', async () => {
    const free = await open({ accounts: [{ key: ADMIN_KEY, plan: 'free', admin: true }] });
    expect((await free.admin('GET', KEYS)).status).toBe(403);
    const regional = await open({ region: 'us' });
    expect((await regional.admin('GET', KEYS)).status).toBe(403);
  });

  test('errors.456: a limit of 0 blocks, a limit that would be crossed refuses, null lifts; the next month begins anew', async () => {
    const { admin, as, clock } = await open();
    const { key_id, key } = (await admin('POST', KEYS)).body;
    const limit = (characters: number | null) => admin('PUT', `${KEYS}/limits`, { key_id, characters });
    const translate = async () => (await as(key)('POST', '/v2/translate', ENTRIES)).status;
    await limit(0);
    expect(await translate()).toBe(456);
    expect((await as(key)('GET', '/v3/glossaries')).status).toBe(200);
    await limit(16);
    expect([await translate(), await translate(), await translate()]).toEqual([200, 200, 456]);
    await limit(null);
    expect(await translate()).toBe(200);
    await limit(24);
    expect(await translate()).toBe(456);
    clock.advance(17 * 86_400_000);
    expect([await translate(), await translate(), await translate(), await translate()]).toEqual([200, 200, 200, 456]);
  });

  test('events.1: developers are told once at 80 % and once at 100 % of a limit, in every month', async () => {
    const { admin, as, clock, service } = await open();
    const { key_id, key } = (await admin('POST', KEYS)).body;
    await admin('PUT', `${KEYS}/limits`, { key_id, characters: 40 });
    for (let calls = 0; calls < 6; calls += 1) await as(key)('POST', '/v2/translate', ENTRIES);
    const told = async () =>
      (await service.events())
        .filter(({ kind }) => kind === 'notification')
        .map(({ keyId, details }) => [keyId, details.subject, details.percent, details.used]);
    expect(await told()).toEqual([
      [key_id, 'characters', 80, 32],
      [key_id, 'characters', 100, 40],
    ]);
    clock.advance(31 * 86_400_000);
    for (let calls = 0; calls < 4; calls += 1) await as(key)('POST', '/v2/translate', ENTRIES);
    expect((await told()).slice(2)).toEqual([[key_id, 'characters', 80, 32]]);
  });

  test('events.2: each change of a key leaves an audit event, a refused one none', async () => {
    const { admin, service } = await open();
    const { key_id } = (await admin('POST', KEYS, { label: 'a' })).body;
    await admin('PUT', `${KEYS}/label`, { key_id, label: 'b' });
    await admin('PUT', `${KEYS}/limits`, { key_id, characters: 1 });
    await admin('PUT', `${KEYS}/limits`, { key_id, characters: -1 });
    await admin('PUT', `${KEYS}/deactivate`, { key_id });
    const events = await service.events();
    expect(events.map(({ kind, event, keyId }) => [kind, event, keyId])).toEqual(
      ['developer-key-created', 'developer-key-renamed', 'usage-limit-changed', 'developer-key-deactivated'].map(
        (event) => ['audit', event, key_id],
      ),
    );
    expect(events[1]?.details).toEqual({ from: 'a', to: 'b' });
  });

  test('events.2: audit events and notifications are told as they happen, in the order of the list', async () => {
    const { admin, as, service } = await open();
    const told: (readonly string[])[] = [];
    service.onEvent(({ kind, event, label, keyId }) => told.push([kind, event, label, keyId]));
    const { key_id, key } = (await admin('POST', KEYS, { label: 'a' })).body;
    await admin('PUT', `${KEYS}/label`, { key_id, label: 'b' });
    await admin('PUT', `${KEYS}/limits`, { key_id, characters: 10 });
    await admin('PUT', `${KEYS}/limits`, { key_id, characters: -1 });
    await as(key)('POST', '/v2/translate', ENTRIES);
    await admin('PUT', `${KEYS}/deactivate`, { key_id });
    await admin('PUT', `${KEYS}/deactivate`, { key_id });
    expect(told).toEqual([
      ['audit', 'developer-key-created', 'a', key_id],
      ['audit', 'developer-key-renamed', 'b', key_id],
      ['audit', 'usage-limit-changed', 'b', key_id],
      ['notification', 'usage-limit-reached', 'b', key_id],
      ['audit', 'developer-key-deactivated', 'b', key_id],
    ]);
  });

  test('events.2: GET /-/events lists them where that is allowed, and holds no key', async () => {
    const { admin, as, service } = await open({ eventsPath: true });
    const { key_id, key } = (await admin('POST', KEYS, { label: 'a' })).body;
    await admin('PUT', `${KEYS}/limits`, { key_id, characters: 10 });
    await as(key)('POST', '/v2/translate', ENTRIES);
    const ask = as(undefined);
    const { status, body, text } = await ask('GET', '/-/events');
    expect([status, body]).toEqual([200, { events: await service.events() }]);
    expect(body.events).toHaveLength(3);
    expect(text).not.toContain(key);
    expect((await ask('POST', '/-/events')).status).toBe(405);
    const plain = await open();
    expect((await plain.admin('GET', '/-/events')).status).toBe(404);
  });
});

import { expect, test } from 'vitest';
import type { Fault } from '../../src/service/faults/faults.ts';
import { ADMIN_KEY, contract } from './bench.ts';
import { asked, JOBS, SUBTITLES, TEXT, voice, WAV, wav } from './voice-bench.ts';

const MINUTE_MS = 60_000;
const KEYS = '/v2/admin/developer-keys';
const THREE = [TEXT, SUBTITLES, { language: 'es', type: 'text/plain' }];

contract('limits of voice jobs', (bench) => {
  const open = async (options = {}) => {
    const opened = await bench.open(options);
    return { ...opened, ...voice(opened) };
  };

  test('limits.voice-poll: every 5 seconds is often enough to see each target done, and to stop there', async () => {
    const { create, put, get, read, states, clock } = await open();
    const created = await create(THREE);
    await put(created);
    const seen: string[][] = [];
    while (seen.at(-1)?.every((state) => state === 'complete') !== true && seen.length < 9) {
      clock.advance(5000);
      seen.push(await states(created.job_id));
    }
    expect(seen).toEqual([
      ['complete', 'complete', 'processing'],
      ['complete', 'complete', 'complete'],
    ]);
    // Nobody asks for a while: complete stays.
    clock.advance(45 * MINUTE_MS);
    const { results } = await read(created.job_id);
    for (const result of results) expect(await get(result)).toBe(200);
  });

  test('limits.voice-poll: as many targets as there may be are done in time to be fetched', async () => {
    const { create, put, states, clock } = await open();
    const created = await create(Array.from({ length: 3000 }, () => TEXT));
    await put(created);
    clock.advance(30 * MINUTE_MS);
    expect(new Set(await states(created.job_id))).toEqual(new Set(['complete']));
  });

  test('voice.limits: 10 jobs of an account at once; the next is 429, whoever of the account asks', async () => {
    const accounts = ['one', 'one-more', 'two'].map((key) => ({ key, plan: 'pro' as const, account: key.slice(0, 3) }));
    const { as } = await open({ accounts });
    const create = async (key: string) => (await as(key)('POST', JOBS, asked())).status;
    for (let count = 0; count < 10; count += 1) expect(await create(count % 2 === 0 ? 'one' : 'one-more')).toBe(201);
    expect([await create('one'), await create('one-more'), await create('two')]).toEqual([429, 429, 201]);
  });

  test('voice.limits: a job makes room when it is downloaded, when all of it failed, and when it is gone', async () => {
    const { call, create, put, get, read, clock } = await open({
      faults: [{ kind: 'fail-target', method: 'POST', calls: [1] }],
    });
    const room = async () => (await call('POST', JOBS, asked())).status === 201;
    const [failing, fetched] = [await create([TEXT, SUBTITLES]), await create([TEXT, SUBTITLES])];
    for (let count = 2; count < 10; count += 1) await create();
    await put(failing);
    await put(fetched);
    clock.advance(3999);
    expect(await room()).toBe(false);
    clock.advance(1);
    expect([await room(), await room()]).toEqual([true, false]);
    const { results } = await read(fetched.job_id);
    await get(results[0]!);
    expect(await room()).toBe(false);
    await get(results[1]!);
    expect([await room(), await room()]).toEqual([true, false]);
    // The eight that nobody has uploaded to; the two that were made since are there for four seconds more.
    clock.advance(5 * MINUTE_MS - 3999);
    for (let count = 0; count < 8; count += 1) expect(await room()).toBe(true);
    expect(await room()).toBe(false);
  });

  test('voice.limits: 2 jobs with more than 100 MB at once, and smaller ones beside them', async () => {
    const { call } = await open();
    const create = async (content_length: number) =>
      (await call('POST', JOBS, asked([TEXT], { content_length }))).status;
    expect([await create(100_000_001), await create(1_073_741_824)]).toEqual([201, 201]);
    expect([await create(100_000_001), await create(100_000_000)]).toEqual([429, 201]);
  });

  test.each([1, 1_073_741_824])('voice.limits: a content_length of %d is taken', async (content_length) => {
    const { create, read } = await open();
    const { job } = await read((await create([TEXT], { content_length })).job_id);
    expect(job.source_file.content_length).toBe(content_length);
  });

  test.each([0, -1, 1.5, 1_073_741_825, 1e300, '5', null, [5]])(
    'voice.limits: a content_length of %j is refused',
    async (content_length) => {
      const { call } = await open();
      const { status, body } = await call('POST', JOBS, asked([TEXT], { content_length }));
      expect([status, body.message]).toEqual([
        400,
        '/source_file/content_length: Value must be a whole number from 1 to 1073741824',
      ]);
    },
  );

  test('voice.limits: a name has 1 to 255 characters, which may be any', async () => {
    const { call, create, read } = await open();
    for (const name of ['x', '😀'.repeat(255), '__proto__', 'a\u0000\u001b[2J\u202e/../b'])
      expect((await read((await create([TEXT], { name })).job_id)).job.source_file.name).toBe(name);
    for (const name of ['', '  ', 'x'.repeat(256), '\ud800'])
      expect((await call('POST', JOBS, asked([TEXT], { name }))).status).toBe(400);
  });

  test('voice.limits: a job has one target or more', async () => {
    const { call, create, read } = await open();
    const { status, body } = await call('POST', JOBS, asked([]));
    expect([status, body.message]).toEqual([400, '/targets: Value must be an array with at least one item']);
    const many = Array.from({ length: 500 }, () => TEXT);
    expect((await read((await create(many)).job_id)).results).toHaveLength(500);
  });

  test.each<[string, Fault, readonly string[]]>([
    ['one target', { kind: 'fail-target', target: 2 }, ['complete', 'failed', 'complete']],
    ['every target', { kind: 'fail-target' }, ['failed', 'failed', 'failed']],
    ['a target that is not there', { kind: 'fail-target', target: 4 }, ['complete', 'complete', 'complete']],
  ])('errors.6: %s fails, the others do not, and the job can be read', async (_, fault, expected) => {
    const { create, put, get, read, clock } = await open({ faults: [fault] });
    const created = await create(THREE);
    await put(created);
    clock.advance(6000);
    const { status, results } = await read(created.job_id);
    expect([status, results.map((result) => result.status)]).toEqual([200, expected]);
    for (const result of results) {
      if (result.status === 'complete') expect(await get(result)).toBe(200);
      else expect(result).toEqual({ status: 'failed', error: { message: 'A simulated failure of the target' } });
    }
  });

  test.each([
    ['cannot be decoded', new Uint8Array(WAV.byteLength), 'The audio cannot be decoded as audio/wav'],
    ['is longer than 180 minutes', wav(10_801, 1), 'The audio is longer than 180 minutes'],
  ])(
    'errors.6: every target of a source that %s fails and says so, and the job can be read',
    async (_, file, message) => {
      const { create, put, read, clock } = await open();
      const created = await create([TEXT, SUBTITLES], { content_length: file.byteLength });
      expect(await put(created, file)).toBe(204);
      clock.advance(4000);
      const { status, results } = await read(created.job_id);
      const failed = { status: 'failed', error: { message } };
      expect([status, results]).toEqual([200, [failed, failed]]);
    },
  );

  /** The first key of the account, with a limit, and what it says of its speech. */
  async function limited(speech_to_text_milliseconds: number | null) {
    const opened = await open();
    const admin = opened.as(ADMIN_KEY);
    const [{ key_id }] = (await admin('GET', KEYS)).body;
    const limit = (milliseconds: number | null) =>
      admin('PUT', `${KEYS}/limits`, { key_id, speech_to_text_milliseconds: milliseconds });
    await limit(speech_to_text_milliseconds);
    return {
      ...opened,
      admin,
      limit,
      key_id,
      /** The status of a creation. */
      make: async () => (await opened.call('POST', JOBS, asked())).status,
      /** The status of an upload of a source that is so long. */
      say: async (seconds: number) => {
        const file = wav(seconds);
        return opened.put(await opened.create([TEXT], { content_length: file.byteLength }), file);
      },
      minutes: async () => (await opened.call('GET', '/v2/usage')).body.speech_to_text_minutes_count,
    };
  }
  const RANGE = '/v2/admin/analytics?start_date=2026-01-01&end_date=2026-01-31';

  test('voice.usage: minutes of speech count once, at the upload, for the key that asked', async () => {
    const { as, admin, create, put, get, read, clock, say, minutes } = await limited(null);
    const file = wav(90);
    const created = await create(THREE, { content_length: file.byteLength });
    expect(await minutes()).toBe(0);
    expect(await put(created, file)).toBe(204);
    expect(await minutes()).toBe(1.5);
    expect(await put(created, file)).toBe(409);
    clock.advance(6000);
    for (const result of (await read(created.job_id)).results) await get(result);
    expect(await minutes()).toBe(1.5);
    const { key } = (await admin('POST', KEYS, { label: 'other' })).body;
    const second = (await as(key)('POST', JOBS, asked([TEXT], { content_length: file.byteLength }))).body;
    expect(await put(second, file)).toBe(204);
    expect(await say(3)).toBe(204);
    expect(await minutes()).toBe(1.55);
    const report = async (group: string) => (await admin('GET', `${RANGE}&group_by=${group}`)).body.usage_report;
    const { total_usage, key_usages } = await report('key');
    expect(total_usage).toMatchObject({ speech_to_text_minutes: 3.05, total_characters: 0 });
    const byLabel = key_usages.map((each: { api_key_label: string; usage: { speech_to_text_minutes: number } }) => [
      each.api_key_label,
      each.usage.speech_to_text_minutes,
    ]);
    expect(byLabel).toEqual([
      ['Service API Key', 1.55],
      ['other', 1.5],
    ]);
    expect((await report('key_and_day')).key_and_day_usages).toHaveLength(2);
  });

  test('voice.usage: of two uploads at once one is taken, and one counts', async () => {
    const { create, put, minutes } = await limited(null);
    const created = await create();
    expect((await Promise.all([put(created), put(created)])).sort()).toEqual([204, 409]);
    expect(await minutes()).toBe(0.033);
  });

  test('voice.usage: what cannot be decoded, is of another length, or never comes does not count', async () => {
    const { admin, create, put, minutes } = await limited(null);
    expect(await put(await create(), new Uint8Array(WAV.byteLength))).toBe(204);
    expect(await put(await create(), WAV.subarray(1))).toBe(400);
    await create();
    expect(await minutes()).toBe(0);
    expect((await admin('GET', `${RANGE}&group_by=key_and_day`)).body.usage_report.key_and_day_usages).toEqual([]);
  });

  test('voice.usage: a limit of 0 blocks with 456, also the upload of a job from before, and null lifts it', async () => {
    const { create, put, make, limit, states, minutes } = await limited(null);
    const before = await create();
    await limit(0);
    expect([await make(), await put(before), await states(before.job_id)]).toEqual([456, 456, ['pending']]);
    await limit(null);
    expect([await make(), await put(before), await minutes()]).toEqual([201, 204, 0.033]);
  });

  test('voice.usage: at 100 % of the limit it is 456, what would go beyond it is 456 as a whole, next month it is not', async () => {
    const { call, make, say, minutes, clock } = await limited(10_000);
    expect([await say(8), await say(3), await minutes()]).toEqual([204, 456, 0.133]);
    expect([await make(), await say(2)]).toEqual([201, 204]);
    expect([await make(), await minutes()]).toEqual([456, 0.167]);
    expect((await call('POST', '/v2/translate', { text: ['a'], target_lang: 'de' })).status).toBe(200);
    expect((await call('GET', '/v2/usage')).body.speech_to_text_minutes_limit).toBe(0.167);
    clock.advance(17 * 86_400_000);
    expect([await minutes(), await say(10), await make()]).toEqual([0, 204, 456]);
  });

  test('voice.usage: developers are told once at 80 % and once at 100 %', async () => {
    const { service, say, make, key_id } = await limited(10_000);
    const told = async () =>
      (await service.events())
        .filter(({ kind }) => kind === 'notification')
        .map(({ keyId, details }) => [keyId, details.subject, details.percent, details.used, details.limit]);
    await say(7);
    expect(await told()).toEqual([]);
    await say(1);
    const first = [key_id, 'speech_to_text_milliseconds', 80, 8000, 10_000];
    expect(await told()).toEqual([first]);
    await say(1);
    expect(await told()).toEqual([first]);
    await say(1);
    expect(await make()).toBe(456);
    expect(await told()).toEqual([first, [key_id, 'speech_to_text_milliseconds', 100, 10_000, 10_000]]);
  });
});

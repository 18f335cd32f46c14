import { expect, test } from 'vitest';
import type { WireVoiceResult } from '../../src/contract/wire-voice.ts';
import { memoryStore } from '../../src/service/store/store.ts';
import { downloadPath } from '../../src/service/voice/voice-assets.ts';
import { signatureFor } from '../../src/service/voice/voice-state.ts';
import { TEST_KEY } from '../support/in-process.ts';
import { contract } from './bench.ts';
import { asked, JOBS, SUBTITLES, signed, TEXT, voice, WAV } from './voice-bench.ts';

const MINUTE_MS = 60_000;

contract('voice assets', (bench) => {
  const open = async (options = {}) => {
    const opened = await bench.open(options);
    return { ...opened, ...voice(opened) };
  };

  /** A job with two targets that are complete, with signed addresses. */
  async function completed(options = {}) {
    const opened = await open(options);
    const created = await opened.create([TEXT, SUBTITLES], {}, '?include=signed_url');
    await opened.put(created);
    opened.clock.advance(4000);
    const { results } = await opened.read(created.job_id, '?include=signed_url');
    const [first, second] = results as [WireVoiceResult, WireVoiceResult];
    return { ...opened, created, id: created.job_id, first, second };
  }

  const PUT = { method: 'PUT', body: WAV };

  test('voice-states.before: pending until the upload, then uploaded, then processing', async () => {
    const { create, put, states, clock } = await open();
    const created = await create([TEXT, SUBTITLES]);
    clock.advance(MINUTE_MS);
    expect(await states(created.job_id)).toEqual(['pending', 'pending']);
    await put(created);
    expect(await states(created.job_id)).toEqual(['uploaded', 'uploaded']);
    clock.advance(1000);
    expect(await states(created.job_id)).toEqual(['processing', 'processing']);
  });

  test('voice-states.1: a target that is done is complete, and has an address and a signature of its own', async () => {
    const { create, put, read, clock } = await open();
    const created = await create([TEXT, SUBTITLES]);
    await put(created);
    clock.advance(2000);
    const one = await read(created.job_id);
    const complete = { status: 'complete', download_url: expect.any(String), signature: expect.any(String) };
    expect(one.results).toEqual([complete, { status: 'processing' }]);
    clock.advance(2000);
    const both = await read(created.job_id);
    expect(both.results).toEqual([one.results[0], complete]);
    const opens = [created, ...both.results].flatMap(({ signature }) => [signature]);
    expect(new Set(opens).size).toBe(3);
    expect(new Set(both.results.map(({ download_url }) => download_url)).size).toBe(2);
  });

  test('voice-states.2: a target that cannot be made is failed, with a message and nothing to fetch', async () => {
    const { create, put, read, clock } = await open({ faults: [{ kind: 'fail-target' }] });
    const created = await create();
    await put(created);
    expect((await read(created.job_id)).results).toEqual([{ status: 'uploaded' }]);
    clock.advance(2000);
    expect((await read(created.job_id)).results).toEqual([
      { status: 'failed', error: { message: expect.stringMatching(/./) } },
    ]);
  });

  test('voice-states.3: complete stays so until a fetch with a valid signature, which makes it downloaded', async () => {
    const { get, fetch, states, clock, id, first, second } = await completed();
    clock.advance(30 * MINUTE_MS);
    expect(await get({ ...first, signature: second.signature! })).toBe(403);
    expect((await fetch(first.download_url!)).status).toBe(401);
    expect(await states(id)).toEqual(['complete', 'complete']);
    expect(await get(first)).toBe(200);
    expect(await states(id)).toEqual(['downloaded', 'complete']);
    expect((await fetch(second.signed_download_url!)).status).toBe(200);
    expect(await states(id)).toEqual(['downloaded', 'downloaded']);
  });

  test('voice-states.3: a downloaded result has no address, no signature and no error', async () => {
    const { get, read, id, first } = await completed();
    await get(first);
    expect((await read(id, '?include=signed_url')).results[0]).toEqual({ status: 'downloaded' });
  });

  test.each(['Service-Signature', 'DeepL-Signature', 'service-signature', ' Service-Signature  '])(
    'auth.4: the scheme word "%s" is taken: the description’s, and the public service’s',
    async (scheme) => {
      const { create, fetch, read, clock } = await open();
      const created = await create();
      const headers = (signature = '') => ({ authorization: `${scheme} ${signature}` });
      expect((await fetch(created.upload_url, { ...PUT, headers: headers(created.signature) })).status).toBe(204);
      clock.advance(2000);
      const [result] = (await read(created.job_id)).results;
      expect((await fetch(result!.download_url!, { headers: headers(result!.signature) })).status).toBe(200);
    },
  );

  test('auth.4: each signature opens what it is for: not the upload, another target, or another job', async () => {
    const { create, put, get, states, created, id, first, second } = await completed();
    const other = await create();
    for (const { signature = '' } of [created, second, other]) expect(await get({ ...first, signature })).toBe(403);
    for (const { signature = '' } of [first, second, created]) expect(await put({ ...other, signature })).toBe(403);
    expect([await states(id), await states(other.job_id)]).toEqual([['complete', 'complete'], ['pending']]);
  });

  test('auth.4: a signature of the header opens nothing in an address, nor the other way round', async () => {
    const { create, fetch, get, first } = await completed();
    const inUrl = (url = '') => new URL(url).searchParams.get('signature') ?? '';
    expect((await fetch(`${first.download_url}?signature=${first.signature}`)).status).toBe(403);
    expect(await get({ ...first, signature: inUrl(first.signed_download_url) })).toBe(403);
    const created = await create([TEXT], {}, '?include=signed_url');
    expect((await fetch(`${created.upload_url}?signature=${created.signature}`, PUT)).status).toBe(403);
    const headers = signed(inUrl(created.signed_upload_url));
    expect((await fetch(created.upload_url, { ...PUT, headers })).status).toBe(403);
  });

  test('auth.4: a signed address needs no header, and one that is wrong does not help', async () => {
    const { fetch, first } = await completed();
    const changed = `${first.signed_download_url?.slice(0, -1)}${first.signed_download_url?.endsWith('0') ? 1 : 0}`;
    expect((await fetch(changed, { headers: signed(first.signature) })).status).toBe(403);
    expect((await fetch(`${first.download_url}?signature=`)).status).toBe(403);
    expect((await fetch(first.signed_download_url!)).status).toBe(200);
  });

  test('auth.4: a browser may call a signed address from any page, and no other address', async () => {
    const { create, fetch, first, service } = await completed();
    const created = await create([TEXT], {}, '?include=signed_url');
    const origin = { origin: 'https://app.example' };
    const ask = (url: string | undefined, method: string) =>
      fetch(url ?? '', { method: 'OPTIONS', headers: { ...origin, 'access-control-request-method': method } });
    for (const [url, method] of [
      [created.signed_upload_url, 'PUT'],
      [first.signed_download_url, 'GET'],
    ] as const) {
      const asked = await ask(url, method);
      expect([asked.status, await asked.text()]).toEqual([204, '']);
      expect(asked.headers.get('access-control-allow-origin')).toBe('*');
      expect(asked.headers.get('access-control-allow-methods')).toBe(method);
      expect(asked.headers.get('access-control-allow-headers')).toBe('content-type');
    }
    expect(service.calls.at(-1)?.path).toContain('signature=hidden');
    const read = await fetch(first.signed_download_url!, { headers: origin });
    expect([read.status, read.headers.get('access-control-allow-origin')]).toEqual([200, '*']);
    // A page can read why it was refused.
    const refused = await fetch(`${first.download_url}?signature=x`, { headers: origin });
    expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([403, '*']);
    for (const url of [created.upload_url, first.download_url]) expect((await ask(url, 'PUT')).status).toBe(405);
    const bare = await fetch(first.download_url!);
    expect(bare.headers.get('access-control-allow-origin')).toBe(null);
  });

  test('auth.4: a signed address is given with the calls that ask for it, and no other', async () => {
    const { call, create, read, id } = await completed();
    expect(Object.keys(await create())).toEqual(['job_id', 'upload_url', 'signature']);
    expect(Object.keys(await create([TEXT], {}, '?include=signed_url'))).toContain('signed_upload_url');
    const names = async (query: string) => Object.keys((await read(id, query)).results[0] ?? {});
    expect(await names('')).toEqual(['status', 'download_url', 'signature']);
    expect(await names('?include=signed_url&include=signed_url')).toContain('signed_download_url');
    expect((await call('GET', `${JOBS}/${id}`)).text).not.toContain('signed_');
  });

  test('auth.4: the API key opens no asset: 401, and the state stays', async () => {
    const { call, create, states, url, id, first } = await completed();
    const other = await create();
    expect((await call('GET', first.download_url!.slice(url.length))).status).toBe(401);
    expect((await call('PUT', other.upload_url.slice(url.length), WAV)).status).toBe(401);
    expect([await states(id), await states(other.job_id)]).toEqual([['complete', 'complete'], ['pending']]);
  });

  test('auth.4: no signature is 401, a wrong one 403; of an asset that is not there the first learns nothing', async () => {
    const { fetch, url, first } = await completed();
    const status = async (address: string, headers = {}) => (await fetch(address, { headers })).status;
    const nothing = `${url}/v1/assets/voice/00000000-0000-4000-8000-00000000ffff/results/0`;
    for (const address of [first.download_url!, nothing])
      for (const authorization of [
        '',
        'Service-Signature',
        'Bearer x',
        `Service-Auth-Key ${TEST_KEY}`,
        first.signature!,
      ])
        expect(await status(address, { authorization })).toBe(401);
    for (const wrong of ['x', `${first.signature}0`, first.signature!.slice(1), '0'.repeat(64)])
      expect(await status(first.download_url!, signed(wrong))).toBe(403);
    expect(await status(nothing, signed(first.signature))).toBe(404);
    for (const place of ['2', '-1', 'x', '1e0', '99999999'])
      expect(await status(first.download_url!.replace(/0$/, place), signed(first.signature))).toBe(403);
  });

  test('auth.4: no signature and no key stands in the log or in a refusal', async () => {
    const { fetch, put, service, created, first } = await completed();
    const inUrl = new URL(first.signed_download_url!).searchParams.get('signature')!;
    const refused = await fetch(`${first.download_url}?signature=${first.signature}`);
    expect([refused.status, Object.keys((await refused.json()) as object)]).toEqual([403, ['message', 'detail']]);
    expect((await fetch(first.signed_download_url!)).status).toBe(200);
    expect(await put(created)).toBe(409);
    const log = JSON.stringify(service.calls);
    for (const secret of [created.signature, first.signature!, inUrl, TEST_KEY]) expect(log).not.toContain(secret);
    expect(log).toContain('signature=hidden');
  });

  test('voice.3: in a regional data centre there are no voice jobs and no assets: 403', async () => {
    const { call, fetch, url } = await open({ region: 'us' });
    expect((await call('POST', JOBS, asked())).status).toBe(403);
    expect((await call('GET', `${JOBS}/00000000-0000-4000-8000-00000000ffff`)).status).toBe(403);
    const asset = `${url}/v1/assets/voice/00000000-0000-4000-8000-00000000ffff`;
    expect((await fetch(`${asset}/source`, { ...PUT, headers: signed('x') })).status).toBe(403);
    expect((await fetch(`${asset}/results/0?signature=x`)).status).toBe(403);
  });

  test('auth.5: signed addresses end with the windows of signatures: 5 minutes, and an hour from the upload', async () => {
    const { create, fetch, read, clock } = await open();
    const [inTime, late] = [
      await create([TEXT], {}, '?include=signed_url'),
      await create([TEXT], {}, '?include=signed_url'),
    ];
    clock.advance(5 * MINUTE_MS);
    expect((await fetch(inTime.signed_upload_url!, PUT)).status).toBe(204);
    clock.advance(1);
    expect((await fetch(late.signed_upload_url!, PUT)).status).toBe(404);
    clock.advance(60 * MINUTE_MS - 1);
    const [result] = (await read(inTime.job_id, '?include=signed_url')).results;
    expect((await fetch(result!.signed_download_url!)).status).toBe(200);
    clock.advance(1);
    expect((await fetch(result!.signed_download_url!)).status).toBe(404);
  });

  test('limits.voice-upload-window: an upload is taken until 5 minutes after the creation, and the job is gone after', async () => {
    const { create, put, read, states, clock } = await open();
    const [inTime, late] = [await create(), await create()];
    clock.advance(5 * MINUTE_MS);
    expect(await put(inTime)).toBe(204);
    expect(await states(late.job_id)).toEqual(['pending']);
    clock.advance(1);
    expect(await put(late)).toBe(404);
    expect((await read(late.job_id)).status).toBe(404);
    expect((await read(inTime.job_id)).status).toBe(200);
  });

  test('limits.voice-download-window: results are there until an hour after the upload, and the job is gone after', async () => {
    const { create, put, get, read, clock } = await open();
    const created = await create([TEXT, SUBTITLES]);
    clock.advance(4 * MINUTE_MS);
    await put(created);
    clock.advance(60 * MINUTE_MS);
    const [first, second] = (await read(created.job_id)).results;
    expect(await get(first!)).toBe(200);
    clock.advance(1);
    expect([await get(first!), await get(second!)]).toEqual([404, 404]);
    expect((await read(created.job_id)).status).toBe(404);
    expect(await put(created)).toBe(404);
  });

  test('voice.downloaded: a result can be fetched again for a minute, with the same bytes, and is 404 then', async () => {
    const { fetch, get, states, clock, id, first, second } = await completed();
    const file = async () =>
      Buffer.from(await (await fetch(first.download_url!, { headers: signed(first.signature) })).arrayBuffer());
    const once = await file();
    clock.advance(MINUTE_MS);
    expect((await file()).equals(once)).toBe(true);
    clock.advance(1);
    expect(await get(first)).toBe(404);
    expect((await fetch(first.signed_download_url!)).status).toBe(404);
    expect(await states(id)).toEqual(['downloaded', 'complete']);
    expect(await get(second)).toBe(200);
  });

  test.each(['reset-after', 'truncate'] as const)(
    'voice.downloaded: whose answer is lost by the fault %s can fetch it again',
    async (kind) => {
      const { fetch, get, states, id, first } = await completed({
        faults: [{ kind, path: '/v1/assets/voice/*/results/*', calls: [1] }],
      });
      const lost = fetch(first.download_url!, { headers: signed(first.signature) }).then((answer) => answer.text());
      await expect(lost).rejects.toThrow();
      expect(await states(id)).toEqual(['downloaded', 'complete']);
      expect(await get(first)).toBe(200);
    },
  );

  test('voice.downloaded: a job of which everything is fetched can be read until the window closes', async () => {
    const { get, read, states, clock, id, first, second } = await completed();
    expect([await get(first), await get(second)]).toEqual([200, 200]);
    clock.advance(60 * MINUTE_MS - 4000);
    expect(await states(id)).toEqual(['downloaded', 'downloaded']);
    clock.advance(1);
    expect((await read(id)).status).toBe(404);
  });

  test('voice.downloaded: what is not complete is 404, even with the signature that it will have or would have', async () => {
    const store = memoryStore();
    const { create, put, get, url, clock } = await open({ store, faults: [{ kind: 'fail-target', target: 2 }] });
    const created = await create([TEXT, SUBTITLES]);
    const job = (await store.common()).jobs.get(created.job_id)!;
    const statuses = async () => {
      const each = [0, 1].map((index) =>
        get({
          status: 'complete',
          download_url: `${url}${downloadPath(job.id, index)}`,
          signature: signatureFor(job, `download-${index}`),
        }),
      );
      return Promise.all(each);
    };
    expect(await statuses()).toEqual([404, 404]);
    await put(created);
    expect(await statuses()).toEqual([404, 404]);
    clock.advance(1999);
    expect(await statuses()).toEqual([404, 404]);
    clock.advance(2001);
    expect(await statuses()).toEqual([200, 404]);
  });
});

import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { WireVoiceJob } from '../../../src/contract/wire-voice.ts';
import { createService, type ServiceOptions } from '../../../src/service/create-service.ts';
import { folderStore } from '../../../src/service/store/folder-store.ts';
import { memoryStore, type Store } from '../../../src/service/store/store.ts';
import { asked, JOBS, SUBTITLES, TEXT, voice } from '../../contract/voice-bench.ts';
import { TEST_KEY } from '../../support/in-process.ts';
import { type ManualClock, manualClock } from '../../support/manual-clock.ts';
import { caller } from '../../support/service-caller.ts';

/** A service whose ids have letters in them. */
function start(store: Store, clock: ManualClock, onError: NonNullable<ServiceOptions['onError']>) {
  const service = createService(
    {
      accounts: [
        { key: TEST_KEY, plan: 'pro' },
        { key: 'admin', plan: 'pro', admin: true, account: TEST_KEY },
      ],
      store,
      onError,
    },
    { now: clock.now, id: randomUUID, sleep: clock.sleep, random: () => 0.5 },
  );
  const call = caller(service);
  return {
    call,
    admin: caller(service, 'admin'),
    ...voice({ call, fetch: (url, init) => service.handle(new Request(url, init)) }),
  };
}

const fails = (error: unknown): never => {
  throw error;
};

test('the id of a job is taken in upper case, by the job and by its assets', async () => {
  const { create, put, read } = start(memoryStore(), manualClock(), fails);
  const created = await create();
  const id = created.job_id.toUpperCase();
  expect(await put({ ...created, upload_url: created.upload_url.replace(created.job_id, id) })).toBe(204);
  expect((await read(id)).job.job_id).toBe(created.job_id);
});

test('a job, its signatures and what was downloaded are there after a restart on the same folder', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lexform-voice-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const clock = manualClock();
  const restart = () => start(folderStore(folder, { id: randomUUID, sleep: clock.sleep }), clock, fails);
  const created = await restart().create([TEXT, SUBTITLES]);
  expect(await restart().put(created)).toBe(204);
  clock.advance(4000);
  const { results } = await restart().read(created.job_id);
  expect(await restart().get(results[0]!)).toBe(200);
  expect(await restart().states(created.job_id)).toEqual(['downloaded', 'complete']);
  expect(await restart().get(results[1]!)).toBe(200);
  expect((await restart().call('GET', '/v2/usage')).body.speech_to_text_minutes_count).toBe(0.033);
});

test('an upload that was counted and then lost is taken when it comes again, and counts once, whatever the limit says', async () => {
  const store = memoryStore();
  const common = await store.common();
  let lose = true;
  const losing: Store = {
    ...store,
    common: () => ({
      ...common,
      jobs: {
        ...common.jobs,
        async put(job) {
          if (job.upload !== undefined && lose) throw new Error('the disk is full');
          await common.jobs.put(job);
        },
      },
    }),
  };
  const errors: unknown[] = [];
  const { call, admin, create, put, states } = start(losing, manualClock(), (error) => errors.push(error));
  const [{ key_id }] = (await admin('GET', '/v2/admin/developer-keys')).body;
  const limits = { key_id, speech_to_text_milliseconds: 2000 };
  expect((await admin('PUT', '/v2/admin/developer-keys/limits', limits)).status).toBe(200);
  const created = await create();
  expect([await put(created), errors, await states(created.job_id)]).toEqual([
    500,
    [new Error('the disk is full')],
    ['pending'],
  ]);
  lose = false;
  // The upload that was lost has used up the limit.
  expect((await call('POST', JOBS, asked())).status).toBe(456);
  expect(await put(created)).toBe(204);
  expect((await call('GET', '/v2/usage')).body.speech_to_text_minutes_count).toBe(0.033);
});

test('jobs that are gone do not stay in the store', async () => {
  const store = memoryStore();
  const clock = manualClock();
  const { call, create } = start(store, clock, fails);
  for (let count = 0; count < 3; count += 1) await create();
  clock.advance(300_001);
  const { body } = await call('POST', JOBS, asked());
  const { job_id } = body as WireVoiceJob;
  expect((await store.common()).jobs.all().map(({ id }) => id)).toEqual([job_id]);
});

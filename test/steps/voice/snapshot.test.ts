import { rmSync } from 'node:fs';
import { expect, test } from 'vitest';
import { voiceJobId } from '../../../src/model/account/voice-job.ts';
import { parseReceipt } from '../../../src/steps/voice/report.ts';
import { isBroken, jobSnapshot, receiptSnapshot } from '../../../src/steps/voice/run-job.ts';
import { FIRST_ID, MINUTE_MS, voiceBench } from './voice-bench.ts';

/** A job with one result, and what is known of it. */
async function finished() {
  const bench = await voiceBench();
  await bench.translate({ to: ['de'] });
  const receipt = parseReceipt(bench.read('talk.voice.json'), 'x');
  const snapshot = () => receiptSnapshot(bench.path('talk.voice.json'), receipt, bench.ports);
  return { ...bench, receiptOf: receipt, snapshot };
}

test('a snapshot of a receipt has the state of its files and of its job at one moment, and writes nothing', async () => {
  const { snapshot, path, read, receiptOf, clock, names } = await finished();
  const [written, there] = [read('talk.voice.json'), names()];
  clock.advance(MINUTE_MS);
  const shown = await snapshot();
  expect(shown).toEqual({
    recording: 'talk.wav',
    jobId: FIRST_ID,
    receiptPath: path('talk.voice.json'),
    receipt: receiptOf,
    job: shown.job,
    time: clock.now().toISOString(),
  });
  rmSync(path('talk.de.txt'));
  expect((await snapshot()).receipt?.targets[0]?.state).toMatchObject({ kind: 'lost', why: 'removed' });
  expect([read('talk.voice.json'), names()]).toEqual([written, there.filter((name) => name !== 'talk.de.txt')]);
});

test('a job without a receipt on this machine has only its state on the service', async () => {
  const { clock } = await voiceBench();
  const job = {
    ...{ jobId: voiceJobId('j'), createdAt: '2026-01-15T12:00:00Z', targets: [], results: [] },
    sourceFile: { name: 'talk.wav', contentType: 'audio/wav', contentLength: 1 },
  };
  expect(jobSnapshot(job, clock.now())).toEqual({
    recording: 'talk.wav',
    jobId: 'j',
    job,
    time: clock.now().toISOString(),
  });
});

test('a job is broken if the service no longer has it, and a result is not here', async () => {
  const { snapshot, path } = await finished();
  const { job: _, ...whole } = await snapshot();
  const job = jobSnapshot(
    {
      ...{ jobId: voiceJobId('j'), targets: [], results: [] },
      sourceFile: { name: 'talk.wav', contentType: 'audio/wav', contentLength: 1 },
    },
    new Date(),
  );
  expect([whole, job].map(isBroken)).toEqual([false, false]);
  rmSync(path('talk.de.txt'));
  const { job: __, ...lost } = await snapshot();
  expect(isBroken(lost)).toBe(true);
  expect(isBroken({ ...lost, ...job, receiptPath: path('x') })).toBe(false);
});

import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { FileWriter } from '../../../src/files/ports.ts';
import { UnreachableError } from '../../../src/model/errors.ts';
import { isHere } from '../../../src/steps/voice/report.ts';
import type { VoicePorts } from '../../../src/steps/voice/task.ts';
import { wav } from '../../contract/voice-bench.ts';
import { FIRST_ID, kinds, MINUTE_MS, voiceBench, withWriters } from './voice-bench.ts';

const ALL_HERE = ['talk.de.txt', 'talk.fr.srt', 'talk.voice.json', 'talk.wav'];

describe('a voice job that goes well', () => {
  test('is created, uploaded, looked at every 5 seconds and fetched, each target as soon as it is complete', async () => {
    const { translate, names, read, receipt, clock, events, calls } = await voiceBench();
    const report = await translate({ from: 'en' });
    expect(report).toMatchObject({
      recording: 'talk.wav',
      jobId: FIRST_ID,
      hasReceipt: true,
      end: { kind: 'settled' },
    });
    expect(kinds(report)).toEqual(['here', 'here']);
    expect(names()).toEqual(ALL_HERE);
    expect(read('talk.fr.srt')).toContain('00:00:00,000 -->');
    // Complete after 7 and 14 seconds.
    expect(clock.waits).toEqual([5000, 5000, 5000]);
    const fetched = events.flatMap((event) => (event.kind === 'fetched' ? [event.file] : []));
    expect(fetched).toEqual(['talk.de.txt', 'talk.fr.srt']);
    expect(events.find(({ kind }) => kind === 'uploading')).toEqual({
      recording: 'talk.wav',
      kind: 'uploading',
      bytes: 244,
      totalBytes: 244,
    });
    expect(calls('POST')).toBe(1);
    expect(receipt()).toMatchObject({
      formatVersion: 1,
      target: { name: 'test', address: 'http://service.test' },
      sourceLanguage: 'en',
      job: { id: FIRST_ID, createdTime: '2026-01-15T12:00:00.000Z', upload: { kind: 'done' } },
      targets: [
        { language: 'de', type: 'text/plain', state: { kind: 'here', file: 'talk.de.txt' } },
        { language: 'fr', type: 'application/x-subrip', state: { kind: 'here', file: 'talk.fr.srt' } },
      ],
    });
  });

  test('is the same with signed addresses', async () => {
    const { translate, names } = await voiceBench();
    expect(kinds(await translate({ signedUrl: true }))).toEqual(['here', 'here']);
    expect(names()).toEqual(ALL_HERE);
  });

  test('leaves no signature and no signed address in its receipt, at any time', async () => {
    const { translate } = await voiceBench();
    const written: string[] = [];
    await translate({
      signedUrl: true,
      ports: withWriters((writer, path) => ({
        ...writer,
        write: async (chunk) => {
          if (path.endsWith('.json')) written.push(new TextDecoder().decode(chunk));
          await writer.write(chunk);
        },
      })),
    });
    expect(written.length).toBeGreaterThan(5);
    for (const text of written) expect(text).not.toMatch(/signature["=]|[0-9a-f]{64}(?<!sha256:[0-9a-f]{64})/i);
  });

  test('that is done is not created again: no call, and the same answer', async () => {
    const { translate, service } = await voiceBench();
    await translate();
    const before = service.calls.length;
    const again = await translate();
    expect(again.targets.map(({ outcome }) => outcome)).toMatchObject([
      { kind: 'here', earlier: true },
      { kind: 'here', earlier: true },
    ]);
    expect(service.calls.length).toBe(before);
  });

  test('is created again with --force, and its files are overwritten', async () => {
    const { translate, read, calls, path } = await voiceBench();
    await translate();
    const first = read('talk.de.txt');
    writeFileSync(path('talk.de.txt'), 'mine');
    expect(kinds(await translate({ force: true }))).toEqual(['here', 'here']);
    expect(calls('POST')).toBe(2);
    expect(read('talk.de.txt')).toBe(first);
  });

  test('whose file was removed afterwards says so, and fetches nothing twice', async () => {
    const { translate, path } = await voiceBench();
    await translate();
    rmSync(path('talk.de.txt'));
    const again = await translate();
    expect(again.targets.map(({ outcome }) => outcome)).toMatchObject([
      { kind: 'lost', why: 'removed' },
      { kind: 'here' },
    ]);
  });
});

describe('one target that fails', () => {
  test('does not lose the others', async () => {
    const { translate, names, receipt } = await voiceBench({ faults: [{ kind: 'fail-target', target: 1 }] });
    const report = await translate();
    expect(report.targets[0]?.outcome).toEqual({ kind: 'failed', message: 'A simulated failure of the target' });
    expect(report.targets.map(isHere)).toEqual([false, true]);
    expect(names()).toEqual(['talk.fr.srt', 'talk.voice.json', 'talk.wav']);
    expect(receipt().targets[0].state).toEqual({ kind: 'failed', message: 'A simulated failure of the target' });
  });

  test('stays failed when the command is run again, without a new job', async () => {
    const { translate, calls } = await voiceBench({ faults: [{ kind: 'fail-target', target: 2 }] });
    await translate();
    expect(kinds(await translate())).toEqual(['here', 'failed']);
    expect(calls('POST')).toBe(1);
  });

  test('without a message has an empty one', async () => {
    const { translate, voice } = await voiceBench({ faults: [{ kind: 'fail-target', target: 1 }] });
    const report = await translate({
      ports: (ports) => ({
        ...ports,
        voice: {
          ...voice,
          read: async (...args) => {
            const job = await voice.read(...args);
            return job && { ...job, results: job.results.map(({ errorMessage: _, ...result }) => result) };
          },
        },
      }),
    });
    expect(report.targets[0]?.outcome).toEqual({ kind: 'failed', message: '' });
  });

  test('may be every one: a recording that is none', async () => {
    const { translate, path } = await voiceBench();
    writeFileSync(path('talk.wav'), 'this is no sound at all');
    const report = await translate();
    expect(kinds(report)).toEqual(['failed', 'failed']);
    expect(report.end).toEqual({ kind: 'settled' });
  });
});

const kill = (): Promise<never> => Promise.reject(new Error('killed'));

describe('a window that has closed', () => {
  test('5 minutes: the upload that comes too late says so; the same command creates a new job', async () => {
    const { translate, clock, calls, voice } = await voiceBench();
    const late = await translate({
      ports: (ports) => ({
        ...ports,
        voice: {
          ...voice,
          upload: async (...args) => {
            clock.advance(5 * MINUTE_MS + 1);
            return voice.upload(...args);
          },
        },
      }),
    });
    expect(late.end).toEqual({ kind: 'upload-closed', createdTime: '2026-01-15T12:00:00.000Z' });
    expect(kinds(late)).toEqual(['open', 'open']);
    expect(kinds(await translate())).toEqual(['here', 'here']);
    expect(calls('POST')).toBe(2);
  });

  test('1 hour: what was not fetched is lost, and no new job is created without --force', async () => {
    const { translate, translateUntil, clock, calls, receipt } = await voiceBench({ voiceMs: 20 * MINUTE_MS });
    const first = await translateUntil('fetched');
    expect(first.end).toEqual({ kind: 'interrupted' });
    expect(kinds(first)).toEqual(['here', 'open']);
    clock.advance(60 * MINUTE_MS);
    const late = await translate();
    expect(late.end).toEqual({ kind: 'download-closed', uploadedTime: '2026-01-15T12:00:00.000Z' });
    expect(late.targets.map(({ outcome }) => outcome)).toMatchObject([
      { kind: 'here', earlier: true },
      { kind: 'lost', why: 'over' },
    ]);
    expect(receipt().targets[1].state).toMatchObject({ kind: 'lost', why: 'over' });
    expect(kinds(await translate())).toEqual(['here', 'lost']);
    expect(calls('POST')).toBe(1);
    expect(kinds(await translate({ force: true }))).toEqual(['here', 'here']);
    expect(calls('POST')).toBe(2);
  });

  test.each([
    [59, 1],
    [61, 2],
  ])('%s minutes after the upload, --force ends with %s job(s)', async (minutes, jobs) => {
    const { translate, translateUntil, clock, calls } = await voiceBench();
    await translateUntil('uploaded');
    clock.advance(minutes * MINUTE_MS);
    expect(kinds(await translate({ force: true }))).toEqual(['here', 'here']);
    expect(calls('POST')).toBe(jobs);
  });

  test('an upload that had started when its run was killed, looked at after the hour, may have arrived: --force decides', async () => {
    const { translate, clock, receipt, calls, voice } = await voiceBench();
    const killed = translate({
      ports: (ports) => ({ ...ports, voice: { ...voice, upload: kill, read: kill } }),
    });
    await expect(killed).rejects.toThrow('killed');
    expect(receipt().job.upload.kind).toBe('started');
    clock.advance(61 * MINUTE_MS);
    const late = await translate();
    expect(late.end).toEqual({ kind: 'upload-unknown', startedTime: '2026-01-15T12:00:00.000Z' });
    expect(calls('POST')).toBe(1);
    expect(kinds(await translate({ force: true }))).toEqual(['here', 'here']);
    expect(calls('POST')).toBe(2);
  });

  test('an upload that had started, looked at before the hour is over, has not arrived: a new job is created', async () => {
    const { translate, clock, calls, voice } = await voiceBench();
    const killed = translate({
      ports: (ports) => ({ ...ports, voice: { ...voice, upload: kill, read: kill } }),
    });
    await expect(killed).rejects.toThrow('killed');
    clock.advance(30 * MINUTE_MS);
    expect(kinds(await translate())).toEqual(['here', 'here']);
    expect(calls('POST')).toBe(2);
  });

  test.each([
    [59, ['taken', 'over']],
    [60, ['taken', 'over']],
    [61, ['over', 'over']],
  ])(
    'a job that is gone after %s minutes used up only a result whose download had started',
    async (minutes, reasons) => {
      const { translate, clock, voice } = await voiceBench();
      const job = (more: Partial<VoicePorts['voice']>) =>
        translate({ ports: (ports) => ({ ...ports, voice: { ...voice, ...more } }) });
      await expect(job({ download: kill })).rejects.toThrow('killed');
      clock.advance(minutes * MINUTE_MS - (clock.now().getTime() - Date.parse('2026-01-15T12:00:00.000Z')));
      const { end, targets } = await job({ read: async () => undefined });
      expect(end.kind).toBe('download-closed');
      expect(targets.map(({ outcome }) => outcome)).toEqual(reasons.map((why) => ({ kind: 'lost', why })));
    },
  );

  test.each([
    [1, 'never-uploaded'],
    [6, 'upload-closed'],
    [60, 'upload-closed'],
    [61, 'upload-unknown'],
  ])('a download %s minutes after an upload that was killed: %s', async (minutes, kind) => {
    const { translate, download, clock, voice } = await voiceBench();
    const killed = translate({
      ports: (ports) => ({ ...ports, voice: { ...voice, upload: kill, read: kill } }),
    });
    await expect(killed).rejects.toThrow('killed');
    clock.advance(minutes * MINUTE_MS);
    const time = { [kind === 'upload-unknown' ? 'startedTime' : 'createdTime']: '2026-01-15T12:00:00.000Z' };
    expect(await download()).toMatchObject({ end: { kind, ...time }, targets: [{}, {}] });
  });

  test('a job whose state is never final is given up some minutes after the hour', async () => {
    const held = await voiceBench();
    const kept: unknown[] = [];
    const overdue = await held.translate({
      ports: (ports) => ({
        ...ports,
        // Moves the clock fast: nobody waits for 800 looks.
        sleep: async () => held.clock.advance(4 * MINUTE_MS),
        voice: {
          ...held.voice,
          read: async (...args) => {
            const job = await held.voice.read(...args);
            if (job !== undefined) kept[0] = job;
            const odd = { status: 'other', statusWord: 'dreaming' } as const;
            const last = kept[0] as NonNullable<typeof job>;
            return { ...last, results: last.results.map(() => odd) };
          },
        },
      }),
    });
    expect(overdue.end).toEqual({ kind: 'overdue', uploadedTime: '2026-01-15T12:00:00.000Z' });
    expect(kinds(overdue)).toEqual(['open', 'open']);
  });
});

describe('a line that breaks', () => {
  test('before a job was created: nothing is started, and nothing is left behind', async () => {
    const { translate, names } = await voiceBench({ faults: [{ kind: 'reset-before', method: 'POST', calls: [1] }] });
    const report = await translate();
    expect(report).toMatchObject({ hasReceipt: false, end: { kind: 'error', error: { name: 'UnreachableError' } } });
    expect(names()).toEqual(['talk.wav']);
    expect(kinds(await translate())).toEqual(['here', 'here']);
  });

  test('after a job was created, unseen: the same command makes another, for the first can never be uploaded', async () => {
    const { translate, calls } = await voiceBench({ faults: [{ kind: 'reset-after', method: 'POST', calls: [1] }] });
    expect((await translate()).end.kind).toBe('error');
    expect(kinds(await translate())).toEqual(['here', 'here']);
    expect(calls('POST')).toBe(2);
  });

  test.each([
    ['before it was taken', 'reset-before', [1, 2]],
    ['after it was taken', 'reset-after', [1]],
  ] as const)('while the recording is uploaded, %s: the run goes on by itself', async (_, kind, calledAt) => {
    const { translate, calls } = await voiceBench({ faults: [{ kind, method: 'PUT', calls: calledAt }] });
    expect(kinds(await translate())).toEqual(['here', 'here']);
    expect(calls('POST')).toBe(1);
  });

  test('at every try of the upload: the error is reported, and the same command creates a new job', async () => {
    const { translate, service, calls, receipt } = await voiceBench({
      faults: [{ kind: 'reset-before', method: 'PUT' }],
    });
    expect((await translate()).end).toMatchObject({ kind: 'error', error: { name: 'UnreachableError' } });
    // It might still arrive; the next run asks.
    expect(receipt().job.upload.kind).toBe('started');
    service.faults.set([]);
    expect(kinds(await translate())).toEqual(['here', 'here']);
    expect(calls('POST')).toBe(2);
  });

  test('at every try of the upload, while the job cannot be found: its window is open, so the recording may still arrive', async () => {
    const { translate, voice, receipt } = await voiceBench({ faults: [{ kind: 'reset-before', method: 'PUT' }] });
    const report = await translate({
      ports: (ports) => ({ ...ports, voice: { ...voice, read: async () => undefined } }),
    });
    expect(report.end).toMatchObject({ kind: 'error', error: { name: 'UnreachableError' } });
    expect(receipt().job.upload.kind).toBe('started');
  });

  test.each([
    [5 * MINUTE_MS, 'error'],
    [5 * MINUTE_MS + 1, 'upload-closed'],
  ])('of an upload after %s ms, for a job that cannot be found: %s', async (milliseconds, kind) => {
    const { translate, clock, voice } = await voiceBench();
    const upload = (): Promise<never> => {
      clock.advance(milliseconds);
      return Promise.reject(new UnreachableError('PUT', undefined));
    };
    const report = await translate({
      ports: (ports) => ({ ...ports, voice: { ...voice, upload, read: async () => undefined } }),
    });
    expect(report.end.kind).toBe(kind);
  });

  test('of an upload that is seen to have arrived later: the next run goes on with it', async () => {
    const { translate, voice, service, calls } = await voiceBench({
      faults: [{ kind: 'reset-after', method: 'PUT', calls: [1] }],
    });
    const first = await translate({
      ports: (ports) => ({
        ...ports,
        voice: {
          ...voice,
          read: async (...args) => {
            const job = await voice.read(...args);
            const pending = { status: 'pending', statusWord: 'pending' } as const;
            return job === undefined ? undefined : { ...job, results: job.results.map(() => pending) };
          },
        },
      }),
    });
    expect(first.end).toMatchObject({ kind: 'error', error: { name: 'UnreachableError' } });
    expect(kinds(await translate())).toEqual(['here', 'here']);
    expect([calls('POST'), service.calls.filter(({ status }) => status === 201).length]).toEqual([1, 1]);
  });

  test.each([
    [456, 'not-started'],
    [500, 'started'],
  ])('never: an upload that is answered with %s leaves a receipt that says "%s"', async (status, kind) => {
    const { translate, receipt, service, calls } = await voiceBench({
      faults: [{ kind: 'status', status, method: 'PUT' }],
    });
    expect((await translate()).end).toMatchObject({ kind: 'error', error: { refusal: { status } } });
    expect(receipt().job.upload.kind).toBe(kind);
    service.faults.set([]);
    expect(kinds(await translate(status === 456 ? { to: ['it'] } : {}))).toContain('here');
    expect(calls('POST')).toBe(2);
  });

  test.each(['reset-before', 'reset-after', 'truncate'] as const)(
    'while a result is fetched (%s): it is fetched again',
    async (kind) => {
      const faults = [{ kind, method: 'GET', path: '/v1/assets/*', calls: [1] }] as const;
      const { translate, names, calls } = await voiceBench({ faults });
      expect(kinds(await translate())).toEqual(['here', 'here']);
      expect(names()).toEqual(ALL_HERE);
      expect(calls('POST')).toBe(1);
    },
  );

  test('at every try of a result: it is lost, since the service counts it as downloaded, and the other one is not', async () => {
    const faults = [{ kind: 'truncate', method: 'GET', path: '/v1/assets/*/results/0' }] as const;
    const { translate, names, receipt, events } = await voiceBench({ faults });
    const report = await translate();
    expect(report.targets.map(({ outcome }) => outcome)).toMatchObject([
      { kind: 'lost', why: 'taken' },
      { kind: 'here' },
    ]);
    expect(events.filter(({ kind }) => kind === 'trouble')).toHaveLength(3);
    expect(names()).toEqual(['talk.fr.srt', 'talk.voice.json', 'talk.wav']);
    expect(receipt().targets[0].state).toMatchObject({ kind: 'lost', why: 'taken' });
  });

  test('at every try, before the service has given anything: the result waits for the next run', async () => {
    const faults = [{ kind: 'reset-before', method: 'GET', path: '/v1/assets/*/results/0' }] as const;
    const { translate, service, calls, events } = await voiceBench({ faults });
    const report = await translate();
    expect(kinds(report)).toEqual(['not-fetched', 'here']);
    expect(events.filter(({ kind }) => kind === 'trouble')).toHaveLength(3);
    expect(report.end).toEqual({ kind: 'settled' });
    service.faults.set([]);
    expect(kinds(await translate())).toEqual(['here', 'here']);
    expect(calls('POST')).toBe(1);
  });

  test('while the job is looked at: a few looks may fail, a service that is away ends the run, and the next one goes on', async () => {
    const path = '/v1/jobs/voice/translate/*';
    const { translate, service, calls } = await voiceBench({
      faults: [{ kind: 'status', status: 503, method: 'GET', path, calls: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] }],
    });
    expect(kinds(await translate())).toEqual(['here', 'here']);
    const away = await voiceBench({ faults: [{ kind: 'status', status: 503, method: 'GET', path }] });
    expect((await away.translate()).end).toMatchObject({ kind: 'error', error: { name: 'ServiceError' } });
    away.service.faults.set([]);
    expect(kinds(await away.translate())).toEqual(['here', 'here']);
    expect([calls('POST'), away.calls('POST')]).toEqual([1, 1]);
    expect(service.faults.list().length).toBe(1);
  });

  test('a key that is refused is not asked about for two minutes', async () => {
    const { translate, clock } = await voiceBench({
      faults: [{ kind: 'status', status: 403, method: 'GET', path: '/v1/jobs/*' }],
    });
    expect((await translate()).end).toMatchObject({ kind: 'error', error: { refusal: { status: 403 } } });
    expect(clock.waits).toEqual([]);
  });
});

describe('a recording', () => {
  test('that changes while it is uploaded is not taken for the one in the receipt', async () => {
    const { translate, ports, path, calls, service } = await voiceBench();
    const report = await translate({
      ports: (usual) => ({
        ...usual,
        voice: {
          ...ports.voice,
          upload: async (...args) => {
            writeFileSync(path('talk.wav'), wav(2).fill(7, 100));
            return ports.voice.upload(...args);
          },
        },
      }),
    });
    expect(report.end).toMatchObject({ kind: 'error', error: { name: 'UsageError' } });
    expect(service.calls.some(({ method, status }) => method === 'PUT' && status === 204)).toBe(false);
    expect(kinds(await translate())).toEqual(['here', 'here']);
    expect(calls('POST')).toBe(2);
  });
});

describe('Ctrl-C', () => {
  test('breaks an upload off; the same command creates a new job, since what opens the upload is gone', async () => {
    const { translate, receipt, calls, voice } = await voiceBench();
    const stop = new AbortController();
    const stopped = await translate({
      ports: (ports) => ({
        ...ports,
        interrupted: stop.signal,
        voice: {
          ...voice,
          upload: (job, { lengthBytes, open }, options) =>
            voice.upload(
              job,
              {
                lengthBytes,
                open: async function* () {
                  yield* open();
                  stop.abort();
                  await new Promise(() => undefined);
                },
              },
              options,
            ),
        },
      }),
    });
    expect(stopped.end).toEqual({ kind: 'interrupted' });
    expect(receipt().job.upload.kind).toBe('started');
    expect(kinds(await translate())).toEqual(['here', 'here']);
    expect(calls('POST')).toBe(2);
  });

  test('lets a download come to its end, for it might not be given again', async () => {
    const { translate, voice, names } = await voiceBench();
    const stop = new AbortController();
    const stopped = await translate({
      ports: (ports) => ({
        ...ports,
        interrupted: stop.signal,
        voice: {
          ...voice,
          download: (...args) => {
            stop.abort();
            return voice.download(...args);
          },
        },
      }),
    });
    expect(stopped.end).toEqual({ kind: 'interrupted' });
    expect(kinds(stopped)).toEqual(['here', 'open']);
    expect(names()).toContain('talk.de.txt');
  });

  test('after a job is created uploads nothing; the same command creates a new job', async () => {
    const { translate, translateUntil, receipt, calls } = await voiceBench();
    const stopped = await translateUntil('created');
    expect(stopped).toMatchObject({ hasReceipt: true, end: { kind: 'interrupted' } });
    expect([receipt().job.upload.kind, calls('PUT')]).toEqual(['not-started', 0]);
    expect(kinds(await translate())).toEqual(['here', 'here']);
    expect(calls('POST')).toBe(2);
  });

  test('before anything was started leaves nothing behind', async () => {
    const { translate, service, names } = await voiceBench();
    const report = await translate({ ports: (ports) => ({ ...ports, interrupted: AbortSignal.abort() }) });
    expect(report).toMatchObject({ hasReceipt: false, end: { kind: 'interrupted' } });
    expect(service.calls).toEqual([]);
    expect(names()).toEqual(['talk.wav']);
  });
});

describe('files', () => {
  const full = (): Error => Object.assign(new Error('no space'), { code: 'ENOSPC', syscall: 'write' });
  const failing = (writer: FileWriter): FileWriter => ({ ...writer, write: () => Promise.reject(full()) });

  test('that cannot be written are said by name, and the other target is not lost', async () => {
    const { translate, names } = await voiceBench();
    const report = await translate({
      ports: withWriters((writer, path) => (path.endsWith('.txt') ? failing(writer) : writer)),
    });
    expect(report.targets[0]?.outcome).toMatchObject({
      kind: 'lost',
      why: 'taken',
      error: { message: 'cannot write talk.de.txt: the disk is full (ENOSPC)' },
    });
    expect(kinds(report)).toEqual(['lost', 'here']);
    expect(names()).not.toContain('talk.de.txt');
  });

  test('that appear while the job runs are not overwritten, and the result stays where it is', async () => {
    const { translate, path, read, calls } = await voiceBench();
    const report = await translate({
      ports: (ports) => ({
        ...ports,
        onEvent: ({ kind }) => {
          if (kind === 'uploaded') writeFileSync(path('talk.de.txt'), 'theirs');
        },
      }),
    });
    expect(kinds(report)).toEqual(['not-fetched', 'here']);
    expect(report.targets[0]?.outcome).toMatchObject({
      error: { message: 'talk.de.txt exists already; move it, or run again with --force' },
    });
    expect(read('talk.de.txt')).toBe('theirs');
    rmSync(path('talk.de.txt'));
    expect(kinds(await translate())).toEqual(['here', 'here']);
    expect(calls('POST')).toBe(1);
  });

  test('that appear while their results are fetched are not overwritten', async () => {
    const { translate, path, read } = await voiceBench();
    const troubles: string[] = [];
    await translate({
      to: ['de'],
      ports: (ports) => ({
        ...ports,
        onEvent: (event) => {
          if (event.kind === 'fetching') writeFileSync(path('talk.de.txt'), 'theirs');
          if (event.kind === 'trouble') troubles.push(event.error.message);
        },
      }),
    });
    expect(troubles[0]).toBe('talk.de.txt was created by another program in the meantime');
    expect(read('talk.de.txt')).toBe('theirs');
  });

  test('a job that has another number of results than its receipt ends the run', async () => {
    const { translate, voice } = await voiceBench();
    const { end } = await translate({
      ports: (ports) => ({
        ...ports,
        voice: {
          ...voice,
          read: async (...args) => {
            const job = await voice.read(...args);
            return job && { ...job, results: job.results.slice(1) };
          },
        },
      }),
    });
    expect(end).toMatchObject({
      kind: 'error',
      error: { name: 'UsageError', message: `job ${FIRST_ID} has 1 targets, and its receipt 2` },
    });
  });

  test('a receipt that cannot be written stops the job before its upload', async () => {
    const { translate, ports, calls } = await voiceBench();
    const report = await translate({
      ports: (usual) => ({
        ...usual,
        files: { ...ports.files, openWriter: () => Promise.reject(full()) },
      }),
    });
    expect(report.end).toMatchObject({
      kind: 'error',
      error: {
        name: 'SystemError',
        message: 'cannot use the receipt or the recording of talk.wav: the disk is full (ENOSPC)',
      },
    });
    expect([calls('POST'), calls('PUT')]).toEqual([1, 0]);
  });

  test('a receipt that cannot be written whole leaves no part of it', async () => {
    const { translate, folder } = await voiceBench();
    const report = await translate({ ports: withWriters(failing) });
    expect(report).toMatchObject({ hasReceipt: false, end: { kind: 'error', error: { name: 'SystemError' } } });
    expect(readdirSync(folder)).toEqual(['talk.wav']);
  });

  test('a fault of our own is not dressed up as a report', async () => {
    const { translate, voice } = await voiceBench();
    const broken = translate({
      ports: (ports) => ({ ...ports, voice: { ...voice, read: () => Promise.reject(new TypeError('ours')) } }),
    });
    await expect(broken).rejects.toThrow('ours');
  });
});

test('two runs that follow one job share its results: what the other one fetched is here', async () => {
  const { translate, translateUntil, service, voice, clock } = await voiceBench();
  await translateUntil('uploaded');
  clock.advance(MINUTE_MS);
  // The second run looks at the files, and before it looks at the job the first one is through.
  const second = await translate({
    ports: (ports) => ({
      ...ports,
      voice: {
        ...voice,
        read: async (...args) => {
          await translate();
          return voice.read(...args);
        },
      },
    }),
  });
  expect(kinds(second)).toEqual(['here', 'here']);
  expect(service.calls.filter(({ path }) => path.includes('/results/'))).toHaveLength(2);
});

test('with --force an earlier file is not the result that another run fetched', async () => {
  const { translate, voice, read } = await voiceBench();
  await translate();
  const before = read('talk.de.txt');
  const again = await translate({
    force: true,
    ports: (ports) => ({
      ...ports,
      voice: {
        ...voice,
        read: async (...args) => {
          const job = await voice.read(...args);
          const fetched = { status: 'downloaded', statusWord: 'downloaded' } as const;
          return job && { ...job, results: job.results.map((result, at) => (at === 0 ? fetched : result)) };
        },
      },
    }),
  });
  expect(again.targets.map(({ outcome }) => outcome)).toMatchObject([{ kind: 'lost', why: 'taken' }, { kind: 'here' }]);
  expect(read('talk.de.txt')).toBe(before);
});

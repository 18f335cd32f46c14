import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { withDigest } from '../../src/model/resources/digest.ts';
import { TEST_KEY } from '../support/in-process.ts';
import { FIRST_ID, voiceWorld } from './voice-world.ts';

const MINUTE_MS = 60_000;
const BOTH = ['talk.wav', '--to', 'de', '--to', 'fr:srt'];

/**
 * A world whose first run was interrupted when it started its n-th wait of 5 seconds: in the third, one of two results is
 * here.
 */
async function interrupted(waits: number) {
  const opened = await voiceWorld();
  const interruption = new AbortController();
  let count = 0;
  const sleep = async (milliseconds: number): Promise<void> => {
    if (milliseconds >= 10_000) await new Promise(() => undefined);
    if (milliseconds !== 5000) return;
    count += 1;
    if (count === waits) interruption.abort();
    else opened.clock.advance(milliseconds);
  };
  const { code } = await opened.translate(BOTH, { sleep, interrupted: interruption.signal });
  expect(code).toBe(130);
  return opened;
}

describe('a run that was stopped', () => {
  test.each(['SIGKILL', 'SIGINT'] as const)(
    'by %s between upload and download, as a process of its own, is gone on with by the same command',
    async (signal) => {
      const { cwd, service, clock, names, posts } = await voiceWorld();
      const run = () =>
        spawn(
          process.execPath,
          [resolve('dist/main.js'), 'service', 'voice', 'translate', ...BOTH, '--target', 'test'],
          {
            cwd,
            stdio: ['ignore', 'pipe', 'pipe'],
            env: { PATH: process.env.PATH, KEY: TEST_KEY },
          },
        );
      const first = run();
      // The first look at the job comes after the upload, and its targets are not done: the clock stands.
      let signalled = false;
      service.onCall(({ method, path }) => {
        if (method === 'GET' && path.startsWith('/v1/jobs') && !signalled) signalled = first.kill(signal);
      });
      const [code] = await once(first, 'close');
      expect(code).toBe(signal === 'SIGINT' ? 130 : null);
      expect(names()).toContain('talk.voice.json');
      expect(names()).not.toContain('talk.de.txt');

      clock.advance(MINUTE_MS);
      const second = run();
      let out = '';
      second.stdout.on('data', (chunk) => (out += chunk));
      const [again] = await once(second, 'close');
      expect(again).toBe(0);
      expect(out).toContain('2 of 2 targets here');
      expect(names()).toEqual(expect.arrayContaining(['talk.de.txt', 'talk.fr.srt']));
      expect(posts()).toBe(1);
      expect(service.calls.filter(({ method }) => method === 'PUT').length).toBe(1);
    },
  );

  test('is not gone on with for another recording, other targets or another address: that is said, and nothing is done', async () => {
    const { cwd, translate, lexform, service, posts } = await interrupted(1);
    const before = service.calls.length;
    const refusals = [
      await translate(['talk.wav', '--to', 'de']),
      await translate([...BOTH, '--from', 'en']),
      await lexform(['translate', ...BOTH, '--target', 'other']),
    ];
    expect(refusals.map(({ err }) => /differs in ([a-z ]+);/.exec(err)?.[1])).toEqual([
      'the targets',
      'the source language',
      'the address of the service',
    ]);
    expect(refusals.map(({ code }) => code)).toEqual([1, 1, 1]);
    expect(service.calls.length).toBe(before);
    writeFileSync(join(cwd, 'talk.wav'), 'RIFF----WAVE another one');
    expect((await translate(BOTH)).err).toContain('differs in the recording;');
    expect((await translate([...BOTH, '--force'])).code).toBe(0);
    expect(posts()).toBe(2);
  });

  test('after the hour: what was lost is said, with the times and what to do', async () => {
    const { translate, clock } = await interrupted(3);
    clock.advance(60 * MINUTE_MS);
    const late = await translate(BOTH);
    expect(late.code).toBe(5);
    expect(late.out).toBe(
      [
        'talk.wav -> de text/plain: talk.de.txt is here already',
        'talk.wav -> fr application/x-subrip: lost: the service no longer has the job',
        'talk.wav: the service no longer has the job: results can be fetched for 1 hour after the upload, here until 2026-01-15T13:00:00Z, and a job ends when all of them were downloaded; translate talk.wav again only with --to fr:srt (lexform service voice translate): that creates a new job for that target, and the recording is counted again',
        '1 of 2 targets here',
        '',
      ].join('\n'),
    );
    const again = await translate([...BOTH, '--force']);
    expect(again.code).toBe(0);
  });
});

describe('lexform service voice status', () => {
  test('of a receipt: times, windows, and a line for each target, here and at the service', async () => {
    const { lexform } = await interrupted(3);
    const { code, out, err } = await lexform(['status', 'talk.voice.json']);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out.replace(/\d+ bytes/, 'SIZE').split('\n')).toEqual([
      `talk.wav: job ${FIRST_ID} (talk.voice.json)`,
      '  created 2026-01-15T12:00:00Z, uploaded 2026-01-15T12:00:00Z, results can be fetched until 2026-01-15T13:00:00Z',
      '  de text/plain: here: talk.de.txt (SIZE)',
      '  fr application/x-subrip: processing',
      '',
    ]);
  });

  test('of a job that is gone: what is missing, and exit 1', async () => {
    const { lexform, clock } = await interrupted(1);
    clock.advance(61 * MINUTE_MS);
    const { code, out } = await lexform(['status', 'talk.voice.json']);
    expect(code).toBe(1);
    expect(out).toContain('the time for downloads was over 2026-01-15T13:00:00Z');
    expect(out).toContain('the service does not have this job, or no longer has it');
    expect(out).toContain('de text/plain: gone');
  });

  test('of the id of a job, and as JSON', async () => {
    const { lexform } = await interrupted(1);
    const plain = await lexform(['status', FIRST_ID, '--target', 'test']);
    expect(plain.code).toBe(0);
    expect(plain.out).toContain(`talk.wav: job ${FIRST_ID}\n`);
    expect(plain.out).toContain('  de text/plain: uploaded\n');
    const { out } = await lexform(['status', 'talk.voice.json', '--json']);
    expect(JSON.parse(out)).toMatchObject({
      formatVersion: 1,
      jobId: FIRST_ID,
      receipt: 'talk.voice.json',
      known: true,
      upload: { kind: 'done' },
      targets: [
        { language: 'de', type: 'text/plain', status: 'uploaded', here: null, state: 'waiting' },
        { language: 'fr', status: 'uploaded' },
      ],
    });
  });

  test.each([
    ['no-such-job', ['--target', 'test'], 'no job of that id at the service'],
    ['no/such.voice.json', ['--target', 'test'], 'there is no receipt no/such.voice.json'],
    ['talk.wav', ['--target', 'test'], 'is not a receipt of a voice job: it is not JSON'],
    ['talk.voice.json', ['--target', 'other'], 'name the right one with --target'],
  ])('of %s is an error that says what it is', async (job, more, message) => {
    const { lexform } = await interrupted(1);
    const { code, err } = await lexform(['status', job, ...more]);
    expect(code).toBe(1);
    expect(err).toContain(message);
  });

  test('makes no change: neither here nor at the service', async () => {
    const { lexform, read, clock, service } = await interrupted(1);
    clock.advance(MINUTE_MS);
    const before = read('talk.voice.json');
    await lexform(['status', 'talk.voice.json']);
    expect(read('talk.voice.json')).toBe(before);
    expect(service.calls.at(-1)).toMatchObject({ method: 'GET', path: `/v1/jobs/voice/translate/${FIRST_ID}` });
  });
});

describe('lexform service voice download', () => {
  test('of a receipt fetches what is missing, beside it or elsewhere, and the receipt says where', async () => {
    const { lexform, names, read } = await interrupted(3);
    const done = await lexform(['download', 'talk.voice.json', '--out', 'later']);
    expect(done.code).toBe(0);
    expect(done.out).toContain('talk.wav -> de text/plain: talk.de.txt is here already\n');
    expect(done.out).toMatch(/fr application\/x-subrip: wrote later\/talk\.fr\.srt/);
    expect(names('later')).toEqual(['talk.fr.srt']);
    expect(JSON.parse(read('talk.voice.json')).targets[1].state.file).toBe(join('later', 'talk.fr.srt'));
    const status = await lexform(['status', 'talk.voice.json']);
    expect(status.out).toContain('fr application/x-subrip: here: later/talk.fr.srt');
  });

  test('of the id of a job writes into the current folder, with a receipt of its own', async () => {
    const { cwd, lexform, names } = await interrupted(1);
    mkdirSync(join(cwd, 'elsewhere'));
    rmSync(join(cwd, 'talk.voice.json'));
    const done = await lexform(['download', FIRST_ID, '--target', 'test', '--chdir', cwd], {
      cwd: join(cwd, 'elsewhere'),
    });
    expect(done.code).toBe(0);
    expect(names('elsewhere')).toEqual(['talk.de.txt', 'talk.fr.srt', 'talk.voice.json']);
  });

  test('of a job without a recording says that nobody can upload it any more, and exits 1', async () => {
    const { service, translate, lexform, clock } = await voiceWorld({
      faults: [{ kind: 'status', status: 456, method: 'PUT' }],
    });
    expect((await translate(BOTH)).code).toBe(1);
    service.faults.set([]);
    const before = service.calls.length;
    const { code, out } = await lexform(['download', 'talk.voice.json']);
    expect(code).toBe(1);
    expect(out).toContain('has no recording, and only the run that created it knew the address of its upload');
    expect(service.calls.length).toBe(before);
    clock.advance(MINUTE_MS);
    expect((await translate(BOTH)).code).toBe(0);
  });

  test('of a job whose upload had started and never arrived says that its window has closed', async () => {
    const { cwd, lexform, read, clock, service } = await interrupted(1);
    const receipt = JSON.parse(read('talk.voice.json'));
    receipt.job.upload = { kind: 'started', time: receipt.job.createdTime };
    receipt.job.id = '00000000-0000-4000-8000-999999999999';
    delete receipt.digest;
    writeFileSync(join(cwd, 'talk.voice.json'), JSON.stringify(withDigest(receipt)));
    clock.advance(6 * MINUTE_MS);
    const { code, out } = await lexform(['download', 'talk.voice.json']);
    expect(code).toBe(1);
    expect(out).toContain('talk.wav: the upload window has closed');
    clock.advance(60 * MINUTE_MS);
    expect((await lexform(['download', 'talk.voice.json'])).out).toContain('may have arrived');
    expect(service.calls.some(({ path }) => path.includes('/results/'))).toBe(false);
  });

  test('of a result that counts as downloaded, and is not here, says that it is lost', async () => {
    const { cwd, lexform, translate, service } = await voiceWorld({ voiceMs: 0 });
    expect((await translate(BOTH)).code).toBe(0);
    rmSync(join(cwd, 'talk.de.txt'));
    renameSync(join(cwd, 'talk.voice.json'), join(cwd, 'old.voice.json'));
    const { code, out } = await lexform(['download', FIRST_ID, '--target', 'test', '--out', 'again']);
    expect(code).toBe(1);
    expect(out).toContain('de text/plain: lost: the service reports that it was downloaded, but there is no file');
    expect(service.calls.filter(({ path }) => path.includes('/results/')).length).toBe(2);
  });

  test('writes nowhere but into its folder, whatever the receipt says', async () => {
    const { cwd, lexform, names, read } = await interrupted(1);
    const receipt = JSON.parse(read('talk.voice.json'));
    receipt.targets[0] = {
      language: '../../evil',
      type: '../x',
      state: { kind: 'fetching', file: '../../../nothing.txt', time: receipt.job.createdTime },
    };
    delete receipt.digest;
    writeFileSync(join(cwd, 'talk.voice.json'), JSON.stringify(withDigest(receipt)));
    const { code } = await lexform(['download', 'talk.voice.json', '--out', 'safe/deep']);
    expect(code).toBe(0);
    expect(names('safe')).toEqual(['deep']);
    expect(names('safe/deep')).toEqual(['talk._.._evil.bin', 'talk.fr.srt']);
  });
});

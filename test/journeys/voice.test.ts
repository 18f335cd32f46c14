import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { VOICE_POLL_MS } from '../../src/contract/limits.ts';
import { wav } from '../contract/voice-bench.ts';
import { FIRST_ID, voiceWorld } from './voice-world.ts';

describe('lexform service voice translate', () => {
  test('one recording into text, subtitles and speech: a line for each, files beside it, and exit 0', async () => {
    const { translate, names, read } = await voiceWorld();
    const done = await translate(['talk.wav', '--from', 'en', '--to', 'de', '--to', 'fr:srt', '--to', 'de:flac']);
    expect(done.code).toBe(0);
    expect(done.err.replace(/[\d.]+ (?:bytes|kB)/g, 'SIZE').split('\n')).toEqual([
      `talk.wav: created job ${FIRST_ID}, uploading`,
      'talk.wav: uploaded SIZE, waiting for the results',
      'talk.wav: fetched talk.de.txt, SIZE',
      'talk.wav: fetched talk.fr.srt, SIZE',
      'talk.wav: fetched talk.de.flac, SIZE',
      '',
    ]);
    expect(done.out).toMatch(
      /^talk\.wav -> de text\/plain: wrote talk\.de\.txt \(\d+ bytes\)\ntalk\.wav -> fr application\/x-subrip: wrote talk\.fr\.srt \(\d+ bytes\)\ntalk\.wav -> de audio\/flac: wrote talk\.de\.flac \([\d.]+ kB\)\n3 of 3 targets here\n$/,
    );
    expect(names()).toEqual([
      'lexform.yaml',
      'more',
      'talk.de.flac',
      'talk.de.txt',
      'talk.fr.srt',
      'talk.voice.json',
      'talk.wav',
    ]);
    expect(read('talk.de.flac').startsWith('fLaC')).toBe(true);
  });

  test('several recordings at once, into one folder', async () => {
    const { translate, names, posts } = await voiceWorld();
    const done = await translate(['talk.wav', 'more/song.wav', '--to', 'de', '--out', 'results']);
    expect(done.code).toBe(0);
    expect(done.out).toContain('song.wav -> de text/plain: wrote results/song.de.txt');
    expect(done.out).toContain('2 of 2 targets here');
    expect(names('results')).toEqual(['song.de.txt', 'song.voice.json', 'talk.de.txt', 'talk.voice.json']);
    expect(posts()).toBe(2);
  });

  test('without --target, where there are several targets, nothing is sent', async () => {
    const { lexform, service } = await voiceWorld();
    const { code, err } = await lexform(['translate', 'talk.wav', '--to', 'de']);
    expect([code, err]).toEqual([1, expect.stringContaining('several targets')]);
    expect(service.calls).toEqual([]);
  });

  test('with --json, one document and nothing else on standard output', async () => {
    const { translate } = await voiceWorld({ faults: [{ kind: 'fail-target', target: 2 }] });
    const { code, out } = await translate(['talk.wav', '--to', 'de', '--to', 'fr:srt', '--json']);
    expect(code).toBe(5);
    expect(JSON.parse(out)).toMatchObject({
      formatVersion: 1,
      jobs: [
        {
          recording: 'talk.wav',
          jobId: FIRST_ID,
          receipt: 'talk.voice.json',
          end: { kind: 'settled' },
          targets: [
            { language: 'de', type: 'text/plain', file: 'talk.de.txt', outcome: { kind: 'here', earlier: false } },
            { language: 'fr', file: 'talk.fr.srt', outcome: { kind: 'failed' } },
          ],
        },
      ],
    });
  });

  test('one failed target is one line, exit 5; when all of them fail, exit 1', async () => {
    const one = await voiceWorld({ faults: [{ kind: 'fail-target', target: 1, method: 'POST', calls: [1] }] });
    const some = await one.translate(['talk.wav', '--to', 'de', '--to', 'fr:srt']);
    expect(some.code).toBe(5);
    expect(some.out).toContain('talk.wav -> de text/plain: failed: A simulated failure of the target\n');
    expect(some.out).toContain('wrote talk.fr.srt');
    expect(some.out).toContain(
      'talk.wav: for missing results, translate talk.wav again only with --to de (lexform service voice translate): that creates a new job for that target, and',
    );
    // Only the first job was to fail: the hint does what it says, and the other target stays as it is.
    const before = one.read('talk.fr.srt');
    expect((await one.translate(['talk.wav', '--to', 'de'])).out).toContain('wrote talk.de.txt');
    expect([one.read('talk.fr.srt'), one.posts()]).toEqual([before, 2]);
    const all = await voiceWorld({ faults: [{ kind: 'fail-target' }] });
    expect((await all.translate(['talk.wav', '--to', 'de', '--to', 'fr:srt'])).code).toBe(1);
  });

  test('one recording that is refused does not lose the others', async () => {
    const { translate, names } = await voiceWorld({
      faults: [{ kind: 'status', status: 456, method: 'POST', calls: [1] }],
    });
    const done = await translate(['talk.wav', 'more/song.wav', '--to', 'de', '--concurrency', '1']);
    expect(done.code).toBe(5);
    expect(done.out).toMatch(/talk\.wav: POST \/v1\/jobs\/voice\/translate at \S+ answered 456/);
    expect(names('more')).toEqual(['song.de.txt', 'song.voice.json', 'song.wav']);
    expect(names()).not.toContain('talk.voice.json');
  });

  test('a file that stands in the way stops everything before the first call', async () => {
    const { cwd, translate, service, read } = await voiceWorld();
    writeFileSync(join(cwd, 'talk.de.txt'), 'mine');
    const stopped = await translate(['talk.wav', 'more/song.wav', '--to', 'de']);
    expect(stopped.code).toBe(1);
    expect(stopped.err).toBe(
      'error: nothing was done: talk.de.txt is there already; move it, choose another folder with --out, or overwrite with --force\n',
    );
    expect(service.calls).toEqual([]);
    expect(read('talk.de.txt')).toBe('mine');
    expect((await translate(['talk.wav', '--to', 'de', '--force'])).code).toBe(0);
    expect(read('talk.de.txt')).not.toBe('mine');
  });

  test('two recordings that would write the same file are refused before the first call', async () => {
    const { cwd, translate, service } = await voiceWorld();
    writeFileSync(join(cwd, 'more/TALK.wav'), wav(1));
    const stopped = await translate(['talk.wav', 'more/TALK.wav', '--to', 'de', '--out', 'results']);
    expect(stopped.code).toBe(1);
    expect(stopped.err).toContain('translate them one by one');
    expect(service.calls).toEqual([]);
  });

  test.each([
    [['talk.wav'], 'name a language with --to'],
    [['talk.wav', '--to', 'de:mp3'], 'names no type; the types are: text, srt, opus'],
    [['talk.wav', '--to', 'de', '--to', 'DE:txt'], 'is requested twice'],
    [['nothing.wav', '--to', 'de'], 'there is no file'],
    [['lexform.yaml', '--to', 'de'], 'has an unknown media type; set it with --content-type'],
  ])('%j is wrong usage, and no call', async (args, message) => {
    const { translate, service } = await voiceWorld();
    const { code, err } = await translate(args);
    expect(code).toBe(1);
    expect(err).toContain(message);
    expect(service.calls).toEqual([]);
  });

  test('as many recordings as one likes: never more jobs at once than the service has room for', async () => {
    const { cwd, translate, posts } = await voiceWorld();
    const files = Array.from({ length: 13 }, (_, index) => `part-${index}.wav`);
    for (const file of files) writeFileSync(join(cwd, file), wav(1));
    const done = await translate([...files, '--to', 'de', '--concurrency', '32', '--json']);
    expect(done.code).toBe(0);
    const { jobs } = JSON.parse(done.out);
    expect(jobs.map(({ recording }: { readonly recording: string }) => recording)).toEqual(files);
    expect(posts()).toBe(13);
  });

  test('an upload that takes longer than its 5 minutes says so; the same command creates a new job', async () => {
    const { translate, service, read } = await voiceWorld({
      faults: [{ kind: 'delay', method: 'PUT', milliseconds: 301_000, calls: [1] }],
    });
    const late = await translate(['talk.wav', '--to', 'de']);
    expect(late.code).toBe(1);
    expect(late.out).toContain('talk.wav: the upload window has closed');
    expect(late.out).toContain('here until 2026-01-15T12:05:00Z; nothing was uploaded and nothing is lost');
    expect(JSON.parse(read('talk.voice.json')).note).toContain('only a new job can continue');
    service.faults.set([]);
    expect((await translate(['talk.wav', '--to', 'de'])).code).toBe(0);
  });

  test('help and wrong options of the nested commands come the same way as those of the others', async () => {
    const { lexform } = await voiceWorld();
    const help = await lexform(['translate', '--help']);
    expect(help).toMatchObject({ code: 0, err: '' });
    expect(help.out).toContain('$ lexform service voice translate talk.mp3 --from en --to de --to fr:srt');
    expect(help.out).toContain('  srt          application/x-subrip');
    const wrong = await lexform(['status', 'x', '--frobnicate']);
    expect(wrong).toMatchObject({ code: 1, out: '' });
    expect(wrong.err).toContain("unknown option '--frobnicate'");
    expect((await lexform([])).code).toBe(1);
  });

  test('Ctrl-C keeps the receipt, says how to go on, exits 130; the same command goes on with the same job', async () => {
    const { translate, service, posts, names } = await voiceWorld();
    const interruption = new AbortController();
    const sleep = async (milliseconds: number): Promise<void> => {
      if (milliseconds === VOICE_POLL_MS) interruption.abort();
      if (milliseconds >= 10_000) await new Promise(() => undefined);
    };
    const stopped = await translate(['talk.wav', '--to', 'de'], { sleep, interrupted: interruption.signal });
    expect(stopped.code).toBe(130);
    expect(stopped.out).toBe(
      'talk.wav -> de text/plain: not done\ntalk.wav: interrupted; talk.voice.json is kept: rerun the same command to continue\n0 of 1 target here\n',
    );
    expect(names()).not.toContain('talk.de.txt');
    const done = await translate(['talk.wav', '--to', 'de']);
    expect(done.code).toBe(0);
    expect(done.err).toContain(`going on with job ${FIRST_ID}`);
    expect(posts()).toBe(1);
    expect(service.calls.filter(({ method }) => method === 'PUT').length).toBe(1);
  });

  test('what stands in a name or in the words of the service cannot reach the terminal as it is', async () => {
    const { cwd, translate, names } = await voiceWorld();
    const hostile = '\u001b[31m::error::\u202etalk.wav';
    writeFileSync(join(cwd, hostile), wav(1));
    const done = await translate([hostile, '--to', 'de']);
    expect(done.code).toBe(0);
    expect(done.out + done.err).not.toMatch(/[\u001b\u202e]|^::/mu);
    const written = names().filter((name) => name.endsWith('.txt'));
    expect(written).toEqual(['__31m__error___talk.de.txt']);
  });

  test('no signature reaches the output, the receipt or an error', async () => {
    const { translate, read } = await voiceWorld({
      faults: [{ kind: 'status', status: 403, method: 'GET', path: '/v1/assets/*' }],
    });
    const done = await translate(['talk.wav', '--to', 'de', '--signed-urls']);
    expect(done.code).toBe(1);
    expect(done.out).toContain('not fetched: GET download of result 1');
    for (const text of [done.out, done.err, read('talk.voice.json').replace(/sha256:[0-9a-f]{64}/g, '')])
      expect(text).not.toMatch(/[0-9a-f]{64}/);
  });
});

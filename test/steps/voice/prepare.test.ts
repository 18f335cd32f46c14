import { mkdirSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type VoiceJob, voiceJobId } from '../../../src/model/account/voice-job.ts';
import { prepareDownload, prepareTranslation, readReceipt } from '../../../src/steps/voice/prepare.ts';
import { parseReceipt, receiptText, type VoiceReceipt } from '../../../src/steps/voice/report.ts';
import { parseTargets } from '../../../src/steps/voice/target-type.ts';
import { readRecording, type Wish } from '../../../src/steps/voice/task.ts';
import { wav } from '../../contract/voice-bench.ts';
import { FIRST_ID, TARGET, voiceBench } from './voice-bench.ts';

async function bench(files: Readonly<Record<string, Uint8Array>> = {}) {
  const opened = await voiceBench();
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(opened.path(`${file}/..`), { recursive: true });
    writeFileSync(opened.path(file), content);
  }
  const prepare = async (names: readonly string[], to: readonly string[], wish: Partial<Wish> = {}) => {
    const recordings = await Promise.all(
      names.map((name) => readRecording(opened.path(name), undefined, opened.ports.files)),
    );
    const whole = { target: TARGET, targets: parseTargets(to), force: false, signedUrl: false, ...wish };
    return prepareTranslation(recordings, whole, opened.ports.files);
  };
  return { ...opened, prepare };
}

describe('what a translation is prepared for', () => {
  test('results and the receipt stand beside the recording, or in the folder that was asked for', async () => {
    const { prepare, path } = await bench({ 'deep/song.wav': wav(1) });
    const [beside] = await prepare(['deep/song.wav'], ['de']);
    expect(beside).toMatchObject({ outputs: [path('deep/song.de.txt')], receiptPath: path('deep/song.voice.json') });
    const [elsewhere] = await prepare(['deep/song.wav'], ['de'], { folder: path('out') });
    expect(elsewhere).toMatchObject({ outputs: [path('out/song.de.txt')], receiptPath: path('out/song.voice.json') });
  });

  test('two recordings with one name in one folder are refused, even with --force, and in another case', async () => {
    const { prepare, path } = await bench({ 'a/song.wav': wav(1), 'b/Song.wav': wav(1), 'a/song.flac': wav(1) });
    const wish = { folder: path('out'), force: true };
    await expect(prepare(['a/song.wav', 'b/Song.wav'], ['de'], wish)).rejects.toThrow(
      `Song.wav would be written to ${path('out/Song.voice.json')}, and so would or is song.wav; translate them one by one, with --out`,
    );
    await expect(prepare(['a/song.wav', 'a/song.flac'], ['de'])).rejects.toThrow('translate them one by one');
    expect(await prepare(['a/song.wav', 'b/Song.wav'], ['de'])).toHaveLength(2);
  });

  test('recordings of one name are called by their paths, others by their names', async () => {
    const { prepare, path } = await bench({ 'a/song.wav': wav(1), 'b/song.wav': wav(1) });
    const tasks = await prepare(['a/song.wav', 'b/song.wav', 'talk.wav'], ['de']);
    expect(tasks.map(({ name }) => name)).toEqual([path('a/song.wav'), path('b/song.wav'), 'talk.wav']);
  });

  test('no result is written over a recording of the same command, even with --force', async () => {
    const { prepare } = await bench({ 'talk.de.flac': wav(1) });
    await expect(prepare(['talk.wav', 'talk.de.flac'], ['de:flac'], { force: true })).rejects.toThrow(
      'would be written to',
    );
  });

  test('every file in the way is named at once', async () => {
    const { prepare } = await bench({ 'talk.de.txt': wav(1), 'talk.fr.srt': wav(1) });
    await expect(prepare(['talk.wav'], ['de', 'fr:srt', 'it'])).rejects.toThrow(
      'nothing was done: talk.de.txt, talk.fr.srt are there already; move them, choose another folder with --out',
    );
    expect(await prepare(['talk.wav'], ['it'])).toHaveLength(1);
  });

  test('a receipt is gone on with for the same targets in any order, and their order is that of the receipt', async () => {
    const { prepare, translate } = await bench();
    await translate({ to: ['de', 'fr:srt'] });
    const [task] = await prepare(['talk.wav'], ['fr:srt', 'DE']);
    expect(task?.receipt?.targets.map(({ language }) => language)).toEqual(['de', 'fr']);
    expect(task?.targets.map(({ language }) => language)).toEqual(['de', 'fr']);
  });

  test.each<[string, readonly string[], Partial<Wish> & { readonly type?: string; readonly bytes?: Uint8Array }]>([
    ['the recording', ['de', 'fr:srt'], { bytes: wav(3) }],
    ['the audio type', ['de', 'fr:srt'], { type: 'audio/x-wav' }],
    ['the source language', ['de', 'fr:srt'], { sourceLanguage: 'en' }],
    ['the targets', ['de', 'it:srt'], {}],
    ['the targets', ['de'], {}],
    ['the targets', ['de', 'fr:srt', 'it'], {}],
    ['the address of the service', ['de', 'fr:srt'], { target: { name: 'test', address: 'https://other.test' } }],
    ['the targets and the address of the service', ['it'], { target: { name: 'x', address: 'https://other.test' } }],
  ])('an open receipt that differs in %s (%j) is kept, unless it is given up', async (what, to, more) => {
    const { translateUntil, path, ports } = await bench();
    expect((await translateUntil('uploaded')).end.kind).toBe('interrupted');
    const { type, bytes, ...others } = more;
    if (bytes !== undefined) writeFileSync(path('talk.wav'), bytes);
    const recording = await readRecording(path('talk.wav'), type, ports.files);
    const wish = { target: TARGET, targets: parseTargets(to), force: false, signedUrl: false, ...others };
    const place = path('talk.voice.json');
    await expect(prepareTranslation([recording], wish, ports.files)).rejects.toThrow(
      `${place} is the receipt of a job that is not finished, and differs in ${what}; get its results with lexform ` +
        'service voice download, or give it up with --force, or write elsewhere with --out',
    );
    const [task] = await prepareTranslation([recording], { ...wish, force: true }, ports.files);
    expect([task?.receipt, task?.replacesReceipt]).toEqual([undefined, true]);
  });

  test('an open receipt is gone on with for the same source language in any case', async () => {
    const { translateUntil, prepare } = await bench();
    await translateUntil('uploaded', { from: 'en' });
    const [task] = await prepare(['talk.wav'], ['de', 'fr:srt'], { sourceLanguage: 'EN' });
    expect(task?.receipt?.sourceLanguage).toBe('en');
    const [forced] = await prepare(['talk.wav'], ['de', 'fr:srt'], { sourceLanguage: 'EN', force: true });
    expect(forced?.receipt?.sourceLanguage).toBe('en');
  });

  test('a finished receipt makes room for other targets, whose files are not there yet', async () => {
    const { prepare, translate } = await bench();
    await translate({ to: ['de'] });
    const [task] = await prepare(['talk.wav'], ['it']);
    expect(task).toMatchObject({ replacesReceipt: true });
    expect(task?.receipt).toBe(undefined);
  });

  test('what stands in the place of the receipt and is none is refused; --force replaces it', async () => {
    const { prepare } = await bench({ 'talk.voice.json': new TextEncoder().encode('{"mine":1}') });
    await expect(prepare(['talk.wav'], ['de'])).rejects.toThrow('is not a receipt of a voice job');
    expect((await prepare(['talk.wav'], ['de'], { force: true }))[0]).toMatchObject({ replacesReceipt: true });
  });

  test('an empty file, a folder and nothing are no recordings', async () => {
    const { prepare, path } = await bench({ 'empty.wav': new Uint8Array(), 'folder.wav/x': wav(1) });
    await expect(prepare(['empty.wav'], ['de'])).rejects.toThrow(`the file ${path('empty.wav')} is empty`);
    await expect(prepare(['folder.wav'], ['de'])).rejects.toThrow(`there is no file ${path('folder.wav')}`);
    await expect(prepare(['nothing.wav'], ['de'])).rejects.toThrow('there is no file');
  });

  test('two runs at once: the one whose receipt comes second uploads nothing', async () => {
    const { translate, calls, service, path } = await bench();
    const both = await Promise.all([translate(), translate()]);
    expect(both.map(({ end }) => end.kind).sort()).toEqual(['error', 'settled']);
    expect(both.flatMap(({ end }) => (end.kind === 'error' ? end.error.message : []))).toEqual([
      `${path('talk.voice.json')} has appeared meanwhile: another run seems to translate the same recording`,
    ]);
    expect(calls('POST')).toBe(2);
    expect(service.calls.filter(({ method }) => method === 'PUT')).toHaveLength(1);
  });
});

describe('what a download is prepared for', () => {
  /** A job of this account whose receipt is in another folder. */
  async function elsewhere() {
    const opened = await bench();
    await opened.translate({ to: ['de', 'fr:srt'], out: 'there' });
    const job = await opened.ports.voice.read(voiceJobId(FIRST_ID), { signedUrl: false });
    if (job === undefined) throw new Error('there is no job');
    const download = (more: object = {}, named: VoiceJob = job) =>
      prepareDownload(
        { kind: 'job', job: named },
        { target: TARGET, force: false, signedUrl: false, defaultFolder: opened.path('here'), ...more },
        opened.ports,
      );
    const put = (name: string, text: string): void => {
      mkdirSync(opened.path('here'), { recursive: true });
      writeFileSync(opened.path(`here/${name}`), text);
    };
    return { ...opened, job, download, put, receiptThere: () => opened.read('there/talk.voice.json') };
  }

  test('a job without a receipt gets one, whose results are all open', async () => {
    const { job, download, path, clock } = await elsewhere();
    const task = await download();
    const time = clock.now().toISOString();
    expect(task).toEqual({
      name: 'talk.wav',
      target: TARGET,
      targets: [
        { language: 'de', type: 'text/plain' },
        { language: 'fr', type: 'application/x-subrip' },
      ],
      outputs: [path('here/talk.de.txt'), path('here/talk.fr.srt')],
      receiptPath: path('here/talk.voice.json'),
      receipt: {
        target: TARGET,
        source: { name: 'talk.wav', contentType: 'audio/wav', bytes: job.sourceFile.contentLength },
        sourceLanguage: undefined,
        job: { id: FIRST_ID, createdTime: job.createdAt, upload: { kind: 'done', time } },
        targets: [
          { language: 'de', type: 'text/plain', state: { kind: 'waiting' } },
          { language: 'fr', type: 'application/x-subrip', state: { kind: 'waiting' } },
        ],
      },
      replacesReceipt: true,
      force: false,
      signedUrl: false,
    });
    expect((await download({ folder: path('out') })).outputs[0]).toBe(path('out/talk.de.txt'));
  });

  test.each([undefined, 'yesterday'])(
    'a job that was created at %s has the time of the download',
    async (createdAt) => {
      const { job, download, clock } = await elsewhere();
      const { createdAt: _, ...undated } = job;
      const task = await download({}, { ...undated, ...(createdAt !== undefined && { createdAt }) });
      expect(task.receipt?.job.createdTime).toBe(clock.now().toISOString());
    },
  );

  test('the receipt of the same job at the usual place is gone on with', async () => {
    const { download, put, receiptThere } = await elsewhere();
    put('talk.voice.json', receiptThere());
    expect((await download()).receipt?.targets.map(({ state }) => state.kind)).toEqual(['here', 'here']);
    expect((await download({ force: true })).receipt?.targets.map(({ state }) => state.kind)).toEqual(['here', 'here']);
  });

  test.each<[string, (receipt: VoiceReceipt) => Partial<VoiceReceipt>]>([
    ['of another job', ({ job }) => ({ job: { ...job, id: voiceJobId('another') } })],
    ['of a job at another address', () => ({ target: { ...TARGET, address: 'https://other.test' } })],
  ])('the receipt %s at the usual place is kept, unless it is given up', async (_, other) => {
    const { download, put, path, receiptThere } = await elsewhere();
    const receipt = parseReceipt(receiptThere(), 'x');
    put('talk.voice.json', receiptText({ ...receipt, ...other(receipt) }));
    const place = path('here/talk.voice.json');
    await expect(download()).rejects.toThrow(
      `${place} is the receipt of another job; choose another folder with --out, or give it up with --force`,
    );
    const { receipt: begun } = await download({ force: true });
    expect([begun?.job.id, begun?.target, begun?.targets[0]?.state.kind]).toEqual([FIRST_ID, TARGET, 'waiting']);
  });

  test('what is no receipt at the usual place is kept, unless it is given up', async () => {
    const { download, put } = await elsewhere();
    put('talk.voice.json', '{"mine":1}');
    await expect(download()).rejects.toThrow('is not a receipt of a voice job');
    expect((await download({ force: true })).receipt?.job.id).toBe(FIRST_ID);
  });

  test('a file in the way of a result is kept, unless it is given up', async () => {
    const { download, put } = await elsewhere();
    put('talk.fr.srt', 'mine');
    await expect(download()).rejects.toThrow(
      'nothing was done: talk.fr.srt is there already; move it, choose another folder with --out, or overwrite with --force',
    );
    expect((await download({ force: true })).force).toBe(true);
  });

  test('a receipt has its results beside it or in another folder, named as the receipt is', async () => {
    const { path, ports, receiptThere, put } = await elsewhere();
    put('renamed.voice.json', receiptThere());
    put('odd.json', receiptThere());
    const wish = { target: TARGET, force: true, signedUrl: false, defaultFolder: path('never') };
    const of = async (name: string, more: object = {}) => {
      const receipt = await readReceipt(path(name), ports.files);
      if (receipt === undefined) throw new Error('there is no receipt');
      return prepareDownload({ kind: 'receipt', path: path(name), receipt }, { ...wish, ...more }, ports);
    };
    const renamed = await of('here/renamed.voice.json');
    expect([renamed.name, renamed.outputs[0], renamed.receiptPath]).toEqual([
      'talk.wav',
      path('here/renamed.de.txt'),
      path('here/renamed.voice.json'),
    ]);
    const odd = await of('here/odd.json', { folder: path('out') });
    expect([odd.outputs[0], odd.receiptPath]).toEqual([path('out/talk.de.txt'), path('here/odd.json')]);
    const other = { name: 'eu', address: 'https://eu.test' };
    await expect(of('here/odd.json', { target: other })).rejects.toThrow(
      `is of a job at ${TARGET.address} (target "test"), and target "eu" is https://eu.test; name the right one with --target`,
    );
  });
});

import { mkdirSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { prepareTranslation } from '../../../src/steps/voice/prepare.ts';
import { parseTargets } from '../../../src/steps/voice/target-type.ts';
import { readRecording, type Wish } from '../../../src/steps/voice/task.ts';
import { wav } from '../../contract/voice-bench.ts';
import { TARGET, voiceBench } from './voice-bench.ts';

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
    await expect(prepare(['a/song.wav', 'b/Song.wav'], ['de'], wish)).rejects.toThrow('translate them one by one');
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
      'nothing was done: talk.de.txt, talk.fr.srt are there already',
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
    const { prepare } = await bench({ 'empty.wav': new Uint8Array(), 'folder.wav/x': wav(1) });
    await expect(prepare(['empty.wav'], ['de'])).rejects.toThrow('is empty');
    await expect(prepare(['folder.wav'], ['de'])).rejects.toThrow('there is no file');
    await expect(prepare(['nothing.wav'], ['de'])).rejects.toThrow('there is no file');
  });

  test('two runs at once: the one whose receipt comes second uploads nothing', async () => {
    const { translate, calls, service } = await bench();
    const both = await Promise.all([translate(), translate()]);
    expect(both.map(({ end }) => end.kind).sort()).toEqual(['error', 'settled']);
    expect(calls('POST')).toBe(2);
    expect(service.calls.filter(({ method }) => method === 'PUT')).toHaveLength(1);
  });
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { voiceOutput } from '../../../../src/service/voice/media/voice-output.ts';
import { runs } from '../../../support/runs.ts';
import {
  checkFrames,
  type Frame,
  readComments,
  readFrame,
  readMetadata,
  readStreamInfo,
  samplesOfPcm,
} from '../../voice-media/read-flac.ts';

const output = (type: string, durationMs: number): Buffer =>
  Buffer.from(voiceOutput({ type, language: 'pt-BR', sourceLanguage: undefined, sourceName: 'talk.wav', durationMs }));

function readFile(durationMs: number): { readonly frames: readonly Frame[]; readonly samples: readonly number[] } {
  const file = output('audio/flac', durationMs);
  expect(file.toString('latin1', 0, 4)).toBe('fLaC');
  const { blocks, rest } = readMetadata(file.subarray(4));
  expect(blocks.map(({ type }) => type)).toEqual([0, 4]);
  const frames: Frame[] = [];
  for (let at = 0; at < rest.length; at += frames.at(-1)?.length ?? 0) frames.push(readFrame(rest.subarray(at)));
  const [info, comments] = blocks.map(({ content }) => content);
  expect(readComments(comments ?? Buffer.alloc(0))).toEqual([
    'Lexform embedded service',
    'DESCRIPTION=Synthetic audio without speech (pt-BR)',
    'LANGUAGE=pt-BR',
  ]);
  return { frames, samples: checkFrames(readStreamInfo(info ?? Buffer.alloc(0)), frames) };
}

test('a FLAC file decodes to the samples of the PCM output', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 3000 }), (durationMs) => {
      const pcm = samplesOfPcm(output('audio/pcm;encoding=s16le;rate=16000', durationMs));
      expect(readFile(durationMs).samples).toEqual(pcm);
    }),
    { numRuns: runs(15) },
  );
});

test('three hours are cut to 10 seconds of 40 frames, in each second one of samples and three of silence', () => {
  const { frames, samples } = readFile(10_800_000);
  expect(samples).toHaveLength(160_000);
  expect(frames.map(({ length }) => length)).toEqual(
    Array.from({ length: 40 }, (_, index) => (index % 4 === 0 ? 8011 : 13)),
  );
});

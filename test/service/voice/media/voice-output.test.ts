import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  VOICE_OUTPUT_TYPES,
  type VoiceOutputInput,
  voiceOutput,
} from '../../../../src/service/voice/media/voice-output.ts';
import { runs } from '../../../support/runs.ts';

const talk: Omit<VoiceOutputInput, 'type'> = {
  language: 'de',
  sourceLanguage: 'en',
  sourceName: 'talk.wav',
  durationMs: 2345,
};

const digest = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex').slice(0, 16);

test('the bytes of the 18 types are the same on every machine', () => {
  expect(VOICE_OUTPUT_TYPES.map((type) => `${type} ${digest(voiceOutput({ ...talk, type }))}`)).toMatchInlineSnapshot(`
    [
      "text/plain d8d6dbe5cf46cc6e",
      "application/x-subrip 58749ccd485b59e7",
      "audio/opus 13d1b867b410dabb",
      "audio/flac 632a86289d7d1f7a",
      "audio/ogg;codecs=flac aea9a09f295e8c46",
      "audio/ogg;codecs=opus 13d1b867b410dabb",
      "audio/pcm;encoding=alaw;rate=8000 18079134f00484f4",
      "audio/pcm;encoding=s16le;rate=16000 53e80d8ac10db6ee",
      "audio/pcm;encoding=s16le;rate=24000 7b533cc0f82f1b39",
      "audio/pcm;encoding=ulaw;rate=8000 c568d5053a8bb326",
      "audio/webm;codecs=opus 3349f07b0d8adc53",
      "audio/x-matroska;codecs=aac c4879a8e55d60682",
      "audio/x-matroska;codecs=flac 4261b1ace599f87b",
      "audio/x-matroska;codecs=opus 2f68be2916a7acd3",
      "audio/x-matroska;codecs=pcm_s16le;rate=16000 510047caaaebc9ba",
      "audio/x-matroska;codecs=pcm_s16le;rate=24000 10d963ab56aee1ba",
      "video/mp2t;codecs=aac 407f70f1e88c8f07",
      "video/mp2t;codecs=opus cb29ac2de1fd844a",
    ]
  `);
});

test('a type that is not spelled as in the list is refused', () => {
  for (const type of ['audio/mpeg', 'audio/webm; codecs=opus', 'TEXT/PLAIN', '__proto__', ''])
    expect(() => voiceOutput({ ...talk, type })).toThrow(RangeError);
});

test('every type returns the same small file for the same source, whatever the source is', () => {
  const input = fc.record({
    type: fc.constantFrom(...VOICE_OUTPUT_TYPES),
    language: fc.string({ unit: 'binary', maxLength: 300 }),
    sourceLanguage: fc.option(fc.string({ unit: 'binary' }), { nil: undefined }),
    sourceName: fc.string({ unit: 'binary', maxLength: 300 }),
    durationMs: fc.oneof(fc.integer({ min: 0, max: 10_800_000 }), fc.double()),
  });
  fc.assert(
    fc.property(input, (source) => {
      const bytes = voiceOutput(source);
      expect(digest(voiceOutput(source))).toBe(digest(bytes));
      expect(bytes.length).toBeGreaterThan(0);
      expect(bytes.length).toBeLessThan(500_000);
    }),
    { numRuns: runs(60) },
  );
});

test('a length that is no length counts as none, and more than three hours as three hours', () => {
  const text = (durationMs: number): string =>
    Buffer.from(voiceOutput({ ...talk, type: 'application/x-subrip', durationMs })).toString();
  for (const durationMs of [Number.NaN, -1, Number.NEGATIVE_INFINITY]) expect(text(durationMs)).toBe(text(0));
  for (const durationMs of [10_800_001, Number.POSITIVE_INFINITY]) expect(text(durationMs)).toBe(text(10_800_000));
  expect(text(1999.6)).toBe(text(2000));
});

test('the name of the source stands in no sound file', () => {
  for (const type of VOICE_OUTPUT_TYPES.slice(2)) {
    const file = Buffer.from(voiceOutput({ ...talk, type, sourceName: 'PRIVATE-NAME' }));
    expect(file.includes('PRIVATE-NAME')).toBe(false);
  }
});

test.each([
  ['audio/opus', 'OggS', 'OpusHead'],
  ['audio/ogg;codecs=opus', 'OggS', 'OpusHead'],
  ['audio/ogg;codecs=flac', 'OggS', 'fLaC'],
  ['audio/flac', 'fLaC', 'Synthetic audio without speech'],
  ['audio/webm;codecs=opus', '\x1a\x45\xdf\xa3', 'A_OPUS'],
  ['audio/x-matroska;codecs=aac', '\x1a\x45\xdf\xa3', 'A_AAC'],
  ['audio/x-matroska;codecs=flac', '\x1a\x45\xdf\xa3', 'A_FLAC'],
  ['audio/x-matroska;codecs=opus', '\x1a\x45\xdf\xa3', 'A_OPUS'],
  ['audio/x-matroska;codecs=pcm_s16le;rate=16000', '\x1a\x45\xdf\xa3', 'A_PCM/INT/LIT'],
  ['audio/x-matroska;codecs=pcm_s16le;rate=24000', '\x1a\x45\xdf\xa3', 'A_PCM/INT/LIT'],
  ['video/mp2t;codecs=aac', 'G', '\xff\xf1'],
  ['video/mp2t;codecs=opus', 'G', 'Opus'],
])('the file of %s is in its container and has its codec', (type, beginning, codec) => {
  const file = Buffer.from(voiceOutput({ ...talk, type })).toString('latin1');
  expect(file.startsWith(beginning)).toBe(true);
  expect(file).toContain(codec);
  if (beginning === 'G') expect([file.length % 188, file[188]]).toEqual([0, 'G']);
});

test.each([
  ['audio/pcm;encoding=s16le;rate=16000', 1600],
  ['audio/pcm;encoding=s16le;rate=24000', 2400],
  ['audio/pcm;encoding=ulaw;rate=8000', 400],
  ['audio/pcm;encoding=alaw;rate=8000', 400],
])('%s has 50 milliseconds of samples', (type, bytes) => {
  expect(voiceOutput({ ...talk, type })).toHaveLength(bytes);
});

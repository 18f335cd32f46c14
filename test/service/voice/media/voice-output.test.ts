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
      "audio/opus f48d280be2ba795f",
      "audio/flac cde337d371281055",
      "audio/pcm;encoding=s16le;rate=16000 aeca97a2a873e5d1",
      "audio/pcm;encoding=s16le;rate=24000 86bb8946cfffba2f",
      "audio/pcm;encoding=ulaw;rate=8000 b45950306761ef45",
      "audio/pcm;encoding=alaw;rate=8000 9a9d514082d90e3b",
      "audio/x-matroska;codecs=aac 85e8d76d690c5793",
      "audio/x-matroska;codecs=flac dd6abd36ca7156af",
      "audio/x-matroska;codecs=opus e1e661fb9cc1c2b1",
      "audio/x-matroska;codecs=pcm_s16le;rate=16000 7b55e3c001a3fc29",
      "audio/x-matroska;codecs=pcm_s16le;rate=24000 eb5d1e18faec6d5e",
      "video/mp2t;codecs=aac 97e9083c4ebb8865",
      "video/mp2t;codecs=opus 839438be0d6641cb",
      "audio/ogg;codecs=flac 93f21839eb67d02b",
      "audio/ogg;codecs=opus f48d280be2ba795f",
      "audio/webm;codecs=opus 5588e40468c878cd",
    ]
  `);
});

test('a type that is not spelled as in the list is refused', () => {
  for (const type of ['audio/mpeg', 'audio/webm; codecs=opus', 'TEXT/PLAIN', '__proto__', ''])
    expect(() => voiceOutput({ ...talk, type })).toThrow(RangeError);
});

test('whatever a caller says, every type gives a file again and again, and sound stays small', () => {
  const input = fc.record({
    type: fc.constantFrom(...VOICE_OUTPUT_TYPES),
    language: fc.string({ unit: 'binary', maxLength: 300 }),
    sourceLanguage: fc.option(fc.string({ unit: 'binary' }), { nil: undefined }),
    sourceName: fc.string({ unit: 'binary', maxLength: 300 }),
    durationMs: fc.oneof(fc.integer({ min: 0, max: 10_800_000 }), fc.double()),
  });
  fc.assert(
    fc.property(input, (given) => {
      const bytes = voiceOutput(given);
      expect(digest(voiceOutput(given))).toBe(digest(bytes));
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

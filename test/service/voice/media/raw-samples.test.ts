import fc from 'fast-check';
import { expect, test } from 'vitest';
import { alaw, s16le, ulaw } from '../../../../src/service/voice/media/raw-samples.ts';
import { voiceOutput } from '../../../../src/service/voice/media/voice-output.ts';
import { runs } from '../../../support/runs.ts';

const output = (encoding: string, durationMs: number): Buffer =>
  Buffer.from(
    voiceOutput({
      type: `audio/pcm;encoding=${encoding}`,
      language: 'de',
      sourceLanguage: 'en',
      sourceName: 'talk.wav',
      durationMs,
    }),
  );

/** By the formulas of G.711's decoder: 33 and 32.5 steps are where the first segments of the two laws are centred. */
function fromMuLaw(code: number): number {
  const bits = ~code & 0xff;
  const magnitude = ((2 * (bits & 15) + 33) * 2 ** ((bits >> 4) & 7) - 33) * 4;
  return bits & 0x80 ? -magnitude : magnitude;
}
function fromALaw(code: number): number {
  const bits = code ^ 0x55;
  const segment = (bits >> 4) & 7;
  const magnitude = segment === 0 ? 2 * (bits & 15) + 1 : (2 * (bits & 15) + 33) * 2 ** (segment - 1);
  return (bits & 0x80 ? magnitude : -magnitude) * 8;
}

const sample = fc.integer({ min: -32_768, max: 32_767 });

test('16-bit samples stand with the least significant byte first', () => {
  expect([...s16le(Int16Array.of(1, -2, 0x1234))]).toEqual([1, 0, 0xfe, 0xff, 0x34, 0x12]);
});

test('silence is FF in mu-law and D5 in A-law; full scale is 80 and AA', () => {
  expect([...ulaw(Int16Array.of(0, 32_767, -32_768))]).toEqual([0xff, 0x80, 0x00]);
  expect([...alaw(Int16Array.of(0, 32_767, -32_768))]).toEqual([0xd5, 0xaa, 0x2a]);
});

test('a decoder gets samples back within half a step: 1/32 of the size, or the first step', () => {
  fc.assert(
    fc.property(sample, (value) => {
      const near = (decoded: number, firstStep: number): void =>
        expect(Math.abs(decoded - value)).toBeLessThanOrEqual(Math.max(firstStep, (Math.abs(value) + 132) / 32));
      const [mu = 0] = ulaw(Int16Array.of(value));
      const [a = 0] = alaw(Int16Array.of(value));
      if (Math.abs(value) <= 32_635) near(fromMuLaw(mu), 4);
      near(fromALaw(a), 8);
    }),
    { numRuns: runs(2000) },
  );
});

test.each([
  ['s16le;rate=16000', 32],
  ['s16le;rate=24000', 48],
  ['ulaw;rate=8000', 8],
  ['alaw;rate=8000', 8],
])('%s has %i bytes for every millisecond, for half a second at least and 10 s at most', (encoding, perMs) => {
  expect(output(encoding, 0)).toHaveLength(500 * perMs);
  expect(output(encoding, 1234)).toHaveLength(1234 * perMs);
  expect(output(encoding, 10_800_000)).toHaveLength(10_000 * perMs);
});

test.each([16_000, 24_000])(
  'at %i Hz the first quarter of every second is a quiet tone of 440 Hz, the rest silence',
  (rate) => {
    const bytes = output(`s16le;rate=${rate}`, 2000);
    const samples = Array.from({ length: 2 * rate }, (_, at) => bytes.readInt16LE(at * 2));
    expect(samples.slice(rate)).toEqual(samples.slice(0, rate));
    expect(samples.slice(rate / 4, rate).every((value) => value === 0)).toBe(true);
    const risingThroughZero = samples
      .slice(0, rate / 4)
      .filter((value, at, all) => value > 0 && (all[at - 1] ?? 0) <= 0);
    expect(risingThroughZero).toHaveLength(110);
    for (const [at, value] of samples.slice(0, rate / 4).entries())
      expect(Math.abs(value - 2000 * Math.sin((2 * Math.PI * 440 * at) / rate))).toBeLessThan(6);
  },
);

test('the two laws carry the same tone at 8 kHz', () => {
  const mu = [...output('ulaw;rate=8000', 300)].map(fromMuLaw);
  const a = [...output('alaw;rate=8000', 300)].map(fromALaw);
  for (const [at, value] of mu.entries()) {
    const wave = at < 2000 ? 2000 * Math.sin((2 * Math.PI * 440 * at) / 8000) : 0;
    expect(Math.abs(value - wave)).toBeLessThan(80);
    expect(Math.abs((a[at] ?? 0) - wave)).toBeLessThan(80);
  }
});

import { describe, expect, test } from 'vitest';
import { soundOf, VOICE_SOURCE_TYPES } from '../../../src/service/voice/voice-source.ts';

const HEAD_BYTES = 64;

/** An upload of so many bytes that begins with these. */
const upload = (beginning: Uint8Array, bytes = HEAD_BYTES) => ({
  bytes,
  head: Uint8Array.from({ length: Math.min(bytes, HEAD_BYTES) }, (_, index) => beginning[index] ?? 0),
});

const text = (beginning: string): Uint8Array => Buffer.from(beginning, 'latin1');

function wav(bytesPerSecond: number, firstPart = 'fmt '): Uint8Array {
  const header = Buffer.alloc(44);
  header.write(`RIFF....WAVE${firstPart}`, 'latin1');
  header.writeUInt32LE(bytesPerSecond, 28);
  return header;
}

/** STREAMINFO with one channel of 16 bits. */
function flac(rateHz: number, samples: number): Uint8Array {
  const beginning = Buffer.alloc(42);
  beginning.write('fLaC\0\0\0\x22', 'latin1');
  beginning.writeBigUInt64BE((BigInt(rateHz) << 44n) | (15n << 36n) | BigInt(samples), 18);
  return beginning;
}

const BEGINNINGS: readonly (readonly [string, Uint8Array])[] = [
  ['audio/mpeg', text('ID3')],
  ['audio/mpeg', Uint8Array.of(0xff, 0xfb)],
  ['audio/wav', wav(0)],
  ['audio/ogg', text('OggS')],
  ['audio/flac', flac(0, 0)],
  ['audio/mp4', text('\0\0\0\x20ftypM4A ')],
  ['audio/webm', Uint8Array.of(0x1a, 0x45, 0xdf, 0xa3)],
];

describe('what a file is', () => {
  test('there are six types of source', () => {
    expect(VOICE_SOURCE_TYPES).toEqual([
      'audio/mpeg',
      'audio/wav',
      'audio/ogg',
      'audio/flac',
      'audio/mp4',
      'audio/webm',
    ]);
  });

  test.each(BEGINNINGS)('%s: a file that begins as one is one, and no other', (type, beginning) => {
    expect(VOICE_SOURCE_TYPES.filter((each) => soundOf(each, upload(beginning)).failure === undefined)).toEqual([type]);
  });

  test.each(VOICE_SOURCE_TYPES)('%s: text, zeros, one byte and nothing cannot be decoded', (type) => {
    const failed = { durationMs: 0, failure: `The audio cannot be decoded as ${type}` };
    for (const given of [
      upload(text('once upon a time')),
      upload(new Uint8Array()),
      upload(Uint8Array.of(0xff), 1),
      upload(new Uint8Array(), 0),
    ])
      expect(soundOf(type, given)).toEqual(failed);
  });

  test('a RIFF file of another form is no WAV file', () => {
    expect(soundOf('audio/wav', upload(text('RIFF....AVI fmt '))).failure).toBe(
      'The audio cannot be decoded as audio/wav',
    );
  });

  test('a type that is none cannot be decoded', () => {
    expect(soundOf('__proto__', upload(text('OggS'))).failure).toBe('The audio cannot be decoded as __proto__');
  });
});

describe('how long a file is', () => {
  const ms = (type: string, beginning: Uint8Array, bytes: number) => soundOf(type, upload(beginning, bytes)).durationMs;

  test('a WAV file says it: bytes a second', () => {
    expect(ms('audio/wav', wav(16_000), 44)).toBe(0);
    expect(ms('audio/wav', wav(16_000), 44 + 24_000)).toBe(1500);
    expect(ms('audio/wav', wav(48_000), 44 + 1)).toBe(1);
  });

  test('a FLAC file says it: samples and their rate, whatever its bytes', () => {
    expect(ms('audio/flac', flac(44_100, 44_100 * 3), 1000)).toBe(3000);
    expect(ms('audio/flac', flac(655_350, 2 ** 36 - 1), 1_000_000_000)).toBe(0);
    expect(ms('audio/flac', flac(655_350, 655_350 * 7200), 1_000_000_000)).toBe(7_200_000);
  });

  test.each<[string, string, Uint8Array]>([
    ['of another type', 'audio/ogg', text('OggS')],
    ['WAV with a rate of 0', 'audio/wav', wav(0)],
    ['WAV with another part before the format', 'audio/wav', wav(1, 'JUNK')],
    ['FLAC of unknown length', 'audio/flac', flac(44_100, 0)],
    ['FLAC of unknown rate', 'audio/flac', flac(0, 44_100)],
  ])('%s: 128 kbit/s are taken for it', (_, type, beginning) => {
    expect(ms(type, beginning, 32_000)).toBe(2000);
    expect(ms(type, beginning, 32_001)).toBe(2001);
  });

  test('one that ends in its header is guessed too', () => {
    expect(ms('audio/wav', wav(1), 43)).toBe(3);
    expect(ms('audio/flac', flac(1, 9000), 4)).toBe(1);
    expect(ms('audio/flac', flac(1, 9000), 25)).toBe(2);
    expect(ms('audio/flac', flac(1, 9000), 26)).toBe(9_000_000);
  });

  test('one that says that it is longer than 180 minutes fails; 180 minutes are taken', () => {
    const failure = 'The audio is longer than 180 minutes';
    expect(soundOf('audio/wav', upload(wav(1), 44 + 10_800))).toEqual({ durationMs: 10_800_000 });
    expect(soundOf('audio/wav', upload(wav(1), 44 + 10_801))).toEqual({ durationMs: 0, failure });
    expect(soundOf('audio/flac', upload(flac(1, 10_800)))).toEqual({ durationMs: 10_800_000 });
    expect(soundOf('audio/flac', upload(flac(1, 10_801)))).toEqual({ durationMs: 0, failure });
  });

  test('one that says nothing is at most guessed to be that long', () => {
    expect(soundOf('audio/mp4', upload(text('\0\0\0\x20ftyp'), 1_073_741_824))).toEqual({ durationMs: 10_800_000 });
  });
});

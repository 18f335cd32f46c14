import { createHash } from 'node:crypto';
import { type Bytes, bigEndian, joinBytes, littleEndian, utf8 } from './bytes.ts';
import { flacFrameCrc, flacHeaderCrc } from './checksums.ts';
import { s16be, s16le } from './raw-samples.ts';
import { beeps } from './tone.ts';

export const FLAC_RATE_HZ = 16_000;

/** A quarter of a second: a block is all beep or all silence. */
export const FLAC_BLOCK_SAMPLES = 4000;

/** Section 8.1. Type 0 is STREAMINFO, 4 is VORBIS_COMMENT. */
export const metadataBlock = (type: 0 | 4, last: boolean, content: Bytes): Bytes =>
  joinBytes((last ? 0x80 : 0) | type, bigEndian(content.length, 3), content);

/** Section 9.2: one value for a block of equal samples, else the samples as they are. */
function subframe(samples: Int16Array): Bytes {
  const first = samples.slice(0, 1);
  const constant = samples.every((sample) => sample === first[0]);
  return joinBytes(constant ? 0x00 : 0x02, s16be(constant ? first : samples));
}

/**
 * Section 9.1: fixed block size, 16 kHz, mono, 16 bits. `index` is below 128, so that it is one byte; 10 seconds have
 * 40 frames.
 */
function frame(samples: Int16Array, index: number): Bytes {
  const header = joinBytes(0xff, 0xf8, 0x75, 0x08, index, bigEndian(samples.length - 1, 2));
  const body = joinBytes(header, flacHeaderCrc(header), subframe(samples));
  return joinBytes(body, bigEndian(flacFrameCrc(body), 2));
}

/**
 * Section 8.2. Rate in 20 bits, channels - 1 in 3, bits of a sample - 1 in 5, number of samples in 36, of which 4 stand
 * in the first word.
 */
function streamInfo(samples: Int16Array, frames: readonly Bytes[]): Bytes {
  const sizes = frames.map(({ length }) => length);
  return joinBytes(
    bigEndian(FLAC_BLOCK_SAMPLES, 2),
    bigEndian(FLAC_BLOCK_SAMPLES, 2),
    bigEndian(Math.min(...sizes), 3),
    bigEndian(Math.max(...sizes), 3),
    bigEndian((FLAC_RATE_HZ << 12) | ((1 - 1) << 9) | ((16 - 1) << 4), 4),
    bigEndian(samples.length, 4),
    createHash('md5').update(s16le(samples)).digest(),
  );
}

/**
 * What a FLAC stream consists of; the container decides how the pieces follow one another. `streamInfo`: the 34 bytes
 * of the STREAMINFO block, without the block's header. All frames but the last hold `FLAC_BLOCK_SAMPLES` samples. Mono
 * at 16 kHz, at least one millisecond. Sources in here: RFC 9639.
 */
export function flacStream(ms: number) {
  const samples = beeps(ms, FLAC_RATE_HZ);
  const frames = Array.from({ length: Math.ceil(samples.length / FLAC_BLOCK_SAMPLES) }, (_, index) =>
    frame(samples.subarray(index * FLAC_BLOCK_SAMPLES, (index + 1) * FLAC_BLOCK_SAMPLES), index),
  );
  return { streamInfo: streamInfo(samples, frames), frames };
}

/** Section 8.6, and the comments of an Opus stream too: lengths are least significant byte first. */
export function vorbisComment(comments: readonly string[]): Bytes {
  const counted = (text: string): Bytes => {
    const bytes = utf8(text);
    return joinBytes(littleEndian(bytes.length, 4), bytes);
  };
  return joinBytes(counted('Lexform embedded service'), littleEndian(comments.length, 4), ...comments.map(counted));
}

/** The marker, the stream information, the comments, the frames. */
export function flacFile(ms: number, comments: readonly string[]): Bytes {
  const { streamInfo: info, frames } = flacStream(ms);
  const blocks = [metadataBlock(0, false, info), metadataBlock(4, true, vorbisComment(comments))];
  return joinBytes('fLaC', ...blocks, ...frames);
}

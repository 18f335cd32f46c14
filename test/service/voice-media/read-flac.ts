import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import { crc8, crc16 } from './independent-crc.ts';

export interface StreamInfo {
  readonly minBlock: number;
  readonly maxBlock: number;
  readonly minFrame: number;
  readonly maxFrame: number;
  readonly rateHz: number;
  readonly channels: number;
  readonly bits: number;
  readonly samples: number;
  readonly md5: string;
}

/** The 34 bytes of a STREAMINFO block. */
export function readStreamInfo(block: Buffer): StreamInfo {
  expect(block).toHaveLength(34);
  const numbers = block.readBigUInt64BE(10);
  return {
    minBlock: block.readUInt16BE(0),
    maxBlock: block.readUInt16BE(2),
    minFrame: block.readUIntBE(4, 3),
    maxFrame: block.readUIntBE(7, 3),
    rateHz: Number(numbers >> 44n),
    channels: Number((numbers >> 41n) & 7n) + 1,
    bits: Number((numbers >> 36n) & 31n) + 1,
    samples: Number(numbers & 0xf_ffff_ffffn),
    md5: block.toString('hex', 18),
  };
}

export interface MetadataBlock {
  readonly type: number;
  readonly content: Buffer;
}

export interface Metadata {
  readonly blocks: readonly MetadataBlock[];
  /** What follows the block that says it is the last. */
  readonly rest: Buffer;
}

export function readMetadata(bytes: Buffer): Metadata {
  const blocks: MetadataBlock[] = [];
  for (let at = 0; ; ) {
    const first = bytes.readUInt8(at);
    const end = at + 4 + bytes.readUIntBE(at + 1, 3);
    expect(end).toBeLessThanOrEqual(bytes.length);
    blocks.push({ type: first & 0x7f, content: bytes.subarray(at + 4, end) });
    if (first & 0x80) return { blocks, rest: bytes.subarray(end) };
    at = end;
  }
}

/** Vendor and comments of a VORBIS_COMMENT block or of an OpusTags packet behind its marker. */
export function readComments(content: Buffer): readonly string[] {
  const texts: string[] = [];
  let at = 0;
  const next = (): void => {
    const end = at + 4 + content.readUInt32LE(at);
    texts.push(content.toString('utf8', at + 4, end));
    at = end;
  };
  next();
  const count = content.readUInt32LE(at);
  at += 4;
  while (texts.length <= count) next();
  expect(at).toBe(content.length);
  return texts;
}

export interface Frame {
  readonly index: number;
  readonly samples: readonly number[];
  readonly length: number;
}

/** One frame of a stream of 16 kHz, mono, 16 bits, with constant or verbatim subframes; both checksums are checked. */
export function readFrame(bytes: Buffer): Frame {
  expect(bytes.readUInt16BE(0)).toBe(0xfff8); // sync, fixed block size
  expect(bytes[2]).toBe(0x75); // block size in 16 bits at the end of the header, 16 kHz
  expect(bytes[3]).toBe(0x08); // mono, 16 bits
  const index = bytes.readUInt8(4);
  expect(index).toBeLessThan(0x80); // one byte of the UTF-8 way of counting
  const size = bytes.readUInt16BE(5) + 1;
  expect(bytes[7]).toBe(crc8(bytes.subarray(0, 7)));
  const kind = bytes.readUInt8(8);
  expect([0x00, 0x02]).toContain(kind);
  const samples = Array.from({ length: size }, (_, at) => bytes.readInt16BE(9 + (kind === 0 ? 0 : at * 2)));
  const end = 9 + (kind === 0 ? 2 : size * 2);
  expect(bytes.readUInt16BE(end)).toBe(crc16(bytes.subarray(0, end)));
  return { index, samples, length: end + 2 };
}

/** Holds the frames to what the stream information says of them. Gives the samples. */
export function checkFrames(info: StreamInfo, frames: readonly Frame[]): readonly number[] {
  const samples = frames.flatMap((frame) => frame.samples);
  expect(info).toEqual({
    minBlock: 4000,
    maxBlock: 4000,
    minFrame: Math.min(...frames.map(({ length }) => length)),
    maxFrame: Math.max(...frames.map(({ length }) => length)),
    rateHz: 16_000,
    channels: 1,
    bits: 16,
    samples: samples.length,
    md5: createHash('md5')
      .update(new Uint8Array(samples.flatMap((sample) => [sample & 0xff, (sample >> 8) & 0xff])))
      .digest('hex'),
  });
  for (const [at, { index, samples: block }] of frames.entries()) {
    expect(index).toBe(at);
    if (at < frames.length - 1) expect(block).toHaveLength(4000);
  }
  return samples;
}

/** The samples that the plain PCM output has for the same length. */
export const samplesOfPcm = (pcm: Uint8Array): readonly number[] => {
  const buffer = Buffer.from(pcm);
  return Array.from({ length: pcm.length / 2 }, (_, at) => buffer.readInt16LE(at * 2));
};

import { type Bytes, bigEndian, joinBytes, littleEndian } from './bytes.ts';

/** Opus always counts samples at this rate, whatever its input had. Source: RFC 7845, section 4. */
export const OPUS_RATE_HZ = 48_000;

export const OPUS_PACKET_SAMPLES = 960;

/** Samples that a decoder drops at the start: the delay of the common encoder, 6.5 ms. */
export const OPUS_PRE_SKIP_SAMPLES = 312;

/**
 * 20 ms of silence, mono: one frame of CELT at full bandwidth (configuration 31), whose first symbol, the silence flag,
 * is set. Source: RFC 6716, sections 3.1 and 4.3.
 */
export const OPUS_SILENCE: Bytes = Uint8Array.of(0xf8, 0xff, 0xfe);

/** The identification header, mono, gain 0, channel mapping family 0. Source: RFC 7845, section 5.1. */
export const opusHead = (): Bytes =>
  joinBytes('OpusHead', 1, 1, littleEndian(OPUS_PRE_SKIP_SAMPLES, 2), littleEndian(OPUS_RATE_HZ, 4), 0, 0, 0);

export const AAC_RATE_HZ = 16_000;

export const AAC_FRAME_SAMPLES = 1024;

/** Place of 16 kHz in the table of sampling frequencies. Source: ISO/IEC 14496-3, table 1.18. */
const AAC_RATE_INDEX = 8;

/**
 * 1024 samples of silence, mono, AAC-LC, whatever the rate: a single channel element with global gain 100, one long
 * window and one scale factor band of the zero codebook; then the end of the block. Source: ISO/IEC 14496-3, section
 * 4.4.2.
 */
export const AAC_SILENCE: Bytes = Uint8Array.of(0x00, 0xc8, 0x00, 0x80, 0x23, 0x80);

/** AudioSpecificConfig: object type 2 (LC) in 5 bits, the rate in 4, one channel in 4, then 3 zero bits. */
export const aacConfig = (): Bytes => bigEndian((2 << 11) | (AAC_RATE_INDEX << 7) | (1 << 3), 2);

/**
 * The silent frame behind a header of 7 bytes, without a checksum, "buffer fullness: variable". Source: ISO/IEC
 * 13818-7, section 6.2.
 */
export function aacInAdts(): Bytes {
  const length = 7 + AAC_SILENCE.length;
  const profile = (1 << 6) | (AAC_RATE_INDEX << 2);
  const size = [(1 << 6) | (length >> 11), (length >> 3) & 0xff, ((length & 7) << 5) | 0x1f];
  return joinBytes(0xff, 0xf1, profile, ...size, 0xfc, AAC_SILENCE);
}

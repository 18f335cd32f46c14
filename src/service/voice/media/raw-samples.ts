import type { Bytes } from './bytes.ts';

/** Two's complement, 16 bits, in the asked order on machines of either order. */
function s16(samples: Int16Array, leastFirst: boolean): Bytes {
  const bytes = new Uint8Array(samples.length * 2);
  const view = new DataView(bytes.buffer);
  for (const [at, sample] of samples.entries()) view.setInt16(at * 2, sample, leastFirst);
  return bytes;
}

export const s16le = (samples: Int16Array): Bytes => s16(samples, true);

export const s16be = (samples: Int16Array): Bytes => s16(samples, false);

/** The number of the highest bit that is set, counted from 0. */
const highestBit = (value: number): number => 31 - Math.clz32(value);

/** Source: ITU-T G.711, table 2; every bit is inverted. 14 bits of the 16 are kept. */
function muLaw(sample: number): number {
  const sign = sample < 0 ? 0x80 : 0;
  const biased = Math.min(Math.abs(sample), 32_635) + 132;
  const segment = highestBit(biased) - 7;
  return ~(sign | (segment << 4) | ((biased >> (segment + 3)) & 0x0f)) & 0xff;
}

/** Source: ITU-T G.711, table 1; every second bit is inverted. 13 bits of the 16 are kept. */
function aLaw(sample: number): number {
  const sign = sample < 0 ? 0 : 0x80;
  const magnitude = sample < 0 ? ~sample : sample;
  const segment = Math.max(0, highestBit(magnitude) - 7);
  const step = (magnitude >> (Math.max(1, segment) + 3)) & 0x0f;
  return (sign | (segment << 4) | step) ^ 0x55;
}

export const ulaw = (samples: Int16Array): Bytes => Uint8Array.from(samples, muLaw);

export const alaw = (samples: Int16Array): Bytes => Uint8Array.from(samples, aLaw);

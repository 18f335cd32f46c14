import { expect, test } from 'vitest';
import { AAC_SILENCE, aacConfig, aacInAdts, OPUS_SILENCE } from '../../../../src/service/voice/media/silent-frames.ts';

/** The next so many bits, most significant first. */
function bitReader(bytes: Uint8Array): (bits: number) => number {
  let at = 0;
  return (bits) => {
    let value = 0;
    for (let bit = 0; bit < bits; bit += 1, at += 1) {
      expect(at).toBeLessThan(bytes.length * 8);
      value = value * 2 + (((bytes[at >> 3] ?? 0) >> (7 - (at & 7))) & 1);
    }
    return value;
  };
}

/** Walks raw_data_block() of ISO/IEC 14496-3 as far as a channel of zero codebooks needs it. */
test('the silent AAC frame is a single channel element without spectral data, and an end', () => {
  const next = bitReader(AAC_SILENCE);
  expect(next(3)).toBe(0); // ID_SCE
  expect(next(4)).toBe(0); // element_instance_tag
  expect(next(8)).toBe(100); // global_gain
  expect(next(1)).toBe(0); // ics_reserved_bit
  expect(next(2)).toBe(0); // ONLY_LONG_SEQUENCE
  next(1); // window_shape
  const bands = next(6); // max_sfb
  expect(next(1)).toBe(0); // predictor_data_present
  let covered = 0;
  while (covered < bands) {
    expect(next(4)).toBe(0); // ZERO_HCB: neither scale factors nor coefficients follow
    let length = next(5);
    covered += length;
    while (length === 31) {
      length = next(5);
      covered += length;
    }
  }
  expect(covered).toBe(bands);
  expect(next(1)).toBe(0); // pulse_data_present
  expect(next(1)).toBe(0); // tns_data_present
  expect(next(1)).toBe(0); // gain_control_data_present
  expect(next(3)).toBe(7); // ID_END
  expect(next(7)).toBe(0); // up to the byte
  expect(() => next(1)).toThrow();
});

test('the AAC configuration is LC, 16 kHz, one channel, frames of 1024', () => {
  const next = bitReader(aacConfig());
  expect([next(5), next(4), next(4), next(1), next(1), next(1)]).toEqual([2, 8, 1, 0, 0, 0]);
});

test('the ADTS header says the same, and its own length', () => {
  const bytes = aacInAdts();
  const next = bitReader(bytes);
  expect([next(12), next(1), next(2), next(1)]).toEqual([0xfff, 0, 0, 1]); // sync, MPEG-4, layer, no checksum
  expect([next(2), next(4), next(1), next(3)]).toEqual([1, 8, 0, 1]); // LC, 16 kHz, private, mono
  expect([next(1), next(1), next(1), next(1)]).toEqual([0, 0, 0, 0]);
  expect(next(13)).toBe(bytes.length);
  expect([next(11), next(2)]).toEqual([0x7ff, 0]); // variable rate, one block
  expect(bytes.subarray(7)).toEqual(AAC_SILENCE);
});

/** The start of the range decoder (RFC 6716, section 4.1) and the first symbol of a CELT frame (section 4.3). */
test('the Opus packet is one frame of 20 ms, full band, mono, whose silence flag is set', () => {
  const [toc = 0, ...frame] = OPUS_SILENCE;
  expect([toc >> 3, (toc >> 2) & 1, toc & 3]).toEqual([31, 0, 0]); // configuration, stereo, frame count code
  const byteAt = (at: number): number => frame[at] ?? 0;
  let range = 128;
  let value = 127 - (byteAt(0) >> 1);
  for (let at = 1; range <= 2 ** 23; at += 1) {
    const symbol = ((byteAt(at - 1) << 7) | (byteAt(at) >> 1)) & 0xff;
    range *= 256;
    value = (value * 256 + (255 - symbol)) % 2 ** 31;
  }
  const silent = value < Math.floor(range / 2 ** 15); // a symbol of probability 1 in 2^15
  expect(silent).toBe(true);
});

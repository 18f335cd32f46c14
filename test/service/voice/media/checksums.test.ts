import fc from 'fast-check';
import { expect, test } from 'vitest';
import { flacFrameCrc, flacHeaderCrc, oggPageCrc, sectionCrc } from '../../../../src/service/voice/media/checksums.ts';
import { runs } from '../../../support/runs.ts';
import { crc8, crc16, crc32Mpeg, crc32Ogg } from '../../voice-media/independent-crc.ts';

const digits = new TextEncoder().encode('123456789');

test('the checksums of "123456789" are the published check values', () => {
  expect(flacHeaderCrc(digits)).toBe(0xf4); // CRC-8/SMBUS
  expect(flacFrameCrc(digits)).toBe(0xfee8); // CRC-16/UMTS
  expect(oggPageCrc(digits)).toBe(~0x765e7680 >>> 0); // CRC-32/CKSUM before its final inversion
  expect(sectionCrc(digits)).toBe(0x0376e6e7); // CRC-32/MPEG-2
});

test('long division by a table gives the same checksums', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      expect(flacHeaderCrc(bytes)).toBe(crc8(bytes));
      expect(flacFrameCrc(bytes)).toBe(crc16(bytes));
      expect(oggPageCrc(bytes)).toBe(crc32Ogg(bytes));
      expect(sectionCrc(bytes)).toBe(crc32Mpeg(bytes));
    }),
    { numRuns: runs(50) },
  );
});

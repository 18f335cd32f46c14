/** Most significant bit first, no final inversion: the kind that audio containers use. */
function crc(bytes: Uint8Array, bits: 8 | 16 | 32, polynomial: number, start: number): number {
  const top = 2 ** (bits - 1);
  const mask = 2 ** bits - 1;
  let remainder = start;
  for (const byte of bytes) {
    remainder = (remainder ^ (byte << (bits - 8))) >>> 0;
    for (let bit = 0; bit < 8; bit += 1)
      remainder = (((remainder & top) === 0 ? remainder << 1 : (remainder << 1) ^ polynomial) & mask) >>> 0;
  }
  return remainder;
}

/** Of a FLAC frame's header. Source: RFC 9639, section 9.1.8. */
export const flacHeaderCrc = (bytes: Uint8Array): number => crc(bytes, 8, 0x07, 0);

/** Of a whole FLAC frame. Source: RFC 9639, section 9.3. */
export const flacFrameCrc = (bytes: Uint8Array): number => crc(bytes, 16, 0x8005, 0);

/** Of an Ogg page whose checksum field is zero. Source: RFC 3533, section 6, field 7. */
export const oggPageCrc = (bytes: Uint8Array): number => crc(bytes, 32, 0x04c1_1db7, 0);

/** Of a section in an MPEG transport stream. Source: ISO/IEC 13818-1, annex A. */
export const sectionCrc = (bytes: Uint8Array): number => crc(bytes, 32, 0x04c1_1db7, 0xffff_ffff);

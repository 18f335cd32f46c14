export interface CrcKind {
  readonly bits: 8 | 16 | 32;
  readonly polynomial: bigint;
  readonly start: bigint;
}

/** By a table of remainders, as long division of polynomials: another way than the code under test goes. */
export function independentCrc({ bits, polynomial, start }: CrcKind): (bytes: Uint8Array) => number {
  const width = BigInt(bits);
  const divisor = (1n << width) | polynomial;
  const table = Array.from({ length: 256 }, (_, byte) => {
    let dividend = BigInt(byte) << width;
    for (let bit = width + 7n; bit >= width; bit -= 1n)
      if ((dividend >> bit) & 1n) dividend ^= divisor << (bit - width);
    return Number(dividend);
  });
  const modulus = 2 ** bits;
  return (bytes) => {
    let crc = Number(start);
    for (const byte of bytes) {
      const top = Math.floor(crc / (modulus / 256));
      crc = ((((crc * 256) % modulus) ^ (table[top ^ byte] ?? 0)) >>> 0) % modulus;
    }
    return crc;
  };
}

export const crc8 = independentCrc({ bits: 8, polynomial: 0x07n, start: 0n });
export const crc16 = independentCrc({ bits: 16, polynomial: 0x8005n, start: 0n });
export const crc32Ogg = independentCrc({ bits: 32, polynomial: 0x04c11db7n, start: 0n });
export const crc32Mpeg = independentCrc({ bits: 32, polynomial: 0x04c11db7n, start: 0xffffffffn });

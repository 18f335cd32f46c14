import { inflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Inflate, unzipParts, ZipError, type ZipLimits } from '../../../src/files/exchange/read/unzip-parts.ts';
import { zip } from '../../shells/action/zip.ts';
import { least, runs } from '../../support/runs.ts';
import { anySeed, type Seeded, seeded } from '../../support/seeded.ts';

const LIMITS: ZipLimits = { partBytes: 3000, sumBytes: 5000, files: 8 };

const NAMES = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'];

/** Where numbers stand in an entry of the directory, behind its mark: what a file says of its size, place and form. */
const NUMBERS = [8, 10, 20, 24, 28, 30, 32, 42];

/** An archive of which some numbers in the directory, and some bytes anywhere, are not what they were. */
function anyArchive({ below, pick }: Seeded): Uint8Array {
  const contents = Array.from({ length: below(10) }, () =>
    pick(['', ' ', 'text ']).repeat(below(pick([20, 200, 900]))),
  );
  const archive = Buffer.from(zip(Object.fromEntries(contents.map((text, index) => [NAMES[index] ?? '', text]))));
  const entries: number[] = [];
  for (let at = archive.indexOf('PK\u0001\u0002'); at >= 0; at = archive.indexOf('PK\u0001\u0002', at + 1))
    entries.push(at);
  const write = (at: number, value: number): void => {
    if (at + 4 <= archive.length) archive.writeUInt32LE(value, at);
  };
  for (let count = below(4); count > 0 && entries.length > 0; count -= 1)
    write(pick(entries) + pick(NUMBERS), pick([0, 1, 1000, 3000, 5000, 70_000, 0xffff_ffff]));
  const end = archive.length - 22;
  if (below(4) === 0) archive.writeUInt16LE(pick([0, 1, 8, 9, 200, 0xffff]), end + 10);
  if (below(6) === 0) write(end + 16, pick([0, ...entries, 0xffff_ffff]));
  if (below(3) === 0) archive[below(archive.length)] = below(256);
  return new Uint8Array(below(10) === 0 ? archive.subarray(0, below(archive.length)) : archive);
}

test('no archive makes the reader unpack more bytes or list more files than its limits allow', () => {
  const counts = { read: 0, refused: 0 };
  fc.assert(
    fc.property(anySeed, (seed) => {
      let [most, room, given, files] = [0, 0, 0, 0];
      // The room that is allowed counts, not what comes of it: a part that is refused takes memory before.
      const inflate: Inflate = (data, options) => {
        most = Math.max(most, options.maxOutputLength);
        room += options.maxOutputLength;
        return inflateRawSync(data, options);
      };
      let fault: unknown;
      try {
        const part = unzipParts(anyArchive(seeded(seed)), LIMITS, inflate);
        for (const name of [...NAMES, ...NAMES]) {
          const bytes = part(name);
          if (bytes === undefined) continue;
          files += 1;
          given += bytes.byteLength;
        }
        counts.read += 1;
      } catch (error) {
        fault = error;
        counts.refused += 1;
      }
      if (fault !== undefined && !(fault instanceof ZipError)) throw fault;
      // Each file is requested twice. An empty one gets room for one byte.
      expect(files).toBeLessThanOrEqual(2 * LIMITS.files);
      expect(most).toBeLessThanOrEqual(LIMITS.partBytes);
      expect(room).toBeLessThanOrEqual(LIMITS.sumBytes + 2 * LIMITS.files);
      expect(given).toBeLessThanOrEqual(LIMITS.sumBytes);
    }),
    { numRuns: runs(1000) },
  );
  expect(counts.read).toBeGreaterThan(least(100));
  expect(counts.refused).toBeGreaterThan(least(100));
});

test('an archive may end with a comment', () => {
  const archive = Buffer.from(zip({ a: 'text' }));
  archive.writeUInt16LE(7, archive.length - 2);
  const part = unzipParts(new Uint8Array(Buffer.concat([archive, Buffer.from('comment')])));
  expect(Buffer.from(part('a') ?? []).toString()).toBe('text');
  expect(part('b')).toBeUndefined();
});

/** An archive with two files, and the places of its last part and of the entry of its first file in the directory. */
function changed(change: (archive: Buffer, end: number, entry: number) => Buffer | number): Uint8Array {
  const archive = Buffer.from(zip({ a: 'text', b: 'texts' }));
  const result = change(archive, archive.length - 22, archive.indexOf('PK\u0001\u0002'));
  return new Uint8Array(typeof result === 'number' ? archive : result);
}

test.each<[string, Parameters<typeof changed>[0], Partial<ZipLimits>?]>([
  ['it has no directory', (archive, end) => archive.subarray(0, end)],
  ['it has no directory', () => Buffer.from('PK')],
  ['it has more than 1 files', () => 0, { files: 1 }],
  ['its directory is damaged', (archive, end) => archive.writeUInt32LE(0, end + 16)],
  ['it is damaged', (archive, end) => archive.writeUInt32LE(0xffff_ffff, end + 16)],
  ['it is encrypted', (archive, _, entry) => archive.writeUInt16LE(3, entry + 8)],
  ['its directory is damaged', (archive, _, entry) => archive.writeUInt32LE(entry, entry + 42)],
  ['it is packed in a way that is not known', (archive, _, entry) => archive.writeUInt16LE(12, entry + 10)],
  ['the size of a file in it differs from its directory', (archive, _, entry) => archive.writeUInt32LE(5, entry + 24)],
  ['"b" has 5 bytes unpacked, at most 4 are allowed', () => 0, { partBytes: 4 }],
  ['"b" has 5 bytes unpacked, at most 4 are allowed', () => 0, { sumBytes: 8 }],
])('an archive is refused because %s', (reason, change, limits = {}) => {
  const read = (): void => {
    const part = unzipParts(changed(change), { ...LIMITS, ...limits });
    for (const name of ['a', 'b']) part(name);
  };
  expect(read).toThrow(new ZipError(reason));
});

test('an archive that has just the bytes and files that are allowed is read, also with other flags', () => {
  const bytes = changed((archive, _, entry) => archive.writeUInt16LE(8, entry + 8));
  const part = unzipParts(bytes, { partBytes: 5, sumBytes: 9, files: 2 });
  expect(['a', 'b'].map((name) => Buffer.from(part(name) ?? []).toString())).toEqual(['text', 'texts']);
});

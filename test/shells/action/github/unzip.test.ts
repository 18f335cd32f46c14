import fc from 'fast-check';
import { expect, test } from 'vitest';
import { UsageError } from '../../../../src/model/errors.ts';
import { unzip } from '../../../../src/shells/action/github/read-artifact.ts';
import { runs } from '../../../support/runs.ts';
import { zip } from '../zip.ts';

const text = (bytes: Uint8Array | undefined): string => new TextDecoder().decode(bytes);

test('gives back what was packed, and only what is wanted', () => {
  const packed = zip({ 'a.json': 'first', 'b/ü.json': 'x'.repeat(10_000), c: '' });
  const all = unzip(packed, () => true);
  expect([...all].map(([name, bytes]) => [name, text(bytes).length])).toEqual([
    ['a.json', 5],
    ['b/ü.json', 10_000],
    ['c', 0],
  ]);
  expect([...unzip(packed, (name) => name === 'c').keys()]).toEqual(['c']);
});

const BROKEN = 'the artifact is not a readable archive: ';
const one = zip({ a: 'first first first' });

/** An archive with a change to it. `central`: where the first entry of the directory stands. */
function changed(packed: Uint8Array, change: (view: DataView, central: number) => void): Uint8Array {
  const copy = new Uint8Array(packed);
  const view = new DataView(copy.buffer);
  change(view, view.getUint32(copy.length - 22 + 16, true));
  return copy;
}
const inserted = (packed: Uint8Array, at: number, count: number): Uint8Array =>
  Uint8Array.from([...packed.subarray(0, at), ...Array(count).fill(0x2e), ...packed.subarray(at)]);
const textsOf = (bytes: Uint8Array): readonly (readonly [string, string])[] =>
  [...unzip(bytes, () => true)].map(([name, file]) => [name, text(file)]);

test.each<readonly [string, Uint8Array, string]>([
  ['that is short', new Uint8Array(21), 'it is too short'],
  ['without a directory', new Uint8Array(22), 'it has no directory'],
  [
    'with too many files',
    changed(one, (view) => view.setUint16(view.byteLength - 12, 501, true)),
    'it has more than 500 files',
  ],
  [
    'with more files than it has',
    changed(one, (view) => view.setUint16(view.byteLength - 12, 2, true)),
    'its directory is damaged',
  ],
  [
    'whose directory is elsewhere',
    changed(one, (view) => view.setUint32(view.byteLength - 6, 1, true)),
    'its directory is damaged',
  ],
  ['that is encrypted', changed(one, (view, at) => view.setUint16(at + 8, 9, true)), 'it is encrypted'],
  [
    'with a large file',
    changed(one, (view, at) => view.setUint32(at + 24, 209_715_201, true)),
    'a file in it has 209715201 bytes, at most 209715200 are allowed',
  ],
  [
    'with the largest file, which is not there',
    changed(one, (view, at) => view.setUint32(at + 24, 209_715_200, true)),
    'the size of a file in it differs from its directory',
  ],
  [
    'whose file is elsewhere',
    changed(one, (view, at) => view.setUint32(at + 42, 1, true)),
    'a file is not at the place in its directory',
  ],
  ['whose file is cut', changed(one, (view, at) => view.setUint32(at + 20, 1000, true)), 'it is cut off'],
  [
    'of another kind',
    changed(one, (view, at) => view.setUint16(at + 10, 12, true)),
    'it is packed in a way that is not known',
  ],
  [
    'of a larger file',
    changed(one, (view, at) => view.setUint32(at + 24, 18, true)),
    'the size of a file in it differs from its directory',
  ],
  [
    'whose directory is outside',
    changed(one, (view) => view.setUint32(view.byteLength - 6, 10_000, true)),
    'Offset is outside the bounds of the DataView',
  ],
])('refuses an archive %s', (_, bytes, why) => {
  expect(() => unzip(bytes, () => true)).toThrow(new UsageError(BROKEN + why));
});

test('unpacks no more than the directory says', () => {
  const smaller = changed(one, (view, at) => view.setUint32(at + 24, 16, true));
  expect(() => unzip(smaller, () => true)).toThrow(UsageError);
});

test('reads what archives may have', () => {
  const two = zip({ a: 'first', b: 'second' });
  const central = new DataView(two.buffer).getUint32(two.length - 6, true);
  // Extra fields and a comment in the directory.
  const more = changed(inserted(two, central + 47, 7), (view, at) => {
    view.setUint16(at + 30, 4, true);
    view.setUint16(at + 32, 3, true);
  });
  // Extra fields before the file.
  const local = changed(inserted(one, 31, 5), (view) => {
    view.setUint16(28, 5, true);
    view.setUint32(view.byteLength - 6, view.getUint32(view.byteLength - 6, true) + 5, true);
  });
  const first = [['a', 'first first first']];
  expect(textsOf(more)).toEqual([
    ['a', 'first'],
    ['b', 'second'],
  ]);
  expect(textsOf(local)).toEqual(first);
  expect(textsOf(changed(one, (view, at) => view.setUint16(at + 8, 8, true)))).toEqual(first);
  expect(textsOf(inserted(one, one.length, 0xffff))).toEqual(first);
  expect(() => unzip(inserted(one, one.length, 0x10000), () => true)).toThrow('it has no directory');
  expect(textsOf(inserted(one, 0, 3).subarray(3))).toEqual(first);
  expect(textsOf(zip({}))).toEqual([]);
  expect(textsOf(zip(Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`n${index}`, '']))))).toHaveLength(
    500,
  );
});

test('reads a file that is stored as it is, and the first of two with one name', () => {
  const stored = changed(one, (view, at) => {
    view.setUint16(at + 10, 0, true);
    view.setUint32(at + 24, view.getUint32(at + 20, true), true);
  });
  const length = new DataView(one.buffer).getUint32(18, true);
  expect(unzip(stored, () => true)).toEqual(new Map([['a', one.slice(31, 31 + length)]]));
  const twice = changed(zip({ a: 'first', b: 'second' }), (view, at) => view.setUint8(at + 47 + 46, 'a'.charCodeAt(0)));
  expect(textsOf(twice)).toEqual([['a', 'first']]);
});

test('refuses an archive of another kind, one with too many files, and one that unpacks to more than it says', () => {
  expect(() => unzip(new Uint8Array(), () => true)).toThrow('it is too short');
  expect(() => unzip(new Uint8Array(100), () => true)).toThrow('it has no directory');
  const many = zip(Object.fromEntries(Array.from({ length: 501 }, (_, index) => [String(index), ''])));
  expect(() => unzip(many, () => true)).toThrow('more than 500 files');
  const bomb = zip({ a: { zerosMib: 201 } });
  expect(bomb.length).toBeLessThan(300_000);
  expect(() => unzip(bomb, () => true)).toThrow('at most 209715200 are allowed');
  // The directory says 10 bytes: it is told apart from what comes out.
  const lying = new Uint8Array(bomb);
  const view = new DataView(lying.buffer);
  view.setUint32(view.getUint32(lying.length - 22 + 16, true) + 24, 10, true);
  expect(() => unzip(lying, () => true)).toThrow(UsageError);
});

test('refuses an archive whose files have too many bytes together, however small it is', () => {
  // All but the last are unpacked before the sum is too large.
  const sizes = Object.entries({ a: 15, b: 15, c: 15, d: 15, e: 200 });
  const bomb = zip(Object.fromEntries(sizes.map(([name, zerosMib]) => [name, { zerosMib }])));
  expect(bomb.length).toBeLessThan(400_000);
  expect(() => unzip(bomb, () => true)).toThrow('more than 268435456 bytes together');
  // What nobody wants is not unpacked and does not count.
  expect([...unzip(bomb, (name) => name < 'e').keys()]).toEqual(['a', 'b', 'c', 'd']);
});

test('a damaged archive is refused or read, and never anything else', () => {
  const packed = zip({ 'plan.prod.json': '{"a":1}'.repeat(50) });
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(packed.length - 1), fc.nat(255)), { maxLength: 6 }), (edits) => {
      const damaged = new Uint8Array(packed);
      for (const [at, byte] of edits) damaged[at] = byte;
      try {
        for (const bytes of unzip(damaged, () => true).values()) expect(bytes.length).toBeLessThan(200 * 1024 * 1024);
      } catch (error) {
        expect(error).toBeInstanceOf(UsageError);
      }
    }),
    { numRuns: runs(2000) },
  );
});

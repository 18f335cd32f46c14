import fc from 'fast-check';
import { expect, test } from 'vitest';
import { unzip } from '../../src/action/unzip.ts';
import { UsageError } from '../../src/model/errors.ts';
import { runs } from '../support/runs.ts';
import { zip } from './zip.ts';

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

test('refuses an archive of another kind, one with too many files, and one that unpacks to more than it says', () => {
  expect(() => unzip(new Uint8Array(), () => true)).toThrow('it is too short');
  expect(() => unzip(new Uint8Array(100), () => true)).toThrow('it has no directory');
  const many = zip(Object.fromEntries(Array.from({ length: 501 }, (_, index) => [String(index), ''])));
  expect(() => unzip(many, () => true)).toThrow('more than 500 files');
  const bomb = zip({ a: new Uint8Array(65 * 1024 * 1024) });
  expect(bomb.length).toBeLessThan(100_000);
  expect(() => unzip(bomb, () => true)).toThrow('at most 67108864 are allowed');
  // The directory says 10 bytes: it is told apart from what comes out.
  const lying = new Uint8Array(bomb);
  const view = new DataView(lying.buffer);
  view.setUint32(view.getUint32(lying.length - 22 + 16, true) + 24, 10, true);
  expect(() => unzip(lying, () => true)).toThrow(UsageError);
});

test('refuses an archive whose files have too many bytes together, however small it is', () => {
  const zeros = new Uint8Array(60 * 1024 * 1024);
  const bomb = zip(Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map((name) => [name, zeros])));
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
        for (const bytes of unzip(damaged, () => true).values()) expect(bytes.length).toBeLessThan(64 * 1024 * 1024);
      } catch (error) {
        expect(error).toBeInstanceOf(UsageError);
      }
    }),
    { numRuns: runs(2000) },
  );
});

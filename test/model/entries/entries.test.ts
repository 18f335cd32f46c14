import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { diffEntries, patchedEntries, sourceOfKey } from '../../../src/change/diff-entries.ts';
import {
  type Entries,
  type Entry,
  entriesOf,
  entriesOfIndex,
  entriesOfMap,
} from '../../../src/model/entries/entries.ts';
import { hashSource, newHash, newPhraseBuffer, writePhrase } from '../../../src/model/entries/entry-hash.ts';
import { packedOf } from '../../support/packed-of.ts';
import { runs } from '../../support/runs.ts';
import { phrase } from '../../support/target.ts';

const pairs = fc.uniqueArray(fc.tuple(phrase, phrase), { maxLength: 8, selector: ([source]) => source });

/** Every representation of the same entries. */
const forms = (rows: readonly Entry[]): readonly Entries[] => [
  entriesOf(rows),
  entriesOfMap(new Map(rows)),
  entriesOfIndex(
    new Map(rows.map(([source], place) => [source, place])),
    rows.map(([, target]) => target),
  ),
  packedOf(rows),
];

describe('entries, in every representation', () => {
  test('hold what they were made of, in order', () => {
    fc.assert(
      fc.property(pairs, phrase, (rows, other) => {
        for (const entries of forms(rows)) {
          expect([...entries]).toEqual(rows);
          expect(entries.size).toBe(rows.length);
          for (const [source, target] of rows) expect(entries.get(source)).toBe(target);
          expect(entries.get(other)).toBe(new Map(rows).get(other));
        }
      }),
    );
  });

  test('have one digest in any order, and another one for any other content', () => {
    fc.assert(
      fc.property(pairs, pairs, (rows, others) => {
        const [digest] = forms(rows).map((entries) => entries.digest);
        for (const entries of [...forms(rows), ...forms([...rows].reverse())]) expect(entries.digest).toBe(digest);
        const same =
          rows.length === others.length && others.every(([source, target]) => new Map(rows).get(source) === target);
        expect(entriesOf(others).digest === digest).toBe(same);
      }),
      { numRuns: runs(500) },
    );
  });

  test('the digest tells near misses apart', () => {
    const digests = [
      [['a', 'b']],
      [['ab', '']],
      [['b', 'a']],
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
      [
        ['a', 'd'],
        ['c', 'b'],
      ],
      [['c', 'd']],
      [],
    ].map((rows) => entriesOf(rows as unknown as readonly Entry[]).digest);
    expect(new Set(digests).size).toBe(digests.length);
    expect(digests[0]).toMatch(/^entries:[0-9a-f]{32}:1$/);
  });

  test('halves of surrogate pairs are told apart', () => {
    const digests = ['\ud800', '\ud801', '\udc00', '\ufffd', '\ud800\udc00'].map(
      (half) => entriesOf([[half, 'x']]).digest,
    );
    expect(new Set(digests).size).toBe(digests.length);
  });

  test('a source phrase that comes twice makes no index', () => {
    expect(() =>
      packedOf([
        ['a', 'b'],
        ['c', 'd'],
        ['a', 'e'],
      ]),
    ).toThrow('twice');
  });

  test('phrases that were made to collide make no index', () => {
    const { bytes, view } = newPhraseBuffer(10);
    const colliding: Entry[] = [];
    for (let number = 0; colliding.length < 600; number += 1) {
      const source = number.toString(36);
      if ((hashSource(view, 0, writePhrase(source, bytes), newHash()) & 0x3ff) === 7) colliding.push([source, 'x']);
    }
    expect(() => packedOf(colliding)).toThrow();
  });

  test('phrases of one hash are told apart', () => {
    const { bytes, view } = newPhraseBuffer(10);
    const byHash = new Map<number, string>();
    const rows: Entry[] = [];
    for (let number = 0; rows.length < 20; number += 1) {
      const source = number.toString(36);
      const hash = hashSource(view, 0, writePhrase(source, bytes), newHash());
      const other = byHash.get(hash);
      if (other !== undefined) rows.push([other, 'first'], [source, 'second']);
      byHash.set(hash, source);
    }
    const entries = packedOf(rows);
    expect(rows.map(([source]) => entries.get(source))).toEqual(rows.map(([, target]) => target));
    const [one = ['', '']] = rows;
    expect(() => packedOf([...rows, one])).toThrow('twice');
    expect(packedOf(rows.filter((row) => row !== one)).get(one[0])).toBeUndefined();
  });

  test('entries of many blocks', () => {
    const rows = Array.from(
      { length: 9000 },
      (_, index): Entry => [`${index} ${'é'.repeat(index % 7)}`, `日${'😀'.repeat(index % 3)}`],
    );
    const entries = packedOf(rows);
    expect([...entries]).toEqual(rows);
    expect(entries.digest).toBe(entriesOf(rows).digest);
    expect(rows.every(([source, target]) => entries.get(source) === target)).toBe(true);
    const shuffled = packedOf(
      [...rows].sort(([left], [right]) => left.length - right.length || (left < right ? -1 : 1)),
    );
    expect(diffEntries('en->de', entries, shuffled)).toEqual({ removed: [], changed: [], added: [] });
  });

  test('100,000 entries that differ in one character have digests that differ', () => {
    const digests = new Set(Array.from({ length: 100_000 }, (_, index) => entriesOf([[`term ${index}`, 'x']]).digest));
    expect(digests.size).toBe(100_000);
  });
});

describe('the difference of two dictionaries', () => {
  test('is what a plain comparison of maps finds, and leads from one to the other', () => {
    fc.assert(
      fc.property(pairs, pairs, (before, after) => {
        const [old, next] = [new Map(before), new Map(after)];
        for (const live of forms(before)) {
          for (const desired of forms(after)) {
            const { removed, changed, added } = diffEntries('en->de', live, desired);
            expect(removed.map(({ key, from }) => [sourceOfKey(key), from])).toEqual(
              before.filter(([source]) => !next.has(source)),
            );
            expect(added.map(({ key, to }) => [sourceOfKey(key), to])).toEqual(
              after.filter(([source]) => !old.has(source)),
            );
            expect(changed.map(({ key, from, to }) => [sourceOfKey(key), from, to])).toEqual(
              after.flatMap(([source, target]) =>
                old.has(source) && old.get(source) !== target ? [[source, old.get(source), target]] : [],
              ),
            );
            expect(patchedEntries(live, [...removed, ...changed, ...added]).digest).toBe(desired.digest);
          }
        }
      }),
      { numRuns: runs(200) },
    );
  });
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Address, addressMatches } from '../../src/model/resources/address.ts';
import { runs } from '../support/runs.ts';

/** The same as a regular expression, which is short to write and slow to run. */
const byExpression = (pattern: string, address: string): boolean =>
  new RegExp(
    `^${pattern
      .split('*')
      .map((part) => part.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'))
      .join('[^/]*')}$`,
    'u',
  ).test(address);

test('a pattern names what the regular expression of it names', () => {
  const text = (letters: string) => fc.string({ unit: fc.constantFrom(...letters), maxLength: 8 });
  fc.assert(
    fc.property(text('ab*/.'), text('ab/.'), (pattern, address) => {
      expect(addressMatches(pattern, address as Address)).toBe(byExpression(pattern, address));
    }),
    { numRuns: runs(3000) },
  );
});

test('a pattern of many stars is compared in one pass', () => {
  const address = `glossary.${'a'.repeat(2000)}` as Address;
  expect(addressMatches(`glossary.${'*a'.repeat(200)}b`, address)).toBe(false);
  expect(addressMatches(`glossary.${'*a'.repeat(200)}`, address)).toBe(true);
});

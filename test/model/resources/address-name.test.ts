import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addressName, addressNames } from '../../../src/model/resources/address.ts';
import { runs } from '../../support/runs.ts';

const none = new Set<string>();

describe('addressName', () => {
  test.each([
    ['Product terms', 'product-terms'],
    ['  Marketing (DE) — 2024!  ', 'marketing-de-2024'],
    ['Übersicht', 'übersicht'],
    ['用語集', '用語集'],
    ['हिन्दी', 'हिन्दी'],
    ['../../etc/passwd', 'etc-passwd'],
    ['', 'unnamed'],
    ['🎉', 'unnamed'],
    ['CON', 'con-1'],
    ['lpt9', 'lpt9-1'],
    ['a\u202Eb\u200Bc', 'abc'],
    ['__proto__', 'proto'],
    ['e\u0301te\u0301', 'été'],
  ])('%j is called %s', (name, expected) => {
    expect(addressName(name, none)).toBe(expected);
  });

  test('a name that is taken gets the next number, whatever its case', () => {
    expect(addressName('Legal', new Set(['legal']))).toBe('legal-2');
    expect(addressName('Legal', new Set(['LEGAL', 'legal-2']))).toBe('legal-3');
  });

  test('any display name gives a name that an address and a file system take, and that gives itself', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 90 }),
        fc.array(fc.string(), { maxLength: 3 }),
        (text, taken) => {
          const name = addressName(text, new Set(taken));
          expect(name).toMatch(/^[\p{L}\p{N}][\p{L}\p{M}\p{N}-]*$/u);
          expect(name).not.toMatch(/-$|\p{Default_Ignorable_Code_Point}/u);
          expect([...name].length).toBeLessThanOrEqual(60);
          expect(new Set(taken).has(name)).toBe(false);
          expect(name.normalize('NFC')).toBe(name);
          expect(addressName(name, none)).toBe(name);
        },
      ),
      { numRuns: runs(500) },
    );
  });
});

describe('addressNames', () => {
  test('the order in which the service lists resources decides nothing', () => {
    const resources = [
      { id: 'b', name: 'Same' },
      { id: 'a', name: 'Same' },
      { id: 'c', name: 'same' },
    ];
    const names = [...addressNames(resources, new Set(['same']))].sort();
    expect(names).toEqual([...addressNames(resources.toReversed(), new Set(['same']))].sort());
    expect(names).toEqual([
      ['a', 'same-2'],
      ['b', 'same-3'],
      ['c', 'same-4'],
    ]);
  });
});

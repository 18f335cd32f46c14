import fc from 'fast-check';
import { expect, test } from 'vitest';
import { byCodePoint, foldedTerm } from '../../src/model/lists.ts';

/** The plain way: code points as numbers, one after the other. */
function compare(left: string, right: string): number {
  const [ours, theirs] = [left, right].map((text) => [...text].map((each) => each.codePointAt(0) ?? 0));
  const at = (ours ?? []).findIndex((point, index) => point !== theirs?.[index]);
  if (at < 0) return (ours?.length ?? 0) - (theirs?.length ?? 0);
  return (ours?.[at] ?? 0) - (theirs?.[at] ?? -1);
}

test('texts are compared by code point', () => {
  const text = fc.string({
    unit: fc.constantFrom('a', 'b', '\uffe6', '\ue000', '\u{1f600}', '\u{10000}'),
    maxLength: 4,
  });
  fc.assert(
    fc.property(text, text, (left, right) => {
      expect(Math.sign(byCodePoint(left, right))).toBe(Math.sign(compare(left, right)));
    }),
  );
  expect(['\u{1f600}', '\uffe6', 'b', 'a'].sort(byCodePoint)).toEqual(['a', 'b', '\uffe6', '\u{1f600}']);
});

test('a folded term has no case, and its accents are composed', () => {
  expect(foldedTerm('E\u0301TAT')).toBe('état');
});

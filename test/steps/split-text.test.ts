import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { splitText } from '../../src/steps/translate-text.ts';

const bytes = (text: string): number => new TextEncoder().encode(text).length;
const split = (text: string, max: number) => splitText(text, bytes, max);
const cores = (text: string, max: number) => split(text, max).map(({ core }) => core);

describe('a text that is too long', () => {
  test('is parted at line ends, each piece as full as it can be', () => {
    expect(cores('aa\nbb\ncc\ndd', 6)).toEqual(['aa\nbb', 'cc\ndd']);
    expect(cores('aa\r\nbb\r\ncc', 8)).toEqual(['aa\r\nbb', 'cc']);
  });

  test('is parted after sentences, then at white space, then between characters, when a line is too long', () => {
    expect(cores('One two. Three four.', 12)).toEqual(['One two.', 'Three four.']);
    expect(cores('One. Two three', 9)).toEqual(['One.', 'Two three']);
    expect(cores('一二。三四。', 9)).toEqual(['一二。', '三四。']);
    expect(cores('one two three', 7)).toEqual(['one', 'two', 'three']);
    expect(cores('abcdef', 4)).toEqual(['abcd', 'ef']);
    expect(cores('👩👩👩', 9)).toEqual(['👩👩', '👩']);
  });

  test('keeps the white space at the ends of each piece', () => {
    expect(split(' a \n\n b\t', 5)).toEqual([
      { lead: ' ', core: 'a', trail: ' \n\n' },
      { lead: ' ', core: 'b', trail: '\t' },
    ]);
    expect(split('', 5)).toEqual([{ lead: '', core: '', trail: '' }]);
    expect(split(' \n ', 9).map(({ core }) => core)).toEqual(['']);
  });

  test('is the same text again when its pieces are joined, and no piece is too large', () => {
    const text = fc.string({
      unit: fc.constantFrom('a', 'é', '語', '👩', ' ', '\n', '\r\n', '. ', '。', '\t', '\ufeff', '"', '\u2028'),
      maxLength: 60,
    });
    fc.assert(
      fc.property(text, fc.integer({ min: 4, max: 40 }), (whole, max) => {
        const pieces = split(whole, max);
        expect(pieces.map(({ lead, core, trail }) => lead + core + trail).join('')).toBe(whole);
        expect(pieces.every(({ core }) => core === core.trim())).toBe(true);
        expect(pieces.every(({ lead, core, trail }) => bytes(lead + core + trail) <= max)).toBe(true);
        if (bytes(whole) <= max) expect(pieces.length).toBe(1);
      }),
    );
  });
});

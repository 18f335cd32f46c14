import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { revealed, visible } from '../../../src/review/format/escape.ts';

import { runs } from '../../support/runs.ts';

/**
 * Commands that a runner of a CI system would take out of a log: it splits at every kind of line end, takes `::name
 * …::` at the start of a line after any white space, and `##[name]` or `##vso[name]` anywhere.
 */
const commandsIn = (log: string): readonly string[] =>
  log.split(/\r\n|\r|\n/).filter((line) => /^\p{White_Space}*::[^:]+.*::/u.test(line) || /##(?:vso)?\[/i.test(line));

/** What could move the cursor, hide, or turn the direction of a line. */
const UNSAFE =
  /[\u0000-\u001f\u007f-\u009f\u2028\u2029]|[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\u00ad\u061c\u180e]|[\u{e0000}-\u{e007f}]|\p{Cs}/u;

describe('text of others', () => {
  test.each([
    ['a\nb', 'a⏎b'],
    ['a\r\nb\rc', 'a⏎b⏎c'],
    ['a\tb', 'a⇥b'],
    ['\u001b[31mred', '⟨U+001B⟩[31mred'],
    ['\u202egnp.exe', '⟨U+202E⟩gnp.exe'],
    ['soft\u00adhyphen', 'soft⟨U+00AD⟩hyphen'],
    ['zero\u200bwidth', 'zero⟨U+200B⟩width'],
    ['##[error]x', '# #[error]x'],
    ['##VSO[task]x', '# #VSO[task]x'],
    ['\ud800', '⟨U+D800⟩'],
    ['\u{e0041}', '⟨U+E0041⟩'],
    ['שלום', 'שלום'],
    ['☺️', '☺️'],
    ['#️#[error]x', '#⟨U+FE0F⟩#[error]x'],
    ['a️', 'a⟨U+FE0F⟩'],
    ['::add-mask::the', ': :add-mask::the'],
    ['\u3000::error::x', '\u3000: :error::x'],
    ['std::vector', 'std::vector'],
    ['naïve – “quoted” 東京', 'naïve – “quoted” 東京'],
  ])('%j is shown as %j', (text, shown) => {
    expect(visible(text)).toBe(shown);
  });

  test('no text is a command, breaks a line, or hides, wherever it stands', () => {
    const nasty = fc.constantFrom(
      '::',
      '##[',
      '##vso[',
      '::error::',
      '##[group]',
      '\n',
      '\r',
      '\u001b[2K',
      '\u0085',
      '\u2028',
      ' ',
      '\u3000',
      'set-output name=x',
      ']',
      '::',
      'a',
      '\u202e',
      '\u0007',
      '#',
      '\ufeff',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.array(nasty, { maxLength: 8 }).map((parts) => parts.join('')),
          fc.string({ unit: 'binary', maxLength: 12 }),
        ),
        (text) => {
          const shown = visible(text);
          if (UNSAFE.test(shown) || commandsIn(`  ${shown}`).length > 0) throw new Error(JSON.stringify([text, shown]));
        },
      ),
      { numRuns: runs(100_000) },
    );
  });
});

test('what is taken for harmless at once has no character that is written out', () => {
  for (let code = 0; code < 0x10000; code += 1) {
    const character = String.fromCharCode(code);
    // What hides stands beside it, so that nothing is taken for harmless.
    const [alone, slowly] = [revealed(character), revealed(`${character}\u200b`).replace('⟨U+200B⟩', '')];
    if (alone === character) expect(slowly).toBe(character);
  }
});

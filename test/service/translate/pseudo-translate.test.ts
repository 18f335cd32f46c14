import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { makeTermIndex } from '../../../src/service/translate/term-index.ts';
import { type PseudoTranslateInput, pseudoTranslate } from '../../../src/service/translate/translate.ts';
import { runs } from '../../support/runs.ts';

const plain: PseudoTranslateInput = { targetLang: 'de', terms: undefined, style: undefined, tags: false };
const terms = makeTermIndex(Object.entries({ house: 'Haus', 'big house': 'Villa', amp: 'Verstärker', AT: 'Ö' }));

const translated = (text: string, input: Partial<PseudoTranslateInput> = {}) =>
  pseudoTranslate(text, { ...plain, ...input }).text;

describe('the mark', () => {
  test('names the target in upper case, and the style list when there is one', () => {
    expect(translated('the house')).toBe('[DE] the house');
    expect(translated('the house', { targetLang: 'pt-br' })).toBe('[PT-BR] the house');
    expect(translated('the house', { style: 'Marketing DE v3' })).toBe('[DE · Marketing DE v3] the house');
  });

  test('stands behind white space at the start, and white space at the end stays', () => {
    expect(translated(' \t\n the house \r\n')).toBe(' \t\n [DE] the house \r\n');
    expect(translated('\uFEFF\u3000家')).toBe('\uFEFF\u3000[DE] 家');
  });

  test.each(['', ' ', '\n\t\u00A0'])('%j has nothing to translate and stays', (text) => {
    expect(pseudoTranslate(text, { ...plain, terms, style: 'x' })).toEqual({ text, termsApplied: 0 });
  });
});

describe('terms', () => {
  test('stand between ‹ and › and are counted by place', () => {
    expect(pseudoTranslate('House, house and big house', { ...plain, terms })).toEqual({
      text: '[DE] ‹Haus›, ‹Haus› and ‹Villa›',
      termsApplied: 3,
    });
  });

  test('none are applied without a dictionary', () => {
    expect(pseudoTranslate('the house', plain).termsApplied).toBe(0);
  });

  test('without tag handling markup is text like any other', () => {
    expect(translated('<house> &amp;', { terms })).toBe('[DE] <‹Haus›> &‹Verstärker›;');
  });
});

describe('with tag handling', () => {
  const marked = (text: string) => translated(text, { terms, tags: true });

  test.each([
    ['<p class="house">a house</p>', '<p class="house">[DE] a ‹Haus›</p>'],
    ['a <house/> and a house', '[DE] a <house/> and a ‹Haus›'],
    ['x <a title="1 > 0, house">house</a>', '[DE] x <a title="1 > 0, house">‹Haus›</a>'],
    ["x <a title='house > \"'>house</a>", "[DE] x <a title='house > \"'>‹Haus›</a>"],
    ["x <!-- don't <b> house --> house", "[DE] x <!-- don't <b> house --> ‹Haus›"],
    ['<?xml version="1.0"?>\n<doc>house</doc>', '<?xml version="1.0"?>\n<doc>[DE] ‹Haus›</doc>'],
    ['x <a title="house>house</a>', '[DE] x <a title="house>‹Haus›</a>'],
    ['x <a title="house>a "house <b>house', '[DE] x <a title="house>a "‹Haus› <b>‹Haus›'],
  ])('%s: tags and comments stay as they are', (text, expected) => {
    expect(marked(text)).toBe(expected);
  });

  test.each([
    ['house < 3 and house > 2', '[DE] ‹Haus› < 3 and ‹Haus› > 2'],
    ['house <3 house', '[DE] ‹Haus› <3 ‹Haus›'],
    ['a <house without end', '[DE] a <‹Haus› without end'],
    ['a <house "<b>house</b>', '[DE] a <‹Haus› "<b>‹Haus›</b>'],
    ['a <house <b>house</b>', '[DE] a <‹Haus› <b>‹Haus›</b>'],
    ['a <!-- house', '[DE] a <!-- ‹Haus›'],
    ['a <!--> house', '[DE] a <!--> ‹Haus›'],
  ])('%s: a sign that opens no tag is text', (text, expected) => {
    expect(marked(text)).toBe(expected);
  });

  test('character references stay as they are', () => {
    expect(marked('house &amp; house &#38; &#x26; & amp; &amp')).toBe(
      '[DE] ‹Haus› &amp; ‹Haus› &#38; &#x26; & ‹Verstärker›; &‹Verstärker›',
    );
    expect(marked('&amp;')).toBe('[DE] &amp;');
  });

  test('a tag ends a word', () => {
    expect(marked('<b>house</b>s big <i>house</i>')).toBe('<b>[DE] ‹Haus›</b>s big <i>‹Haus›</i>');
  });

  test('only tags and white space: nothing to translate', () => {
    expect(marked(' <br/> <hr>\n')).toBe(' <br/> <hr>\n');
  });

  test('neither a term nor the name of a style list opens a tag', () => {
    const hostile = makeTermIndex([['house', '<script>&']]);
    expect(translated('house', { terms: hostile, style: '<b>', tags: true })).toBe(
      '[DE · &lt;b&gt;] ‹&lt;script&gt;&amp;›',
    );
    expect(translated('house', { terms: hostile, style: '<b>' })).toBe('[DE · <b>] ‹<script>&›');
  });
});

describe('for any text', () => {
  const unit = fc.constantFrom(
    ...'ab <>"\'/!-&;#\n‹›[]',
    'house',
    '<!--',
    '-->',
    '<b',
    '\uD83D',
    '\uDE00',
    '\u202E',
    '\0',
    '中',
    '&amp;',
  );
  const text = fc.string({ unit, maxLength: 40 });

  test('without terms everything but the mark is the text, byte for byte', () => {
    fc.assert(
      fc.property(text, fc.boolean(), (given, tags) => {
        const { text: result, termsApplied } = pseudoTranslate(given, { ...plain, targetLang: 'xq', tags });
        const at = result.indexOf('[XQ] ');
        expect(termsApplied).toBe(0);
        expect(at === -1 ? result : result.slice(0, at) + result.slice(at + 5)).toBe(given);
        if (!tags) expect(at === -1).toBe(given.trim() === '');
      }),
      { numRuns: runs(1000) },
    );
  });

  test('with terms the text comes back when each is put back, as many as were counted, and twice gives the same', () => {
    const index = makeTermIndex([
      ['house', '\uE000'],
      ['a', '\uE001'],
      ['b ', '\uE002'],
    ]);
    const sources = ['house', 'a', 'b '];
    fc.assert(
      fc.property(text, fc.boolean(), (given, tags) => {
        const input = { ...plain, targetLang: 'xq', terms: index, tags };
        const { text: result, termsApplied } = pseudoTranslate(given, input);
        let putBack = 0;
        const back = result.replace('[XQ] ', '').replace(/‹([\uE000-\uE002])›/g, (_, term: string) => {
          putBack += 1;
          return sources[term.charCodeAt(0) - 0xe000]!;
        });
        expect(back).toBe(given);
        expect(putBack).toBe(termsApplied);
        expect(pseudoTranslate(given, input)).toEqual({ text: result, termsApplied });
      }),
      { numRuns: runs(1000) },
    );
  });

  test.each(['<', '<a', '<a "', '<a \'"', '<!--', '<!--<', '&', '&a', '<a "> \'', '> "<a \''])(
    '128 KiB of %j come back with the mark, in time',
    (piece) => {
      const given = piece.repeat(131_072 / piece.length);
      expect(translated(given, { terms, tags: true }).replace('[DE] ', '')).toBe(given);
    },
  );
});

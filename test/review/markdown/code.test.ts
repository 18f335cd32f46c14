import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inPlace, visible } from '../../../src/review/format/escape.ts';
import type { SentenceToken } from '../../../src/review/format/sentence.ts';
import {
  cellCode,
  code,
  codeOf,
  fenced,
  PAINTS,
  SIDE_PAINTS,
  sentenceMarkdown,
  shortCode,
} from '../../../src/review/markdown/code.ts';
import { codeHostUrl, fileUrl, lineUrl, placeMarkdown, termUrl } from '../../../src/review/markdown/link.ts';
import { wordChange } from '../../../src/review/values/word-change.ts';
import { runs } from '../../support/runs.ts';
import { inlineProblems, readMarkdown, shownOf } from './gfm.ts';
import { anyHostileText, CANARY } from './hostile.ts';

const LINKS = { prefix: 'https://github.com/o/r/blob/abc/' };

describe('text of others in markdown', () => {
  test.each([
    ['@octocat', '<code><span>&#64;</span>octocat</code>'],
    ['a|b', '<code>a&#124;b</code>'],
    ['</details>', '<code>&#60;&#47;details&#62;</code>'],
    ['#123', '<code>&#35;123</code>'],
    ['a\nb', '<code>a⏎b</code>'],
    ['\u202egnp', '<code>⟨U&#43;202E⟩gnp</code>'],
    ['  x ', '<code>&#32; x&#32;</code>'],
    ['\ue000x\ue002', '<code>⟨U&#43;E000⟩x⟨U&#43;E002⟩</code>'],
    ['☺\ufe0f', '<code>☺\ufe0f</code>'],
    ['a@b.example', '<code>a<span>&#64;</span>b&#46;example</code>'],
    ['\ue000a\ue001b\ue002\ue002\ue002', '<code>⟨U&#43;E000⟩a⟨U&#43;E001⟩b⟨U&#43;E002⟩⟨U&#43;E002⟩⟨U&#43;E002⟩</code>'],
    ['a  b   c', '<code>a&#32; b&#32;&#32; c</code>'],
    ['~{}é', '<code>&#126;&#123;&#125;é</code>'],
    ['שלום', '<code>&#8206;שלום&#8206;</code>'],
  ])('%j is %s', (text, html) => {
    expect(code(text)).toBe(html);
  });

  test.each([
    [{}, '<code>Haus</code>'],
    [{ lang: 'de' }, '<code lang="de">Haus</code>'],
    [{ dir: 'rtl' }, '<code dir="rtl">Haus</code>'],
    [{ lang: 'ar', dir: 'rtl' }, '<code lang="ar" dir="rtl">Haus</code>'],
  ] as const)('with the language %j it is %s', (language, html) => {
    expect(codeOf('Haus', language)).toBe(html);
    expect(cellCode('Haus', language)).toBe(html);
  });

  test.each([
    ['13 letters fit', 'abcdefghijklm', 'abcdefghijklm'],
    ['14 letters', 'abcdefghijklmn', 'abcdefghijklm|n'],
    ['26 letters', 'abcdefghijklmabcdefghijklm', 'abcdefghijklm|abcdefghijklm'],
    ['a short path', 'a/b.csv:1', 'a/b.csv:1'],
    ['a path', 'glossaries/product/de.csv:12', 'glossaries/|product/|de.|csv:12'],
    ['an address with an end mark', 'https://service.test/', 'https:/|/|service.|test/'],
    ['a long name in a path', 'a/long-name-of-a-file.csv', 'a/|long-name-of-|a-file.|csv'],
    ['two words', 'a internationalisation b internationalism', 'a international|isation b international|ism'],
    ['German', 'Übergrößenträger', 'Übergrößenträ|ger'],
    ['Russian', 'электрификация', 'электрификаци|я'],
    ['Japanese', '東京特許許可局東京特許許可局東京', '東京特許許可局東京特許許可局東京'],
  ])('in a table, a long word has places for line breaks: %s', (_, text, shown) => {
    const written = cellCode(text)
      .replaceAll('<wbr>', '|')
      .replaceAll(/&#(\d+);/g, (_all, digits) => String.fromCharCode(digits));
    expect(written).toBe(`<code>${shown}</code>`);
  });

  test('a text that is too long ends with a mark, in characters that are shown', () => {
    expect(shortCode('a\u0000bcdefgh', 10)).toBe('<code>a⟨U&#43;0000⟩b…</code>');
    expect(shortCode('שלום', 3)).toBe('<code>&#8206;שלו…&#8206;</code>');
    expect(shortCode('internationalisation', 14, cellCode)).toBe('<code>international<wbr>i…</code>');
  });

  test('20,000 hostile texts: code with nothing in it but the text, one cell of a table, and it reads back', () => {
    const check = (text: string): void => {
      const html = code(text);
      expect(inlineProblems(html)).toEqual([]);
      expect(shownOf(html)).toBe(inPlace(visible(text)));
      const { rows, problems } = readMarkdown(`| a | b |\n|---|---|\n| ${html} | ${html} |\n`);
      expect(problems).toEqual([]);
      expect(rows).toEqual([[html.trim(), html.trim()]]);
    };
    fc.assert(fc.property(anyHostileText, check), { numRuns: runs(20_000) });
  });

  test('20,000 changes of hostile texts: marks are balanced, and text of others holds none', () => {
    const check = (from: string, to: string): void => {
      const html = codeOf(wordChange(from, to, PAINTS));
      expect(inlineProblems(html)).toEqual([]);
    };
    fc.assert(fc.property(anyHostileText, anyHostileText, check), { numRuns: runs(20_000) });
  });

  test('what nobody has made visible is written as a number, and no end without a beginning is made', () => {
    expect(codeOf('a\u0007\u200b~ b')).toBe('<code>a⟨U+0007⟩⟨U+200B⟩&#126; b</code>');
    expect(codeOf('a\ue002b')).toBe('<code>ab</code>');
    expect(codeOf(PAINTS.red(inPlace('שלום')))).toBe('<code><del>&#8206;שלום&#8206;</del></code>');
  });

  test('words that differ are marked, the others are not', () => {
    expect(codeOf(wordChange('Use a formal tone', 'Use a friendly tone', PAINTS))).toBe(
      '<code>Use a <del>formal</del> tone → Use a <ins>friendly</ins> tone</code>',
    );
  });

  test('of two sides that are both current, each word that differs has the same mark', () => {
    expect(codeOf(wordChange('old text', 'new text', SIDE_PAINTS))).toBe(
      '<code><ins>old</ins> text → <ins>new</ins> text</code>',
    );
  });

  test('20,000 times lines of hostile text: none leaves its fence', () => {
    const check = (one: string, other: string): void => {
      const lines = [visible(one), visible(other)];
      const { problems, fenced: inside } = readMarkdown(`${fenced(lines, 'text')}\n`);
      expect(problems).toEqual([]);
      expect(inside).toEqual(lines);
    };
    fc.assert(fc.property(anyHostileText, anyHostileText, check), { numRuns: runs(20_000) });
  });

  test('a fence is longer than any run of backticks in it, and three long at least', () => {
    expect(fenced(['a'], 'text')).toBe('```text\na\n```');
    expect(fenced(['`', '```` ` `````'], 'text')).toBe('``````text\n`\n```` ` `````\n``````');
    expect(fenced(['a\u0000b\u0000\u200e\u200f'], 'text')).toBe('```text\na⟨U+0000⟩b⟨U+0000⟩\u200e⟨U+200F⟩\n```');
  });

  test('a fence of text that nobody has made visible is whole all the same', () => {
    expect(fenced(['a\n```\nb', '\u2028'], 'diff')).toBe('````diff\na⟨U+000A⟩```⟨U+000A⟩b\n⟨U+2028⟩\n````');
  });
});

describe('links to files', () => {
  const at = (file: string) => ({ file, line: 3, column: 1 });

  test('a path is percent-encoded, name by name', () => {
    expect(lineUrl(at('a b/(x)_*.csv'), LINKS)).toBe('https://github.com/o/r/blob/abc/a%20b/%28x%29%5F%2A.csv#L3');
    expect(placeMarkdown(at('a.csv'), LINKS)).toBe(
      '[<code>a&#46;csv&#58;3</code>](https://github.com/o/r/blob/abc/a.csv#L3)',
    );
    expect(placeMarkdown(at('a.csv'), LINKS, { beside: 'a.csv' })).toBe(
      '[line 3](https://github.com/o/r/blob/abc/a.csv#L3)',
    );
    expect(placeMarkdown(at('a.csv'), undefined)).toBe('<code>a&#46;csv&#58;3</code>');
  });

  test('no path is a link that a browser would make another one of, and no name is lost', () => {
    expect(lineUrl(at('./a'), LINKS)).toBe(undefined);
    expect(lineUrl(at('a/../b'), LINKS)).toBe(undefined);
    expect(lineUrl(at('..a/.b'), LINKS)).toBe('https://github.com/o/r/blob/abc/..a/.b#L3');
    expect(lineUrl(at("\ud800\udc00 \ud800\ud801!'()*~_!"), LINKS)).toBe(
      'https://github.com/o/r/blob/abc/%F0%90%80%80%20%EF%BF%BD%EF%BF%BD%21%27%28%29%2A%7E%5F%21#L3',
    );
    for (const prefix of ['x https://x/', 'https://x/\n', 'https://x', 'https://x/?a/', 'ftp://x/', 'https:///) /'])
      expect(lineUrl(at('a'), { prefix })).toBe(undefined);
    expect(lineUrl(at('a'), { prefix: 'http://x/' })).toBe('http://x/a#L3');
  });

  test('a file has a link without a line, and without a prefix no file has one', () => {
    expect(fileUrl('a b.csv', LINKS)).toBe('https://github.com/o/r/blob/abc/a%20b.csv');
    expect([fileUrl('../a', LINKS), fileUrl('a', undefined), lineUrl(at('a'), undefined)]).toEqual(
      Array(3).fill(undefined),
    );
    expect(placeMarkdown(undefined, LINKS)).toBe('');
    expect(placeMarkdown(at('a/internationalisation.csv'), undefined, { show: cellCode })).toBe(
      '<code>a&#47;<wbr>international<wbr>isation&#46;<wbr>csv&#58;3</code>',
    );
    expect(placeMarkdown(at('a.csv'), undefined, { beside: 'a.csv' })).toBe('line 3');
    expect(placeMarkdown(at('a\u0000.csv'), undefined)).toBe('<code>a⟨U&#43;0000⟩&#46;csv&#58;3</code>');
  });

  test.each([
    ['https://github.com/o/r/pull/12', true],
    ['http://host:8080/a%20b/~c-d_e.f', true],
    ['ftp://github.com/o', false],
    ['https://', false],
    ['https://github.com@evil.test/', false],
    ['https://github.com/o?a=b', false],
    ['https://github.com/o\n', false],
    [' https://github.com/o', false],
  ])('of the code host, %j is a link: %j', (url, isLink) => {
    expect(codeHostUrl(url)).toBe(isLink ? url : undefined);
  });

  test.each([
    ['https://ci.test/run/1/plan.html', true],
    ['http://ci.test:80/~a/plan.html?token=a%20b&c=d@e+f-g', true],
    ['https://ci.test/plan.html#top', false],
    ['https://ci.test/a) [b](c', false],
    ['https://ci.test/plan.html\n', false],
    [' https://ci.test/plan.html', false],
    ['https://', false],
    [undefined, false],
  ])('terms link to the page %j: %j', (page, isLink) => {
    expect(termUrl('glossary.a/en->de/sign in', page)).toBe(
      isLink ? `${page}#term=glossary.a%2Fen-%3Ede%2Fsign%20in` : undefined,
    );
  });

  test('no link leaves the repository, whatever the path or the base say', () => {
    expect(lineUrl(at('../../evil'), LINKS)).toBe(undefined);
    expect(lineUrl(at('a'), { prefix: 'javascript:alert(1)/' })).toBe(undefined);
    expect(lineUrl(at('a'), { prefix: 'https://x/) [y](z/' })).toBe(undefined);
    const check = (file: string): void => {
      const cell = placeMarkdown(at(file), LINKS);
      expect(inlineProblems(cell)).toEqual([]);
      expect(cell).toContain(CANARY);
    };
    fc.assert(fc.property(anyHostileText, check), { numRuns: runs(5000) });
  });
});

test('signs of our own words are numbers, and those of mentions and references are in a node of their own', () => {
  expect(sentenceMarkdown(['see #12 of @ana, a_b'])).toBe('see <span>&#35;</span>12 of <span>&#64;</span>ana, a&#95;b');
  expect(sentenceMarkdown(['\\`*_<>|[]~&'])).toBe('&#92;&#96;&#42;&#95;&#60;&#62;&#124;&#91;&#93;&#126;&#38;');
  expect(sentenceMarkdown(['a\u202eb (c) "d" - 1.2!'])).toBe('a⟨U+202E⟩b (c) "d" - 1.2!');
});

test.each<[string, SentenceToken, string]>([
  ['text of others', { theirs: 'a_b' }, '<code>a&#95;b</code>'],
  ['text of others that is too long', { theirs: 'x'.repeat(121) }, `<code>${'x'.repeat(120)}…</code>`],
  ['text of others with its own maximum', { theirs: 'x'.repeat(121), max: 121 }, `<code>${'x'.repeat(121)}</code>`],
  ['text of others with a small maximum', { theirs: 'house', max: 2 }, '<code>ho…</code>'],
  ['a command', { command: 'lexform pull --ours_~' }, '`lexform pull --ours_~`'],
  ['a command with a backtick', { command: 'a`b' }, '<code>a&#96;b</code>'],
  ['a command with a letter outside ASCII', { command: 'a ü' }, '<code>a ü</code>'],
  ['a command with another one at its start', { command: 'ü a' }, '<code>ü a</code>'],
])('a sentence has %s', (_, token, markdown) => {
  expect(sentenceMarkdown(['Run ', token, '.'])).toBe(`Run ${markdown}.`);
});

test('in a table, a sentence has places for line breaks in the text of others only', () => {
  const text = 'internationalisation';
  expect(sentenceMarkdown([text, ' ', { theirs: text }], cellCode)).toBe(
    `${text} <code>international<wbr>isation</code>`,
  );
});

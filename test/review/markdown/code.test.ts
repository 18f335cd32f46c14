import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inPlace, visible } from '../../../src/review/format/escape.ts';
import { code, codeOf, fenced, PAINTS, sentenceMarkdown } from '../../../src/review/markdown/code.ts';
import { lineUrl, placeMarkdown } from '../../../src/review/markdown/link.ts';
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
});

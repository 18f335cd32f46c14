import { describe, expect, test } from 'vitest';
import { Scalar } from 'yaml';
import { blockScalar, blockScalarStyle } from '../../../src/files/edit/yaml/yaml-block-scalar.ts';
import {
  beginsLine,
  behindDeeperComments,
  columnAt,
  endsLine,
  lineEndIn,
  lineStart,
  nextLine,
  skipBlank,
} from '../../../src/files/edit/yaml/yaml-document.ts';
import { blockPairs, flowMap } from '../../../src/files/edit/yaml/yaml-new.ts';
import { commonType, lineScalar } from '../../../src/files/edit/yaml/yaml-scalar-style.ts';

describe('lines', () => {
  test('begin behind the line end before, and end with their own', () => {
    const text = 'ab\ncd\r\n\nef';
    expect([0, 1, 2, 3, 6, 7, 8, 10].map((at) => lineStart(text, at))).toEqual([0, 0, 0, 3, 3, 7, 8, 8]);
    expect([0, 1, 2, 3, 4, 6, 7, 8, 9].map((at) => nextLine(text, at))).toEqual([3, 3, 3, 3, 7, 7, 7, 8, 10]);
    expect([0, 2, 3, 6, 10].map((at) => columnAt(text, at))).toEqual([0, 2, 0, 3, 2]);
  });

  test.each([
    ['', '\n'],
    ['a', '\n'],
    ['a\nb\r\n', '\n'],
    ['\r\n', '\r\n'],
    ['a b\r\nc\n', '\r\n'],
    ['a\rb\n', '\n'],
  ])('%j ends its lines with %j', (text, lineEnd) => {
    expect(lineEndIn(text)).toBe(lineEnd);
  });

  test.each([
    ['x', 0, true, false],
    ['  x', 2, true, false],
    [' \t x', 3, true, false],
    ['a\n  ', 4, true, true],
    ['ax', 1, false, false],
    ['a x', 2, false, false],
    ['a  \n', 1, false, true],
    ['a\t# c\n', 1, false, true],
    ['a # c', 1, false, true],
    ['a# c', 1, false, false],
    ['a \t\r\nb', 1, false, true],
    ['a # c\r\nb', 1, false, true],
    ['a\rb', 1, false, false],
    ['a', 1, false, true],
    ['a b', 1, false, false],
  ])('%j: at %i begins its line: %j, ends it: %j', (text, at, begins, ends) => {
    expect([beginsLine(text, at), endsLine(text, at)]).toEqual([begins, ends]);
  });

  test.each([
    ['a  ,', 1, 3],
    ['a # c\n # d\n\t,', 1, 12],
    ['a# c', 1, 1],
    ['a', 1, 1],
    ['a ', 1, 2],
    ['a,', 1, 1],
  ])('%j: the next character behind %i is at %i', (text, from, at) => {
    expect(skipBlank(text, from)).toBe(at);
  });

  test.each([
    ['  # a\n   # b\n # c\n', 1, 13],
    ['  # a\n', 2, 0],
    ['  # a', 1, 5],
    ['  a # b\n', 0, 0],
    ['# a\n', 0, 0],
    ['', 0, 0],
  ])('%j: behind the comments that stand further in than %i is %i', (text, column, at) => {
    expect(behindDeeperComments(`x\n${text}`, 2, column) - 2).toBe(at);
  });
});

describe('a text on one line', () => {
  const [DOUBLE, SINGLE, PLAIN] = ['QUOTE_DOUBLE', 'QUOTE_SINGLE', 'PLAIN'] as const;
  test.each<readonly [string, Scalar.Type | undefined, boolean, string]>([
    ['a', undefined, false, 'a'],
    ['a', PLAIN, true, 'a'],
    ['a, b', PLAIN, false, 'a, b'],
    ['a, b', undefined, true, '"a, b"'],
    ['a', DOUBLE, false, '"a"'],
    ['a"\\', DOUBLE, false, '"a\\"\\\\"'],
    ['a"\\', SINGLE, false, "'a\"\\'"],
    ["it's 'a'", SINGLE, false, "'it''s ''a'''"],
    ['a\nb', SINGLE, false, '"a\\nb"'],
    ['a\t', SINGLE, false, '"a\\t"'],
    ['', SINGLE, false, "''"],
    ['no', undefined, false, '"no"'],
    ['a', 'BLOCK_LITERAL', false, 'a'],
  ])('%j like %s, in flow %j: %s', (text, type, inFlow, shown) => {
    expect(lineScalar(text, { type, inFlow })).toBe(shown);
  });

  test('the kind of several scalars is the one that all of them are', () => {
    const scalar = (type: Scalar.Type | undefined) => Object.assign(new Scalar('x'), type && { type });
    expect(commonType([])).toBe(undefined);
    expect(commonType([scalar(DOUBLE)])).toBe(DOUBLE);
    expect(commonType([scalar(DOUBLE), scalar(DOUBLE)])).toBe(DOUBLE);
    expect(commonType([scalar(DOUBLE), scalar(SINGLE)])).toBe(undefined);
    expect(commonType([scalar(DOUBLE), null])).toBe(undefined);
    expect(commonType([null, undefined])).toBe(undefined);
  });
});

describe('a block scalar', () => {
  const style = { kind: '|', pad: '  ', lineEnd: '\n', widthChars: 12, behind: '' } as const;
  test.each<readonly [string, object, string | undefined]>([
    ['a', {}, '|-\n  a\n'],
    ['a\n', {}, '|\n  a\n'],
    ['a\n\n\n', {}, '|+\n  a\n\n\n'],
    ['a\n\nb\n', { behind: ' # c', lineEnd: '\r\n' }, '| # c\r\n  a\r\n\r\n  b\r\n'],
    ['a\n  b', {}, '|-\n  a\n    b\n'],
    ['a\n  b', { kind: '>' }, undefined],
    ['a\nb\n\nc', { kind: '>' }, '>-\n  a\n\n  b\n\n\n  c\n'],
    ['one two three four', { kind: '>' }, '>-\n  one two\n  three four\n'],
    ['one two thre four', { kind: '>' }, '>-\n  one two thre\n  four\n'],
    ['one  two  three', { kind: '>' }, '>-\n  one  two  three\n'],
    ['onetwothreefour five', { kind: '>' }, '>-\n  onetwothreefour\n  five\n'],
    ['one two three four', {}, '|-\n  one two three four\n'],
    ['say "x" \\', {}, '|-\n  say "x" \\\n'],
    ['', {}, undefined],
    ['\na', {}, undefined],
    [' a', {}, undefined],
    ['a\n \nb', {}, undefined],
    ['a\tb', {}, undefined],
    ['a\u0007', {}, undefined],
  ])('of %j with %j', (text, more, shown) => {
    expect(blockScalar(text, { ...style, ...more })).toBe(shown);
  });

  test.each<readonly [string, object | undefined]>([
    ['|\n  a\n', { kind: '|', pad: '  ', widthChars: 78, behind: '' }],
    ['>- # c\r\n\r\n    a\r\n', { kind: '>', pad: '    ', widthChars: 76, behind: ' # c' }],
    [`>+\n ${'x'.repeat(99)}\n`, { kind: '>', pad: ' ', widthChars: 99, behind: '' }],
    ['|2\n  a\n', undefined],
    ['|\na\n', undefined],
    ['|\n', undefined],
    ['|', undefined],
    ['a |\n  b\n', undefined],
  ])('%j has a style', (raw, found) => {
    expect(blockScalarStyle(raw, '\n')).toEqual(found && { lineEnd: '\n', ...found });
  });
});

describe('new pairs', () => {
  const pairs = [
    { key: 'a', value: 'x', keyType: 'QUOTE_SINGLE', valueType: 'QUOTE_DOUBLE' },
    { key: 'b, c', value: { literal: '[]' } },
    { key: 'd', value: { literal: 'null' } },
    { key: 'e', value: [] },
    { key: 'f', value: [{ key: 'g', value: 'y, z' }] },
    { key: 'h', value: 'i\nj', valueType: 'BLOCK_LITERAL' },
    { key: 'k', value: 'l\n\n', valueType: 'BLOCK_LITERAL' },
    { key: 'm', value: 'n', valueType: 'BLOCK_FOLDED' },
  ] as const;

  test('between brackets', () => {
    expect(flowMap([])).toBe('{}');
    expect(flowMap(pairs)).toBe(
      '{ \'a\': "x", "b, c": [], d: null, e: {}, f: { g: "y, z" }, h: "i\\nj", k: "l\\n\\n", m: "n" }',
    );
  });

  test('on lines of their own', () => {
    const style = { column: 2, step: 3, lineEnd: '\r\n', blocks: true };
    const head = ['\'a\': "x"', '  b, c: []', '  d: null', '  e: {}', '  f:', '     g: y, z'];
    expect(blockPairs(pairs, style).split('\r\n')).toEqual([
      ...head,
      '  h: |-',
      '     i',
      '     j',
      '  k: "l\\n\\n"',
      '  m: >-',
      '     n',
    ]);
    expect(blockPairs(pairs, { ...style, blocks: false }).split('\r\n')).toEqual([
      ...head,
      '  h: "i\\nj"',
      '  k: "l\\n\\n"',
      '  m: "n"',
    ]);
  });
});

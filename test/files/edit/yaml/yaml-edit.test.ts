import { describe, expect, test } from 'vitest';
import { editYaml } from '../../../../src/files/edit/yaml/yaml-edit.ts';
import type { YamlEdit } from '../../../../src/files/edit/yaml/yaml-planned.ts';

/** Every row is a document, what becomes of it, and the document afterwards; `undefined`: the edit cannot be made. */
const edit = (text: string, edits: readonly YamlEdit[]): string | undefined =>
  editYaml(text, edits, { step: 2, blocks: true });

const ITEM = [
  { key: 'k', value: 'v' },
  { key: 'w', value: 'u' },
];

test.each([
  ['{ a: x, b: y, c: z }', ['a'], '{ b: y, c: z }'],
  ['{ a: x, b: y, c: z }', ['b'], '{ a: x, c: z }'],
  ['{ a: x, b: y, c: z }', ['c'], '{ a: x, b: y }'],
  ['{a: x,b: y ,c: z,}', ['a'], '{b: y ,c: z,}'],
  ['{a: x,b: y ,c: z,}', ['b'], '{a: x,c: z,}'],
  ['{a: x,b: y ,c: z,}', ['c'], '{a: x,b: y ,}'],
  ['{ a: x, # one\n  b: y, # two\n  c: z # three\n}', ['a'], '{  # one\n  b: y, # two\n  c: z # three\n}'],
  ['{ a: x, # one\n  b: y, # two\n  c: z # three\n}', ['b'], '{ a: x, # one\n  c: z # three\n}'],
  ['{ a: x, # one\n  b: y, # two\n  c: z # three\n}', ['c'], '{ a: x, # one\n  b: y # two\n}'],
  ['{\n  a: x,\n  b: y,\n  c: z\n}\n', ['a'], '{\n  b: y,\n  c: z\n}\n'],
  ['{\n  a: x,\n  b: y,\n  c: z\n}\n', ['b'], '{\n  a: x,\n  c: z\n}\n'],
  ['{\n  a: x,\n  b: y,\n  c: z\n}\n', ['c'], '{\n  a: x,\n  b: y\n}\n'],
  ['{\n  a: x\n  ,b: y\n  ,c: z\n}\n', ['a'], '{\n  b: y\n  ,c: z\n}\n'],
  ['{\n  a: x\n  ,b: y\n  ,c: z\n}\n', ['b'], '{\n  a: x\n  ,c: z\n}\n'],
  ['{\n  a: x\n  ,b: y\n  ,c: z\n}\n', ['c'], '{\n  a: x\n  ,b: y\n}\n'],
  ['{a, b, c}', ['a'], undefined],
  ['{a, b, c}', ['b'], undefined],
  ['{a, b, c}', ['c'], undefined],
  ['{ ? a : x, &k b: y, !!str c: z }', ['a'], '{ &k b: y, !!str c: z }'],
  ['{ ? a : x, &k b: y, !!str c: z }', ['b'], '{ ? a : x, !!str c: z }'],
  ['{ ? a : x, &k b: y, !!str c: z }', ['c'], '{ ? a : x, &k b: y }'],
  ['{ "a": "x", # one\n "b": "y", "c": "z" }', ['a'], '{  # one\n "b": "y", "c": "z" }'],
  ['{ "a": "x", # one\n "b": "y", "c": "z" }', ['b'], '{ "a": "x", # one\n "c": "z" }'],
  ['{ "a": "x", # one\n "b": "y", "c": "z" }', ['c'], '{ "a": "x", # one\n "b": "y" }'],
  ['{ a: x # one\n , b: y # two\n , c: z }', ['a'], '{ b: y # two\n , c: z }'],
  ['{ a: x # one\n , b: y # two\n , c: z }', ['b'], '{ a: x # one\n , c: z }'],
  ['{ a: x # one\n , b: y # two\n , c: z }', ['c'], '{ a: x # one\n , b: y # two\n   }'],
  ['{ a: x, # one\n b: y, # two\n c: z, # three\n }', ['a'], '{  # one\n b: y, # two\n c: z, # three\n }'],
  ['{ a: x, # one\n b: y, # two\n c: z, # three\n }', ['b'], '{ a: x, # one\n c: z, # three\n }'],
  ['{ a: x, # one\n b: y, # two\n c: z, # three\n }', ['c'], '{ a: x, # one\n b: y, # two\n }'],
  ['l: [ { k: 1 }, { k: 2 }, { k: 3 } ]\n', ['l', 0], 'l: [ { k: 2 }, { k: 3 } ]\n'],
  ['l: [ { k: 1 }, { k: 2 }, { k: 3 } ]\n', ['l', 1], 'l: [ { k: 1 }, { k: 3 } ]\n'],
  ['l: [ { k: 1 }, { k: 2 }, { k: 3 } ]\n', ['l', 2], 'l: [ { k: 1 }, { k: 2 } ]\n'],
  ['l: [&x a, !!str b, *x]\n', ['l', 0], 'l: [!!str b, a]\n'],
  ['l: [&x a, !!str b, *x]\n', ['l', 1], 'l: [&x a, *x]\n'],
  ['l: [&x a, !!str b, *x]\n', ['l', 2], 'l: [&x a, !!str b]\n'],
  ['l: [a, # one\n b, # two\n c # three\n]\n\n', ['l', 0], 'l: [ # one\n b, # two\n c # three\n]\n\n'],
  ['l: [a, # one\n b, # two\n c # three\n]\n\n', ['l', 1], 'l: [a, # one\n c # three\n]\n\n'],
  ['l: [a, # one\n b, # two\n c # three\n]\n\n', ['l', 2], 'l: [a, # one\n b # two\n]\n\n'],
  ['a: x\nb: y # two\n\n# three\nc:\n  - z\n', ['a'], 'b: y # two\n\n# three\nc:\n  - z\n'],
  ['a: x\nb: y # two\n\n# three\nc:\n  - z\n', ['b'], 'a: x\n\n# three\nc:\n  - z\n'],
  ['a: x\nb: y # two\n\n# three\nc:\n  - z\n', ['c'], 'a: x\nb: y # two\n\n# three\n'],
  ['a: x\r\nb: y\r\n# three\r\nc: z', ['a'], 'b: y\r\n# three\r\nc: z'],
  ['a: x\r\nb: y\r\n# three\r\nc: z', ['b'], 'a: x\r\n# three\r\nc: z'],
  ['a: x\r\nb: y\r\n# three\r\nc: z', ['c'], 'a: x\r\nb: y\r\n# three\r\n'],
  ['l:\n  - a: x\n    b: y\n  - c: z\n', ['l', 0, 'a'], 'l:\n  - b: y\n  - c: z\n'],
  ['l:\n  - a: x\n    b: y\n  - c: z\n', ['l', 0, 'b'], 'l:\n  - a: x\n  - c: z\n'],
  ['l:\n  - a: x\n    b: y\n  - c: z\n', ['l', 0], 'l:\n  - c: z\n'],
  ['l:\n  - a: x # one\n    # two\n    b: y\n', ['l', 0, 'a'], 'l:\n  -  # one\n    # two\n    b: y\n'],
  ['l:\n  - a: x # one\n    # two\n    b: y\n', ['l', 0, 'b'], 'l:\n  - a: x # one\n    # two\n'],
  ['l:\n  - a: x # one\n    # two\n    b: y\n', ['l', 0], 'l: []\n'],
  ['l:\n  - a: x\n\n    b: y\n', ['l', 0, 'a'], 'l:\n  -\n\n    b: y\n'],
  ['l:\n  - a: x\n\n    b: y\n', ['l', 0, 'b'], 'l:\n  - a: x\n\n'],
  ['l:\n  - a: x\n\n    b: y\n', ['l', 0], 'l: []\n'],
  ['l:\r\n-   a:\r\n      - x\r\n    b: y\r\n', ['l', 0, 'a'], 'l:\r\n-   b: y\r\n'],
  ['l:\r\n-   a:\r\n      - x\r\n    b: y\r\n', ['l', 0, 'b'], 'l:\r\n-   a:\r\n      - x\r\n'],
  ['l:\r\n-   a:\r\n      - x\r\n    b: y\r\n', ['l', 0], 'l: []\r\n'],
  ['l:\n  - a: |\n      x\n    b: y\n', ['l', 0, 'a'], 'l:\n  - b: y\n'],
  ['l:\n  - a: |\n      x\n    b: y\n', ['l', 0, 'b'], 'l:\n  - a: |\n      x\n'],
  ['l:\n  - a: |\n      x\n    b: y\n', ['l', 0], 'l: []\n'],
  ['m: !!map\n  a: x\n', ['m', 'a'], 'm: !!map {}\n'],
  ['m: !!map\n  a: x\n', ['m'], '{}\n'],
  ['m: &m\n  a: x\n', ['m', 'a'], 'm: &m {}\n'],
  ['m: &m\n  a: x\n', ['m'], '{}\n'],
  ['? m\n: a: x\n', ['m'], '{}\n'],
  ['m:\n  ? a\n  : x\n', ['m', 'a'], 'm: {}\n'],
  ['m:\n  ? a\n  : x\n', ['m'], '{}\n'],
  ['l:\n  - a\n', ['l', 0], 'l: []\n'],
  ['l:\n  -\n    a: x\n    b: y\n', ['l', 0, 'a'], 'l:\n  -\n    b: y\n'],
  ['l:\n  -\n    a: x\n    b: y\n', ['l', 0, 'b'], 'l:\n  -\n    a: x\n'],
  ['l:\n  -\n    a: x\n    b: y\n', ['l', 0], 'l: []\n'],
  ['- - a: x\n', [0], '[]\n'],
  ['l:\n  - - a\n    - b\n', ['l', 0], 'l: []\n'],
  ['l:\n  - - a\n    - b\n', ['l', 0, 0], 'l:\n  - - b\n'],
  ['l:\n  - - a\n    - b\n', ['l', 0, 1], 'l:\n  - - a\n'],
  ['a: x\n', ['b'], undefined],
  ['', ['a'], undefined],
  ['a: x\n', [], undefined],
  ['a: x\n', ['a', 'b'], undefined],
  ['? m\n: a: x\n', ['m', 'a'], undefined],
  ['{a, b}', ['a'], undefined],
] as const)('%j without the part at %j', (before, path, after) => {
  expect(edit(before, [{ kind: 'remove', path }])).toBe(after);
});

test.each([
  ['a: x\n', [], 'a: x\nk: v\n'],
  ['a: x', [], 'a: x\nk: v'],
  ['a: x\r\n', [], 'a: x\r\nk: v\r\n'],
  ['a: x # one\n# two\n', [], 'a: x # one\nk: v\n# two\n'],
  ['a: x\n\n\nb:\n', [], 'a: x\n\n\nb:\nk: v\n'],
  ['a: x\n  # deeper\n# not\n', [], 'a: x\n  # deeper\nk: v\n# not\n'],
  ['a: x\n  # deeper', [], 'a: x\n  # deeper\nk: v'],
  ['m:\n    a: x\n', ['m'], 'm:\n    a: x\n    k: v\n'],
  ['m:\n    a: x\n    # same\n', ['m'], 'm:\n    a: x\n    k: v\n    # same\n'],
  [
    'm:\n    a: x\n      # deeper\n    # same\nz: 1\n',
    ['m'],
    'm:\n    a: x\n      # deeper\n    k: v\n    # same\nz: 1\n',
  ],
  ['m:\n  &k a: x\n', ['m'], 'm:\n  &k a: x\n  k: v\n'],
  ['m:\n  ? a\n  : x\n', ['m'], 'm:\n  ? a\n  : x\n  k: v\n'],
  ['m:\n  a:\n    b: x\n', ['m'], 'm:\n  a:\n    b: x\n  k: v\n'],
  ['m:\n  a:\n    b: x\n', ['m', 'a'], 'm:\n  a:\n    b: x\n    k: v\n'],
  ['m:\n  a:\n', ['m'], 'm:\n  a:\n  k: v\n'],
  ['m:\n  ? a\nz: 1\n', ['m'], 'm:\n  ? a\n  k: v\nz: 1\n'],
  ['- a: x\n', [0], '- a: x\n  k: v\n'],
  ['m:\n  a: |\n    x\n', ['m'], 'm:\n  a: |\n    x\n  k: v\n'],
  ['m:\n  a: |\n    x', ['m'], 'm:\n  a: |\n    x\n  k: v'],
  ['m:\n  a: {}\n', ['m'], 'm:\n  a: {}\n  k: v\n'],
  ['{}', [], 'k: v'],
  ['{}\n', [], 'k: v\n'],
  ['{} # c\r\n', [], 'k: v # c\r\n'],
  ['{ }', [], 'k: v'],
  ['{ # c\n}\n', [], '{ # c\nk: v }\n'],
  ['--- {}\n', [], '--- { k: v }\n'],
  ['{}\n...\n', [], 'k: v\n...\n'],
  [' {}\n', [], ' { k: v }\n'],
  ['{a: x}', [], '{a: x, k: v}'],
  ['{ a: x }\n', [], '{ a: x, k: v }\n'],
  ['{ a: x, }', [], '{ a: x, k: v, }'],
  ['{a: x,}', [], '{a: x, k: v,}'],
  ['{a: x ,}', [], '{a: x , k: v,}'],
  ['{ a }', [], '{ a, k: v }'],
  ['{ ? a }', [], '{ ? a, k: v }'],
  ['{\n  a: x\n}\n', [], '{\n  a: x,\n  k: v\n}\n'],
  ['{\n  a: x,\n}\n', [], '{\n  a: x,\n  k: v,\n}\n'],
  ['{\r\n\ta: x, # c\r\n}\r\n', [], '{\r\n\ta: x, # c\r\n\tk: v,\r\n}\r\n'],
  ['{\n  a: x # c\n}\n', [], '{\n  a: x, # c\n  k: v\n}\n'],
  ['{\n  b: y, a: x\n}\n', [], '{\n  b: y, a: x, k: v\n}\n'],
  ['{\n  a: x }\n', [], '{\n  a: x, k: v }\n'],
  ['{\n  "a": "x"\n}\n', [], '{\n  "a": "x",\n  k: v\n}\n'],
  ['{\n  ? a : x\n}\n', [], '{\n  ? a : x,\n  k: v\n}\n'],
  ['{\n  a: x\n  ,\n}\n', [], '{\n  a: x\n  ,\n  k: v,\n}\n'],
  ['m: {}\n', ['m'], 'm:\n  k: v\n'],
  ['m: {}', ['m'], 'm:\n  k: v'],
  ['m: { }  # c\nz: 1\n', ['m'], 'm:  # c\n  k: v\nz: 1\n'],
  ['m: { # c\n}\n', ['m'], 'm: { # c\nk: v }\n'],
  ['m: {} # c\r\n', ['m'], 'm: # c\r\n  k: v\r\n'],
  ['m: &x {}\n', ['m'], 'm: &x\n  k: v\n'],
  ['  m: {}\n', ['m'], '  m:\n    k: v\n'],
  ['? m\n: {}\n', ['m'], '? m\n:\n  k: v\n'],
  ['? {}\n: m\n', ['m'], undefined],
  ['m:\n  {}\n', ['m'], 'm:\n\n  k: v\n'],
  ['- {}\n', [0], '- { k: v }\n'],
  ['{ m: {} }\n', ['m'], '{ m: { k: v } }\n'],
  ['l: [{}]\n', ['l', 0], 'l: [{ k: v }]\n'],
  ['m:\n  n: {}\n', ['m', 'n'], 'm:\n  n:\n    k: v\n'],
  ['{m: {}}', ['m'], '{m: { k: v }}'],
  ['m: {\n}\n', ['m'], 'm:\n  k: v\n'],
  ['a: x\n', ['a'], undefined],
  ['a: x\n', ['b'], undefined],
  ['a: [x]\n', ['a'], undefined],
  ['', [], undefined],
  ['a:\n  - x\n', ['a'], undefined],
  ['a: &x { b: c }\nd: *x\n', ['d'], 'a: &x { b: c }\nd: { b: c, k: v }\n'],
  ['a: &x { b: c }\nd: *x\n', ['a'], 'a: &x { b: c, k: v }\nd: { b: c }\n'],
  ['a: &x\n  b: c\nd: *x\n', ['a'], 'a: &x\n  b: c\n  k: v\nd: { b: c }\n'],
] as const)('%j with a pair more at %j', (before, path, after) => {
  expect(edit(before, [{ kind: 'add', path, part: { kind: 'pair', pair: { key: 'k', value: 'v' } } }])).toBe(after);
});

test.each([
  ['- a: x\n', [], '- a: x\n- k: v\n  w: u\n'],
  ['l:\n  - a: x\n', ['l'], 'l:\n  - a: x\n  - k: v\n    w: u\n'],
  ['l:\n  - a: x', ['l'], 'l:\n  - a: x\n  - k: v\n    w: u'],
  ['l:\n-   a: x\n    b: y\n# tail\n', ['l'], 'l:\n-   a: x\n    b: y\n-   k: v\n    w: u\n# tail\n'],
  ['l:\n  -\n      a: x\n', ['l'], 'l:\n  -\n      a: x\n  - k: v\n    w: u\n'],
  ['l:\n  -     a: x\n', ['l'], 'l:\n  -     a: x\n  -     k: v\n        w: u\n'],
  ['l:\n  - x\n', ['l'], 'l:\n  - x\n  - k: v\n    w: u\n'],
  ['l:\n  -   x\n', ['l'], 'l:\n  -   x\n  - k: v\n    w: u\n'],
  ['l:\n  -\n', ['l'], 'l:\n  -\n  - k: v\n    w: u\n'],
  ['l:\n  - {a: x}\n', ['l'], 'l:\n  - {a: x}\n  - { k: v, w: u }\n'],
  ['l:\n    - [a]\n', ['l'], 'l:\n    - [a]\n    - { k: v, w: u }\n'],
  [
    'l:\r\n  - { a: x } # c\r\n    # deeper\r\n  # same\r\n',
    ['l'],
    'l:\r\n  - { a: x } # c\r\n    # deeper\r\n  - { k: v, w: u }\r\n  # same\r\n',
  ],
  ['l:\n  - a:\n      - x\n', ['l'], 'l:\n  - a:\n      - x\n  - k: v\n    w: u\n'],
  ['l:\n  - &n\n    a: x\n', ['l'], 'l:\n  - &n\n    a: x\n  - k: v\n    w: u\n'],
  ['l:\n  - - a: x\n', ['l', 0], 'l:\n  - - a: x\n    - k: v\n      w: u\n'],
  ['l:\n  - - a: x\n', ['l'], 'l:\n  - - a: x\n  - k: v\n    w: u\n'],
  ['l: []\n', ['l'], 'l:\n  - k: v\n    w: u\n'],
  ['l: []', ['l'], 'l:\n  - k: v\n    w: u'],
  ['l: [ ] # c\nz: 1\n', ['l'], 'l: # c\n  - k: v\n    w: u\nz: 1\n'],
  ['[]\n', [], '- k: v\n  w: u\n'],
  ['l: [ # c\n]\n', ['l'], 'l: [ # c\n{ k: v, w: u } ]\n'],
  ['l: [{a: x}]\n', ['l'], 'l: [{a: x}, { k: v, w: u }]\n'],
  ['l: [ a ]\n', ['l'], 'l: [ a, { k: v, w: u } ]\n'],
  ['l: [a,]\n', ['l'], 'l: [a, { k: v, w: u },]\n'],
  ['l: [\n  a\n]\n', ['l'], 'l: [\n  a,\n  { k: v, w: u }\n]\n'],
  ['l: [\n  { a: x },\n]\n', ['l'], 'l: [\n  { a: x },\n  { k: v, w: u },\n]\n'],
  [
    'l: [\n  { a: x }, # c\n  { a: y } # d\n]\n',
    ['l'],
    'l: [\n  { a: x }, # c\n  { a: y }, # d\n  { k: v, w: u }\n]\n',
  ],
  ['m: { l: [] }\n', ['m', 'l'], 'm: { l: [{ k: v, w: u }] }\n'],
  ['- []\n', [0], '- [{ k: v, w: u }]\n'],
  ['l: [\n  &x a\n]\n', ['l'], 'l: [\n  &x a, { k: v, w: u }\n]\n'],
  ['l: x\n', ['l'], undefined],
  ['l: {}\n', ['l'], undefined],
  ['a: x\n', ['l'], undefined],
  ['l:\n  a: x\n', ['l'], undefined],
] as const)('%j with an item more at %j', (before, path, after) => {
  expect(edit(before, [{ kind: 'add', path, part: { kind: 'item', pairs: ITEM } }])).toBe(after);
});

test.each([
  ['a: x\n', ['a'], 'y', 'a: "y"\n'],
  ['a: x # c\n', ['a'], 'y: z', 'a: "y: z" # c\n'],
  ["a: 'x'\n", ['a'], "it's", "a: 'it''s'\n"],
  ["a: 'x'\n", ['a'], 'l1\nl2', 'a: "l1\\nl2"\n'],
  ['a: "x"\n', ['a'], 'y', 'a: "y"\n'],
  ['{a: x}', ['a'], 'y, z', '{a: "y, z"}'],
  ['a: x\n', ['a'], 'y, z', 'a: y, z\n'],
  ['l: [x]\n', ['l', 0], 'y, z', 'l: ["y, z"]\n'],
  ['{ m: { a: x } }', ['m', 'a'], 'y, z', '{ m: { a: "y, z" } }'],
  ['{ m: [ a ] }', ['m', 0], 'y, z', '{ m: [ "y, z" ] }'],
  ['a: |\n  x\nb: y\n', ['a'], 'y\n', 'a: |\n  y\nb: y\n'],
  ['a: |\n  x\nb: y\n', ['a'], 'y', 'a: |-\n  y\nb: y\n'],
  ['a: |\n  x\nb: y\n', ['a'], 'y\n\n', 'a: |+\n  y\n\nb: y\n'],
  ['a: |2\n  x\nb: y\n', ['a'], 'y\n', 'a: "y\\n"\nb: y\n'],
  ['a: |\n  x', ['a'], 'y', 'a: |-\n  y'],
  ['a: |\n  x', ['a'], 'y\n', 'a: |\n  y\n'],
  ['a: |\n  x', ['a'], ' y', 'a: " y"'],
  ['a: |\n  x\nb: y\n', ['a'], ' y', 'a: " y"\nb: y\n'],
  ['a: >-\n  x\n', ['a'], 'y\nz', 'a: >-\n  y\n\n  z\n'],
  ['a: |\r\n  x\r\nb: y\r\n', ['a'], 'y\nz\n', 'a: |\r\n  y\r\n  z\r\nb: y\r\n'],
  ['a: >- # c\n  x\n', ['a'], 'y', 'a: >- # c\n  y\n'],
  ['a: |-\n  x\n', ['a'], '', 'a: ""\n'],
  [
    'a: >\n  one two three four five six seven eight nine ten eleven twelve thirteen fourteen\n',
    ['a'],
    'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen\n',
    'a: >\n  one two three four five six seven eight nine ten eleven twelve thirteen fourteen\n  fifteen\n',
  ],
  ['a: |', ['a'], 'y', 'a: "y"'],
  ['a: |\nb: x\n', ['a'], 'y', 'a: "y"\nb: x\n'],
  ['a: |+\n  x\n\nb: y\n', ['a'], 'z', 'a: |-\n  z\nb: y\n'],
  ['a: *x\n', ['a'], 'y', 'a: "y"\n'],
  ['a: &n x\nb: *n\n', ['b'], 'y', 'a: &n x\nb: "y"\n'],
  ['a: &n x\nb: *n\n', ['a'], 'y', 'a: &n "y"\nb: x\n'],
  ['a: {}\n', ['a'], 'y', undefined],
  ['a: x\n', ['b'], 'y', undefined],
] as const)('%j: the text at %j becomes %j', (before, path, text, after) => {
  expect(edit(before, [{ kind: 'set', path, text }])).toBe(after);
});

test.each([
  ['a: |\n  x\nb: y\n', ['a'], 'y\n', 'a: "y\\n"\nb: y\n'],
  ['a: |\n  x\nb: y\n', ['a'], 'y', 'a: "y"\nb: y\n'],
  ['a: |\n  x\nb: y\n', ['a'], 'y\n\n', 'a: "y\\n\\n"\nb: y\n'],
  ['a: |2\n  x\nb: y\n', ['a'], 'y\n', 'a: "y\\n"\nb: y\n'],
  ['a: |\n  x', ['a'], 'y', 'a: "y"'],
  ['a: |\n  x', ['a'], 'y\n', 'a: "y\\n"'],
  ['a: |\n  x', ['a'], ' y', 'a: " y"'],
  ['a: |\n  x\nb: y\n', ['a'], ' y', 'a: " y"\nb: y\n'],
  ['a: >-\n  x\n', ['a'], 'y\nz', 'a: "y\\nz"\n'],
  ['a: |\r\n  x\r\nb: y\r\n', ['a'], 'y\nz\n', 'a: "y\\nz\\n"\r\nb: y\r\n'],
  ['a: >- # c\n  x\n', ['a'], 'y', 'a: "y"\n'],
  ['a: |-\n  x\n', ['a'], '', 'a: ""\n'],
  [
    'a: >\n  one two three four five six seven eight nine ten eleven twelve thirteen fourteen\n',
    ['a'],
    'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen\n',
    'a: "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen\\n"\n',
  ],
  ['a: |', ['a'], 'y', 'a: "y"'],
  ['a: |\nb: x\n', ['a'], 'y', 'a: "y"\nb: x\n'],
  ['a: |+\n  x\n\nb: y\n', ['a'], 'z', 'a: z\nb: y\n'],
] as const)('%j: the text at %j becomes %j without block scalars', (before, path, text, after) => {
  expect(editYaml(before, [{ kind: 'set', path, text }], { step: 2, blocks: false })).toBe(after);
});

test.each([
  ['a: x\n', ['a'], 'a: 7\n'],
  ['a:\n', ['a'], 'a: 7\n'],
  ['a: # c\n', ['a'], 'a: 7 # c\n'],
  ['a:', ['a'], 'a: 7'],
  ['a: &n\n', ['a'], 'a: &n 7\n'],
  ['a: &n !!int # c\n', ['a'], 'a: &n !!int 7 # c\n'],
  ['{a: , b: x}', ['a'], '{a: 7 , b: x}'],
  ['l:\n  -\n  - x\n', ['l', 0], undefined],
  ['l: [x]\n', ['l', 0], 'l: [7]\n'],
  ['? a\n: x\n', ['a'], '? a\n: 7\n'],
  ['a: "x" # c\n', ['a'], 'a: 7 # c\n'],
  ['a: {}\n', ['a'], undefined],
  ['? a\n', ['a'], undefined],
  ['? a\n:\n', ['a'], '? a\n: 7\n'],
] as const)('%j: the value at %j becomes the number 7', (before, path, after) => {
  expect(edit(before, [{ kind: 'set', path, text: '7', literal: true }])).toBe(after);
});

test.each([
  ['a: x # c\n', ['a'], 'a: [] # c\n'],
  ['a: "x"\n', ['a'], 'a: []\n'],
  ['{a: x}', ['a'], '{a: []}'],
  ['a: [x]\n', ['a'], undefined],
  ['a: x\n', ['b'], undefined],
  ['a: *n\n', ['a'], 'a: []\n'],
  ['l: [x]\n', ['l', 0], 'l: [[]]\n'],
] as const)('%j: the text at %j becomes an empty list', (before, path, after) => {
  expect(edit(before, [{ kind: 'set', path, text: '[]', literal: true }])).toBe(after);
});

describe('anchors and aliases', () => {
  const TEXT = 'm: &m\n  a: &a x\n  b: [*a, { c: *a }]\nn: *m\no: { p: *a }\n';

  test.each([
    [
      [{ kind: 'set', path: ['m', 'a'], text: 'y' }],
      'm: &m\n  a: &a "y"\n  b: [x, { c: x }]\nn: { a: x, b: [x, { c: x }] }\no: { p: x }\n',
    ],
    [
      [{ kind: 'set', path: ['n', 'a'], text: 'y' }],
      'm: &m\n  a: &a x\n  b: [*a, { c: *a }]\nn: { a: "y", b: [x, { c: x }] }\no: { p: *a }\n',
    ],
    [[{ kind: 'set', path: ['o', 'p'], text: 'y' }], 'm: &m\n  a: &a x\n  b: [*a, { c: *a }]\nn: *m\no: { p: "y" }\n'],
    [[{ kind: 'remove', path: ['m'] }], 'n: { a: x, b: [x, { c: x }] }\no: { p: x }\n'],
    [[{ kind: 'remove', path: ['n'] }], 'm: &m\n  a: &a x\n  b: [*a, { c: *a }]\no: { p: *a }\n'],
    [[{ kind: 'remove', path: ['m', 'a'] }], 'm: &m\n  b: [x, { c: x }]\nn: { a: x, b: [x, { c: x }] }\no: { p: x }\n'],
    [
      [{ kind: 'remove', path: ['m', 'b', 1] }],
      'm: &m\n  a: &a x\n  b: [*a]\nn: { a: x, b: [x, { c: x }] }\no: { p: *a }\n',
    ],
    [[{ kind: 'remove', path: ['o'] }], 'm: &m\n  a: &a x\n  b: [*a, { c: *a }]\nn: *m\n'],
    [
      [{ kind: 'add', path: ['n'], part: { kind: 'pair', pair: { key: 'k', value: 'v' } } }],
      'm: &m\n  a: &a x\n  b: [*a, { c: *a }]\nn: { a: x, b: [x, { c: x }], k: v }\no: { p: *a }\n',
    ],
    [
      [{ kind: 'add', path: ['m'], part: { kind: 'pair', pair: { key: 'k', value: 'v' } } }],
      'm: &m\n  a: &a x\n  b: [*a, { c: *a }]\n  k: v\nn: { a: x, b: [x, { c: x }] }\no: { p: *a }\n',
    ],
    [
      [
        { kind: 'set', path: ['m', 'a'], text: 'y' },
        { kind: 'set', path: ['o', 'p'], text: 'z' },
      ],
      'm: &m\n  a: &a "y"\n  b: [x, { c: x }]\nn: { a: x, b: [x, { c: x }] }\no: { p: z }\n',
    ],
    [
      [{ kind: 'set', path: ['n', 'b', 0], text: 'y' }],
      'm: &m\n  a: &a x\n  b: [*a, { c: *a }]\nn: { a: x, b: ["y", { c: x }] }\no: { p: *a }\n',
    ],
    [
      [{ kind: 'remove', path: ['n', 'b', 1, 'c'] }],
      'm: &m\n  a: &a x\n  b: [*a, { c: *a }]\nn: { a: x, b: [x, {  }] }\no: { p: *a }\n',
    ],
    [[{ kind: 'set', path: ['n', 'zzz'], text: 'y' }], undefined],
    [[{ kind: 'remove', path: ['zzz'] }], undefined],
  ] as const)('after %j', (edits, after) => {
    expect(edit(TEXT, edits)).toBe(after);
  });

  test.each([
    ['a: &n 1\nb: *n\n', 'b: 1\n'],
    ['a: &n 0x1F\nb: *n\n', 'b: 0x1F\n'],
    ['a: &n ~\nb: *n\n', 'b: ~\n'],
    ['a: &n\nb: *n\n', 'b: \n'],
    ['a: &n true\nb: *n\n', 'b: true\n'],
    ['a: &n [x, [], "1", {}]\nb: *n\n', 'b: [x, [], "1", {}]\n'],
    ['a: &n { 1: x, "q, r": y, true: z, s: }\nb: *n\n', 'b: { "1": x, "q, r": "y", "true": z, s:  }\n'],
    ['a: &n "x, y"\nb: *n\n', 'b: "x, y"\n'],
    ['a: &n {? [k] : v}\nb: *n\n', 'b: { "": v }\n'],
    ['a: &n\n  - &o x\n  - *o\nb: *n\n', 'b: [x, x]\n'],
    ['a: &n {k}\nb: *n\n', 'b: { k: null }\n'],
  ] as const)('what %j stands for is written out', (before, after) => {
    expect(edit(before, [{ kind: 'remove', path: ['a'] }])).toBe(after);
  });
});

test.each([
  [
    'a: x\nb: y\n',
    [
      { kind: 'remove', path: ['a'] },
      { kind: 'set', path: ['b'], text: 'z' },
    ],
    'b: z\n',
  ],
  [
    'a: x\nb: y\n',
    [
      { kind: 'set', path: ['b'], text: 'z' },
      { kind: 'set', path: ['a'], text: 'w' },
      { kind: 'remove', path: ['b'] },
      { kind: 'add', path: [], part: { kind: 'pair', pair: { key: 'c', value: 'd' } } },
    ],
    'a: w\nc: d\n',
  ],
  [
    'a: x\n',
    [
      { kind: 'set', path: ['b'], text: 'z' },
      { kind: 'set', path: ['a'], text: 'y' },
    ],
    undefined,
  ],
  [
    'a: x\n',
    [
      { kind: 'set', path: ['a'], text: 'y' },
      { kind: 'remove', path: ['b'] },
    ],
    undefined,
  ],
  ['a: x\n', [], 'a: x\n'],
] as const)('several edits of %j at once: %j', (before, edits, after) => {
  expect(edit(before, edits)).toBe(after);
});

import { expect, test } from 'vitest';
import { stepOf, type YamlChange, yamlEdits } from '../../../../src/files/edit/yaml/yaml-changes.ts';
import { parseWithTokens } from '../../../../src/files/edit/yaml/yaml-document.ts';
import type { PlainValue } from '../../../../src/files/yaml/yaml-value.ts';

const edits = (text: string, value: PlainValue, ...changes: readonly YamlChange[]) =>
  yamlEdits(parseWithTokens(text), value, changes);

const withChange = (before: PlainValue, change: YamlChange): PlainValue | undefined =>
  edits(JSON.stringify(before), before, change)?.after;

test.each<readonly [PlainValue, YamlChange, PlainValue]>([
  [{ a: '1' }, { path: ['a'], to: '2' }, { a: '2' }],
  [{ a: '1', b: '2' }, { path: ['a'] }, { b: '2' }],
  [null, { path: ['a', 0, 'b'], to: null }, { a: [{ b: null }] }],
  [{ l: ['x', 'y', 'z'] }, { path: ['l', 1] }, { l: ['x', 'z'] }],
  [{ l: ['x'] }, { path: ['l', 1], to: { k: 'y' } }, { l: ['x', { k: 'y' }] }],
  [{ l: ['x'] }, { path: ['l'], to: [] }, { l: [] }],
])('%j with %j says %j', (before, change, after) => {
  expect(withChange(before, change)).toEqual(after);
});

test('a key that means something to JavaScript is a key like any other', () => {
  const after = withChange({ a: '1' }, { path: ['__proto__', 'b'], to: 'x' });
  expect(Object.keys(after as object)).toEqual(['a', '__proto__']);
  expect(Object.getPrototypeOf(after)).toBe(Object.prototype);
});

test('what holds a new part is made first, and what is there already needs no edit', () => {
  expect(edits('a: x\n', { a: 'x' }, { path: ['a'], to: 'x' })).toEqual({ edits: [], after: { a: 'x' } });
  expect(edits('a:\n', { a: null }, { path: ['a', 'b'], to: 'x' })).toMatchObject({
    edits: [
      { kind: 'set', path: ['a'], text: '{}', literal: true },
      { kind: 'add', path: ['a'], part: { kind: 'pair', pair: { key: 'b', value: 'x' } } },
    ],
    after: { a: { b: 'x' } },
  });
  expect(edits('a: x\n', { a: 'x' }, { path: ['l', 0], to: { k: 'y' } })).toMatchObject({
    edits: [
      { kind: 'add', path: [], part: { kind: 'pair', pair: { key: 'l', value: { literal: '[]' } } } },
      { kind: 'add', path: ['l'], part: { kind: 'item', pairs: [{ key: 'k', value: 'y' }] } },
    ],
  });
});

test('nothing goes that is not there', () => {
  expect(edits('a: x\n', { a: 'x' }, { path: ['b'] })).toBeUndefined();
  expect(edits('a: x\n', { a: 'x' }, { path: ['a'] }, { path: ['a'] })).toBeUndefined();
  expect(edits('a: x\n', { a: 'x' }, { path: ['a'] })).toEqual({ edits: [{ kind: 'remove', path: ['a'] }], after: {} });
});

test.each([
  ['a: x\n', 2],
  ['{ a: { b: x } }\n', 2],
  ['a: { b: x }\nc:\n   d: x\n', 3],
  ['a:\n    b: x\nc:\n   d:\n     e: x\n', 2],
  ['a:\n    b:\n     c: x\nd:\n  e:\n      f: x\n', 1],
])('each level of %j stands %i further in', (text, step) => {
  expect(stepOf(parseWithTokens(text), text)).toBe(step);
});

import { describe, expect, test } from 'vitest';
import { parseYaml, type YamlFile } from '../../../src/files/yaml/yaml-file.ts';

const parse = (text: string | Uint8Array) =>
  parseYaml({ bytes: typeof text === 'string' ? new TextEncoder().encode(text) : text, file: 'a.yaml' });

/** `code line:column` of each finding. */
const faults = (text: string | Uint8Array) =>
  parse(text).findings.map(({ code, at }) => `${code} ${at.line}:${at.column}`);

const asJson = (text: string) => JSON.parse(JSON.stringify(parse(text).value?.value));

describe('parseYaml', () => {
  test('no, on and yes are texts, as YAML 1.2 has it', () => {
    expect(asJson('on: no\nyes: off\n')).toEqual({ on: 'no', yes: 'off' });
  });

  test('several faults are told at once, each at its place', () => {
    expect(faults('a: 1\nb: [1,2\nc: 3\na: 2\n')).toEqual(['yaml-syntax 3:1', 'yaml-duplicate-key 4:1']);
  });

  test('a tab as indentation is a fault', () => {
    expect(faults('a:\n\tb: 1\n')).toEqual(['yaml-syntax 2:1']);
  });

  test('a fault never repeats a piece of the file', () => {
    const [finding] = parse('key: "s3cret-k3y" s3cret-k3y\n').findings;
    expect(finding?.code).toBe('yaml-syntax');
    expect(JSON.stringify(finding)).not.toContain('s3cret');
  });

  test('bytes that are not UTF-8 are told with their place', () => {
    const bytes = new Uint8Array([...new TextEncoder().encode('a: 1\nb: é'), 0xfc, 0x0a]);
    expect(parse(bytes).findings).toEqual([
      {
        code: 'yaml-not-utf-8',
        severity: 'error',
        at: { file: 'a.yaml', line: 2, column: 5 },
        details: { byte: '0xfc' },
      },
    ]);
    expect(faults(new Uint8Array([0x61, 0xe2, 0x82]))).toEqual(['yaml-not-utf-8 1:2']);
    expect(faults(new Uint8Array([0x61, 0xe2, 0x41, 0x0a]))).toEqual(['yaml-not-utf-8 1:2']);
  });

  test('a byte order mark is no part of the first key', () => {
    expect(asJson('\uFEFFname: x\n')).toEqual({ name: 'x' });
  });

  test('anchors and aliases are followed, and stand where their anchor stands', () => {
    const { value } = parse('a: &x { b: 1 }\nc: *x\n');
    expect(JSON.parse(JSON.stringify(value?.value))).toEqual({ a: { b: 1 }, c: { b: 1 } });
    expect(value?.at(['c', 'b'])).toEqual({ file: 'a.yaml', line: 1, column: 12 });
  });

  test('aliases that multiply into more than 10,000 values are refused, once', () => {
    const level = (name: string, of: string) => `${name}: &${name} [${Array(10).fill(`*${of}`).join(',')}]\n`;
    const bomb = `a: &a [1,1,1,1,1,1,1,1,1,1]\n${level('b', 'a')}${level('c', 'b')}${level('d', 'c')}${level('e', 'd')}${level('f', 'e')}`;
    expect(faults(bomb).map((fault) => fault.split(' ')[0])).toEqual(['yaml-aliases']);
  });

  test('an alias to itself and an alias to nothing are refused', () => {
    expect(faults('a: &x [*x]\n')).toEqual(['yaml-aliases 1:8']);
    expect(faults('a: *nothing\n')).toEqual(['yaml-unknown-alias 1:4']);
  });

  test('a key that is a list, a second document and a tag of its own are refused', () => {
    expect(faults('? [a]\n: 1\n')).toEqual(['yaml-key-not-text 1:3']);
    expect(faults('a: 1\n---\nb: 1\n')).toEqual(['yaml-many-documents 2:1']);
    expect(faults('a: !run rm\n')).toEqual(['yaml-tag 1:9']);
  });

  test('keys that mean something to JavaScript are keys like any other, in file order', () => {
    const { value } = parse('b: { z: 1, 10: 2, __proto__: 3, constructor: 4, 2: 5 }\n');
    expect(value?.keys(['b'])).toEqual(['z', '10', '__proto__', 'constructor', '2']);
    const { b: map } = (value as YamlFile).value as { readonly b: object };
    expect(Object.getOwnPropertyDescriptor(map, '__proto__')?.value).toBe(3);
    expect(Object.getPrototypeOf(map)).toBe(null);
  });

  test('places of values, of keys, and of the nearest part above what is not there', () => {
    const { value } = parse('a:\n  - b: 1\n    c: 2\n');
    expect(value?.at(['a', 0, 'c'])).toMatchObject({ line: 3, column: 8 });
    expect(value?.keyAt(['a', 0, 'c'])).toMatchObject({ line: 3, column: 5 });
    expect(value?.at(['a', 0, 'nothing'])).toMatchObject({ line: 2, column: 5 });
  });
});

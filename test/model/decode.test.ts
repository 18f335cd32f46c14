import fc from 'fast-check';
import { describe, expect, expectTypeOf, test } from 'vitest';
import * as d from '../../src/model/decode.ts';
import { runs } from '../support/runs.ts';

const read = <Value>(decoder: d.Decoder<Value>, value: unknown): Value => decoder({ value, path: '' });

const term = d.object({
  id: d.from('term_id', d.text),
  uses: d.optional(d.count),
  note: d.maybe(d.text),
  tags: d.orElse(d.list(d.text), []),
});

describe('an object', () => {
  test('has the fields of its decoders and no other; what is absent has no field', () => {
    expectTypeOf<d.Decoded<typeof term>>().toEqualTypeOf<{
      readonly id: string;
      readonly uses?: number;
      readonly note?: string;
      readonly tags: readonly string[];
    }>();
    expect(read(term, { term_id: 'a', note: null, other: 1 })).toStrictEqual({ id: 'a', tags: [] });
    expect(read(term, { term_id: 'a', uses: 0, note: 'n', tags: ['x'] })).toStrictEqual({
      id: 'a',
      uses: 0,
      note: 'n',
      tags: ['x'],
    });
  });

  test('has own members alone', () => {
    expect(read(d.object({ constructor: d.optional(d.anything), toString: d.optional(d.anything) }), {})).toStrictEqual(
      {},
    );
    expect(d.parseJson('{"__proto__":"x"}', d.entries(d.text))).toEqual([['__proto__', 'x']]);
  });
});

test.each<[d.Decoder<unknown>, unknown, string]>([
  [d.text, 7, 'it is not a text, but 7'],
  [d.text, undefined, 'it is not a text, but missing'],
  [d.count, 1.5, 'it is not a whole number from 0, but 1.5'],
  [d.count, '5', 'it is not a whole number from 0, but a text'],
  [d.amount, -1, 'it is not a number from 0, but -1'],
  [d.amount, Number.NaN, 'it is not a number from 0, but NaN'],
  [d.flag, null, 'it is not true or false, but null'],
  [term, [], 'it is not an object, but a list'],
  [d.list(term), [{ term_id: 'a' }, { term_id: {} }], '[1].term_id is not a text, but an object'],
  [
    d.object({ all: d.list(term) }),
    { all: [{ term_id: 'a', tags: ['x', true] }] },
    'all[0].tags[1] is not a text, but true',
  ],
  [term, { term_id: 'a', uses: null }, 'uses is not a whole number from 0, but null'],
  [d.entries(d.entries(d.text)), { a: { b: 1 } }, 'a.b is not a text, but 1'],
  [d.pair(d.text, d.count), ['a'], 'it is not a list of two'],
  [d.pair(d.text, d.count), ['a', 1, 2], 'it is not a list of two'],
  [d.oneOf(1), 2, 'it is not 1, but 2'],
  [d.oneOf('a', 'b'), 'c', 'it is none of a, b'],
  [d.refined(d.text, (each) => each !== '', 'a name'), '', 'it is not a name'],
  [d.tagged('kind', { done: d.object({ time: d.text }) }), { kind: 'done' }, 'time is not a text, but missing'],
  [d.tagged('kind', { done: d.object({}) }), { kind: 'constructor' }, 'kind is not done'],
])('the error of %# names the place, what is allowed and what is there', (decoder, value, message) => {
  expect(() => read(decoder, value)).toThrow(new d.DecodeError(message));
});

test('a text is never quoted in an error: it may be a secret', () => {
  expect(() => read(d.list(d.count), ['k3y'])).not.toThrow(/k3y/);
  expect(() => read(d.oneOf('a'), 'k3y')).not.toThrow(/k3y/);
});

test('one of several objects has its tag and its own fields', () => {
  const state = d.tagged('kind', { waiting: d.object({}), done: d.object({ time: d.text }) });
  expectTypeOf<d.Decoded<typeof state>>().toEqualTypeOf<
    { readonly kind: 'waiting' } | { readonly kind: 'done'; readonly time: string }
  >();
  expect(read(state, { kind: 'waiting', time: 'x' })).toStrictEqual({ kind: 'waiting' });
  expect(read(state, { kind: 'done', time: 'x' })).toStrictEqual({ kind: 'done', time: 'x' });
});

test('null is a value where it is allowed, and nothing where an answer may leave something out', () => {
  expect(read(d.optional(d.nullable(d.count)), null)).toBeNull();
  expect(read(d.optional(d.nullable(d.count)), undefined)).toBeUndefined();
  expect(read(d.maybe(d.count), null)).toBeUndefined();
  expect(read(d.withDefaults({ a: 'sent' }, d.object({ a: d.text })), { a: null })).toEqual({ a: 'sent' });
  expect(read(d.withDefaults({ a: 'sent' }, d.object({ a: d.text })), { a: 'x' })).toEqual({ a: 'x' });
});

test('of what may be anything, the parts that are what is expected are kept', () => {
  expect(read(d.some(term), [{ term_id: 'a' }, 7, { term_id: 1 }])).toEqual([{ id: 'a', tags: [] }]);
  expect(read(d.some(term), 'x')).toEqual([]);
  expect(read(d.lenient(d.count), 'x')).toBeUndefined();
  expect(d.decoded(d.count, 5)).toBe(5);
  expect(() =>
    d.decoded(() => {
      throw new TypeError('a bug');
    }, 5),
  ).toThrow('a bug');
});

describe('a document', () => {
  test('that is no JSON, or no UTF-8, is refused', () => {
    expect(() => d.parseJson('{', d.anything)).toThrow(new d.DecodeError('it is not JSON'));
    expect(() => d.parseJson(new Uint8Array([0x22, 0xff, 0x22]), d.anything)).toThrow('it is not JSON in UTF-8');
    expect(d.parseJsonOr(undefined, d.anything)).toBeUndefined();
    expect(d.parseJsonOr('[', d.anything)).toBeUndefined();
    expect(d.parseJsonOr('[5]', d.list(d.text))).toBeUndefined();
  });

  test('of any value is the value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const json = JSON.stringify(value);
        expect(d.parseJson(json, d.anything)).toEqual(JSON.parse(json));
        expect(d.parseJson(new TextEncoder().encode(json), d.anything)).toEqual(JSON.parse(json));
      }),
      { numRuns: runs(100) },
    );
  });
});

import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';

const { withBrackets, rangeText } = (await import(pathToFileURL(resolve('src/build/eager.mjs')).href)) as {
  readonly withBrackets: (text: string, called: ReadonlySet<string>) => string;
  readonly rangeText: (start: number, end: number) => string;
};

const PARTS = {
  before: 'function before(each) { return [each].map((one) => later(one)); }',
  arrow: '(text) => (more) => text + more',
  inner: '(more) => text + more',
  never: 'function never() {}',
  later: 'async function later(one) { return [one, joined]; }',
};
const TEXT = `#!/usr/bin/env node
var joined = before.name + before('x').length;
${PARTS.before}
var add = ${PARTS.arrow};
${PARTS.never}
${PARTS.later}
result = [joined, add('a')('b'), later.name, never.name];
`;

const resultOf = (text: string): unknown => {
  const context = { result: undefined };
  runInNewContext(text.replace(/^#!.*/, ''), context);
  return JSON.stringify(context.result);
};

const laterOf = (text: string): Promise<unknown> => {
  const context = { later: Promise.resolve() };
  runInNewContext(text, context);
  return context.later;
};

test('functions that were called get brackets, and do the same as before', () => {
  const called = (['before', 'arrow', 'inner', 'later'] as const).map((name) => {
    const at = TEXT.indexOf(PARTS[name]);
    return rangeText(at, at + PARTS[name].length);
  });
  const marked = withBrackets(TEXT, new Set(called));
  expect(resultOf(marked)).toBe(resultOf(TEXT));
  expect(marked).toBe(`#!/usr/bin/env node
var before = (${PARTS.before});
var later = (${PARTS.later});
var joined = before.name + before('x').length;

var add = (function(text){return((function(more){return(text + more)}))});
${PARTS.never}

result = [joined, add('a')('b'), later.name, never.name];
`);
});

const FORMS = {
  outer:
    'function outer(n) { "use strict"; const found = inner(n); function inner(m) { return [m, this === undefined]; } return found; }',
  inner: 'function inner(m) { return [m, this === undefined]; }',
  method: 'twice(n) { return n * this.two; }',
  keyed: '*[Symbol.iterator]() { yield this.two; }',
  parent: 'toString() { return super.toString(); }',
  own: '*steps(n) { yield this.#from + n; yield [...super.steps()]; }',
  plain: '*others(n) { yield this.#from + n; }',
  still: 'static of(n) { return new this(n); }',
  free: 'async (n) => ({ n })',
  block: 'async ([n]) => { return [n]; }',
  short: 'async n=>[n]',
  bound: 'async () => this.two',
  plus: '(n) => n + 1',
  held: '(n) => this.two + n',
};
const FORMS_TEXT = `${FORMS.outer}
var object = { two: 2, ${FORMS.method}, ${FORMS.keyed}, ${FORMS.parent} };
class Base { *steps() { yield 1; } }
class Steps extends Base { #from; constructor(from) { super(); this.#from = from; } ${FORMS.own} ${FORMS.plain} ${FORMS.still} }
var free = ${FORMS.free}, block = ${FORMS.block}, short = ${FORMS.short}, plus = ${FORMS.plus}, bound = { two: 2, get() { return ${FORMS.bound}; } }.get();
var held = { two: 2, get() { return ${FORMS.held}; } }.get();
var steps = Steps.of(1);
result = [outer(1), object.twice(3), [...object], String(object), [...steps.steps(2)], [...steps.others(3)], Object.keys(steps),
  Object.keys(Object.getOwnPropertyDescriptors(Steps.prototype)).sort(), free.name, free.length, object.twice.name, plus(1), held(3)];
later = Promise.all([free(1), block([2]), short(3), bound()]);
`;

test('functions of every form do the same when they were called as when not', async () => {
  const called = Object.values(FORMS).map((form) => {
    const at = FORMS_TEXT.indexOf(form);
    return rangeText(at, at + form.length);
  });
  const marked = withBrackets(FORMS_TEXT, new Set(called));
  expect(resultOf(marked)).toBe(resultOf(FORMS_TEXT));
  expect(await laterOf(marked)).toEqual([{ n: 1 }, [2], [3], 2]);
  for (const moved of [
    'var outer = (function outer(n) { "use strict"; var inner = (function inner(m)',
    'twice: (function (n)',
    '[Symbol.iterator]: (function* ()',
    'others: (function* (n)',
    'free = (async function(n){return(({ n }))})',
    'block = (async function([n]){ return [n]; })',
    'short = (async function(n){return([n])})',
    'plus = (function(n){return(n + 1)})',
    `(${FORMS.held})`,
    `(${FORMS.bound})`,
  ])
    expect(marked.replaceAll(/\s+/g, ' ')).toContain(moved);
  for (const kept of [FORMS.parent, FORMS.own, FORMS.still]) expect(marked).toContain(kept);
});

test('letters of regular expressions become ASCII, and match the same', () => {
  const text =
    "result = ['’😀', 'é'].map((each) => [/^[’–]/.test(each), /😀$/u.test(each), /[à-ÿ]/.test(each), /\\\\é|\\é/.test(each)]);";
  const marked = withBrackets(text, new Set());
  expect(marked).toContain(String.raw`/\ud83d\ude00$/u`);
  expect(marked).toContain("'é'");
  expect(resultOf(marked)).toBe(resultOf(text));
});

test('a file of which no function was called stays as it is', () => {
  expect(withBrackets(TEXT, new Set())).toBe(TEXT);
});

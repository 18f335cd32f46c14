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

var add = ((text) => ((more) => text + more));
${PARTS.never}

result = [joined, add('a')('b'), later.name, never.name];
`);
});

test('a file of which no function was called stays as it is', () => {
  expect(withBrackets(TEXT, new Set())).toBe(TEXT);
});

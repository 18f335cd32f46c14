import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { tempFolder } from '../support/git-repository.ts';

const { toCommonJs } = (await import(pathToFileURL(resolve('src/build/common-js.mjs')).href)) as {
  readonly toCommonJs: (text: string, options: { readonly minify: boolean }) => string;
};

/** As esbuild writes them: imports first, exports last. */
const FILES = {
  'main.cjs': `#!/usr/bin/env node
import{a as hidden,tail}from"./parts.cjs";import"./parts.cjs";
import {
  sep as separator
} from "node:path";import posix,{join as joined}from"node:path";
var text = 'import{a}from"./no.cjs";';
var late = () => import("./late.cjs");
export{text,hidden as shown,late,separator as b};
`,
  'parts.cjs': 'var first=1,more=()=>first;\nexport {\n  more as a,\n  first as tail\n};',
  'late.cjs': 'var made = () => "made";\nvar other = 2;\nexport{made as default,other};',
};

test.each([false, true])('files as CommonJS do what they did as ES modules, minified: %s', async (minify) => {
  const folder = tempFolder();
  const texts = Object.entries(FILES).map(([name, text]) => [name, toCommonJs(text, { minify })] as const);
  for (const [name, text] of texts) writeFileSync(join(folder, name), text);
  const main = createRequire(join(folder, 'x.cjs'))('./main.cjs');
  expect(Object.keys(main)).toEqual(['text', 'shown', 'late', 'b']);
  expect([main.text, main.shown(), main.b]).toEqual(['import{a}from"./no.cjs";', 1, join('x', 'y')[1]]);
  const late = await main.late();
  expect([late.default(), late.other]).toEqual(['made', 2]);
  // A name of another file is a constant.
  expect(texts[0]?.[1]).toMatch(
    /^#!.*\n(?:.*\n)*.*\bconst ?\{ ?a: ?\w+, ?tail(?:: ?\w+)? ?\} ?= ?require\("\.\/parts\.cjs"\)/,
  );
  expect(texts[1]?.[1]).not.toContain('defineProperty');
});

test('no module changes what it exports: files of the program take it by value', () => {
  const paths = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((path) => /\.(?:ts|mjs)$/.test(path));
  expect(paths.length).toBeGreaterThan(600);
  expect(paths.filter((path) => /^export (?:let|var) /m.test(readFileSync(join('src', path), 'utf8')))).toEqual([]);
});

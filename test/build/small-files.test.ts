import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { tempFolder } from '../support/git-repository.ts';

interface BuiltFile {
  readonly path: string;
  readonly text: string;
}

const { withoutSmall } = (await import(pathToFileURL(resolve('src/build/small-files.mjs')).href)) as {
  readonly withoutSmall: (
    files: readonly BuiltFile[],
    isApart: (path: string) => boolean,
    name: string,
  ) => readonly BuiltFile[];
};

const LARGE = `// ${'large '.repeat(3000)}\n`;

/** Loads the entry point. The result of a load is what the entry point exports. */
function load(files: readonly BuiltFile[]): unknown {
  const folder = tempFolder();
  for (const { path, text } of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return createRequire(join(folder, 'x.cjs'))('./main.cjs');
}

const FILES: readonly BuiltFile[] = [
  { path: 'main.cjs', text: 'const a=require("./chunks/a.cjs");module.exports=[a.large(),a.b(),a.late().log];' },
  {
    path: 'chunks/a.cjs',
    text: 'exports.b=()=>require("./b.cjs").b===require("./b.cjs").b;exports.large=()=>require("./large.cjs").value;exports.late=()=>require("./late.cjs");',
  },
  { path: 'chunks/b.cjs', text: 'require("./log.cjs").log.push("b");exports.b={};' },
  { path: 'chunks/log.cjs', text: 'module.exports={log:[]};' },
  { path: 'chunks/late.cjs', text: 'const {log}=require("./log.cjs");log.push("late");exports.log=log;' },
  {
    path: 'chunks/large.cjs',
    text: `${LARGE}require("./log.cjs").log.push("large");exports.value=require("node:path").sep.length;`,
  },
];

test('small files become one file, in which each runs once, at its first use', () => {
  const merged = withoutSmall(FILES, (path) => path === 'main.cjs', 'small.cjs');
  expect(merged.map(({ path }) => path)).toEqual(['main.cjs', 'chunks/large.cjs', 'chunks/small.cjs']);
  expect(load(merged)).toEqual([1, true, ['large', 'b', 'late']]);
  expect(load(merged)).toEqual(load(FILES));
});

test('files without a small one stay as they are', () => {
  const files = FILES.filter(({ path }) => ['main.cjs', 'chunks/large.cjs'].includes(path));
  expect(withoutSmall(files, (path) => path === 'main.cjs', 'small.cjs')).toEqual(files);
});

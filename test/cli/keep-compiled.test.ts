import { chmodSync, readdirSync, writeFileSync } from 'node:fs';
import Module from 'node:module';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type CompiledPlace, keepCompiled } from '../../src/cli/keep-compiled.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';

const PROGRAM = 'exports.answer = (of) => of + require("node:path").sep.length; exports.where = __filename;';

/** One process: loads a file of the program, and ends. What the file exports; `undefined` when nothing was put in place to load it. */
function runOnce(folder: string, file: string, user = process.getuid?.()) {
  const loaders: CompiledPlace['loaders'] = {};
  const atExit: (() => void)[] = [];
  keepCompiled({ folder, user, engine: 'test', loaders, onExit: (then) => void atExit.push(then) });
  const module = new Module(file);
  loaders['.cjs']?.(module, file);
  for (const then of atExit) then();
  if (loaders['.cjs'] === undefined) return undefined;
  const { answer, where } = module.exports as { answer: (of: number) => number; where: string };
  return [answer(41), where];
}

// Later ones do it by themselves, for the whole process.
describe.skipIf('enableCompileCache' in Module)('what Node compiles is kept', () => {
  test('and taken again; what cannot be used is made anew', async () => {
    const root = await tempWorkspace({ 'piece-1.cjs': PROGRAM });
    const file = join(root, 'piece-1.cjs');
    const folder = join(root, 'cache', 'compiled');
    expect(runOnce(folder, file)).toEqual([42, file]);
    expect(readdirSync(folder)).toEqual(['test-piece-1.cjs.bin']);
    expect(runOnce(folder, file)).toEqual([42, file]);
    writeFileSync(join(folder, 'test-piece-1.cjs.bin'), 'not what V8 has made');
    expect(runOnce(folder, file)).toEqual([42, file]);
    expect(readdirSync(folder)).toEqual(['test-piece-1.cjs.bin']);
  });

  test('not in a folder of somebody else, nor in one that others can write to, nor where none can be made', async () => {
    const root = await tempWorkspace({ 'piece-1.cjs': PROGRAM });
    const file = join(root, 'piece-1.cjs');
    const folder = join(root, 'compiled');
    expect(runOnce(folder, file, (process.getuid?.() ?? 0) + 1)).toBeUndefined();
    chmodSync(folder, 0o777);
    expect(runOnce(folder, file)).toBeUndefined();
    expect(readdirSync(folder)).toEqual([]);
    expect(runOnce(file, file)).toBeUndefined();
  });
});

import { spawnSync } from 'node:child_process';
import { chmodSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import Module from 'node:module';
import { basename, join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type CompiledPlace, keepCompiled } from '../../src/cli/keep-compiled.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';

const PROGRAM = 'exports.answer = (of) => of + require("node:path").sep.length; exports.where = __filename;';

/** One process: loads a file of the program, and ends. What the file exports; `undefined` when nothing was put in place to load it. */
function runOnce(folder: string, file: string, user = process.getuid?.(), command = 'plan') {
  const loaders: CompiledPlace['loaders'] = {};
  const atExit: (() => void)[] = [];
  keepCompiled({ folder, user, engine: 'test', command, loaders, onExit: (then) => void atExit.push(then) });
  const module = new Module(file);
  loaders['.cjs']?.(module, file);
  for (const then of atExit) then();
  if (loaders['.cjs'] === undefined) return undefined;
  const { answer, where } = module.exports as { answer: (of: number) => number; where: string };
  return [answer(41), where];
}

describe('what Node compiles is kept', () => {
  test('and taken again; what cannot be used is made anew', async () => {
    const root = await tempWorkspace({ 'piece-1.cjs': PROGRAM });
    const file = join(root, 'piece-1.cjs');
    const folder = join(root, 'cache', 'compiled');
    expect(runOnce(folder, file)).toEqual([42, file]);
    expect(readdirSync(folder)).toEqual(['test-plan-piece-1.cjs.bin']);
    expect(runOnce(folder, file)).toEqual([42, file]);
    writeFileSync(join(folder, 'test-plan-piece-1.cjs.bin'), 'not what V8 has made');
    expect(runOnce(folder, file)).toEqual([42, file]);
    expect(readdirSync(folder)).toEqual(['test-plan-piece-1.cjs.bin']);
  });

  test('apart for each command, and what is a month old goes when something new is written', async () => {
    const root = await tempWorkspace({ 'piece-1.cjs': PROGRAM });
    const file = join(root, 'piece-1.cjs');
    const folder = join(root, 'compiled');
    runOnce(folder, file);
    const old = ['0-plan-piece-1.cjs.bin', '0-plan-piece-2.cjs.bin.17.part', 'strange.txt'];
    for (const name of old) {
      writeFileSync(join(folder, name), '');
      utimesSync(join(folder, name), 1, 1);
    }
    writeFileSync(join(folder, '0-plan-piece-3.cjs.bin'), '');
    runOnce(folder, file);
    expect(readdirSync(folder)).toHaveLength(5);
    expect(runOnce(folder, file, process.getuid?.(), 'apply')).toEqual([42, file]);
    expect(readdirSync(folder).sort()).toEqual([
      '0-plan-piece-3.cjs.bin',
      'strange.txt',
      'test-apply-piece-1.cjs.bin',
      'test-plan-piece-1.cjs.bin',
    ]);
  });

  test('by the program when a run did its work, not when it was refused, and the next one takes it', async () => {
    const root = await tempWorkspace({});
    const run = (...args: readonly string[]) =>
      spawnSync(process.execPath, [resolve('dist/main.cjs'), ...args], {
        cwd: root,
        env: { ...process.env, XDG_CACHE_HOME: root, HOME: root, LOCALAPPDATA: root },
      }).status;
    const kept = () =>
      readdirSync(root, { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.bin'))
        .map((name) => join(root, name));
    expect([run('plan'), kept()]).toEqual([4, []]);
    expect(run('init')).toBe(0);
    const ofInit = kept().length;
    expect(ofInit).toBeGreaterThan(0);
    expect(run('validate')).toBe(0);
    expect(kept().length).toBeGreaterThan(ofInit);
    // What V8 took is not written again, and what it refused is. Only another process tells: in one, V8 knows the text.
    const [odd = '', ...others] = kept().filter((path) => basename(path).includes('-validate-'));
    expect(others.length).toBeGreaterThan(0);
    writeFileSync(odd, 'not what V8 has made');
    const before = others.map((path) => statSync(path).mtimeMs);
    expect(run('validate')).toBe(0);
    expect(others.map((path) => statSync(path).mtimeMs)).toEqual(before);
    expect(readFileSync(odd, 'latin1')).not.toBe('not what V8 has made');
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

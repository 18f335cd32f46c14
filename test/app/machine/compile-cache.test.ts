import { spawnSync } from 'node:child_process';
import { chmodSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import Module from 'node:module';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { useCompileCache } from '../../../src/shells/cli/compile-cache.ts';
import { tempWorkspace } from '../../support/temp-workspace.ts';

const USER = process.getuid?.();

/** The folder that Node was given for its cache, if any. */
function enabled(folder: string, user = USER): string | undefined {
  let given: string | undefined;
  useCompileCache(folder, user, (each) => {
    given = each;
  });
  return given;
}

describe("Node's compile cache", () => {
  test('is kept in a folder that only the user can write to', async () => {
    const root = await tempWorkspace({});
    const folder = join(root, 'cache', 'compiled');
    expect(enabled(folder)).toBe(folder);
    if (USER !== undefined) expect(statSync(folder).mode & 0o777).toBe(0o700);
    // And is found there by the next run.
    expect(enabled(folder)).toBe(folder);
  });

  test.skipIf(USER === undefined)(
    'is not used in a folder of another user, nor in one that others can write to',
    async () => {
      const folder = join(await tempWorkspace({}), 'compiled');
      expect(enabled(folder, (USER ?? 0) + 1)).toBeUndefined();
      for (const mode of [0o777, 0o770, 0o702]) {
        chmodSync(folder, mode);
        expect(enabled(folder)).toBeUndefined();
      }
      chmodSync(folder, 0o755);
      expect(enabled(folder)).toBe(folder);
    },
  );

  test('is not used where no folder can be made', async () => {
    const root = await tempWorkspace({ file: '' });
    expect(enabled(join(root, 'file'))).toBeUndefined();
    expect(enabled(join(root, 'file', 'compiled'))).toBeUndefined();
  });

  test('is written by the first run and taken by the next one, where Node has it', async () => {
    const root = await tempWorkspace({});
    const run = (...args: readonly string[]) => {
      const { NODE_COMPILE_CACHE: _, ...env } = process.env;
      return spawnSync(process.execPath, [resolve('dist/main.js'), ...args], {
        cwd: root,
        env: { ...env, XDG_CACHE_HOME: root, HOME: root, LOCALAPPDATA: root },
        encoding: 'utf8',
      });
    };
    const kept = () =>
      readdirSync(root, { recursive: true, encoding: 'utf8', withFileTypes: true })
        .filter((entry) => entry.isFile() && entry.parentPath.includes('compiled'))
        .map(({ parentPath, name }) => join(parentPath, name));
    expect(run('init').status).toBe(0);
    expect(kept().length > 0).toBe('enableCompileCache' in Module);
    expect(run('validate').status).toBe(0);
    const times = () => kept().map((path) => statSync(path).mtimeMs);
    const before = times();
    const { status, stdout } = run('validate');
    expect(status).toBe(0);
    expect(times()).toEqual(before);
    // What is damaged is compiled anew.
    for (const path of kept()) writeFileSync(path, 'not what V8 has made');
    expect(run('validate')).toMatchObject({ status: 0, stdout, stderr: '' });
  });
});

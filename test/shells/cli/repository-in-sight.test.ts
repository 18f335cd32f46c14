import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Ports } from '../../../src/app/ports.ts';
import { openLedger } from '../../../src/app/session/open-ledger.ts';
import { nodeFiles } from '../../../src/files/node/node-files.ts';
import type { WorkspaceConfig } from '../../../src/model/workspace/workspace.ts';
import { tempWorkspace } from '../../support/temp-workspace.ts';

/** What git is asked where a workspace lies in a folder; `undefined`: it is not asked at all. */
async function asked(root: string, env: Readonly<Record<string, string>> = {}, files: Partial<Ports['files']> = {}) {
  let arguments_: readonly string[] | undefined;
  const git: Ports['git'] = () => ({
    run: async (args) => {
      arguments_ ??= args;
      return {
        code: 128,
        out: new Uint8Array(),
        err: 'fatal: not a git repository (or any of the parent directories)',
      };
    },
  });
  const ports = { files: { ...nodeFiles(), ...files }, git, env: (name: string) => env[name] } as Ports;
  const config = { ledger: { kind: 'local' } } as unknown as WorkspaceConfig;
  await openLedger({ root, config }, { name: 'test', baseUrl: 'http://service.test' }, ports);
  return arguments_?.[0];
}

describe('git is asked where a repository may be', () => {
  test('not in a folder without one', async () => {
    expect(await asked(await tempWorkspace({ 'terms/lexform.yaml': '' }))).toBeUndefined();
  });

  test('below a .git, a folder or the file of a worktree, and below a bare repository', async () => {
    for (const place of ['.git/HEAD', '.git', 'HEAD']) {
      const folder = await tempWorkspace({ [place]: '', 'terms/deep/lexform.yaml': '' });
      expect(await asked(join(folder, 'terms', 'deep'))).toBe('rev-parse');
    }
  });

  test('where a link leads into one', async () => {
    const repository = await tempWorkspace({ '.git/HEAD': '', 'terms/lexform.yaml': '' });
    const elsewhere = await tempWorkspace({});
    const link = join(elsewhere, 'terms');
    symlinkSync(join(repository, 'terms'), link);
    expect(await asked(link)).toBe('rev-parse');
  });

  test('where the environment names one, and where it cannot be seen', async () => {
    const folder = await tempWorkspace({});
    mkdirSync(join(folder, 'terms'));
    expect(await asked(join(folder, 'terms'), { GIT_DIR: '/elsewhere' })).toBe('rev-parse');
    const real = nodeFiles().realPath;
    const realPath: Ports['files']['realPath'] = async (path) => {
      if (path.endsWith('.git')) throw Object.assign(new Error('EACCES'), { code: 'EACCES' });
      return real(path);
    };
    expect(await asked(join(folder, 'terms'), {}, { realPath })).toBe('rev-parse');
  });
});

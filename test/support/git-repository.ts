import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { onTestFinished } from 'vitest';
import { gitProgram } from '../../src/app/machine/git-program.ts';
import type { GitPort } from '../../src/ledger/ports.ts';

/** Settings that no machine's own can change. */
export const GIT_ENV: NodeJS.ProcessEnv = {
  PATH: process.env.PATH,
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: resolve('test/support/gitconfig'),
  // Repositories of tests begin without the samples of hooks.
  GIT_TEMPLATE_DIR: '',
  GIT_AUTHOR_NAME: 'Tester',
  GIT_AUTHOR_EMAIL: 'tester@localhost',
  GIT_COMMITTER_NAME: 'Tester',
  GIT_COMMITTER_EMAIL: 'tester@localhost',
};

/** Runs git in a folder and gives what it prints. */
export const git = (folder: string, ...args: readonly string[]): string =>
  execFileSync('git', [...args], { cwd: folder, encoding: 'utf8', env: GIT_ENV, stdio: ['ignore', 'pipe', 'pipe'] });

const isInRepository = (folder: string): boolean =>
  existsSync(join(folder, '.git')) || (dirname(folder) !== folder && isInRepository(dirname(folder)));

/**
 * git in a folder. Most workspaces of tests lie in no repository, and a run asks git only for what it does not have
 * there: those questions are answered as git answers them, without a process for each. Anything else goes to git.
 */
export function testGit(folder: string): GitPort {
  const real = gitProgram(folder, GIT_ENV);
  return {
    async run(args, input) {
      const [command] = args;
      if ((command !== 'rev-parse' && command !== 'config') || isInRepository(folder)) return real.run(args, input);
      const out = new Uint8Array();
      return command === 'config' && args.join(' ') === 'config user.name'
        ? { code: 1, out, err: '' }
        : command === 'rev-parse'
          ? { code: 128, out, err: 'fatal: not a git repository (or any of the parent directories): .git\n' }
          : real.run(args, input);
    },
  };
}

/** An empty folder, removed when the test ends. */
export function tempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'lexform-git-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** An empty repository and its port. */
export function tempRepository(...options: readonly string[]): { readonly folder: string; readonly port: GitPort } {
  const folder = tempFolder();
  git(folder, 'init', '--quiet', '--initial-branch=main', ...options);
  return { folder, port: gitProgram(folder, GIT_ENV) };
}

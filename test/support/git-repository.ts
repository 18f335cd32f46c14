import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { gitProgram } from '../../src/cli/git-program.ts';
import type { GitPort } from '../../src/ledger/ports.ts';

/** Settings that no machine's own can change. */
export const GIT_ENV: NodeJS.ProcessEnv = {
  PATH: process.env.PATH,
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_AUTHOR_NAME: 'Tester',
  GIT_AUTHOR_EMAIL: 'tester@localhost',
  GIT_COMMITTER_NAME: 'Tester',
  GIT_COMMITTER_EMAIL: 'tester@localhost',
};

/** Runs git in a folder and gives what it prints. */
export const git = (folder: string, ...args: readonly string[]): string =>
  execFileSync('git', [...args], { cwd: folder, encoding: 'utf8', env: GIT_ENV, stdio: ['ignore', 'pipe', 'pipe'] });

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

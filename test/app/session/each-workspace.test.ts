import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { EXIT, type ExitCode, type RunResult } from '../../../src/app/exit-code.ts';
import type { Ports } from '../../../src/app/ports.ts';
import { inEachWorkspace } from '../../../src/app/session/each-workspace.ts';
import { nodeFiles } from '../../../src/files/node/node-files.ts';
import { testGit } from '../../support/git-repository.ts';
import { tempWorkspace } from '../../support/temp-workspace.ts';

const CONFIG = 'version: 1\ntargets: { local: { service: embedded } }\n';

test('each exit code has its words in the last lines, and the run ends with the worst', async () => {
  const ends = Object.values(EXIT);
  const cwd = await tempWorkspace(Object.fromEntries(ends.map((code) => [`w${code}/lexform.yaml`, CONFIG])));
  let said = '';
  const out = (text: string): void => {
    said += text;
  };
  const terminal = { out, err: out, color: false, screen: false, live: false, width: 80 };
  const interrupted = new AbortController().signal;
  const ports = { cwd, files: nodeFiles(), git: testGit, terminal, interrupted, env: () => undefined };
  const run = async ({ chdir = '' }: { readonly chdir?: string }): Promise<RunResult> => ({
    code: Number(basename(chdir).slice(1)) as ExitCode,
  });
  const ended = await inEachWorkspace(run, { workspaces: ['w*'] } as never, ports as unknown as Ports);
  expect([ended.code, said.slice(said.indexOf('7 workspaces'))]).toEqual([
    130,
    [
      '7 workspaces:',
      '  w0 (done)',
      '  w1 (error)',
      '  w130 (interrupted)',
      '  w2 (changes present)',
      '  w3 (refused)',
      '  w4 (errors in the files)',
      '  w5 (partly done)',
      '',
    ].join('\n'),
  ]);
});

import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runLexform } from '../../support/cli.ts';
import { tempWorkspace } from '../../support/temp-workspace.ts';

const FILES = {
  'lexform.yaml': 'version: 1\ntargets: { local: { service: embedded } }\nglossaries: glossaries/*/glossary.yaml\n',
  'glossaries/product/glossary.yaml': 'name: Product\n',
  'glossaries/product/en-de.csv': 'house,Haus\n',
};
/** A machine without git. */
const git = () => ({ run: async () => Promise.reject(new Error('spawn git ENOENT')) });

test('without git, a workspace in no repository keeps its ledger in a folder', async () => {
  const cwd = await tempWorkspace(FILES);
  const { code, out } = await runLexform({ cwd, git }, 'plan');
  expect([code, out]).toEqual([0, expect.stringContaining('in the folder .lexform/ledger')]);
});

test.each([
  ['the folder', '.git/HEAD', 'ref: refs/heads/main\n'],
  ['the file of a worktree,', '.git', 'gitdir: ../elsewhere\n'],
])('without git, a workspace below %s .git is an error, as its ledger may be there', async (_, path, text) => {
  const files = Object.entries(FILES).map(([name, content]) => [`teams/web/${name}`, content]);
  const top = await tempWorkspace({ ...Object.fromEntries(files), [path]: text });
  const { code, err } = await runLexform({ cwd: join(top, 'teams/web'), git }, 'plan');
  expect([code, err]).toEqual([
    1,
    'error: the workspace is in a git repository, but git is not installed\n' +
      '  Install git, or keep the ledger in a folder with ledger: { dir: PATH }, or nowhere with ledger: false\n',
  ]);
});

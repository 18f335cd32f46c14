import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runLexform } from '../support/cli.ts';
import { git } from '../support/git-repository.ts';
import { schemaErrors } from '../support/schema-errors.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';

const files = (team: string, target: string) => ({
  [`teams/${team}/lexform.yaml`]: `version: 1\ntargets:\n  ${target}: { base_url: "https://a.test", key: env:KEY }\nglossaries: glossaries/*/glossary.yaml\n`,
  [`teams/${team}/glossaries/${team}/glossary.yaml`]: `name: Terms of ${team}\n`,
  [`teams/${team}/glossaries/${team}/en-de.csv`]: 'house,Haus\n',
});

/** A repository with a commit of three workspaces, of which two have a target of the same name. */
async function world() {
  const cwd = await tempWorkspace({ ...files('legal', 'prod'), ...files('shop', 'prod'), ...files('web', 'web') });
  git(cwd, 'init', '--quiet', '--initial-branch=main');
  git(cwd, 'add', '.');
  git(cwd, '-c', 'user.name=T', '-c', 'user.email=t@t.test', 'commit', '--quiet', '-m', 'Begin');
  const validate = (...args: readonly string[]) => runLexform({ cwd }, 'validate', '--workspaces', 'teams/*', ...args);
  return { cwd, validate };
}

test('targets with one ledger are named, in JSON too', async () => {
  const { validate, cwd } = await world();
  const { err } = await validate();
  expect(err).toContain('warning: teams/legal and teams/shop share the ledger of target "prod"');
  const document = JSON.parse((await validate('--json')).out);
  expect(schemaErrors('workspaces', document)).toEqual([]);
  expect(document.notes).toMatchObject([{ code: 'shared-ledger', workspaces: ['teams/legal', 'teams/shop'] }]);
  rmSync(join(cwd, 'teams/shop'), { recursive: true });
  expect((await validate()).err).toBe('');
});

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { git, tempFolder } from '../support/git-repository.ts';
import { sinceWorld } from './since-world.ts';

type World = Awaited<ReturnType<typeof sinceWorld>>;

/** The work so far becomes the base. */
const onMain = ({ commit, cwd }: World): void => {
  commit();
  git(cwd, 'branch', '-q', '-f', 'main');
};

const changedIn = async ({ planned }: World): Promise<readonly string[]> =>
  (await planned('--since', 'main')).changes.map(({ address }) => address);

describe('a change that git does not report', () => {
  test('is planned and shown: a moved submodule that is ignored', async () => {
    const of = await sinceWorld();
    const terms = tempFolder();
    git(terms, 'init', '-q', '-b', 'main');
    execFileSync('sh', ['-c', `printf 'name: Shop\\n' > glossary.yaml; printf 'a,b\\n' > en-de.csv`], { cwd: terms });
    git(terms, 'add', '-A');
    git(terms, 'commit', '-q', '-m', 'Terms');
    git(of.cwd, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', terms, 'glossaries/shop');
    onMain(of);
    expect((await of.lexform('apply', '-y')).code).toBe(0);
    expect(await changedIn(of)).toEqual([]);
    expect((await of.planned('--since', 'main')).since?.leftOut).toBe(5);
    of.write('.gitmodules', `${readFileSync(join(of.cwd, '.gitmodules'), 'utf8')}\tignore = all\n`);
    of.write('glossaries/shop/en-de.csv', 'a,c\n');
    git(join(of.cwd, 'glossaries/shop'), 'commit', '-q', '-a', '-m', 'More');
    git(of.cwd, 'add', '-A', '--', '.gitmodules');
    git(of.cwd, 'commit', '-q', '-m', 'Ignore');
    expect(await changedIn(of)).toEqual(['glossary.shop']);
  });
});

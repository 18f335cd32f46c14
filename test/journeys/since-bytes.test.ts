import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { git, tempFolder } from '../support/git-repository.ts';
import { PRODUCT, sinceWorld, TONE } from './since-world.ts';

type World = Awaited<ReturnType<typeof sinceWorld>>;

/** The work so far becomes the base. */
const onMain = ({ commit, cwd }: World): void => {
  commit();
  git(cwd, 'branch', '-q', '-f', 'main');
};

const changedIn = async ({ planned }: World): Promise<readonly string[]> =>
  (await planned('--since', 'main')).changes.map(({ address }) => address);

/** What git takes for no change. */
const HIDDEN: readonly (readonly [string, (of: World) => void])[] = [
  [
    'working-tree-encoding',
    ({ write, commit }) => {
      write('.gitattributes', 'glossaries/product/*.csv working-tree-encoding=UTF-7\n');
      write(PRODUCT, 'house,+AEg-aus\ncat,Katze\n');
      commit();
    },
  ],
  [
    'ident',
    (of) => {
      of.write(PRODUCT, 'house,$Id$\ncat,Katze\n');
      onMain(of);
      of.write('.gitattributes', '*.csv ident\n');
      of.write(PRODUCT, 'house,$Id: das  Gebäude $\ncat,Katze\n');
      of.commit();
    },
  ],
  [
    'assume-unchanged',
    ({ cwd, write }) => {
      git(cwd, 'update-index', '--assume-unchanged', PRODUCT);
      write(PRODUCT, 'house,das  Gebäude\ncat,Katze\n');
    },
  ],
];

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

  test.each(HIDDEN.slice(1))('is linted and validated: %s', async (_, hide) => {
    const of = await sinceWorld();
    hide(of);
    for (const command of ['lint', 'validate'])
      expect((await of.lexform(command, '--since', 'main')).out).toContain('[space/double]');
  });

  test('of a lone carriage return is one, and its error is found', async () => {
    const of = await sinceWorld({ '.gitattributes': '* -text\n' });
    of.write(TONE, readFileSync(join(of.cwd, TONE), 'utf8').replace('name: Tone', 'name: To\rne'));
    const { code, err } = await of.lexform('plan', '--since', 'main');
    expect([code, err]).toEqual([4, expect.stringContaining(`${TONE}:1:`)]);
  });
});

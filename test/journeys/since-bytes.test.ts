import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { git, tempFolder } from '../support/git-repository.ts';
import { PRODUCT, sinceWorld, TONE } from './since-world.ts';

type World = Awaited<ReturnType<typeof sinceWorld>>;

const LEGAL = 'glossaries/legal/en-de.csv';

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
  test.each(HIDDEN)('is planned and shown: %s', async (_, hide) => {
    const of = await sinceWorld();
    hide(of);
    expect(await changedIn(of)).toEqual(['glossary.product']);
  });

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

  test('of line ends is none outside quoted cells', async () => {
    const of = await sinceWorld({ [LEGAL]: 'contract,Vertrag\n"a, b",c\n', '.gitattributes': '* -text\n' });
    git(of.cwd, 'config', 'core.autocrlf', 'false');
    const crlf = (file: string): void =>
      of.write(file, readFileSync(join(of.cwd, file), 'utf8').replaceAll('\n', '\r\n'));
    for (const file of [LEGAL, PRODUCT, 'glossaries/legal/glossary.yaml', 'style-rules/tone.yaml']) crlf(file);
    const { out } = await of.lexform('plan', '--since', 'main');
    expect(out).toContain('Left out: 4 resources');
    onMain(of);
    of.write(LEGAL, 'contract,Vertrag\n"a, b",c\n');
    expect((await of.lexform('plan', '--since', 'main')).out).toContain('Left out: 4 resources');
  });

  test('of a lone carriage return is one, and its error is found', async () => {
    const of = await sinceWorld({ '.gitattributes': '* -text\n' });
    of.write(TONE, readFileSync(join(of.cwd, TONE), 'utf8').replace('name: Tone', 'name: To\rne'));
    const { code, err } = await of.lexform('plan', '--since', 'main');
    expect([code, err]).toEqual([4, expect.stringContaining(`${TONE}:1:`)]);
  });

  test('of line ends in a quoted cell is one', async () => {
    const of = await sinceWorld({
      'glossaries/legal/en-de.csv': 'en,de,note\ncontract,Vertrag,"one\ntwo"\n',
      '.gitattributes': '* -text\n',
    });
    of.write(LEGAL, 'en,de,note\ncontract,Vertrag,"one\r\ntwo"\n');
    expect((await of.planned('--since', 'main')).only).toEqual(['glossary.legal']);
  });
});

describe('an error that was on the base', () => {
  test('stops no pull request about something else, and one about its resource', async () => {
    const of = await sinceWorld({ 'style-rules/more.yaml': 'name: More\nlanguage: de\n' });
    of.append(LEGAL, 'contract,Abkommen\n');
    of.write('glossaries/broken/glossary.yaml', 'name: "Broken\n');
    of.write('style-rules/more.yaml', 'name: Tone\nlanguage: klingon\n');
    onMain(of);
    expect((await of.lexform('plan')).code).toBe(4);
    of.append(PRODUCT, 'dog,Hund\n');
    expect(await changedIn(of)).toEqual(['glossary.product']);
    expect((await of.lexform('validate', '--since', 'main')).code).toBe(0);
    of.append('glossaries/legal/en-fr.csv', 'law,loi\n');
    const { code, err } = await of.lexform('plan', '--since', 'main');
    expect([code, err]).toEqual([4, expect.stringContaining(LEGAL)]);
    expect(err).not.toContain('glossaries/broken');
  });

  test('in a glossary.yaml stops a pull request that changes a table beside it', async () => {
    const of = await sinceWorld();
    of.write('glossaries/legal/glossary.yaml', 'name: Legal\ntitle: x\n');
    onMain(of);
    of.append(LEGAL, 'law,Recht\n');
    expect((await of.lexform('plan', '--since', 'main')).code).toBe(4);
  });

  test('in the file of a resource does not make a new one the same resource', async () => {
    const of = await sinceWorld();
    of.write('glossaries/legal/glossary.yaml', 'name: "Legal\n');
    onMain(of);
    of.write('glossaries/law/glossary.yaml', 'name: Law\n');
    of.write('glossaries/law/en-de.csv', 'contract,Vertrag\n');
    of.write('glossaries/law/en-fr.csv', 'contract,contrat\n');
    const plan = await of.planned('--since', 'main');
    expect([plan.moves, plan.changes.map(({ address, action }) => [address, action])]).toEqual([
      undefined,
      [['glossary.law', 'create']],
    ]);
    of.write('glossaries/law/glossary.yaml', 'name: Legal\n');
    const named = await of.planned('--since', 'main');
    expect(named.changes.map(({ address, action }) => [address, action])).toEqual([['glossary.law', 'create']]);
  });
});

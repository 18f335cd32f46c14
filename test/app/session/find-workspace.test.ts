import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findWorkspace } from '../../../src/app/session/find-workspace.ts';
import { nodeFiles } from '../../../src/files/node/node-files.ts';
import { runLexform } from '../../support/cli.ts';
import { git } from '../../support/git-repository.ts';
import { tempWorkspace } from '../../support/temp-workspace.ts';

const CONFIG = 'version: 1\ntargets: { local: { service: embedded } }\nglossaries: glossaries/*/glossary.yaml\n';
const FILES = {
  'lexform.yaml': CONFIG,
  'glossaries/product/glossary.yaml': 'name: Product\n',
  'glossaries/product/en-de.csv': 'house,Haus\n',
  'src/deep/a.txt': '',
};
const find = (cwd: string, home?: string) =>
  findWorkspace({ cwd, files: nodeFiles(), env: (name) => (name === 'HOME' ? home : undefined) });

describe('lexform.yaml is searched upwards', () => {
  test('to the top of the git repository, and a command says where it is', async () => {
    const top = await tempWorkspace(FILES);
    git(top, 'init', '--quiet');
    const cwd = join(top, 'src/deep');
    expect(await find(cwd)).toBe(top);
    const { code, out, err } = await runLexform({ cwd }, 'plan', '--json');
    expect([code, err]).toEqual([0, expect.stringContaining(`Using the workspace in ${top}.\n`)]);
    expect(JSON.parse(out).changes).toHaveLength(1);
    expect((await runLexform({ cwd: top }, 'validate')).err).toBe('');
    expect((await runLexform({ cwd }, '__complete', '--', 'plan', '-t', '')).out).toBe('local\n');
  });

  test('the nearest one wins, and nothing above the repository is taken', async () => {
    const top = await tempWorkspace({ ...FILES, 'inner/lexform.yaml': CONFIG, 'inner/x/a.txt': '' });
    expect(await find(join(top, 'inner/x'), top)).toBe(join(top, 'inner'));
    git(join(top, 'src'), 'init', '--quiet');
    expect(await find(join(top, 'src/deep'), top)).toBeUndefined();
  });

  test('outside of a repository it ends at the home folder, and elsewhere it does not begin', async () => {
    const top = await tempWorkspace(FILES);
    expect(await find(join(top, 'src/deep'), top)).toBe(top);
    expect(await find(join(top, 'src/deep'), join(top, 'src'))).toBeUndefined();
    expect(await find(join(top, 'src/deep'))).toBeUndefined();
    const { code, err } = await runLexform({ cwd: join(top, 'src/deep') }, 'plan');
    expect([code, err]).toEqual([4, expect.stringContaining('there is no lexform.yaml')]);
  });

  test('init writes where it stands, whatever lies above', async () => {
    const top = await tempWorkspace(FILES);
    git(top, 'init', '--quiet');
    await mkdir(join(top, 'new'));
    expect((await runLexform({ cwd: join(top, 'new') }, 'init')).out).toContain('wrote lexform.yaml');
    expect(await find(join(top, 'new'))).toBe(join(top, 'new'));
  });
});

describe('-C', () => {
  test('of a folder that is missing, of a file, and given twice, is said', async () => {
    const cwd = await tempWorkspace(FILES);
    for (const [args, said] of [
      [['plan', '-C', 'nowhere'], 'there is no such folder'],
      [['validate', '-C', 'lexform.yaml'], 'is a file'],
      [['plan', '-C', 'src', '--chdir', 'glossaries'], 'given twice, "src" and "glossaries"'],
    ] as const)
      expect([args, await runLexform({ cwd }, ...args)]).toMatchObject([
        args,
        { code: 1, err: expect.stringContaining(said) },
      ]);
    expect((await runLexform({ cwd }, 'plan', '-C', 'nowhere', '--json')).out).toContain('no such folder');
    // A folder that was named is meant, and no other one.
    expect((await runLexform({ cwd }, 'plan', '-C', 'src')).code).toBe(4);
  });
});

describe('words of other tools', () => {
  test.each([
    ['destroy', 'lexform apply --allow-delete ADDRESS'],
    ['state', 'lexform ledger ids'],
    ['diff', 'lexform plan'],
    ['refresh', 'every plan reads the service'],
  ])('%s gets an answer', async (word, answer) => {
    const { code, err } = await runLexform({ cwd: '/' }, word, 'glossary.product');
    expect([code, err]).toEqual([1, expect.stringContaining(`lexform has no command "${word}": `)]);
    expect(err).toContain(answer);
  });
});

describe('an earlier name', () => {
  test.each([
    [['ids'], '"lexform ids" is now "lexform ledger ids"'],
    [['help', 'ids'], '"lexform ids" is now "lexform ledger ids"'],
    [['show', 'latest'], '"lexform show" is now "lexform log --show"'],
    [['parity', '--only', '*'], '"lexform parity" is now "lexform service compare"'],
    [['voice', 'translate', 'a.mp3'], '"lexform voice" is now "lexform service voice"'],
    [['translation-memories'], '"lexform translation-memories" is now "lexform service memories"'],
    [['apply', '--max-deletes', '5'], '--max-deletes is now --max-deletes-per-run'],
    [['apply', '--max-deletes=5'], '--max-deletes is now --max-deletes-per-run'],
  ])('of a command or an option ends %j with its present name and exit code 2', async (args, answer) => {
    const cwd = await tempWorkspace(FILES);
    expect(await runLexform({ cwd }, ...args)).toEqual({ code: 2, out: '', err: `error: ${answer}\n` });
    const { code, out, err } = await runLexform({ cwd }, ...args, '--json');
    expect([code, err]).toEqual([2, '']);
    expect(JSON.parse(out)).toMatchObject({ error: { code: 'renamed', message: answer } });
  });

  test('behind "--" is an argument', async () => {
    const cwd = await tempWorkspace(FILES);
    expect((await runLexform({ cwd }, 'log', '--', '--max-deletes')).err).not.toContain('is now');
  });
});

describe('addresses on the command line', () => {
  test('without their kind are suggested, and a hyphen is as good as an arrow', async () => {
    const cwd = await tempWorkspace(FILES);
    const run = (...args: readonly string[]) => runLexform({ cwd }, ...args);
    expect((await run('plan', '--only', 'product')).err).toContain('did you mean "glossary.product"?');
    expect((await run('plan', '--only', 'product/en-de')).err).toContain('did you mean "glossary.product/en->de"?');
    for (const address of ['glossary.product/en-de', 'glossary.product/en:de', 'glossary.product/en->de'])
      expect(JSON.parse((await run('plan', '--json', '--only', address)).out).only).toEqual([
        'glossary.product/en->de',
      ]);
    expect((await run('pull', 'product')).err).toContain('did you mean glossary.product?');
    expect((await run('service', 'languages', '--pair', 'en-de')).code).toBe(0);
    expect((await run('service', 'languages', '--pair', 'pt-BR')).err).toContain('is not a language pair');
  });
});

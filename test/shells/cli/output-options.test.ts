import { expect, test } from 'vitest';
import { runLexform } from '../../support/cli.ts';
import { fillWorkspace, tempWorkspace } from '../../support/temp-workspace.ts';

const FILES = {
  'lexform.yaml': 'version: 1\ntargets:\n  prod: { service: embedded }\nglossaries: glossaries/*/glossary.yaml\n',
  'glossaries/product/glossary.yaml': 'name: Product\n',
  'glossaries/product/en-de.csv': 'house,Haus\ncat,Katze\n',
};

const CHANGES = 'Plan for prod: 2 terms to add; 1 glossary and 1 dictionary; 1 call.\n';

test('--quiet shows the result in a line, without progress, details and notes', async () => {
  const cwd = await tempWorkspace(FILES);
  const lexform = (...args: readonly string[]) => runLexform({ cwd }, ...args);
  expect(await lexform('plan', '--quiet')).toEqual({ code: 0, out: CHANGES, err: '' });
  const applied = await lexform('apply', '--quiet', '--auto-approve');
  expect(applied).toEqual({ code: 0, out: `${CHANGES}Applied to prod: 1 of 1 call made.\n`, err: '' });
  expect(await lexform('plan', '-q')).toMatchObject({ out: 'No changes. prod matches the files.\n' });
  expect(await lexform('drift', '-q')).toEqual({
    code: 0,
    out: 'No drift on prod: nothing was changed outside git.\n',
    err: '',
  });
  expect(await lexform('validate', '-q')).toEqual({ code: 0, out: '', err: '' });
  expect(await lexform('lint', '-q')).toEqual({ code: 0, out: '', err: '' });
});

test('--quiet shows errors, and what a refused plan needs', async () => {
  const cwd = await tempWorkspace(FILES);
  await runLexform({ cwd }, 'apply', '-q', '--auto-approve');
  await fillWorkspace(cwd, { 'glossaries/product/en-de.csv': '' });
  const refused = await runLexform({ cwd }, 'apply', '-q', '--auto-approve');
  expect(refused.code).toBe(3);
  expect(refused.out).not.toContain('house');
  expect(refused.err).toContain('--allow-delete');
  await fillWorkspace(cwd, { 'glossaries/product/en-de.csv': 'house,Haus\nhouse,Heim\n' });
  const wrong = await runLexform({ cwd }, 'validate', '-q');
  expect(wrong).toMatchObject({ code: 4, err: '' });
  expect(wrong.out).toContain('en-de.csv:2:1: error: ');
});

test('--color says whether there are colours, whatever the terminal is', async () => {
  const cwd = await tempWorkspace(FILES);
  const colored = async (...args: readonly string[]): Promise<boolean> => {
    const { code, out } = await runLexform({ cwd }, 'plan', ...args);
    expect(code).toBe(0);
    return out.includes('\u001b[');
  };
  expect(await colored()).toBe(false);
  expect(await colored('--color=auto')).toBe(false);
  expect(await colored('--color', 'always')).toBe(true);
  expect(await colored('--color=never')).toBe(false);
  // A document never has colours.
  expect(await colored('--color=always', '--json')).toBe(false);
  const other = await runLexform({ cwd }, 'plan', '--color=sometimes');
  expect(other).toMatchObject({ code: 1, out: '' });
  expect(other.err).toContain('Allowed choices are auto, always, never.');
});

test('before the question, what is not named is counted, with the command that names it', async () => {
  const terms = Array.from({ length: 60 }, (_, index) => `term ${index},x\n`).join('');
  const cwd = await tempWorkspace({ ...FILES, 'glossaries/product/en-de.csv': terms });
  await runLexform({ cwd }, 'apply', '--auto-approve');
  await fillWorkspace(cwd, { 'glossaries/product/en-de.csv': 'term 0,x\n' });
  const asked = await runLexform({ cwd, answer: 'no' }, 'apply', '--allow-delete', 'glossary.*', '--target', 'prod');
  expect(asked.code).toBe(3);
  expect(asked.out.match(/^ {4}- /gm)).toHaveLength(40);
  expect(asked.out).toContain(
    'Not named above: 19 more removed. To see each, run: lexform plan --target prod --full\n',
  );
  const all = await runLexform({ cwd }, 'plan', '--target', 'prod', '--full');
  expect(all.out.match(/^ {4}- /gm)).toHaveLength(59);
});

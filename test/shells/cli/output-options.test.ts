import { expect, test } from 'vitest';
import { runLexform } from '../../support/cli.ts';
import { fillWorkspace, tempWorkspace } from '../../support/temp-workspace.ts';

const FILES = {
  'lexform.yaml': 'version: 1\ntargets:\n  prod: { service: embedded }\nglossaries: glossaries/*/glossary.yaml\n',
  'glossaries/product/glossary.yaml': 'name: Product\n',
  'glossaries/product/en-de.csv': 'house,Haus\ncat,Katze\n',
};

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

import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { xlsx } from '../exchange/xlsx.ts';
import { runLexform } from '../support/cli.ts';
import { git } from '../support/git-repository.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';

const TABLE = 'glossaries/product/terms.csv';

async function world(files: Readonly<Record<string, string | Uint8Array>>) {
  const cwd = await tempWorkspace(files);
  git(cwd, 'init', '--quiet', '--initial-branch=main');
  return {
    cwd,
    lexform: (...args: readonly string[]) => runLexform({ cwd }, ...args),
    read: (path: string) => readFileSync(join(cwd, path), 'utf8'),
    write: (path: string, text: string | Uint8Array) => writeFile(join(cwd, path), text),
  };
}

describe('the quickest path of a new team', () => {
  test('a spreadsheet in an empty folder becomes a workspace, which is planned and applied', async () => {
    const terms = xlsx({
      Terms: [
        ['English', 'German', 'French', 'Part of speech', 'Definition'],
        ['sign in', 'anmelden', 'se connecter', 'verb', 'To begin a session.'],
        ['house', 'Haus', '', 'noun', ''],
      ],
    });
    const { lexform, read } = await world({ 'terms.xlsx': terms });
    const imported = await lexform('import', 'terms.xlsx', '--to', 'glossary.product');
    expect(imported).toEqual({
      code: 0,
      err: '',
      out:
        'terms.xlsx (xlsx (table)) → glossary.product: 2 rows read, 5 terms in en, de, fr; source en\n' +
        '  glossaries/product/terms.csv: 2 rows added, 0 changed, 0 unchanged, 0 removed; 0 held back by their status\n' +
        'wrote lexform.yaml, .gitignore, glossaries/product/terms.csv, glossaries/product/glossary.yaml\n' +
        'next: lexform plan\n',
    });
    expect(read(TABLE)).toBe(
      'en,de,fr,part of speech,definition\n' +
        'sign in,anmelden,se connecter,verb,To begin a session.\n' +
        'house,Haus,,noun,\n',
    );
    const plan = await lexform('plan');
    expect([plan.code, plan.err]).toEqual([0, '']);
    expect(plan.out).toContain('sign in');
    const applied = await lexform('apply', '--auto-approve');
    expect([applied.code, applied.err]).toEqual([0, 'glossary.product: create the glossary: done\n']);
  });
});

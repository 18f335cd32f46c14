import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runLexform } from '../support/cli.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';

const CONFIG = 'version: 1\ntargets:\n  local: { service: embedded }\nglossaries: glossaries/*/glossary.yaml\n';
const GLOSSARY = 'glossaries/product/glossary.yaml';
const TABLE = 'glossaries/product/terms.csv';

async function world(files: Readonly<Record<string, string>>) {
  const cwd = await tempWorkspace(files);
  return {
    lexform: (...args: readonly string[]) => runLexform({ cwd }, ...args),
    read: (path: string) => readFileSync(join(cwd, path), 'utf8'),
  };
}

describe('an import into a glossary that has only a name', () => {
  test('adds a table to it', async () => {
    const { lexform, read } = await world({
      'lexform.yaml': CONFIG,
      [GLOSSARY]: 'name: Product\n',
      't.csv': 'en,de,pt-BR\nhouse,Haus,casa\n',
    });
    const { code, err } = await lexform('import', 't.csv', '--to', 'glossary.product');
    expect([code, err]).toEqual([0, '']);
    expect(read(TABLE)).toBe('en,de,pt\nhouse,Haus,casa\n');
    expect(read(GLOSSARY)).toMatch(/^name: Product\ntables:\n {2}- file: terms.csv\n {4}pairs: \[en->\*\]\n$/);
    expect((await lexform('validate')).out).toContain('2 dictionaries, 2 terms');
  });
});

describe('languages that are not in the built-in list', () => {
  test('are imported with a warning, and are in dictionaries', async () => {
    const { lexform, read } = await world({ 't.csv': 'English,Catalan,Persian,fil\nhouse,casa,khaneh,bahay\n' });
    const { code, out } = await lexform('import', 't.csv', '--to', 'glossary.product', '--report', 'json=r.json');
    expect(code).toBe(0);
    expect(out).toContain('3 languages "ca", "fa", "fil": kept; Lexform does not know it');
    expect(JSON.parse(read('r.json')).findings).toContainEqual(
      expect.objectContaining({ severity: 'warning', message: expect.stringContaining('"ca": kept') }),
    );
    expect(read(TABLE)).toBe('en,ca,fa,fil\nhouse,casa,khaneh,bahay\n');
    const validated = await lexform('validate');
    expect(validated.code).toBe(0);
    expect(validated.out).toContain('Lexform does not know the language "ca"');
    expect(validated.out).toContain('3 dictionaries, 3 terms');
  });
});

describe('everything that is not used is reported', () => {
  const LANGUAGES = 'de fr it es nl pl pt sv da fi';

  test('every language, when the terms have errors', async () => {
    const { lexform } = await world({
      'lexform.yaml': CONFIG,
      [GLOSSARY]: 'name: Product\ntables:\n  - { file: terms.csv, pairs: [en->de] }\n',
      [TABLE]: 'en,de\nhouse,Haus\nhouse,Gebäude\n',
      't.csv': `en,${LANGUAGES.replaceAll(' ', ',')}\nhut${',x'.repeat(10)}\n`,
    });
    const { code, out } = await lexform('import', 't.csv', '--to', 'glossary.product');
    expect(code).toBe(4);
    const unused = LANGUAGES.split(' ').slice(1);
    expect(out).toContain(
      `9 languages ${unused.map((each) => `"${each}"`).join(', ')}: kept in a column that is not sent`,
    );
  });

  test('when the file has errors and nothing is written', async () => {
    const { lexform } = await world({ 't.csv': 'en,de,Ampel,Category\n house,Haus,rot,x\n' });
    const { code, err } = await lexform('import', 't.csv', '--to', 'glossary.product');
    expect(code).toBe(4);
    expect(err).toContain('import-column-unknown');
    expect(err).toContain('1 phrase "house": kept without the white space around it');
    expect(err).toContain('"Category"');
  });
});

test('--columns by number and --header-row are options of the command and of imports:', async () => {
  const { lexform, read } = await world({
    'plain.csv': 'house,casa,noun\n',
    'titled.csv': 'Terms of Acme\n\nen,de\ntree,Baum\n',
  });
  const columns = ['--columns', '1=en,2=ca,3=pos'];
  expect((await lexform('import', 'plain.csv', '--to', 'glossary.product', ...columns)).code).toBe(0);
  expect(read(TABLE)).toBe('en,ca,part of speech\nhouse,casa,noun\n');
  const titled = ['import', 'titled.csv', '--to', 'glossary.other'];
  expect((await lexform(...titled)).err).toContain('--header-row 3');
  expect((await lexform(...titled, '--header-row', '3')).code).toBe(0);
  expect(read('glossaries/other/terms.csv')).toBe('en,de\ntree,Baum\n');
});

test('imports: has header_row', async () => {
  const { lexform, read } = await world({
    'lexform.yaml': CONFIG,
    [GLOSSARY]: 'name: Product\nimports:\n  - { file: titled.csv, header_row: 3 }\n',
    'glossaries/product/titled.csv': 'Terms of Acme\n\nen,de\ntree,Baum\n',
  });
  expect((await lexform('import')).code).toBe(0);
  expect(read(TABLE)).toBe('en,de\ntree,Baum\n');
});

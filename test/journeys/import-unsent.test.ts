import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runLexform } from '../support/cli.ts';
import { git } from '../support/git-repository.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';

async function world(files: Readonly<Record<string, string>>) {
  const cwd = await tempWorkspace(files);
  git(cwd, 'init', '--quiet', '--initial-branch=main');
  return {
    lexform: (...args: readonly string[]) => runLexform({ cwd }, ...args),
    has: (path: string) => existsSync(join(cwd, path)),
    read: (path: string) => readFileSync(join(cwd, path), 'utf8'),
    write: (path: string, text: string) => writeFileSync(join(cwd, path), text),
  };
}

const TABLE = 'glossaries/product/terms.csv';

/** A TBX file of one concept. */
const tbx = (terms: Readonly<Record<string, string>>, language = 'en'): string =>
  `<martif type="TBX" xml:lang="${language}"><text><body><termEntry id="c1">${Object.entries(terms)
    .map(([code, term]) => `<langSet xml:lang="${code}"><tig><term>${term}</term></tig></langSet>`)
    .join('')}</termEntry></body></text></martif>`;

describe('two variants of one language', () => {
  test('that leave no dictionary stop the import before anything is written, and the option is said', async () => {
    const { lexform, has, read } = await world({
      'two.tbx': tbx({ en: 'January', 'de-DE': 'Januar', 'de-AT': 'Jänner' }),
      'source.tbx': tbx({ 'de-AT': 'Jänner', 'de-DE': 'Januar', en: 'January', fr: 'janvier' }, 'de-DE'),
    });
    const stopped = await lexform('import', 'two.tbx', '--to', 'glossary.product');
    expect([stopped.code, stopped.err]).toEqual([4, expect.stringContaining('--columns de-DE=de,de-AT=ignore ')]);
    const asSource = await lexform('import', 'source.tbx', '--to', 'glossary.product');
    expect([asSource.code, asSource.err]).toEqual([4, expect.stringContaining('--columns de-AT=de,de-DE=ignore ')]);
    expect(has('lexform.yaml')).toBe(false);
    const columns = ['--columns', 'de-DE=de,de-AT=ignore'];
    const done = await lexform('import', 'two.tbx', '--to', 'glossary.product', ...columns);
    expect([done.code, done.err]).toEqual([0, '']);
    expect(read(TABLE)).toBe('en,de,concept\nJanuary,Januar,c1\n');
  });

  test('beside other languages are kept, and the output says that they are not sent', async () => {
    const { lexform, read } = await world({
      'list.tbx': tbx({ en: 'January', fr: 'janvier', 'de-DE': 'Januar', 'de-AT': 'Jänner' }),
    });
    const { code, out } = await lexform('import', 'list.tbx', '--to', 'glossary.product');
    expect([code, out]).toEqual([
      0,
      expect.stringContaining('  2 languages "de-DE", "de-AT": kept in a column that is not sent; --columns can set'),
    ]);
    expect(read(TABLE)).toBe('en,fr,de-DE,de-AT,concept\nJanuary,janvier,Januar,Jänner,c1\n');
  });

  test('of one language are proposed as variants, and are sent once they are declared', async () => {
    const { lexform, read, write } = await world({
      'list.csv': 'en,pt-PT,pt-BR\nscreen,ecrã,tela\n',
      'lexform.yaml': 'version: 1\ntargets:\n  local: { service: embedded }\nglossaries: glossaries/*/glossary.yaml\n',
      'glossaries/product/glossary.yaml': 'name: Product\ntables:\n  - { file: terms.csv, pairs: [en->*] }\n',
      [TABLE]: 'en,fr,pt-BR,pt-PT\nhouse,maison,,\n',
    });
    const first = await lexform('import', 'list.csv', '--to', 'glossary.product', '--dry-run');
    const declared = 'variants: { pt-BR: { over: pt } }';
    expect(first.out).toContain(
      `  to send pt-BR, import with --columns pt-PT=pt, and write in glossary.yaml: ${declared}\n`,
    );
    write(TABLE, 'en,fr,pt,pt-BR\nhouse,maison,,\n');
    write('glossaries/product/glossary.yaml', `${read('glossaries/product/glossary.yaml')}${declared}\n`);
    const { code, out } = await lexform('import', 'list.csv', '--to', 'glossary.product', '--columns', 'pt-PT=pt');
    expect([code, out]).toEqual([0, expect.not.stringContaining('not sent')]);
    expect(read(TABLE)).toBe('en,fr,pt,pt-BR\nhouse,maison,,\nscreen,,ecrã,tela\n');
    expect((await lexform('plan')).out).toContain('screen → tela');
  });

  test('of one language go into the files of declared variants', async () => {
    const { lexform, read } = await world({
      'list.csv': 'en,pt,pt-BR\nscreen,ecrã,tela\n',
      'lexform.yaml': 'version: 1\ntargets:\n  local: { service: embedded }\nglossaries: glossaries/*/glossary.yaml\n',
      'glossaries/product/glossary.yaml': 'name: Product\nvariants: { pt-BR: { over: pt } }\n',
      'glossaries/product/en-pt.csv': 'cart,carrinho\n',
      'glossaries/product/en-pt-BR.csv': 'cart,sacola\n',
    });
    const { code, out } = await lexform('import', 'list.csv', '--to', 'glossary.product');
    expect([code, out]).toEqual([0, expect.not.stringContaining('not kept')]);
    expect(read('glossaries/product/en-pt.csv')).toBe('cart,carrinho\nscreen,ecrã\n');
    expect(read('glossaries/product/en-pt-BR.csv')).toBe('cart,sacola\nscreen,tela\n');
  });

  test('a language that no pair of the glossary asks for is named too', async () => {
    const { lexform } = await world({
      'lexform.yaml': 'version: 1\ntargets:\n  local: { service: embedded }\nglossaries: glossaries/*/glossary.yaml\n',
      'glossaries/product/glossary.yaml': 'name: Product\ntables:\n  - { file: terms.csv, pairs: [en->de] }\n',
      [TABLE]: 'en,de\nhouse,Haus\n',
      'new.csv': 'en,de,fr\nhut,Hütte,cabane\n',
    });
    const { code, out } = await lexform('import', 'new.csv', '--to', 'glossary.product');
    expect([code, out]).toEqual([0, expect.stringContaining('  1 language "fr": kept in a column that is not sent')]);
  });
});

describe('a translation that needs editing in Weblate', () => {
  const LIST = 'source,target,context,fuzzy\nhouse,Haus,,False\nhut,Hute,,True\n';

  test('is a draft, and a new glossary holds it back', async () => {
    const { lexform, read } = await world({ 'list.csv': LIST });
    const { code, err, out } = await lexform('import', 'list.csv', '--to', 'glossary.product', '--pair', 'en-de');
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain('0 removed; 1 held back by its status\n');
    expect(out).toContain('by status: 1 without a status is sent, 1 draft is held back;');
    expect(out).toContain('  1 row that needs editing: taken as drafts;');
    expect(read(TABLE)).toBe('en,de,status\nhouse,Haus,\nhut,Hute,draft\n');
    expect(read('glossaries/product/glossary.yaml')).toContain('send:');
    const plan = await lexform('plan');
    expect([plan.out.includes('house'), plan.out.includes('hut')]).toEqual([true, false]);
  });

  test('of a list without one, the glossary sends drafts as any other does', async () => {
    const { lexform, read } = await world({ 'list.csv': LIST.replace('True', 'False') });
    await lexform('import', 'list.csv', '--to', 'glossary.product', '--pair', 'en-de');
    expect(read('glossaries/product/glossary.yaml')).not.toContain('send:');
  });

  test('is sent by a glossary that sends drafts, or has no column to hold it back, and the report says so', async () => {
    const table = (header: string) => ({
      'glossaries/product/glossary.yaml': 'name: Product\n',
      'glossaries/product/en-de.csv': header,
      'list.csv': LIST,
    });
    const imported = async (files: Readonly<Record<string, string>>) => {
      const { lexform } = await world({
        'lexform.yaml':
          'version: 1\ntargets: { local: { service: embedded } }\nglossaries: glossaries/*/glossary.yaml\n',
        ...files,
      });
      const args = ['import', 'list.csv', '--to', 'glossary.product', '--pair', 'en-de', '--dry-run'];
      const [file] = JSON.parse((await lexform(...args, '--json')).out).imports[0].files;
      return { text: (await lexform(...args)).out, draftsSent: file.draftsSent };
    };
    const sent = await imported(table('source,target,status\ncat,Katze,\n'));
    expect(sent.text).toContain(
      '    1 draft is sent like a finished term: send: { status: [none, preferred, approved] }',
    );
    expect(sent.draftsSent).toBe(1);
    const bare = await imported(table('source,target\ncat,Katze\n'));
    expect(bare.text).toContain('    1 draft is sent like a finished term: the file has no column "status"');
    expect(bare.draftsSent).toBe(1);
    const held = await imported({
      ...table('source,target,status\ncat,Katze,\n'),
      'glossaries/product/glossary.yaml': 'name: Product\nsend: { status: [none, approved] }\n',
    });
    expect(held.text).not.toContain('is sent like');
    expect(held.draftsSent).toBe(0);
  });
});

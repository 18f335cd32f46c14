import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { xlsx } from '../files/exchange/xlsx.ts';
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
        'terms.xlsx (xlsx (table)) → glossary.product: 2 rows read, 5 phrases in en, de, fr; source en\n' +
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
    expect([applied.code, applied.err]).toEqual([0, '']);
    expect(applied.out).toContain('Applied to ');
  });
});

const WORKSPACE = 'version: 1\ntargets:\n  local: { service: embedded }\nglossaries: glossaries/*/glossary.yaml\n';
const GLOSSARY = 'name: Product\ntables:\n  - { file: terms.csv, pairs: [en->*] }\n';
const FILES = {
  'lexform.yaml': WORKSPACE,
  'glossaries/product/glossary.yaml': GLOSSARY,
  [TABLE]: 'en,de\nhouse,Haus\ncat,Katze\n',
};

describe('the languages of a new glossary', () => {
  test('the source language is that of the header, whatever comes first', async () => {
    const tbx = (language: string) =>
      `<martif type="TBX" xml:lang="${language}"><text><body><termEntry id="c1"><langSet xml:lang="de"><tig><term>Haus</term></tig></langSet><langSet xml:lang="en"><tig><term>house</term></tig></langSet></termEntry></body></text></martif>`;
    const { lexform, read } = await world({ 'en.tbx': tbx('en-GB'), 'other.tbx': tbx('fr') });
    await lexform('import', 'en.tbx', '--to', 'glossary.product');
    expect(read(TABLE)).toBe('en,de,concept\nhouse,Haus,c1\n');
    await lexform('import', 'other.tbx', '--to', 'glossary.other');
    expect(read('glossaries/other/terms.csv')).toBe('de,en,concept\nHaus,house,c1\n');
  });

  test('Indonesian is a language like any other', async () => {
    const { lexform, read } = await world({ 'new.csv': 'en,id\nhouse,rumah\n', 'more.csv': 'en,id\ncat,kucing\n' });
    expect((await lexform('import', 'new.csv', '--to', 'glossary.product')).code).toBe(0);
    expect((await lexform('import', 'more.csv', '--to', 'glossary.product')).code).toBe(0);
    expect(read(TABLE)).toBe('en,id\nhouse,rumah\ncat,kucing\n');
    expect((await lexform('plan')).out).toContain('kucing');
    expect((await lexform('export', 'glossary.product', '--format', 'csv')).out).toBe(read(TABLE));
  });
});

describe('the files of examples/import', () => {
  test('are imported as their page says', async () => {
    const files = ['termbase.tbx', 'terms.csv'].map((name) => [name, readFileSync(`examples/import/${name}`)] as const);
    const { lexform, read } = await world(Object.fromEntries(files));
    expect((await lexform('import', 'termbase.tbx', '--to', 'glossary.shop')).code).toBe(0);
    expect((await lexform('import', 'terms.csv', '--to', 'glossary.shop')).code).toBe(0);
    expect(read('glossaries/shop/terms.csv')).toMatchInlineSnapshot(`
      "en,de,concept,status,part of speech,definition,note,status_de,part of speech_en,definition_en
      e-bike,Pedelec,bike-1,preferred,noun,A bicycle with an electric motor that helps while the rider pedals.,,,,
      electric bike,,bike-1,admitted,noun,A bicycle with an electric motor that helps while the rider pedals.,,,,
      ,Elektrofahrrad,bike-1,deprecated,noun,A bicycle with an electric motor that helps while the rider pedals.,Only in contracts of before 2020.,,,
      flat tyre,Reifenpanne,bike-2,,noun,,,,,
      saddle,Sattel,,,noun,,,preferred,noun,The seat of a bicycle.
      gear shift,Gangschaltung,,,noun,,,preferred,noun,
      bell,Klingel,,draft,noun,,,draft,noun,
      "
    `);
    const plan = await lexform('plan');
    expect([plan.code, plan.err]).toEqual([0, '']);
  });
});

describe('a column that nobody has explained', () => {
  const LIST = 'en;de;Ampel;Farbe, neu\nlog in;einloggen;verboten;rot\nsize;Größe;freigegeben;\n';

  test('stops the import, which says the options to give; nothing is written', async () => {
    const { cwd, lexform, read } = await world({ 'list.csv': LIST });
    const stopped = await lexform('import', 'list.csv', '--to', 'glossary.product');
    expect(stopped).toEqual({
      code: 4,
      out: '',
      err:
        'list.csv:1:7: error: the column "Ampel" is unknown to Lexform (it contains "verboten" or "freigegeben"); ' +
        'set its use with --columns Ampel=status, or leave it out with --columns Ampel=ignore ' +
        '[import-column-unknown]\n' +
        'list.csv:1:13: error: the column "Farbe, neu" is unknown to Lexform (it contains "rot"); set its use ' +
        "with --columns 'Farbe, neu=note', or leave it out with --columns 'Farbe, neu=ignore'; all of them: " +
        "--columns 'Ampel=ignore,Farbe, neu=ignore' [import-column-unknown]\n" +
        '2 errors, 0 warnings in 1 file; nothing was written\n',
    });
    expect(existsSync(join(cwd, 'lexform.yaml'))).toBe(false);
    const columns = ['--columns', 'Ampel=status,Farbe, neu=ignore'];
    const statuses = ['--statuses', 'verboten=forbidden,freigegeben=approved'];
    const done = await lexform('import', 'list.csv', '--to', 'glossary.product', ...columns, ...statuses);
    expect([done.code, done.err]).toEqual([0, '']);
    expect(read(TABLE)).toBe('en,de,status\nlog in,einloggen,forbidden\nsize,Größe,approved\n');
    const plan = await lexform('plan');
    expect(plan.out).toContain('1 row is held back: 1 forbidden');
  });

  test('stops an import that glossary.yaml names, also with --check', async () => {
    const imports = `${GLOSSARY}imports:\n  - file: list.csv\n`;
    const files = { ...FILES, 'glossaries/product/glossary.yaml': imports, 'glossaries/product/list.csv': LIST };
    const { lexform, read } = await world(files);
    for (const args of [[], ['--check'], ['--dry-run']]) {
      const { code, err } = await lexform('import', ...args);
      expect([code, err]).toEqual([4, expect.stringContaining('the column "Ampel" is unknown to Lexform')]);
    }
    expect(read(TABLE)).toBe(FILES[TABLE]);
  });
});

describe('an import into a workspace', () => {
  test('--dry-run shows every row and writes nothing, --check says by its exit code that there is something', async () => {
    const { lexform, read } = await world({ ...FILES, 'new.csv': 'en,de,Category\nhouse,Heim,red\ndog,Hund,\n' });
    const dry = await lexform('import', 'new.csv', '--to', 'glossary.product', '--dry-run');
    expect(dry).toEqual({
      code: 0,
      err: '',
      out:
        'new.csv (table) → glossary.product: 2 rows read, 4 phrases in en, de; source en\n' +
        '  glossaries/product/terms.csv: 1 row added, 1 changed, 0 unchanged, 0 removed; 0 held back by their status\n' +
        '    1 row of the glossary is not in the file and stays; --replace removes it\n' +
        '    ~ house: de "Haus" ⇒ "Heim"\n' +
        '    + dog: de "Hund"\n' +
        '  1 cell of the column "Category": not kept; --columns can set its use\n' +
        'would write glossaries/product/terms.csv; nothing was written\n' +
        'the --json document and the reports of --report name everything that was not kept\n',
    });
    expect((await lexform('import', 'new.csv', '--to', 'glossary.product', '--check')).code).toBe(2);
    expect(read(TABLE)).toBe(FILES[TABLE]);
    expect((await lexform('import', 'new.csv', '--to', 'glossary.product')).code).toBe(0);
    expect(read(TABLE)).toBe('en,de\nhouse,Heim\ncat,Katze\ndog,Hund\n');
    const again = await lexform('import', 'new.csv', '--to', 'glossary.product', '--check');
    expect([again.code, again.out]).toEqual([0, expect.stringContaining('nothing to import')]);
  });

  describe('a term that the list rejects, in a file of one dictionary', () => {
    const LIST = { 'new.csv': 'en,de,status\nboard,Brett,rejected\ncat,Katze,approved\n' };
    const WITH_DICTIONARIES = {
      'lexform.yaml': WORKSPACE,
      'glossaries/product/glossary.yaml': 'name: Product\ndictionaries: auto\n',
    };
    const FILE = 'glossaries/product/en-de.csv';
    const imported = ['import', 'new.csv', '--to', 'glossary.product'];

    test('stops the import while the file sends it and has no column for that', async () => {
      const { lexform, read } = await world({ ...WITH_DICTIONARIES, ...LIST, [FILE]: 'board,Brett\n' });
      const { code, err } = await lexform(...imported);
      expect([code, err]).toEqual([4, expect.stringContaining(`${FILE}:1:1: error: "board" → "Brett" is rejected in`)]);
      expect(err).toMatch(/\n1 error, 0 warnings in 1 file; nothing was written\n$/);
      expect(read(FILE)).toBe('board,Brett\n');
      expect((await lexform(...imported, '--replace', '--auto-approve')).code).toBe(0);
      expect(read(FILE)).toBe('cat,Katze\n');
    });

    test('gets its status where the file has such a column', async () => {
      const { lexform, read } = await world({
        ...WITH_DICTIONARIES,
        ...LIST,
        [FILE]: 'en,de,status\nboard,Brett,approved\n',
      });
      const { code, out } = await lexform(...imported);
      expect([code, out]).toEqual([0, expect.not.stringContaining('not kept')]);
      expect(read(FILE)).toBe('en,de,status\nboard,Brett,rejected\ncat,Katze,approved\n');
      expect((await lexform(...imported)).out).toContain('nothing to import');
    });
  });

  test('--replace shows what goes, and asks', async () => {
    const { lexform, read, cwd } = await world({ ...FILES, 'new.csv': 'en,de\nhouse,Haus\n' });
    const args = ['import', 'new.csv', '--to', 'glossary.product', '--replace'];
    const refused = await lexform(...args);
    expect([refused.code, refused.out]).toEqual([3, '']);
    expect(refused.err).toContain('    - cat: en "cat", de "Katze"\n');
    expect(refused.err).toContain('no interactive terminal; rerun with --auto-approve');
    expect(read(TABLE)).toBe(FILES[TABLE]);
    const approved = await runLexform({ cwd, answer: 'yes' }, ...args);
    expect([approved.code, read(TABLE)]).toEqual([0, 'en,de\nhouse,Haus\n']);
  });

  test('terms that are held back, and an unsound glossary, are said', async () => {
    const csv = 'concept,en,de,status\nc1,house,Haus,preferred\nc1,,Heim,admitted\nc2,cat,Katze,\nc3,cat,Kater,\n';
    const { lexform, read } = await world({ 'lexform.yaml': WORKSPACE, 'new.csv': csv });
    const { code, out } = await lexform('import', 'new.csv', '--to', 'glossary.product');
    expect(out).toContain('4 rows added, 0 changed, 0 unchanged, 0 removed; 1 held back by its status');
    const { out: validated } = await lexform('validate');
    const error = validated.split('\n').find((line) => line.startsWith(`${TABLE}:5:1: error: `));
    expect(error).toContain('[duplicate-source]');
    expect(out).toContain(`\n${error}\n1 error, 0 warnings in the files with these terms\n`);
    expect([code, read(TABLE)]).toEqual([
      4,
      'en,de,concept,status\nhouse,Haus,c1,preferred\n,Heim,c1,admitted\ncat,Katze,c2,\ncat,Kater,c3,\n',
    ]);
  });

  test('which statuses are sent and which are held back is said, as "send:" has it', async () => {
    const csv = 'en,de,status\nhouse,Haus,approved\ncat,Katze,draft\ndog,Hund,draft\nhome,Heim,forbidden\nsun,Sonne,\n';
    const { lexform, write } = await world({ 'lexform.yaml': WORKSPACE, 'new.csv': csv });
    const imported = async () => (await lexform('import', 'new.csv', '--to', 'glossary.product')).out.split('\n')[2];
    const end = 'send: in glossary.yaml sets the statuses that are sent';
    const byDefault = '1 approved, 2 draft and 1 without a status are sent, 1 forbidden is held back';
    expect(await imported()).toBe(`    by status: ${byDefault}; ${end}`);
    expect((await lexform('validate')).out).toContain('1 row is held back: 1 forbidden');
    await write('glossaries/product/glossary.yaml', `${GLOSSARY}send: { status: [approved] }\n`);
    const narrowed = '1 approved is sent, 2 draft, 1 forbidden and 1 without a status are held back';
    expect(await imported()).toBe(`    by status: ${narrowed}; ${end}`);
    expect((await lexform('validate')).out).toContain('4 rows are held back');
    const json = JSON.parse((await lexform('import', 'new.csv', '--to', 'glossary.product', '--json')).out);
    expect(json.imports[0].files[0]).toMatchObject({
      heldBack: 4,
      statuses: expect.arrayContaining([{ status: 'draft', rows: 2, sent: false }]),
    });
  });

  test('files of single dictionaries are edited each, and what has no place is counted', async () => {
    const { lexform, read } = await world({
      'lexform.yaml': WORKSPACE,
      'glossaries/product/glossary.yaml': 'name: Product\n',
      'glossaries/product/en-de.csv': 'house,Haus\n',
      'glossaries/product/en-fr.csv': 'house,maison\n',
      'new.csv': 'en,de,fr,it\nhouse,Heim,maison,casa\ncat,Katze,,gatto\n',
    });
    const { code, out } = await lexform('import', 'new.csv', '--to', 'glossary.product');
    expect(code).toBe(0);
    expect(read('glossaries/product/en-de.csv')).toBe('house,Heim\ncat,Katze\n');
    expect(read('glossaries/product/en-fr.csv')).toBe('house,maison\n');
    expect(out).toContain('2 phrases in "it": not kept: the glossary has no file for the language');
  });
});

describe('imports: makes the file of another system the source', () => {
  const LISTED = `${GLOSSARY}imports:\n  - { file: nightly.tbx, replace: true }\n`;
  const tbx = (...concepts: readonly (readonly [string, string, string])[]): string =>
    `<tbx type="TBX-Basic" style="dca"><text><body>${concepts
      .map(
        ([id, en, de]) =>
          `<conceptEntry id="${id}"><langSec xml:lang="en"><termSec><term>${en}</term></termSec></langSec><langSec xml:lang="de"><termSec><term>${de}</term></termSec></langSec></conceptEntry>`,
      )
      .join('')}</body></text></tbx>`;

  test('lexform import without arguments takes all of them, and --check is for CI', async () => {
    const nightly = 'glossaries/product/nightly.tbx';
    const { lexform, read, write } = await world({
      ...FILES,
      'glossaries/product/glossary.yaml': LISTED,
      [nightly]: tbx(['c1', 'house', 'Haus'], ['c2', 'cat', 'Katze']),
    });
    expect((await lexform('import')).code).toBe(0);
    expect(read(TABLE)).toBe('en,de,concept\nhouse,Haus,c1\ncat,Katze,c2\n');
    expect((await lexform('import', '--check')).code).toBe(0);
    await write(nightly, tbx(['c1', 'home', 'Haus'], ['c3', 'dog', 'Hund']));
    const check = await lexform('import', '--check');
    expect(check.code).toBe(2);
    expect(read(TABLE)).toContain('cat');
    expect((await lexform('import', '--auto-approve')).code).toBe(0);
    expect(read(TABLE)).toBe('en,de,concept\nhome,Haus,c1\ndog,Hund,c3\n');
    expect((await lexform('validate')).code).toBe(0);
  });

  test('a file that is missing, and a workspace without imports, are errors', async () => {
    const { lexform } = await world({ ...FILES, 'glossaries/product/glossary.yaml': LISTED });
    expect(await lexform('import')).toMatchObject({ code: 4, err: expect.stringContaining('[file-missing]') });
    const other = await world(FILES);
    expect(await other.lexform('import')).toMatchObject({
      code: 1,
      err: expect.stringContaining('no glossary has "imports:"'),
    });
  });
});

describe('export', () => {
  const files = {
    ...FILES,
    [TABLE]:
      'en,de,fr,concept,status,part of speech,definition\nsign in,anmelden,se connecter,c1,preferred,verb,To begin.\n' +
      'log in,,,c1,forbidden,verb,\n=sum,Summe,,c2,,,\n',
  };
  const exported = async (...args: readonly string[]) => {
    const { lexform } = await world(files);
    return lexform('export', 'glossary.product', ...args);
  };

  test('each format, with the same bytes each time', async () => {
    const outs: Record<string, string> = {};
    for (const format of ['csv', 'xlsx-csv', 'google', 'amazon', 'vale', 'vale-accept', 'vale-reject', 'json', 'tbx']) {
      const [first, second] = [await exported('--format', format), await exported('--format', format)];
      expect([first.code, first.err, first.out]).toEqual([0, '', second.out]);
      outs[format] = first.out;
    }
    expect(outs.csv).toBe(files[TABLE]);
    expect(outs['xlsx-csv']).toContain("\r\n'=sum,Summe");
    expect(outs.google).toBe('en,de,fr,pos,description\nsign in,anmelden,se connecter,verb,To begin.\n=sum,Summe,,,\n');
    expect(outs.amazon).toBe('en,de,fr\nsign in,anmelden,se connecter\n=sum,Summe,\n');
    expect(outs.vale).toContain("swap:\n  'log in': 'sign in'\n");
    expect([outs['vale-accept'], outs['vale-reject']]).toEqual(['sign in\n=sum\n', 'log in\n']);
    expect(JSON.parse(outs.json ?? '')).toMatchObject({ name: 'Product', concepts: [{ id: 'c1' }, { id: 'c2' }] });
    expect(outs.tbx).toContain('<termNote type="x-lexform-status">forbidden</termNote>');
  });

  test('by language and by status', async () => {
    const google = ['--format', 'google', '--lang', 'en,de'];
    expect((await exported(...google)).out).toBe('sign in,anmelden\n=sum,Summe\n');
    expect((await exported(...google, '--escape-formulas')).out).toBe("sign in,anmelden\n'=sum,Summe\n");
    expect((await exported(...google, '--status', 'preferred')).out).toBe('sign in,anmelden\n');
    expect((await exported('--format', 'csv', '--status', 'forbidden')).out).toBe(
      'en,de,fr,concept,status,part of speech\nlog in,,,c1,forbidden,verb\n',
    );
    expect(await exported('--format', 'csv', '--lang', 'it')).toMatchObject({
      code: 1,
      err: expect.stringContaining('glossary.product has no terms in it; it has en, de, fr'),
    });
  });

  test('what is exported as TBX and imported into a new glossary is the same table', async () => {
    const { lexform, read } = await world(files);
    expect((await lexform('export', 'glossary.product', '--format', 'tbx', '--out', 'out.tbx')).out).toBe(
      'wrote out.tbx: 2 concepts of glossary.product, 6 phrases in en, de, fr, as tbx\n',
    );
    await lexform('import', 'out.tbx', '--to', 'glossary.copy');
    expect(read('glossaries/copy/terms.csv')).toBe(files[TABLE]);
  });

  test('dictionaries of one source language have one concept for each source term', async () => {
    const { lexform } = await world({
      'lexform.yaml': WORKSPACE,
      'glossaries/product/glossary.yaml': 'name: Product\n',
      'glossaries/product/en-de.csv': 'house,Haus\ncat,Katze\n',
      'glossaries/product/en-fr.csv': 'house,maison\n',
    });
    expect((await lexform('export', 'glossary.product', '--format', 'csv')).out).toBe(
      'en,de,fr\nhouse,Haus,maison\ncat,Katze,\n',
    );
  });
});

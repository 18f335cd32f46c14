import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { pullWorld } from './pull-world.ts';

const tree = (cwd: string, folder: string): readonly string[] =>
  existsSync(join(cwd, folder)) ? readdirSync(join(cwd, folder)).sort() : [];

const LISTED = `name: Product
# the pairs
dictionaries:
  - source_lang: "en"   # base
    target_lang: "de"
    file: "en-de.csv"
  - source_lang: "en"
    target_lang: "fr"
    file: "french.csv"   # from the agency
mode: authoritative
`;
const TABLES = `name: Product
tables:
  - file: terms.csv
    pairs: [en->de, en->fr, "fr->*"]  # wide
  - file: other.csv
    pairs:
      - de->en
`;

describe('a dictionary that somebody deleted on the service', () => {
  test('takes its file with it, but only with consent that names it', async () => {
    const { run, remove, cwd, read, files } = await pullWorld({
      'glossaries/product/glossary.yaml': 'name: Product\n',
      'glossaries/product/en-de.csv': 'a,b\n',
      'glossaries/product/en-fr.csv': 'a,c\n',
      'glossaries/product/notes.md': 'mine\n',
    });
    await remove('Product', 'fr');
    const before = files();
    const refused = await run('pull');
    expect([refused.code, refused.err]).toEqual([
      3,
      expect.stringContaining("rerun with --allow-delete 'glossary.product/en->fr'"),
    ]);
    expect(files()).toEqual(before);
    expect(await run('pull', '--check', '--allow-delete', 'glossary.product/en->fr')).toMatchObject({
      code: 2,
      out: 'Would delete 1 file that prod no longer has:\n  glossaries/product/en-fr.csv\n',
    });
    expect(files()).toEqual(before);
    const { code, out } = await run('pull', '--json', '--allow-delete', 'glossary.product/en->fr');
    expect([code, JSON.parse(out)]).toEqual([
      0,
      {
        formatVersion: 1,
        target: 'prod',
        check: false,
        files: [],
        deleted: ['glossaries/product/en-fr.csv'],
        conflicts: 0,
        left: [],
        notes: [],
      },
    ]);
    expect(tree(cwd, 'glossaries/product')).toEqual(['en-de.csv', 'glossary.yaml', 'notes.md']);
    expect(read('glossaries/product/glossary.yaml')).toBe('name: Product\n');
    expect((await run('plan', '--detailed-exitcode')).code).toBe(0);
  });

  test('leaves "dictionaries: []" when it was the last one', async () => {
    for (const [yaml, after] of [
      ['name: Product\n', 'name: Product\ndictionaries: []\n'],
      ['dictionaries: auto # beside\nname: Product\n', 'dictionaries: [] # beside\nname: Product\n'],
    ] as const) {
      const { run, remove, read } = await pullWorld({
        'glossaries/product/glossary.yaml': yaml,
        'glossaries/product/en-de.csv': 'a,b\n',
      });
      await remove('Product', 'de');
      expect(await run('pull', '--allow-delete', '*/*')).toMatchObject({ code: 0 });
      expect(read('glossaries/product/glossary.yaml')).toBe(after);
      expect((await run('plan', '--detailed-exitcode')).code).toBe(0);
    }
  });

  test('leaves the list with its item, and every other byte stays', async () => {
    const { run, remove, read, cwd } = await pullWorld({
      'glossaries/product/glossary.yaml': LISTED,
      'glossaries/product/en-de.csv': 'a,b\n',
      'glossaries/product/french.csv': 'a,c\n',
    });
    await remove('Product', 'fr');
    expect((await run('pull', '--allow-delete', 'glossary.product/en->fr')).code).toBe(0);
    expect(read('glossaries/product/glossary.yaml')).toBe(
      LISTED.replace(/ {2}- source_lang: "en"\n {4}target_lang: "fr"\n.*\n/, ''),
    );
    expect(tree(cwd, 'glossaries/product')).toEqual(['en-de.csv', 'glossary.yaml']);
    expect((await run('plan', '--detailed-exitcode')).code).toBe(0);
  });

  test('leaves the pairs of a table when a pattern stands for it alone; columns stay, and no consent is needed', async () => {
    const { run, remove, read } = await pullWorld({
      'glossaries/product/glossary.yaml': TABLES,
      'glossaries/product/terms.csv': 'en,de,fr\nfloor,Boden,sol\n',
      'glossaries/product/other.csv': 'de,en\nBoden,floor\n',
    });
    await remove('Product', 'de');
    await remove('Product', 'en', 'de');
    expect((await run('pull')).code).toBe(0);
    expect(read('glossaries/product/glossary.yaml')).toBe(
      'name: Product\ntables:\n  - file: terms.csv\n    pairs: [en->fr, "fr->*"]  # wide\n',
    );
    expect(read('glossaries/product/other.csv')).toBe('de,en\nBoden,floor\n');
    expect((await run('plan', '--detailed-exitcode')).code).toBe(0);
    await remove('Product', 'de', 'fr');
    const { code, err } = await run('pull');
    expect([code, err]).toEqual([
      3,
      expect.stringMatching(
        /glossary\.yaml:4:21: warning: glossary\.product\/fr->de .*"fr->\*" .*together with fr->en;/,
      ),
    ]);
    await remove('Product', 'en', 'fr');
    expect((await run('pull')).code).toBe(0);
    expect(read('glossaries/product/glossary.yaml')).toContain('    pairs: [en->fr]  # wide\n');
  });

  test('stays when the files have changed it since, unless --theirs', async () => {
    const { run, remove, cwd, files } = await pullWorld({
      'glossaries/product/glossary.yaml': 'name: Product\n',
      'glossaries/product/en-de.csv': 'a,b\n',
      'glossaries/product/en-fr.csv': 'a,c\n',
    });
    writeFileSync(join(cwd, 'glossaries/product/en-fr.csv'), 'a,other\n');
    await remove('Product', 'fr');
    const before = files();
    const kept = await run('pull', '--allow-delete', '*/*');
    expect([kept.code, kept.out]).toEqual([3, expect.stringContaining('1 conflict stays')]);
    expect(files()).toEqual(before);
    expect((await run('pull', '--theirs', '--allow-delete', '*/*')).code).toBe(0);
    expect(tree(cwd, 'glossaries/product')).toEqual(['en-de.csv', 'glossary.yaml']);
  });
});

describe('a dictionary that somebody added on the service', () => {
  test('gets a file beside glossary.yaml, and an item where there is a list', async () => {
    for (const yaml of [
      'name: Product\n',
      LISTED.replace(/ {2}- source_lang: "en"\n {4}target_lang: "fr"\n.*\n/, ''),
    ]) {
      const { run, put, read, cwd } = await pullWorld({
        'glossaries/product/glossary.yaml': yaml,
        'glossaries/product/en-de.csv': 'a,b\n',
      });
      await put('Product', 'it', 'casa\tx,y');
      expect(await run('pull', '--check')).toMatchObject({ code: 2 });
      expect((await run('pull')).code).toBe(0);
      expect(read('glossaries/product/en-it.csv')).toBe('casa,"x,y"\n');
      const item = '  - source_lang: "en"\n    target_lang: "it"\n    file: "en-it.csv"\n';
      expect(read('glossaries/product/glossary.yaml')).toBe(yaml.replace('mode:', `${item}mode:`));
      expect((await run('plan', '--detailed-exitcode')).code).toBe(0);
      expect(tree(cwd, 'glossaries/product')).toEqual(['en-de.csv', 'en-it.csv', 'glossary.yaml']);
    }
  });

  test('is never written over a file', async () => {
    const { run, put, files } = await pullWorld({
      'glossaries/product/glossary.yaml': LISTED,
      'glossaries/product/en-de.csv': 'a,b\n',
      'glossaries/product/french.csv': 'a,c\n',
      'glossaries/product/en-it.csv': 'mine\n',
    });
    await put('Product', 'it', 'a\tb');
    const before = files();
    const { code, err } = await run('pull');
    expect([code, err]).toEqual([
      3,
      expect.stringContaining('glossaries/product/en-it.csv, but this file exists already'),
    ]);
    expect(files()).toEqual(before);
  });

  test('stays unmanaged in an additive glossary', async () => {
    const { run, put, files } = await pullWorld({
      'glossaries/product/glossary.yaml': 'name: Product\nmode: additive\n',
      'glossaries/product/en-de.csv': 'a,b\n',
    });
    await put('Product', 'it', 'a\tb');
    const before = files();
    expect(await run('pull')).toMatchObject({ code: 0, out: 'prod has no changes to pull.\n' });
    expect(files()).toEqual(before);
  });

  test('does not become a dictionary of the glossary beside it', async () => {
    const { run, put, files } = await pullWorld({
      'lexform.yaml': 'glossaries: glossaries/*.yaml\n',
      'glossaries/one.yaml': 'name: One\n',
      'glossaries/two.yaml': 'name: Two\ntables: [{ file: t.csv, pairs: [en->fr] }]\n',
      'glossaries/en-de.csv': 'a,b\n',
      'glossaries/t.csv': 'en,fr\na,b\n',
    });
    await put('One', 'it', 'a\tb');
    const before = files();
    const { code, err } = await run('pull');
    expect([code, err]).toEqual([3, expect.stringContaining('glossary.one/en->it cannot be written into these files')]);
    expect(files()).toEqual(before);
  });
});

describe('a whole that somebody deleted on the service', () => {
  test('a glossary goes with its own files; a shared table and other files stay', async () => {
    const { run, removeGlossary, files, read } = await pullWorld({
      'glossaries/product/glossary.yaml': 'name: Product\ntables: [{ file: ../terms.csv, pairs: [en->fr] }]\n',
      'glossaries/product/en-de.csv': 'a,b\n',
      'glossaries/product/notes.md': 'mine\n',
      'glossaries/home/glossary.yaml': 'name: Home\ntables: [{ file: ../terms.csv, pairs: [en->it] }]\n',
      'glossaries/terms.csv': 'en,fr,it\na,b,c\n',
    });
    await removeGlossary('Product');
    const before = files();
    const refused = await run('pull');
    expect([refused.code, refused.err]).toEqual([
      3,
      expect.stringContaining(
        'to delete glossaries/product/en-de.csv and glossaries/product/glossary.yaml rerun with --allow-delete glossary.product,',
      ),
    ]);
    expect(files()).toEqual(before);
    expect((await run('pull', 'glossary.product', '--allow-delete', 'glossary.product')).code).toBe(0);
    expect(Object.keys(files())).toEqual([
      'glossaries/home/glossary.yaml',
      'glossaries/product/notes.md',
      'glossaries/terms.csv',
      'lexform.yaml',
    ]);
    expect((await run('plan', '--detailed-exitcode')).code).toBe(0);
    // The entry that follows forgets it, and nothing makes it again.
    expect((await run('apply', '--auto-approve')).code).toBe(0);
    expect((await run('ledger', 'ids')).out).not.toContain('glossary.product');
    expect((await run('plan', '--detailed-exitcode')).code).toBe(0);
    expect(read('glossaries/product/notes.md')).toBe('mine\n');
  });

  test('two glossaries of one table go with it', async () => {
    const { run, removeGlossary, files } = await pullWorld({
      'glossaries/a/glossary.yaml': 'name: A\ntables: [{ file: ../terms.csv, pairs: [en->fr] }]\n',
      'glossaries/b/glossary.yaml': 'name: B\ntables: [{ file: ../terms.csv, pairs: [en->it] }]\n',
      'glossaries/terms.csv': 'en,fr,it\na,b,c\n',
    });
    await removeGlossary('A');
    await removeGlossary('B');
    const pattern = await run('pull', '--allow-delete', 'glossary.*');
    expect([pattern.code, pattern.err]).toEqual([
      3,
      expect.stringContaining('glossary.a was deleted on the service (2 of 2 of its kind)'),
    ]);
    expect((await run('pull', '--allow-delete', '*')).code).toBe(0);
    expect(Object.keys(files())).toEqual(['lexform.yaml']);
    expect((await run('plan', '--detailed-exitcode')).code).toBe(0);
  });

  test('a style list goes with its file, also one that is pinned; a protected one stays', async () => {
    const { run, removeList, files, pin } = await pullWorld({
      'style-rules/tone.yaml': 'name: Tone\nlanguage: de\n',
      'style-rules/safe.yaml': 'name: Safe\nlanguage: de\nprotect: true\n',
    });
    await pin('style-rules/tone.yaml', 'Tone');
    await removeList('Tone');
    await removeList('Safe');
    const { code, err } = await run('pull', '--allow-delete', '*');
    expect([code, err]).toEqual([
      5,
      expect.stringContaining('style_rules.safe is protected, but was deleted on the service'),
    ]);
    expect(Object.keys(files())).toEqual(['lexform.yaml', 'style-rules/safe.yaml']);
  });

  test('what the files dropped and somebody changed comes back with --theirs, as protected as it was', async () => {
    const { run, put, drop, files } = await pullWorld({
      'glossaries/product/glossary.yaml': 'name: Product\nprotect: true\n',
      'glossaries/product/en-de.csv': 'a,b\n',
      'glossaries/home/glossary.yaml': 'name: Home\n',
      'glossaries/home/en-de.csv': 'a,b\n',
      'glossaries/home/en-fr.csv': 'a,b\n',
    });
    await put('Product', 'de', 'a\tnew');
    await put('Home', 'fr', 'a\tnew');
    await drop('glossaries/product/glossary.yaml', 'glossaries/product/en-de.csv', 'glossaries/home/en-fr.csv');
    expect(await run('pull')).toMatchObject({ code: 3, out: expect.stringContaining('2 conflicts stay') });
    expect((await run('pull', '--theirs')).code).toBe(0);
    const now = files();
    expect(now['glossaries/product/glossary.yaml']).toContain('protect: true');
    expect(now['glossaries/product/en-de.csv']).toBe('a,new\n');
    expect(now['glossaries/home/en-fr.csv']).toBe('a,new\n');
    expect((await run('plan', '--detailed-exitcode')).code).toBe(0);
  });
});

test('a style list that was made anew in another language gets that language', async () => {
  const { run, call, removeList, read } = await pullWorld({
    'style-rules/tone.yaml': `name: Tone\nlanguage: 'de' # ours\ncustom_instructions:\n  - { label: A, prompt: One }\n  - { label: B, prompt: Two, source_language: de }\n  - { label: C, prompt: Three, source_language: fr }\n`,
  });
  await removeList('Tone');
  const instructions = [
    { label: 'A', prompt: 'One', source_language: 'de' },
    { label: 'B', prompt: 'Two' },
    { label: 'C', prompt: 'Three', source_language: 'fr' },
  ];
  await call('POST', '/v3/style_rules', { name: 'Tone', language: 'fr', custom_instructions: instructions });
  expect(await run('pull')).toMatchObject({ code: 0, err: '' });
  expect(read('style-rules/tone.yaml')).toContain("language: 'fr' # ours\n");
  expect(await run('plan')).toMatchObject({ out: expect.stringContaining('No changes') });
});

test('an edit for one glossary never takes a cell of a table from another one', async () => {
  const { run, put, files } = await pullWorld({
    'glossaries/one/glossary.yaml': 'name: One\ntables: [{ file: ../terms.csv, pairs: [en->de, en->fr] }]\n',
    'glossaries/two/glossary.yaml': 'name: Two\ntables: [{ file: ../terms.csv, pairs: [fr->de] }]\n',
    'glossaries/terms.csv': 'en,de,fr\nfloor,Boden,sol\n',
  });
  await put('One', 'de', 'new\tneu');
  const before = files();
  const { code, err } = await run('pull');
  expect([code, err]).toEqual([4, expect.stringContaining('[edit-table-conflict]')]);
  expect(files()).toEqual(before);
});

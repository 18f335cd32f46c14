import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { TERM_STATUSES } from '../../src/model/entries/term-status.ts';
import { least, runs } from '../support/runs.ts';
import { pullWorld } from './pull-world.ts';

const GLOSSARY = 'glossaries/product/glossary.yaml';
const EN_DE = 'glossaries/product/en-de.csv';
const TABLE = 'glossaries/product/terms.csv';
const FILES = {
  [GLOSSARY]: `name: Product
choose: { pos: [verb, noun] }
dictionaries: [{ source_lang: en, target_lang: de, file: en-de.csv }]
tables: [{ file: terms.csv, pairs: ["en->fr", "en->es"] }]
`,
  [EN_DE]: `source,target,status,pos,translate
run,Lauf,,noun,
run,laufen,preferred,verb,
walk,gehen,approved,verb,
Lexform,,,,no
ugly,hässlich,rejected,adj,
`,
  [TABLE]: `en,fr,es,forbidden
house,maison,casa,
bad,mauvais,malo,yes
`,
};

async function world() {
  const made = await pullWorld(FILES);
  const write = (path: string, change: (text: string) => string) =>
    writeFileSync(join(made.cwd, path), change(made.read(path)));
  const entries = async (target: string): Promise<string> => {
    const id = await made.glossaryId('Product');
    const { body } = await made.call('GET', `/v3/glossaries/${id}/entries?source_lang=en&target_lang=${target}`);
    return body.dictionaries?.[0]?.entries ?? '';
  };
  return { ...made, write, entries };
}

describe('rows that are held back', () => {
  test('are not sent, are told by count and by name, and leave nothing to plan', async () => {
    const { run, entries } = await world();
    expect(await entries('de')).toBe('run\tlaufen\nwalk\tgehen\nLexform\tLexform');
    expect(await entries('fr')).toBe('house\tmaison');
    expect(await run('plan', '--detailed-exitcode')).toMatchInlineSnapshot(`
      {
        "code": 0,
        "err": "",
        "out": "No changes. prod matches the files.

      3 rows are held back: 1 forbidden, 1 rejected, 1 not chosen (choose: pos); lexform plan --held-back names them.
      Not chosen: run → Lauf (noun).
      ",
      }
    `);
    expect((await run('plan', '--held-back')).out).toMatchInlineSnapshot(`
      "No changes. prod matches the files.

      3 rows are held back: 1 forbidden, 1 rejected, 1 not chosen (choose: pos):
        glossaries/product/en-de.csv:2  run → Lauf (noun)  not chosen (choose: pos)
        glossaries/product/en-de.csv:6  ugly → hässlich (adj)  rejected
        glossaries/product/terms.csv:3  bad → malo  forbidden, in 2 dictionaries
      "
    `);
    expect((await run('validate')).out).toMatchInlineSnapshot(`
      "glossaries/product/en-de.csv:1:1: info: the first row (source, target, status, pos, translate) is read as a header; set "header: false" in glossary.yaml if it is an entry [header-skipped]
      0 errors, 0 warnings in 1 file
      3 rows are held back: 1 forbidden, 1 rejected, 1 not chosen (choose: pos); lexform validate --held-back names them.
      Not chosen: run → Lauf (noun).
      Checked 4 files: 1 glossary, 3 dictionaries, 5 terms, 0 style lists.
      "
    `);
    expect((await run('validate', '--held-back')).out).toMatchInlineSnapshot(`
      "glossaries/product/en-de.csv:1:1: info: the first row (source, target, status, pos, translate) is read as a header; set "header: false" in glossary.yaml if it is an entry [header-skipped]
      0 errors, 0 warnings in 1 file
      3 rows are held back: 1 forbidden, 1 rejected, 1 not chosen (choose: pos):
        glossaries/product/en-de.csv:2  run → Lauf (noun)  not chosen (choose: pos)
        glossaries/product/en-de.csv:6  ugly → hässlich (adj)  rejected
        glossaries/product/terms.csv:3  bad → malo  forbidden, in 2 dictionaries
      Checked 4 files: 1 glossary, 3 dictionaries, 5 terms, 0 style lists.
      "
    `);
    const { heldBack } = JSON.parse((await run('plan', '--json')).out);
    expect(heldBack).toMatchInlineSnapshot(`
      {
        "listed": [
          {
            "at": {
              "column": 1,
              "file": "glossaries/product/en-de.csv",
              "line": 2,
            },
            "by": "pos",
            "entries": [
              {
                "address": "glossary.product/en->de",
                "source": "run",
                "target": "Lauf",
              },
            ],
            "partOfSpeech": "noun",
            "reason": "choice",
          },
          {
            "at": {
              "column": 1,
              "file": "glossaries/product/en-de.csv",
              "line": 6,
            },
            "entries": [
              {
                "address": "glossary.product/en->de",
                "source": "ugly",
                "target": "hässlich",
              },
            ],
            "partOfSpeech": "adj",
            "reason": "status",
            "status": "rejected",
          },
          {
            "at": {
              "column": 1,
              "file": "glossaries/product/terms.csv",
              "line": 3,
            },
            "entries": [
              {
                "address": "glossary.product/en->es",
                "source": "bad",
                "target": "malo",
              },
              {
                "address": "glossary.product/en->fr",
                "source": "bad",
                "target": "mauvais",
              },
            ],
            "reason": "status",
            "status": "forbidden",
          },
        ],
        "reasons": [
          {
            "reason": "status",
            "rows": 1,
            "status": "forbidden",
          },
          {
            "reason": "status",
            "rows": 1,
            "status": "rejected",
          },
          {
            "by": "pos",
            "reason": "choice",
            "rows": 1,
          },
        ],
        "rows": 3,
      }
    `);
    expect(JSON.parse((await run('validate', '--json')).out).heldBack).toEqual(heldBack);
    expect(JSON.parse((await run('plan', '--only', 'glossary.product/en->de', '--json')).out).heldBack.rows).toBe(2);
  });

  test('a live row that is held back is a removal, and guarded as one', async () => {
    const { run, write, entries } = await world();
    write(EN_DE, (text) => text.replace('gehen,approved', 'gehen,forbidden'));
    write(TABLE, (text) => text.replace('casa,', 'casa,yes'));
    const { out } = await run('plan');
    expect(out).toMatchInlineSnapshot(`
      "Plan for prod: 2 dictionaries to delete, 3 terms to remove; 1 glossary and 3 dictionaries; 3 calls.
        English → German: 1 removed
        English → Spanish: 1 removed
        English → French: 1 removed

      ~ change glossary.product  "Product"
        English → Spanish (en->es): 1 removed  (dictionary deleted)
          - house → casa  (held back: forbidden)
        English → French (en->fr): 1 removed  (dictionary deleted)
          - house → maison  (held back: forbidden)
        English → German (en->de): 1 removed  (of 3)
          - walk → gehen  (verb; held back: forbidden)

      5 rows are held back: 3 forbidden, 1 rejected, 1 not chosen (choose: pos); lexform plan --held-back names them.
      Not chosen: run → Lauf (noun).

      apply would refuse this plan:
        glossary.product/en->es would be deleted with 1 term because glossaries/product/terms.csv holds all of its rows back; if you intend this, rerun with --allow-delete 'glossary.product/en->es' [empty-source]
        glossary.product/en->fr would be deleted with 1 term because glossaries/product/terms.csv holds all of its rows back; if you intend this, rerun with --allow-delete 'glossary.product/en->fr' [empty-source]
        if you intend all of this, rerun with --allow-delete 'glossary.product/en->es' --allow-delete 'glossary.product/en->fr'
      "
    `);
    const refused = await run('apply', '--auto-approve', '--max-deletes-per-run', '0');
    expect(refused.code).toBe(3);
    expect(await entries('fr')).toBe('house\tmaison');
    const { code } = await run(
      'apply',
      '--auto-approve',
      '--max-deletes-per-run',
      '9',
      '--allow-delete',
      'glossary.product/en->es',
      '--allow-delete',
      'glossary.product/en->fr',
    );
    expect(code).toBe(0);
    expect(await entries('de')).toBe('run\tlaufen\nLexform\tLexform');
    expect((await run('plan', '--detailed-exitcode')).code).toBe(0);
  });

  test('the reports name them', async () => {
    const { run, read, write } = await world();
    write(EN_DE, (text) =>
      text.replace('gehen,approved', 'gehen,forbidden').replace('laufen,preferred', 'rennen,draft'),
    );
    const told = '4 rows are held back: 2 forbidden, 1 rejected, 1 not chosen (choose: pos)';
    await run('validate', '--report', 'markdown=v.md', '--report', 'html=v.html', '--report', 'json=v.json');
    expect(read('v.md')).toContain(told);
    expect(read('v.html')).toContain(told);
    expect(JSON.parse(read('v.json')).heldBack.rows).toBe(4);
    await run('plan', '--report', 'markdown=plan.md', '--report', 'html=plan.html', '--out', 'plan.json');
    expect(read('plan.md')).toMatchInlineSnapshot(`
      "### Plan for <code>prod</code>: 1 term to change, 1 to remove; 1 glossary and 1 dictionary; 1 call.

      <details><summary>1 note on the files</summary>

      | Severity | Finding |
      |---|---|
      | ℹ️ info | <code>glossaries&#47;<wbr>product&#47;<wbr>en&#45;de&#46;<wbr>csv&#58;1</code><br>the first row (source, target, status, pos, translate) is read as a header; set "header: false" in glossary.yaml if it is an entry (<code>header&#45;skipped</code>) |

      </details>

      #### <code>glossary&#46;product</code> English → German (<code>en&#45;&#62;de</code>): 1 removed, 1 changed · of 3 · <code>glossaries&#47;product&#47;en&#45;de&#46;csv&#58;1</code>

      | Change | Term | Translation |
      |---|---|---|
      | **removed** | <code lang="en">walk</code><br><code>verb&#59; held back&#58; forbidden</code> | <code lang="de"><del>gehen</del></code> |

      <details open><summary>1 more</summary>

      | Change | Term | Translation |
      |---|---|---|
      | changed, line 3 | <code lang="en">run</code><br>part of speech: <code>verb</code>; status: <code>draft</code> | <code lang="de"><del>laufen</del> → <ins>rennen</ins></code> |

      </details>

      4 rows are held back: 2 forbidden, 1 rejected, 1 not chosen (choose: pos). Not sent: <code>walk</code> → <code>gehen</code> (<code>verb&#44; forbidden</code>), <code>ugly</code> → <code>hässlich</code> (<code>adj&#44; rejected</code>) and <code>bad</code> → <code>malo</code> (<code>forbidden</code>). Not chosen: <code>run</code> → <code>Lauf</code> (<code>noun</code>).
      "
    `);
    const html = read('plan.html');
    expect(html).toContain(told);
    expect(html).toContain('["draft"],[],[["part of speech","verb"]]');
    expect(html).toContain('["held back: forbidden"],[],[["part of speech","verb"]]');
    // A saved plan is read again with all of it.
    expect((await run('apply', 'plan.json', '--auto-approve', '--max-deletes-per-run', '9')).out).toContain(
      'rows are held back',
    );
  });
});

test('explain says why a row is not sent', async () => {
  const made = await world();
  const { run } = made;
  const of = async (term: string) => (await run('explain', term)).out;
  expect(await of('run')).toMatchInlineSnapshot(`
    ""run" is in 1 dictionary of the files.

    glossary.product/en->de  "Product"
      run → laufen  glossaries/product/en-de.csv:3:1
        status: preferred
        pos: verb
      prod has the same

    glossary.product/en->de  "Product"
      run → Lauf  glossaries/product/en-de.csv:2:1
        pos: noun
      held back, not sent: not chosen (choose: pos)
      prod has → laufen

    Searched 3 dictionaries (5 terms) of the files and 3 dictionaries (5 terms) on prod.
    "
  `);
  expect(await of('bad')).toMatchInlineSnapshot(`
    ""bad" is in 2 dictionaries of the files.

    glossary.product/en->es  "Product"
      bad → malo  glossaries/product/terms.csv:3:1
        forbidden: yes
      held back, not sent: forbidden
      prod does not have it

    glossary.product/en->fr  "Product"
      bad → mauvais  glossaries/product/terms.csv:3:1
        forbidden: yes
      held back, not sent: forbidden
      prod does not have it

    Searched 3 dictionaries (5 terms) of the files and 3 dictionaries (5 terms) on prod.
    "
  `);
  const { write } = made;
  write(TABLE, (text) => `${text}house,bâtiment,,yes\n`.replace('maison', ''));
  expect(await of('house')).toMatchInlineSnapshot(`
    ""house" is in 2 dictionaries of the files.

    glossary.product/en->es  "Product"
      house → casa  glossaries/product/terms.csv:2:1
      prod has the same

    glossary.product/en->fr  "Product"
      house → bâtiment  glossaries/product/terms.csv:4:1
        forbidden: yes
      held back, not sent: forbidden
      prod has → maison

    Searched 3 dictionaries (4 terms) of the files and 3 dictionaries (5 terms) on prod.
    "
  `);
  const { files } = JSON.parse((await run('explain', 'run', '--json')).out);
  expect(files.map((each: { heldBack?: object }) => each.heldBack ?? null)).toEqual([
    null,
    { reason: 'choice', by: 'pos' },
  ]);
});

describe('pull', () => {
  test('takes an edit of the service into the row that is sent', async () => {
    const { run, put, read } = await world();
    await put('Product', 'de', 'run\tLauf\nwalk\tgehen\nLexform\tLexikon\nugly\tunschön');
    await put('Product', 'fr', 'house\tlogis\nbad\tmauvais');
    expect((await run('pull')).code).toBe(0);
    expect(read(EN_DE)).toBe(
      `${FILES[EN_DE].replace('laufen', 'Lauf').replace('Lexform,,', 'Lexform,Lexikon,')}ugly,unschön,,,\n`,
    );
    expect(read(TABLE)).toBe(`${FILES[TABLE].replace('maison', 'logis')}bad,mauvais,,\n`);
    expect((await run('plan', '--detailed-exitcode')).code).toBe(0);
  });

  test('takes a removal, and leaves the rows that their status holds back', async () => {
    const { run, put, read } = await world();
    await put('Product', 'de', 'walk\tgehen');
    expect((await run('pull')).code).toBe(0);
    expect(read(EN_DE)).toBe(
      'source,target,status,pos,translate\nwalk,gehen,approved,verb,\nugly,hässlich,rejected,adj,\n',
    );
    expect((await run('plan', '--detailed-exitcode')).code).toBe(0);
  });
});

const cell = (...texts: readonly string[]) => fc.constantFrom(...texts);
const row = fc.tuple(
  cell('run', 'walk', 'Lexform'),
  cell('laufen', 'gehen', ''),
  cell('', ...TERM_STATUSES),
  cell('', 'verb', 'noun'),
  cell('', 'no', 'yes'),
);

test('what was applied leaves nothing to plan, whatever the rows say, and the same files make the same plan', async () => {
  let applied = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(row, { minLength: 2, maxLength: 6 }),
      cell('', 'choose: status\n', 'choose: first\n', 'choose: { pos: [noun, verb] }\n', 'send: { status: [draft] }\n'),
      fc.boolean(),
      async (rows, yaml, wide) => {
        const cells = rows.map((each) => each.join(',')).join('\n');
        const files = {
          [GLOSSARY]: `name: Product\n${yaml}${wide ? 'dictionaries: []\ntables: [{ file: terms.csv, pairs: ["en->de"] }]\n' : ''}`,
          [wide ? TABLE : EN_DE]: `en,de,status,pos,translate\nhouse,Haus,draft,,\n${cells}\n`,
        };
        const { cwd, run } = await pullWorld({ [GLOSSARY]: 'name: Product\n', [EN_DE]: 'house,Haus\n' });
        if (wide) rmSync(join(cwd, EN_DE));
        for (const [path, text] of Object.entries(files)) writeFileSync(join(cwd, path), text);
        if ((await run('validate')).code !== 0) return;
        const planned = await run('plan', '--held-back', '--full');
        expect(await run('plan', '--held-back', '--full')).toEqual(planned);
        expect((await run('apply', '--auto-approve')).code).toBe(0);
        expect((await run('plan', '--detailed-exitcode')).code).toBe(0);
        applied += 1;
      },
    ),
    { numRuns: runs(20) },
  );
  expect(applied).toBeGreaterThan(least(3));
});

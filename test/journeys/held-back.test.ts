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
      | changed, line 3 | <code lang="en">run</code><br>part of speech: <code>verb</code>; status: <code>draft</code> | <code lang="de"><del>laufen</del> → <ins>rennen</ins></code> |

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

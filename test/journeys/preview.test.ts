import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { previewWorld } from '../steps/preview/world.ts';
import { schemaErrors } from '../support/schema-errors.ts';

const asked = (calls: readonly string[]): number => calls.filter((call) => call.includes('/v2/translate')).length;

describe('plan --preview', () => {
  test('shows the plan as ever, and behind it what it does to sentences', async () => {
    const { run } = await previewWorld();
    const plain = await run({}, 'plan');
    const { code, out } = await run({}, 'plan', '--preview');
    expect(code).toBe(0);
    expect(out.startsWith(plain.out)).toBe(true);
    expect(out.slice(plain.out.length)).toMatchInlineSnapshot(`
      "
      Preview: 2 terms in 4 samples: 2 applied; 152 characters spent

        glossary.product/en->de  en → de
          The invoice is due.  (glossaries/product/glossary.yaml:4)
            [DE] The ‹[-Faktura-]{+Rechnung+}› is due.
            applied: invoice → Rechnung

        glossary.product/en->fr  en → fr
          A house is no home.  (glossaries/product/glossary.yaml:5)
            [FR] A [-house-]{+‹maison›+} is no home.
            applied: house → maison

        style_rules.tone  en → de
          The invoice is due.  (glossaries/product/glossary.yaml:4)
            [DE · Tone v1] The invoice is due.  (as before)
          A house is no home.  (glossaries/product/glossary.yaml:5)
            [DE · Tone v1] A house is no home.  (as before)
      "
    `);
  });

  test('changes neither a saved plan nor what may be done with it', async () => {
    const { run, cwd } = await previewWorld();
    await run({}, 'plan', '--out', 'plain.json');
    const { out } = await run({}, 'plan', '--preview', '--json', '--out', 'previewed.json');
    const [plain, previewed] = ['plain.json', 'previewed.json'].map((name) => readFileSync(join(cwd, name), 'utf8'));
    expect(previewed).toBe(plain);
    const { preview, verdict, refusals, ...plan } = JSON.parse(out);
    expect([verdict, refusals]).toEqual(['allowed', []]);
    expect(plan).toEqual(JSON.parse(plain ?? ''));
    expect(schemaErrors('preview', preview)).toEqual([]);
    // What was printed may be kept too.
    writeFileSync(join(cwd, 'printed.json'), out);
    expect((await run({}, 'apply', 'printed.json', '--auto-approve')).code).toBe(0);
    expect((await run({}, 'plan', '--detailed-exitcode')).code).toBe(0);
  });

  test('uses examples beside terms and a file of samples, and only what shows a change', async () => {
    const { run, calls } = await previewWorld({
      'glossaries/product/glossary.yaml': 'name: Product\n',
      'glossaries/wide/glossary.yaml':
        'name: Wide\ndictionaries: []\ntables: [ { file: terms.csv, pairs: [en->fr] } ]\n',
      'glossaries/product/en-de.csv':
        'source,target,example\nhouse,Haus,Nobody asks about this roof.\ninvoice,Rechnung,Two invoices.\n',
      'glossaries/wide/terms.csv': 'en,fr,example,example_fr\ncat,chat,"My cat, your cat.",Mon chat.\n',
      'more.yaml': 'en:\n  - No term at all.\n  - An invoice again.\n',
    });
    const { out } = await run({}, 'plan', '--preview', '--preview-samples', 'more.yaml', '--only', 'glossary.*');
    expect(out).toContain('An invoice again.  (more.yaml:3)');
    expect(out).toContain('Two invoices.  (glossaries/product/en-de.csv:3)');
    expect(out).toContain('My cat, your cat.  (glossaries/wide/terms.csv:2)');
    for (const unused of ['Nobody asks', 'No term at all', 'Mon chat']) expect(out).not.toContain(`${unused}`);
    expect(asked(calls())).toBe(4);
    // For everything else the column is a note.
    expect((await run({}, 'explain', 'cat', '--offline')).out).toContain('Mon chat.');
  });

  test('takes the budget of the workspace, and translates into its variants', async () => {
    const files = {
      'glossaries/product/de-en.csv': 'Haus,home\n',
      'glossaries/product/glossary.yaml': 'name: Product\nsamples: { de: [ Ein Haus ist teuer., Das Haus. ] }\n',
    };
    const only = ['plan', '--preview', '--only', 'glossary.product/de->en'];
    const plain = await (await previewWorld(files)).run({}, ...only);
    expect(plain.err).toContain('will spend 56 characters in 2 calls, at most 10,000');
    expect(plain.out).toContain('de → en-US\n');
    const { run, cwd } = await previewWorld(files);
    const config = join(cwd, 'lexform.yaml');
    writeFileSync(config, `${readFileSync(config, 'utf8')}preview: { budget: 20, variants: { en: en-GB } }\n`);
    const { out, err } = await run({}, ...only);
    expect(err).toContain('will spend 18 characters in 2 calls, at most 20; 1 sample is left out');
    expect(out).toContain('[EN-GB] Das [-Haus-]{+‹home›+}.');
  });

  test('is in the reports of the same run', async () => {
    const { run, cwd } = await previewWorld();
    await run(
      {},
      'plan',
      '--preview',
      '--report',
      'markdown=a.md',
      '--report',
      'html=a.html',
      '--report',
      'junit=a.xml',
    );
    const read = (name: string): string => readFileSync(join(cwd, name), 'utf8');
    expect(read('a.md')).toContain('#### Preview: 2 terms in 4 samples: 2 applied');
    expect(read('a.html')).toContain('<h2 id="preview-title">Preview: 2 terms in 4 samples: 2 applied');
    expect(read('a.xml')).not.toContain('Preview');
  });

  test('never shows the key', async () => {
    const { run } = await previewWorld();
    const { out, err } = await run({}, 'plan', '--preview', '--json');
    expect(out + err).not.toContain('test-key');
  });
});

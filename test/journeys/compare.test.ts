import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { listen } from '../../src/service/http/listen.ts';
import { runLexform } from '../support/cli.ts';
import { TEST_KEY, testService } from '../support/in-process.ts';
import { caller } from '../support/service-caller.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';

const FILES = {
  'glossaries/product/glossary.yaml': 'name: Product\n',
  'glossaries/product/en-de.csv': 'house,Haus\ncat,Katze\ndog,Hund\n',
  'glossaries/product/en-fr.csv': 'house,maison\n',
  'style-rules/tone.yaml':
    'name: Tone\nlanguage: de\nconfigured_rules:\n  punctuation: { apostrophe: use_curly_apostrophes }\ncustom_instructions:\n  - { label: Tone, prompt: Be kind. }\n',
};

async function serviceOf(plan: 'pro' | 'free' = 'pro') {
  const service = testService({ accounts: [{ key: TEST_KEY, plan }] });
  const { url, close } = await listen(service);
  onTestFinished(close);
  const call = caller(service);
  const first = async () => (await call('GET', '/v3/glossaries')).body.glossaries[0].glossary_id;
  return {
    service,
    url,
    call,
    /** Somebody edits terms in the web interface. */
    edit: async (entries: string) =>
      call('PATCH', `/v3/glossaries/${await first()}`, {
        dictionaries: [{ source_lang: 'en', target_lang: 'de', entries, entries_format: 'tsv' }],
      }),
    create: (name: string, entries = 'a\tb') =>
      call('POST', '/v3/glossaries', {
        name,
        dictionaries: [{ source_lang: 'en', target_lang: 'de', entries, entries_format: 'tsv' }],
      }),
    list: async () => (await call('GET', '/v3/style_rules?detailed=true')).body.style_rules[0],
  };
}

/** Two targets that have what the files ask for, and the command line. */
async function applied() {
  const [eu, us] = [await serviceOf(), await serviceOf()];
  const target = (name: string, url: string) => `  ${name}: { base_url: "${url}", key: env:KEY }\n`;
  const config = (...more: readonly string[]) =>
    `version: 1\ntargets:\n${target('eu', eu.url)}${target('us', us.url)}${more.join('')}glossaries: glossaries/*/glossary.yaml\nstyle_rules: style-rules/*.yaml\n`;
  const cwd = await tempWorkspace({ ...FILES, 'lexform.yaml': config() });
  const run = (...args: readonly string[]) => runLexform({ cwd, env: { KEY: TEST_KEY } }, ...args);
  expect((await run('apply', '--target', 'all', '--auto-approve')).code).toBe(0);
  /** Adds a target to lexform.yaml. */
  const add = (name: string, url: string) => writeFileSync(join(cwd, 'lexform.yaml'), config(target(name, url)));
  return { eu, us, run, add };
}

test('after one apply to both there is no difference', async () => {
  const { run } = await applied();
  expect(await run('service', 'compare', '--detailed-exitcode')).toEqual({
    code: 0,
    out: 'No difference between eu and us: 2 resources compared.\n',
    err: '',
  });
});

test('what differs stands side by side, and nothing is changed', async () => {
  const { eu, us, run } = await applied();
  await us.edit('house\tHeim\nbird\tVogel');
  await eu.create('Legal');
  const { style_id } = await us.list();
  await us.call('POST', `/v3/style_rules/${style_id}/custom_instructions`, { label: 'Form', prompt: 'Say Sie.' });
  await us.call('PUT', `/v3/style_rules/${style_id}/configured_rules`, {});
  const calls = eu.service.calls.length;
  const { code, out } = await run('service', 'compare', '--target', 'eu,us', '--detailed-exitcode');
  expect(code).toBe(2);
  expect(out).toMatchInlineSnapshot(`
    "Differences between eu and us: 1 resource not on every target and 2 resources different (2 terms in 1 dictionary, 1 rule and 1 instruction); 3 compared.

    glossary "Legal"  eu has it, us lacks it  glossary.legal (not in the files)
      English → German (en->de)  1 term

    glossary "Product"  glossary.product
      English → German (en->de)  eu 3 terms, us 4 terms; 2 differ
        term   eu           us
        bird   (not there)  Vogel
        house  Haus         Heim

    style list "Tone"  style_rules.tone
      eu 1 rule and 1 instruction, us 0 rules and 2 instructions
      rule                    eu                     us
      punctuation.apostrophe  use_curly_apostrophes  (not there)
      instruction Form
        eu: (not there)
        us: Say Sie.
    "
  `);
  expect(eu.service.calls.slice(calls).filter(({ method }) => method !== 'GET')).toEqual([]);
  expect((await run('service', 'compare')).code).toBe(0);
});

test('--json says the same, and only what two targets have is read', async () => {
  const { eu, us, run } = await applied();
  await us.edit('house\tHeim');
  await eu.create('Legal');
  const calls = eu.service.calls.length;
  const { out } = await run('service', 'compare', '--json');
  const document = JSON.parse(out);
  expect(document).toMatchObject({
    formatVersion: 1,
    targets: ['eu', 'us'],
    counts: { lacking: 1, differing: 1, values: { entry: 1 } },
    failed: [],
    resources: [
      { kind: 'glossary', name: 'Legal', held: [{ address: 'glossary.legal', standing: 'unmanaged' }, null] },
      { name: 'Product', children: [{ values: [{ key: ['entry', 'en->de', 'house'], values: ['Haus', 'Heim'] }] }] },
    ],
  });
  const reads = eu.service.calls.slice(calls).filter(({ path }) => path.includes('/entries'));
  expect(reads.length).toBe(2);
});

test('two glossaries of one name are told and not compared', async () => {
  const { us, run } = await applied();
  await us.create('Product', 'x\ty');
  const { code, out } = await run('service', 'compare', '--detailed-exitcode');
  expect(code).toBe(2);
  expect(out).toMatch(/glossary "Product" is not compared: us has 2 \(/);
});

test('a target that cannot be read is told, and the others are compared', async () => {
  const { us, run, add } = await applied();
  add('down', 'http://127.0.0.1:9');
  await us.edit('house\tHeim');
  const { code, out, err } = await run('service', 'compare', '--detailed-exitcode');
  expect(code).toBe(1);
  expect(out).toMatch(/^Differences between eu and us: /);
  expect(err).toMatch(/=== down ===\n(?:.*retry \d of 4\n)*error: .*got no answer/);
  const { failed } = JSON.parse((await run('service', 'compare', '--json')).out);
  expect(failed).toMatchObject([{ target: 'down', error: { kind: 'unreachable' } }]);
  expect(await run('service', 'compare', '--target', 'eu,down')).toMatchObject({
    code: 1,
    out: 'Only eu could be read; there is nothing to compare.\n',
  });
});

test('an account without style rules is compared by its glossaries', async () => {
  const { run, add } = await applied();
  const free = await serviceOf('free');
  add('test', free.url);
  const { code, out } = await run('service', 'compare', '--target', 'us,test');
  expect(code).toBe(0);
  expect(out).toContain('us has it, test lacks it');
  expect(out).toContain('Style lists are not compared: test may not read them.');
});

test('--only narrows, and a pattern that names nothing is an error', async () => {
  const { us, eu, run } = await applied();
  await us.edit('house\tHeim');
  await eu.create('Legal');
  const { out } = await run('service', 'compare', '--only', 'glossary.legal');
  expect([out.includes('Legal'), out.includes('Product')]).toEqual([true, false]);
  const { code, err } = await run('service', 'compare', '--only', 'glossary.lgeal');
  expect([code, err]).toEqual([1, 'error: no target has anything that --only glossary.lgeal names\n']);
});

test('one target is nothing to compare', async () => {
  const { run } = await applied();
  const { code, err } = await run('service', 'compare', '--target', 'eu');
  expect([code, err]).toEqual([1, expect.stringContaining('at least two targets can be compared')]);
  expect((await run('service', 'compare', '--target', 'eu,prod')).err).toContain('no target "prod"');
});

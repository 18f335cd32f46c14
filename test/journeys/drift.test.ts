import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { listen } from '../../src/service/http/listen.ts';
import { runLexform } from '../support/cli.ts';
import { TEST_KEY, testService } from '../support/in-process.ts';
import { caller } from '../support/service-caller.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';

async function applied() {
  const service = testService();
  const { url, close } = await listen(service);
  onTestFinished(close);
  const cwd = await tempWorkspace({
    'lexform.yaml': `version: 1\ntargets:\n  prod: { base_url: "${url}", key: env:KEY }\nglossaries: glossaries/*/glossary.yaml\nstyle_rules: style-rules/*.yaml\n`,
    'glossaries/product/glossary.yaml': 'name: Product\n',
    'glossaries/product/en-de.csv': 'house,Haus\ncat,Katze\ndog,Hund\n',
    'style-rules/tone.yaml': 'name: Tone\nlanguage: de\ncustom_instructions:\n  - { label: Tone, prompt: Be kind. }\n',
  });
  const run = (...args: readonly string[]) => runLexform({ cwd, env: { KEY: TEST_KEY } }, ...args);
  expect((await run('apply', '--auto-approve')).code).toBe(0);
  const call = caller(service);
  const { glossaries } = (await call('GET', '/v3/glossaries')).body;
  const { style_rules: lists } = (await call('GET', '/v3/style_rules?detailed=true')).body;
  /** Somebody edits a term in the web interface. */
  const edit = (entries: string) =>
    call('PATCH', `/v3/glossaries/${glossaries[0].glossary_id}`, {
      dictionaries: [{ source_lang: 'en', target_lang: 'de', entries, entries_format: 'tsv' }],
    });
  const rename = (name: string) => call('PATCH', `/v3/style_rules/${lists[0].style_id}`, { name });
  const terms = async () =>
    (await call('GET', `/v3/glossaries/${glossaries[0].glossary_id}/entries?source_lang=en&target_lang=de`)).body
      .dictionaries[0].entries;
  return { service, cwd, run, call, id: glossaries[0].glossary_id, edit, rename, terms };
}

test('without a foreign change there is no drift, whatever the files have gained', async () => {
  const { cwd, run } = await applied();
  writeFileSync(join(cwd, 'glossaries/product/en-de.csv'), 'house,Heim\ncat,Katze\ndog,Hund\nbird,Vogel\n');
  expect(await run('drift', '--detailed-exitcode')).toMatchObject({ code: 0 });
  const { out } = await run('plan');
  expect(out).toMatch(/^Plan for prod/);
});

test('a foreign change is told before the plan, by its own command, and as JSON', async () => {
  const { run, edit, rename } = await applied();
  await edit('house\tHütte');
  await rename('Ton');
  const { code, out } = await run('drift', '--detailed-exitcode');
  expect(code).toBe(2);
  expect(out).toMatch(/^Drift on prod/);
  expect(out).toContain('Hütte');
  expect((await run('drift')).code).toBe(0);
  const planned = await run('plan');
  expect(planned.out.indexOf('Drift on prod')).toBe(0);
  expect(planned.out.indexOf('Plan for prod')).toBeGreaterThan(0);
  const json = JSON.parse((await run('drift', '--json')).out);
  expect(json.formatVersion).toBe(1);
  expect(JSON.parse((await run('plan', '--json')).out).undoes).toEqual(['glossary.product', 'style_rules.tone']);
});

test('a term that somebody renamed is one row and counts once, in drift and in the log', async () => {
  const { run, call, id } = await applied();
  const entries = 'house\tHaus\ncat\tKatze\nhound\tHund';
  const dictionary = { source_lang: 'en', target_lang: 'de', entries, entries_format: 'tsv' };
  expect((await call('PUT', `/v3/glossaries/${id}/dictionaries`, dictionary)).status).toBe(200);
  const { out } = await run('drift', '--report', 'markdown=drift.md');
  expect(out).toContain('Drift on prod: 1 term changed outside git.');
  expect(out).toContain('~ dog → hound: Hund (renamed)  glossaries/product/en-de.csv:3');
  const { counts } = JSON.parse((await run('drift', '--json')).out);
  expect([counts.theirs, counts.parts.entry.theirs]).toEqual([1, 1]);
  expect((await run('pull')).code).toBe(0);
  expect((await run('apply', '--auto-approve')).code).toBe(0);
  const log = await run('log', 'glossary.product', '--limit', '1');
  expect(log.out).toContain('English → German (en->de): 1 renamed  (3 → 3)');
  expect(log.out).toContain('~ dog → hound: Hund (renamed)');
});

test('apply does not undo it unasked, in a new plan or a saved one; --overwrite-drift does', async () => {
  const { service, run, edit, terms } = await applied();
  await edit('house\tHütte');
  await run('plan', '--out', 'plan.json');
  const calls = service.calls.length;
  for (const args of [
    ['apply', '--auto-approve'],
    ['apply', 'plan.json', '--auto-approve'],
  ]) {
    const refused = await run(...args);
    expect([refused.code, refused.err]).toEqual([3, expect.stringContaining('--overwrite-drift')]);
  }
  expect(service.calls.slice(calls).filter(({ method }) => method !== 'GET')).toEqual([]);
  expect((await run('apply', '--auto-approve', '--overwrite-drift')).code).toBe(0);
  expect(await terms()).toBe('house\tHaus\ncat\tKatze\ndog\tHund');
  expect((await run('drift', '--detailed-exitcode')).code).toBe(0);
});

test('a refusal for drift also says which other consent its plan needs', async () => {
  const { cwd, run, edit } = await applied();
  await edit('house\tHütte');
  rmSync(join(cwd, 'style-rules/tone.yaml'));
  const { code, err } = await run('apply', '--auto-approve');
  expect([code, err]).toEqual([3, expect.stringContaining('--overwrite-drift')]);
  expect(err).toContain('--allow-delete style_rules.tone');
});

test('a change of the files elsewhere goes through beside it', async () => {
  const { cwd, run, rename, terms } = await applied();
  await rename('Ton');
  writeFileSync(join(cwd, 'glossaries/product/en-de.csv'), 'house,Heim\ncat,Katze\ndog,Hund\n');
  expect((await run('apply', '--auto-approve', '--only', 'glossary.product')).code).toBe(0);
  expect(await terms()).toContain('house\tHeim');
  // The other one is still drift, and not taken for an agreement.
  expect((await run('drift', '--detailed-exitcode')).code).toBe(2);
});

test('the same change on both sides is no drift any more', async () => {
  const { cwd, run, edit } = await applied();
  await edit('house\tHeim');
  writeFileSync(join(cwd, 'glossaries/product/en-de.csv'), 'house,Heim\ncat,Katze\ndog,Hund\n');
  expect((await run('drift', '--detailed-exitcode')).code).toBe(0);
  expect(await run('apply', '--auto-approve')).toMatchObject({ code: 0 });
});

test('a conflict shows all three sides', async () => {
  const { cwd, run, edit } = await applied();
  await edit('house\tHütte');
  writeFileSync(join(cwd, 'glossaries/product/en-de.csv'), 'house,Heim\ncat,Katze\ndog,Hund\n');
  const { out } = await run('drift');
  for (const side of ['Haus', 'Heim', 'Hütte']) expect(out).toContain(side);
  expect((await run('apply', '--auto-approve')).code).toBe(3);
});

test('ledger: false has nothing to compare with, and says so', async () => {
  const { cwd, run } = await applied();
  writeFileSync(
    join(cwd, 'lexform.yaml'),
    'version: 1\ntargets: { local: { service: embedded } }\nglossaries: []\nledger: false\n',
  );
  expect(await run('drift')).toMatchObject({ code: 1, err: expect.stringContaining('ledger: false') });
});

test('an apply that undoes a foreign change has an entry of its own, with the plan that says what was undone', async () => {
  const { run, edit } = await applied();
  await edit('printer\tDrucker');
  expect((await run('apply', '--auto-approve', '--overwrite-drift')).code).toBe(0);
  const { entries } = JSON.parse((await run('log', '--json')).out);
  const summaries = entries.map(({ summary }: { summary: string }) => summary);
  expect(summaries.slice(0, 2)).toEqual([
    'update glossary.product',
    'record drift on prod before an apply overwrites it',
  ]);
  const { out } = await run('log');
  expect(out).not.toContain('no entry records its outcome');
  await edit('house\tHütte');
  expect((await run('apply', '--auto-approve', '--overwrite-drift')).code).toBe(0);
  expect(JSON.parse((await run('log', '--json')).out).entries).toHaveLength(entries.length + 2);
});

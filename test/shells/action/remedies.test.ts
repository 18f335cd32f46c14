import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { actionWorld, CSV } from './world.ts';

/** The options of the command line that consent. */
const FLAGS = /--(?:allow-delete|max-deletes-per-run|overwrite-drift|auto-approve|approved)\b/g;

/** Commands that a person runs: in quotes or backticks, or after a colon at the end of a sentence. */
const PERSONS = /"(?:lexform|git) [^"]*"|`(?:lexform|git) [^`]*`|: (?:lexform|git) .*$/g;

/** The applied glossary, with another translation on the service and another one in the files. */
async function drifted() {
  const world = await actionWorld();
  const { call, step } = world;
  expect((await step({ command: 'apply', approval: 'none' })).outputs.get('result')).toBe('applied');
  const { body } = await call('GET', '/v3/glossaries');
  const dictionary = {
    source_lang: 'en',
    target_lang: 'de',
    entries: 'house\tHeim\ncat\tKatze',
    entries_format: 'tsv',
  };
  await call('PATCH', `/v3/glossaries/${body.glossaries[0].glossary_id}`, { dictionaries: [dictionary] });
  return world;
}

test.each([
  ['a deletion', actionWorld, 'cat,Katze\n', 'label:go', 'allow-delete'],
  ['overwritten drift', drifted, 'house,Gebäude\ncat,Katze\n', '', 'overwrite-drift: true'],
] as const)('nothing in a run of the Action about %s names an option', async (_, make, csv, allowed, input) => {
  const { write, step, onPullRequest, github, workspace } = await make();
  const inputs = { reports: 'html=page.html\njson=plan.json', 'allow-delete': allowed };
  await step({ command: 'apply', approval: 'none' });
  write(CSV, csv);
  if (make === actionWorld) {
    write(
      'terms/lexform.yaml',
      readFileSync(`${workspace}/terms/lexform.yaml`, 'utf8').replace('glossaries/*', 'none/*'),
    );
  }
  const planned = await onPullRequest({ ...inputs, command: 'plan' });
  const applied = await step({ ...inputs, command: 'apply', approval: 'none' });
  expect(applied.outputs.get('result')).toBe('refused');
  const comments = github.comments.map(({ body }) => body).join('\n');
  const files = ['page.html', 'plan.json'].map((name) => readFileSync(`${workspace}/${name}`, 'utf8')).join('\n');
  const texts = [planned.log, planned.summary, applied.log, applied.summary, comments, files].join('\n');
  expect(texts).toContain(input);
  expect(texts.match(FLAGS) ?? []).toEqual([]);
});

test('in the report of the Action, only findings whose remedy is an input say so', async () => {
  const { write, step, workspace } = await actionWorld();
  const id = '00000000-0000-4000-8000-00000000ffff';
  write('terms/glossaries/product/glossary.yaml', `name: Product\nid: ${id}\n`);
  const only = 'glossary.product\nglossary.none';
  const { outputs } = await step({ command: 'plan', only, reports: 'json=report.json' });
  expect(outputs.get('result')).toBe('invalid');
  const { findings } = JSON.parse(readFileSync(`${workspace}/report.json`, 'utf8'));
  const details = findings.map((each: { readonly code: string; readonly details: object }) => [
    each.code,
    each.details,
  ]);
  expect(Object.fromEntries(details)).toEqual({
    'only-matches-nothing': { pattern: 'glossary.none', inAction: 'yes' },
    'pinned-id-missing': { address: 'glossary.product', id },
  });
});

test('no text of a case of the Action names an option; the commands of a person do', () => {
  const folder = new URL('cases/', import.meta.url);
  const pages = readdirSync(folder).filter((name) => name.endsWith('.md'));
  expect(pages.length).toBeGreaterThan(10);
  for (const page of pages) {
    const lines = readFileSync(new URL(page, folder), 'utf8').split('\n');
    const texts = lines.filter((line) => !line.startsWith('$ ') && !line.startsWith('<!-- run: '));
    const own = texts.map((line) => line.replace(PERSONS, ''));
    expect(own.filter((line) => /(?<!\S)--[a-z]/.test(line))).toEqual([]);
  }
});

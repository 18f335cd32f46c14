import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { inProcessFetch } from '../../src/app/machine/in-process-fetch.ts';
import type { Service } from '../../src/service/create-service.ts';
import { runLexform } from '../support/cli.ts';
import { idsInOrder, TEST_KEY } from '../support/in-process.ts';
import { administeredService, TEST_ADMIN_KEY } from '../support/target.ts';
import { fillWorkspace, tempWorkspace } from '../support/temp-workspace.ts';
import { type Call, configOf, OTHER_URL, STORIES, type Story } from './stories.ts';

const RENDERED = join(import.meta.dirname, 'rendered');

/** Longer outputs are kept as a digest and their first lines. */
const WHOLE_MAX_CHARS = 100_000;
const FIRST_LINES = 200;

/** The reports of the commands that take `--report`. */
const REPORTS: Readonly<Record<string, string>> = {
  annotations: 'annotations.txt',
  events: 'events.jsonl',
  'gitlab-codequality': 'gitlab-codequality.json',
  'gitlab-terraform': 'gitlab-terraform.json',
  html: 'page.html',
  json: 'report.json',
  junit: 'junit.xml',
  markdown: 'comment.md',
  sarif: 'sarif.json',
};
const REPORTED: Readonly<Record<string, readonly string[]>> = {
  plan: Object.keys(REPORTS).filter((format) => format !== 'events'),
  apply: Object.keys(REPORTS),
  validate: ['annotations', 'gitlab-codequality', 'html', 'json', 'junit', 'markdown', 'sarif'],
  drift: ['annotations', 'html', 'json', 'junit', 'markdown', 'sarif'],
};

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The page without its styles and its program, which are long. */
const shortPage = (page: string): string =>
  page.replaceAll(/(<style>|<script>)([\s\S]*?)(<\/style>|<\/script>)/g, (_, open, content, close) =>
    [open, 'sha256 ', digestOf(content), close].join(''),
  );

function kept(text: string): string {
  if (text.length <= WHOLE_MAX_CHARS) return text;
  const first = text.split('\n').slice(0, FIRST_LINES).join('\n').slice(0, WHOLE_MAX_CHARS);
  return `sha256 ${digestOf(text)}, ${text.length} characters; the first lines:\n${first}\n`;
}

/** Makes a call as a colleague does on the web page. */
async function callByHand(service: Service, { method, path, body }: Call): Promise<void> {
  const headers = { authorization: `Service-Auth-Key ${TEST_KEY}`, 'content-type': 'application/json' };
  const { glossaries } = (await (
    await service.handle(new Request('http://service.test/v3/glossaries', { headers }))
  ).json()) as { readonly glossaries: readonly { readonly glossary_id: string; readonly name: string }[] };
  const url = path.replace(/\{(.*)\}/, (_, name) => glossaries.find((each) => each.name === name)?.glossary_id ?? name);
  const sent = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) };
  const { status } = await service.handle(new Request(`http://service.test${url}`, sent));
  if (status >= 300) throw new Error(`${method} ${path} answered ${status}`);
}

/** What a story shows: its outputs by the names of their files. */
async function outputsOf(story: Story): Promise<Readonly<Record<string, string>>> {
  const { before, calls = [], files, args, first = [], lastCalls = [], faults = [] } = story;
  const [service, other] = [administeredService(), administeredService()];
  const [own, others] = [inProcessFetch(service), inProcessFetch(other)];
  // The page shows the name of the folder.
  const cwd = join(await tempWorkspace({ 'terms/lexform.yaml': configOf(story) }), 'terms');
  const id = idsInOrder();
  const lexform = (...words: readonly string[]) =>
    runLexform(
      {
        cwd,
        id,
        env: { KEY: TEST_KEY, ADMIN: TEST_ADMIN_KEY, USER: 'ana' },
        fetch: (url, request) => (url.startsWith(OTHER_URL) ? others : own)(url, request),
      },
      ...words,
    );
  const change = async (changed: Story['files']): Promise<void> => {
    const entries = Object.entries(changed);
    await fillWorkspace(
      cwd,
      Object.fromEntries(entries.flatMap(([path, text]) => (text === null ? [] : [[path, text]]))),
    );
    for (const [path, text] of entries) if (text === null) await rm(join(cwd, path), { force: true });
  };
  if (before !== undefined) {
    await change(before);
    const { code, out, err } = await lexform(
      'apply',
      '--auto-approve',
      '--target',
      'test',
      '--secrets-file',
      'before.json',
    );
    expect([code, out, err][0], `${out}${err}`).toBe(0);
  }
  for (const call of calls) await callByHand(service, call);
  await change(files);
  for (const words of first) await lexform(...words);
  for (const call of lastCalls) await callByHand(service, call);
  service.faults.set(faults);
  const [command = ''] = args;
  const formats = (REPORTED[command] ?? []).filter((format) => REPORTS[format] !== undefined);
  // Each target of several writes its own files, which the texts of the terminal and the JSON show as well.
  const reports = args.includes('test,other') ? [] : formats;
  const { code, out, err } = await lexform(
    ...args,
    ...reports.flatMap((format) => ['--report', `${format}=reports-of-the-run/${REPORTS[format]}`]),
  );
  const folder = join(cwd, 'reports-of-the-run');
  const written = existsSync(folder) ? readdirSync(folder) : [];
  const text = `exit code ${code}\n--- standard output\n${out}--- standard error\n${err}`;
  return Object.fromEntries(
    [
      ['terminal.txt', text] as const,
      ...written.map((name) => [name, readFileSync(join(folder, name), 'utf8')] as const),
    ].map(([name, shown]) => [
      name,
      kept((name === REPORTS.html ? shortPage(shown) : shown).replaceAll(cwd, '/workspace')),
    ]),
  );
}

/**
 * Every kind of output for the same plans, drifts, comparisons, runs and findings. A change of the code that changes no
 * text leaves these files as they are. `npm run docs:write` writes them.
 */
describe('the outputs of', () => {
  test.each(Object.keys(STORIES))('%s', async (name) => {
    const story = STORIES[name] as Story;
    const outputs = await outputsOf(story);
    const folder = join(RENDERED, name);
    if (process.env.LEXFORM_WRITE_DOCS !== undefined) {
      rmSync(folder, { recursive: true, force: true });
      mkdirSync(folder, { recursive: true });
      for (const [file, text] of Object.entries(outputs)) writeFileSync(join(folder, file), text);
    }
    expect(Object.keys(outputs).sort()).toEqual(readdirSync(folder).sort());
    for (const [file, text] of Object.entries(outputs))
      expect(text, `${name}/${file}: npm run docs:write writes it`).toBe(readFileSync(join(folder, file), 'utf8'));
  });
});

test('every folder of outputs belongs to a story', () => {
  expect(readdirSync(RENDERED).sort()).toEqual(Object.keys(STORIES).sort());
});

import { mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { git, tempFolder } from '../../support/git-repository.ts';
import { TEST_KEY } from '../../support/in-process.ts';
import { actionWorld, BASE, CSV, configOf, pullRequest } from './world.ts';

const fromFork = { event: 'pull_request', payload: { pull_request: pullRequest({ repository: 'stranger/r' }) } };
const privileged = { ...fromFork, event: 'pull_request_target' };

/** What GitHub answers to a token that may only read. */
const readOnly = {
  status: 403,
  headers: { 'x-accepted-github-permissions': 'issues=write; pull_requests=write' },
  body: { message: 'Resource not accessible by integration' },
};

describe('a pull request of a fork, without secrets', () => {
  test('has its files checked, with a summary and annotations, and is green', async () => {
    const { step, github } = await actionWorld();
    const { code, log, outputs, summary } = await step({}, { ...fromFork, env: { KEY: '' } });
    expect(code).toBe(0);
    expect(outputs.get('result')).toBe('checked');
    expect(summary).toContain('This run has no key');
    expect(summary).toContain('### Files checked');
    expect(log).toContain('::notice::this run has no key');
    expect(github.comments).toEqual([]);
  });

  test('fails when its files have faults', async () => {
    const { step, write } = await actionWorld();
    write(CSV, 'house,Haus\nhouse,Hütte\n');
    const { code, log } = await step({}, { ...fromFork, env: { KEY: '' } });
    expect(code).toBe(1);
    expect(log).toMatch(/^::error file=terms\/glossaries\/product\/en-de.csv,line=2,/m);
  });
});

describe('a token that may not write', () => {
  test('keeps no plan from being made: the summary has it, and a warning says what is needed', async () => {
    const { onPullRequest, github } = await actionWorld();
    github.intercept = ({ method, path }) => (method === 'POST' && path.includes('/issues/') ? readOnly : undefined);
    const { code, log, summary, outputs } = await onPullRequest();
    expect(code).toBe(0);
    expect(log).toContain('::warning::the comment could not be written');
    expect(log).toContain('issues=write; pull_requests=write');
    expect(summary).toContain('2 terms to add');
    expect(outputs.get('comment-id')).toBe('');
  });

  test('nor does a GitHub that does not answer', async () => {
    const { step } = await actionWorld();
    const { code, log, outputs } = await step({ 'pr-number': '7' }, { apiUrl: 'http://127.0.0.1:9' });
    expect([code, outputs.get('result')]).toEqual([0, 'changes']);
    expect(log).toMatch(/^::warning::the comment could not be written: GET \/repos\/o\/r\/pulls\/7 got no answer/m);
  });

  test('nor does none at all', async () => {
    const { onPullRequest, github } = await actionWorld();
    const { code, outputs } = await onPullRequest({ 'github-token': ' ' });
    expect([code, outputs.get('result')]).toEqual([0, 'changes']);
    expect(github.seen).toEqual([]);
  });
});

describe('files of somebody else in a run with secrets', () => {
  test('are planned when targets and ledger are those of the base', async () => {
    const { step, github } = await actionWorld();
    const { code, outputs } = await step({}, privileged);
    expect([code, outputs.get('result')]).toEqual([0, 'changes']);
    expect(github.comments).toHaveLength(1);
  });

  test.each([
    ['the address', (url: string) => configOf('http://127.0.0.1:9').replace(url, '')],
    ['the word before the key', (url: string) => configOf(url).replace('key: env', 'auth_scheme: Basic, key: env')],
    ['the variable of the key', (url: string) => configOf(url).replace('env:KEY', 'env:GITHUB_TOKEN')],
    ['a key file', (url: string) => configOf(url).replace('env:KEY', 'file:/etc/hostname')],
    ['one more target', (url: string) => configOf(url).replace('targets:\n', 'targets:\n  new: { preset: deepl }\n')],
    ['the ledger', (url: string) => configOf(url, 'ledger: { remote: evil }\n')],
  ])('are refused when they choose %s, before any call', async (_, change) => {
    const { step, write, service, serviceUrl, call } = await actionWorld();
    write('terms/lexform.yaml', change(serviceUrl));
    const { code, log, outputs } = await step({}, { ...privileged, env: { GITHUB_TOKEN: 'x' } });
    expect([code, outputs.get('result')]).toEqual([1, 'failed']);
    expect(log).toContain('::error::this pull request changes targets: or ledger:');
    expect(log).not.toContain('::group::lexform plan');
    expect(service).toBeDefined();
    expect((await call('GET', '/v3/glossaries')).body.glossaries).toEqual([]);
  });

  test.each([
    ['key', (url: string) => configOf(url).replace('env:KEY', 'file:key.txt')],
    ['admin key', (url: string) => configOf(url).replace('env:KEY', 'env:KEY, admin_key: file:key.txt')],
  ])('are refused when a target takes its %s from a file, although the base says the same', async (_, change) => {
    const { step, write, serviceUrl, github, service } = await actionWorld();
    write('terms/lexform.yaml', change(serviceUrl));
    write('terms/key.txt', TEST_KEY);
    github.files.set(`terms/lexform.yaml@${BASE}`, change(serviceUrl));
    const { code, log } = await step({}, privileged);
    expect(code).toBe(1);
    expect(log).toContain('::error::a target takes its key from a file of the checkout');
    expect(service.calls).toEqual([]);
  });

  test('may change anything else of lexform.yaml', async () => {
    const { step, write, serviceUrl } = await actionWorld();
    write('terms/lexform.yaml', `${configOf(serviceUrl)}concurrency: 2\n`);
    expect((await step({}, privileged)).code).toBe(0);
  });

  test('are refused when the base has no workspace, or cannot be read', async () => {
    const { step, github } = await actionWorld();
    github.files.clear();
    expect((await step({}, privileged)).log).toContain('::error::the base has no lexform.yaml');
    const { log } = await step({ 'github-token': ' ' }, privileged);
    expect(log).toContain('::error::an untrusted run needs the input github-token');
  });

  test('are refused when their folder is a link that leads out of the checkout', async () => {
    const { step, workspace } = await actionWorld();
    const outside = join(tempFolder(), 'terms');
    renameSync(join(workspace, 'terms'), outside);
    symlinkSync(outside, join(workspace, 'terms'));
    expect((await step({}, privileged)).log).toContain('without a link that leads out');
  });

  test('are never applied, nor written into', async () => {
    const { step, call } = await actionWorld();
    for (const command of ['apply', 'pull']) {
      const { code, log } = await step({ command, approval: 'none' }, privileged);
      expect(code).toBe(1);
      expect(log).toContain(`::error::${command} is not run on files that an unknown person may have written`);
    }
    expect((await call('GET', '/v3/glossaries')).body.glossaries).toEqual([]);
  });

  test('by a bot that changes dependencies, too, and wherever the input says so', async () => {
    const { step, write, serviceUrl, github } = await actionWorld();
    write('terms/lexform.yaml', configOf(serviceUrl).replace('env:KEY', 'env:GITHUB_TOKEN'));
    const env = { GITHUB_TOKEN: 'x' };
    const byBot = { event: 'pull_request', payload: { pull_request: pullRequest({ login: 'dependabot[bot]' }) }, env };
    expect((await step({}, byBot)).log).toContain('changes targets: or ledger:');
    const own = { event: 'pull_request', payload: { pull_request: pullRequest() }, env };
    expect((await step({ untrusted: 'true' }, own)).log).toContain('changes targets: or ledger:');
    const asked = github.seen.filter(({ path }) => path.includes('/contents/')).map(({ path }) => path);
    expect(asked).toEqual(Array(2).fill(`/repos/o/r/contents/terms/lexform.yaml?ref=${BASE}`));
  });
});

describe('files that a pull request may name', () => {
  const SECRET = 'x-access-token:ghs_canary';
  const listing = (file: string) =>
    `name: Product\ndictionaries: [{ source_lang: en, target_lang: de, file: "${file}" }]\n`;
  const GLOSSARY = 'terms/glossaries/product/glossary.yaml';

  test.each([
    ['its own git configuration, through a link', (): string => 'link.csv'],
    ['a file that git does not track', (): string => 'untracked.csv'],
    ['a file in a folder that begins with a dot', (): string => '../../.config/tokens.csv'],
  ])('are none of %s: nothing of it is in the log, the summary or the comment', async (_, named) => {
    const { step, write, workspace, github } = await actionWorld();
    mkdirSync(join(workspace, 'terms/.config'));
    mkdirSync(join(workspace, 'terms/.git'));
    for (const path of ['terms/.git/config', 'terms/.config/tokens.csv']) write(path, `${SECRET}\na,${SECRET}\n`);
    symlinkSync('../../.git/config', join(workspace, 'terms/glossaries/product/link.csv'));
    write(GLOSSARY, listing(named()));
    git(workspace, 'add', '--force', 'terms/.config', 'terms/glossaries');
    write('terms/glossaries/product/untracked.csv', `${SECRET}\na,${SECRET}\n`);
    for (const event of ['pull_request', 'pull_request_target']) {
      const { code, log, summary } = await step(
        {},
        { ...fromFork, event, env: event === 'pull_request' ? { KEY: '' } : {} },
      );
      expect(code).toBe(1);
      expect(log).toMatch(/\[file-(?:private|untracked|dot-name)\]/);
      expect(JSON.stringify([log, summary, github.comments])).not.toContain(SECRET);
    }
  });

  test('may lie in a folder with a dot that the base contains', async () => {
    const { step, write, workspace, github, serviceUrl } = await actionWorld();
    const config = configOf(serviceUrl).replace('glossaries/*', '.terms/*');
    mkdirSync(join(workspace, 'terms/.terms/product'), { recursive: true });
    write('terms/lexform.yaml', config);
    write('terms/.terms/product/glossary.yaml', 'name: Product\n');
    write('terms/.terms/product/en-de.csv', 'house,Haus\n');
    git(workspace, 'add', '--all');
    expect((await step({}, privileged)).log).toContain('[file-dot-name]');
    github.files.set(`terms/lexform.yaml@${BASE}`, config);
    expect((await step({}, privileged)).outputs.get('result')).toBe('changes');
  });

  test('are none where git cannot list what it tracks', async () => {
    const { step, workspace } = await actionWorld();
    rmSync(join(workspace, '.git'), { recursive: true });
    expect((await step({}, privileged)).log).toContain('::error::an untrusted run reads only files that git tracks');
  });
});

describe('layers outside the workspace folder of a pull request', () => {
  const SECRET = 'ghs_canary';
  const layersOf = (url: string, layer = '../company') =>
    configOf(url, `layers: [${layer}]\n`).replace(
      'glossaries/*/glossary.yaml',
      `[glossaries/*/glossary.yaml, ${layer}/*/glossary.yaml]`,
    );

  /** The company list is in the checkout, and a folder with secrets is next to the workspace. */
  async function layeredWorld() {
    const world = await actionWorld();
    const { workspace, write, serviceUrl, github } = world;
    for (const folder of ['company/company', 'secret/company']) mkdirSync(join(workspace, folder), { recursive: true });
    write('company/company/glossary.yaml', 'name: Company\npublish: false\n');
    write('company/company/en-de.csv', 'cart,Warenkorb\n');
    write('secret/company/glossary.yaml', 'name: Company\npublish: false\n');
    write('secret/company/en-de.csv', `${SECRET},${SECRET}\n`);
    write('terms/glossaries/product/glossary.yaml', 'name: Product\nextends: [glossary.company]\n');
    write('terms/lexform.yaml', layersOf(serviceUrl));
    git(workspace, 'add', 'terms', 'company');
    github.files.set(`terms/lexform.yaml@${BASE}`, layersOf(serviceUrl));
    const attempt = async () => {
      const { code, log, summary, outputs } = await world.step({}, privileged);
      expect(JSON.stringify([log, summary, github.comments])).not.toContain(SECRET);
      return { code, log, summary, result: outputs.get('result') };
    };
    return { ...world, attempt };
  }

  test('are read where the base branch has them', async () => {
    const { attempt, call } = await layeredWorld();
    const { result, summary } = await attempt();
    expect([result, summary]).toEqual(['changes', expect.stringContaining('Warenkorb')]);
    expect((await call('GET', '/v3/glossaries')).body.glossaries).toEqual([]);
  });

  test('are not read where only the pull request has them', async () => {
    const { attempt, github, serviceUrl, write } = await layeredWorld();
    github.files.set(`terms/lexform.yaml@${BASE}`, configOf(serviceUrl));
    expect((await attempt()).log).toContain('[layer-path-untrusted]');
    write('terms/lexform.yaml', layersOf(serviceUrl, '../secret'));
    expect((await attempt()).log).toContain('[layer-path-untrusted]');
    write('terms/lexform.yaml', layersOf(serviceUrl, '../company/../secret'));
    expect(await attempt()).toMatchObject({ code: 1, result: 'invalid' });
  });

  test('are read only as far as git tracks them', async () => {
    const { attempt, github, serviceUrl, write } = await layeredWorld();
    github.files.set(`terms/lexform.yaml@${BASE}`, layersOf(serviceUrl, '../secret'));
    write('terms/lexform.yaml', layersOf(serviceUrl, '../secret'));
    expect((await attempt()).log).toContain('[file-untracked]');
  });

  test.each([
    ['the folder of the layer', 'company', 'secret', '[layer-path-link]'],
    ['a folder of it', 'company/company', '../secret/company', '[file-outside-workspace]'],
  ])('are not read through a link in place of %s', async (_, name, to, code) => {
    const { attempt, workspace } = await layeredWorld();
    rmSync(join(workspace, name), { recursive: true });
    symlinkSync(to, join(workspace, name));
    git(workspace, 'add', 'company');
    expect((await attempt()).log).toContain(code);
  });

  test('name no file beyond their folder', async () => {
    const { attempt, workspace, write } = await layeredWorld();
    const named = '{ source_lang: en, target_lang: de, file: ../../secret/company/en-de.csv }';
    write('company/company/glossary.yaml', `name: Company\npublish: false\ndictionaries: [${named}]\n`);
    git(workspace, 'add', 'company');
    expect((await attempt()).log).toContain('[layer-unlisted]');
  });
});

/** The commands that the runner finds in a log: at the start of a line after white space, or after `##[` anywhere. */
const commandsIn = (log: string): readonly string[] =>
  log.split(/\r\n|\r|\n/).flatMap((line) => {
    const [, name] = /^\s*::([\w-]+)(?: [^:]*)?::/u.exec(line) ?? /##\[([\w-]+)/u.exec(line) ?? [];
    return name === undefined ? [] : [name];
  });

test('text of files begins no command of the runner', async () => {
  const { onPullRequest, write } = await actionWorld();
  write(CSV, '::set-output name=result::x,##[error]y\n::add-mask::Haus,"##[group]a b"\n');
  const good = await onPullRequest();
  expect(good.code).toBe(0);
  const found = commandsIn(good.log).map((name) => (/^[0-9a-f-]{36}$/.test(name) ? 'resume' : name));
  expect(found).toEqual(['add-mask', 'add-mask', 'group', 'stop-commands', 'resume', 'endgroup', 'notice', 'notice']);
  write(CSV, '"a\r::stop-commands::z",b\n::add-mask::Haus,::add-mask::Haus\n::add-mask::Haus,##[error]\n');
  const bad = await onPullRequest();
  expect(bad.code).toBe(1);
  expect(new Set(commandsIn(bad.log).filter((name) => !/^[0-9a-f-]{36}$/.test(name)))).toEqual(
    new Set(['add-mask', 'group', 'stop-commands', 'endgroup', 'error']),
  );
  expect(bad.log.match(/^::add-mask::.*$/gm)).toEqual(['::add-mask::token-of-the-job', '::add-mask::test-key']);
});

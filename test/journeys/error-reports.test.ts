import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { planJson } from '../../src/review/plan/plan-json.ts';
import { listen } from '../../src/service/http/listen.ts';
import { parseXml } from '../review/reports/strict-xml.ts';
import { runLexform } from '../support/cli.ts';
import { git, tempFolder } from '../support/git-repository.ts';
import { TEST_KEY, testService } from '../support/in-process.ts';

const FORMATS = ['annotations', 'gitlab-codequality', 'gitlab-terraform', 'html', 'json', 'junit', 'markdown', 'sarif'];

async function serviceTarget(): Promise<string> {
  const { url, close } = await listen(testService());
  onTestFinished(close);
  return `{ base_url: "${url}", key: env:KEY }`;
}

/** Two workspaces of one repository. Each has two targets: two accounts, because a run works on both at once. */
async function world() {
  const [prod, test] = [await serviceTarget(), await serviceTarget()];
  const repository = tempFolder();
  git(repository, 'init', '--quiet', '--initial-branch=main');
  const write = (path: string, text: string) => {
    mkdirSync(join(repository, path, '..'), { recursive: true });
    writeFileSync(join(repository, path), text);
  };
  for (const team of ['legal', 'shop']) {
    write(
      `teams/${team}/lexform.yaml`,
      `version: 1\ntargets:\n  prod: ${prod}\n  test: ${test}\nglossaries: glossaries/*/glossary.yaml\n`,
    );
    write(`teams/${team}/glossaries/${team}/glossary.yaml`, `name: ${team}\ndictionaries: auto\n`);
    write(`teams/${team}/glossaries/${team}/en-de.csv`, 'house,Haus\n');
  }
  const run = (key: string, ...args: readonly string[]) => runLexform({ cwd: repository, env: { KEY: key } }, ...args);
  return {
    write,
    run,
    exists: (path: string) => existsSync(join(repository, path)),
    read: (path: string) => readFileSync(join(repository, path), 'utf8'),
  };
}

const reportArgs = FORMATS.flatMap((format) => ['--report', `${format}=out/${format}`]);

test('a run that ends with an error writes it into every report, over those of an earlier run', async () => {
  const { run, read, exists, write } = await world();
  const args = ['plan', '-C', 'teams/shop', '--target', 'prod', ...reportArgs];
  expect((await run(TEST_KEY, ...args)).code).toBe(0);
  const before = read('out/junit');
  const failed = await run('wrong', ...args);
  expect(failed.code).toBe(1);
  const message = /^error: (.*)$/m.exec(failed.err)?.[1] ?? '';
  expect(message).not.toBe('');
  expect(before).not.toContain('<error');

  const [sarifRun] = JSON.parse(read('out/sarif')).runs;
  expect(sarifRun.results).toEqual([]);
  const [invocation] = sarifRun.invocations;
  expect(invocation.executionSuccessful).toBe(false);
  const [note] = invocation.toolExecutionNotifications;
  expect([note.level, note.message.text]).toEqual(['error', message]);

  parseXml(read('out/junit'));
  expect(read('out/junit')).toMatch(/<testsuite [^>]*errors="1"/);
  expect(read('out/junit')).toContain('<error message=');
  expect((await run('wrong', ...args, '--json')).out).toBe(read('out/json'));
  for (const format of ['markdown', 'annotations', 'gitlab-codequality'])
    expect([format, read(`out/${format}`)]).toEqual([format, expect.stringContaining(message.slice(0, 20))]);
  expect(read('out/html')).toContain('ended with an error');
  // This format has no form for an error.
  expect(exists('out/gitlab-terraform')).toBe(false);
  expect(failed.err).toContain('gitlab-terraform: the report of an earlier run was removed');

  write('teams/shop/glossaries/shop/en-de.csv', ',Haus\n');
  write('out/gitlab-terraform', '{}');
  expect((await run(TEST_KEY, ...args)).code).toBe(4);
  expect(exists('out/gitlab-terraform')).toBe(false);
});

test('each of several workspaces and targets has the error in its own reports', async () => {
  const { run, read } = await world();
  const args = ['plan', '--workspaces', 'teams/*', '--target', 'all', '--report', 'sarif=out.sarif'];
  expect((await run('wrong', ...args)).code).toBe(1);
  for (const mark of ['teams-legal.prod', 'teams-legal.test', 'teams-shop.prod', 'teams-shop.test'])
    expect(JSON.parse(read(`out.${mark}.sarif`)).runs[0].invocations[0].executionSuccessful).toBe(false);
});

test('an apply that is refused says so in every report, whatever refuses it', async () => {
  const { run, write, read } = await world();
  const shop = ['-C', 'teams/shop', '--target', 'prod'];
  const apply = async (...args: readonly string[]) => {
    const reports = [...reportArgs, '--report', 'events=out/events'];
    for (const format of [...FORMATS, 'events']) write(`out/${format}`, 'of an earlier run');
    const { code, err } = await run(TEST_KEY, 'apply', ...shop, '--auto-approve', ...reports, ...args);
    expect([code, err]).toEqual([3, expect.stringMatching(/nothing was changed/i)]);
    const reason = err.replace(/^events: .*\n/, '').trim();
    expect(read('out/markdown')).toMatch(/^### 🚫 Not applied to /);
    expect(read('out/junit')).toMatch(/<testsuite [^>]*failures="1"/);
    expect(JSON.parse(read('out/events'))).toMatchObject({
      event: 'run-refused',
      reason: expect.stringContaining(reason),
    });
    for (const format of [...FORMATS, 'events'])
      expect([format, read(`out/${format}`)]).not.toContain('of an earlier run');
  };
  expect((await run(TEST_KEY, 'plan', ...shop, '--out', 'old.json')).code).toBe(0);
  const { digest: _, ...old } = JSON.parse(read('old.json'));
  write('aged.json', planJson({ ...old, created: '2025-12-31T00:00:00Z' }));
  await apply('--max-age', '1h', 'aged.json');
  await apply('--max-age', '1h', '--approved', 'aged.json');
  write('teams/shop/glossaries/shop/en-de.csv', 'house,Heim\n');
  await apply('--approved', 'old.json');
  await apply('old.json');
  write('teams/shop/glossaries/shop/en-de.csv', 'house,Haus\n');
  expect((await run(TEST_KEY, 'apply', ...shop, '--auto-approve')).code).toBe(0);
  write('teams/shop/glossaries/shop/en-de.csv', 'house,Haus\ncat,Katze\n');
  expect((await run(TEST_KEY, 'plan', ...shop, '--out', 'late.json')).code).toBe(0);
  expect((await run(TEST_KEY, 'apply', ...shop, '--auto-approve')).code).toBe(0);
  write('teams/shop/glossaries/shop/en-de.csv', 'house,Haus\n');
  expect((await run(TEST_KEY, 'apply', ...shop, '--auto-approve')).code).toBe(0);
  write('teams/shop/glossaries/shop/en-de.csv', 'house,Haus\ncat,Katze\n');
  await apply('late.json');
});

test('a plan that is not made leaves no gzip with the plan of an earlier run, and every other gzip', async () => {
  const { run, write, exists } = await world();
  const plan = async (key: string, out: string) =>
    (await run(key, 'plan', '-C', 'teams/shop', '--out', out, '--target', 'all')).code;
  expect(await plan(TEST_KEY, 'plan.json.gz')).toBe(0);
  expect([exists('plan.prod.json.gz'), exists('plan.test.json.gz')]).toEqual([true, true]);
  expect(await plan('wrong', 'plan.json.gz')).toBe(1);
  expect([exists('plan.prod.json.gz'), exists('plan.test.json.gz')]).toEqual([false, false]);
  write('notes.prod.gz', 'no gzip');
  expect(await plan('wrong', 'notes.gz')).toBe(1);
  expect(exists('notes.prod.gz')).toBe(true);
});

test('reports of several targets keep their names when the files have errors', async () => {
  const { run, write, read, exists } = await world();
  const file = 'teams/shop/glossaries/shop/en-de.csv';
  const args = ['-C', 'teams/shop', '--target', 'all', '--report', 'junit=out/lexform.xml'];
  const failures = (name: string) => read(name).split('<failure').length - 1;
  for (const command of ['plan', 'apply', 'drift']) {
    write(file, 'house,Haus\n');
    expect((await run(TEST_KEY, 'apply', ...args, '-y')).code).toBe(0);
    expect(failures('out/lexform.prod.xml')).toBe(0);
    write(file, ',Haus\n');
    expect((await run(TEST_KEY, command, ...args)).code).toBe(4);
    expect(['prod', 'test'].map((target) => failures(`out/lexform.${target}.xml`))).toEqual([1, 1]);
  }
  // Nobody knows the names of the targets.
  write('teams/shop/lexform.yaml', 'version: 1\ntargets: {\n');
  expect((await run(TEST_KEY, 'plan', ...args)).code).toBe(4);
  expect(failures('out/lexform.all.xml')).not.toBe(0);
  expect(exists('out/lexform.xml')).toBe(false);
  const both = ['-C', 'teams/shop', '--target', 'prod,test', '--report', 'sarif=out/lexform.sarif'];
  expect((await run(TEST_KEY, 'plan', ...both)).code).toBe(4);
  const ids = ['prod', 'test'].map(
    (target) => JSON.parse(read(`out/lexform.${target}.sarif`)).runs[0].automationDetails,
  );
  expect(ids).toEqual([{ id: 'lexform/teams/shop/prod/files/' }, { id: 'lexform/teams/shop/test/files/' }]);
});

test('an error does not show the key', async () => {
  const { run, read } = await world();
  await run('secret-key-1', 'plan', '-C', 'teams/shop', '--target', 'prod', ...reportArgs);
  for (const format of FORMATS.filter((each) => each !== 'gitlab-terraform'))
    expect(read(`out/${format}`)).not.toContain('secret-key-1');
});

test('reports of several workspaces say which one they are about', async () => {
  const { run, read } = await world();
  const reports = ['--report', 'sarif=o.sarif', '--report', 'junit=o.xml', '--report', 'markdown=o.md'];
  const args = ['--workspaces', 'teams/*', '--target', 'prod', ...reports, '--report', 'html=o.html'];
  expect((await run(TEST_KEY, 'plan', ...args)).code).toBe(0);
  const ids = ['legal', 'shop'].map((team) => JSON.parse(read(`o.teams-${team}.sarif`)).runs[0].automationDetails.id);
  expect(ids).toEqual(['lexform/teams/legal/prod/', 'lexform/teams/shop/prod/']);
  for (const team of ['legal', 'shop']) {
    expect(read(`o.teams-${team}.xml`)).toContain(`name="lexform plan prod (teams/${team})"`);
    expect(read(`o.teams-${team}.xml`)).toContain(`name="lexform files (teams/${team})"`);
    expect(read(`o.teams-${team}.md`)).toMatch(new RegExp(`^## Workspace <code>teams&#47;${team}</code>\n`));
    expect(read(`o.teams-${team}.html`)).toContain(`teams/${team}`);
  }
});

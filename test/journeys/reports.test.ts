import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { nodeFiles } from '../../src/files/node/node-files.ts';
import { listen } from '../../src/service/http/listen.ts';
import { parseXml } from '../review/reports/strict-xml.ts';
import { type CliInput, runLexform } from '../support/cli.ts';
import { git, tempFolder } from '../support/git-repository.ts';
import { TEST_KEY, testService } from '../support/in-process.ts';
import { caller } from '../support/service-caller.ts';

/** A workspace in a folder of a repository, a listening service, and the command line between them. */
async function world() {
  const service = testService();
  const { url, close } = await listen(service);
  onTestFinished(close);
  const repository = tempFolder();
  git(repository, 'init', '--quiet', '--initial-branch=main');
  const cwd = join(repository, 'terms');
  const write = (path: string, text: string) => {
    mkdirSync(join(cwd, path, '..'), { recursive: true });
    writeFileSync(join(cwd, path), text);
  };
  write(
    'lexform.yaml',
    `version: 1\ntargets:\n  test: { base_url: "${url}", key: env:KEY }\nglossaries: glossaries/*/glossary.yaml\n`,
  );
  write('glossaries/product/glossary.yaml', 'name: Product\ndictionaries: auto\n');
  write('glossaries/product/en-de.csv', 'house,Haus\ncat,Katze\n');
  const env = { KEY: TEST_KEY };
  return {
    call: caller(service),
    cwd,
    write,
    read: (path: string) => readFileSync(join(cwd, path), 'utf8'),
    lexform: (...args: readonly string[]) => runLexform({ cwd, env }, ...args),
    lexformIn: (more: Partial<CliInput>, ...args: readonly string[]) =>
      runLexform({ cwd, ...more, env: { ...env, ...more.env } }, ...args),
  };
}

/** Somebody retargets "house" on the service. */
async function edit({ call }: Awaited<ReturnType<typeof world>>, to: string): Promise<void> {
  const [glossary] = (await call('GET', '/v3/glossaries')).body.glossaries;
  const { status } = await call('PATCH', `/v3/glossaries/${glossary.glossary_id}`, {
    dictionaries: [{ source_lang: 'en', target_lang: 'de', entries: `house\t${to}`, entries_format: 'tsv' }],
  });
  expect(status).toBe(200);
}

const GITHUB = { GITHUB_SERVER_URL: 'https://github.com', GITHUB_REPOSITORY: 'o/r', GITHUB_SHA: 'abc' };

describe('drift --report', () => {
  test('every format that has something to say is written; faults of the files are reported too', async () => {
    const own = await world();
    const { cwd, lexform, read, write } = own;
    await lexform('apply', '--auto-approve');
    const reports = ['markdown=d.md', 'html=d.html', 'junit=d.xml', 'sarif=d.sarif', 'gitlab-terraform=tf.json'];
    const args = ['drift', '--detailed-exitcode', ...reports.flatMap((each) => ['--report', each])];
    expect((await lexform(...args)).code).toBe(0);
    expect(read('d.md')).toBe('### No drift on <code>test</code>: nothing was changed outside git.\n');

    await edit(own, 'Heim');
    const found = await lexform(...args);
    expect([found.code, found.err]).toEqual([2, '']);
    const verdict = '1 term changed outside git';
    expect(read('d.md')).toContain(`### Drift on <code>test</code>: ${verdict}.`);
    expect(read('d.html')).toContain('<h1>Drift on test</h1>');
    expect(read('d.html')).toContain(`<p class="verdict">Drift on test: ${verdict}.</p>`);
    expect(parseXml(read('d.xml')).children[1]?.attributes.get('failures')).toBe('1');
    expect(JSON.parse(read('d.sarif')).runs[0].properties.counts.theirs).toBe(1);
    // It is about plans alone.
    expect(existsSync(join(cwd, 'tf.json'))).toBe(false);

    write('glossaries/product/en-de.csv', 'house\n');
    expect((await lexform(...args)).code).toBe(4);
    expect(read('d.md')).toContain('### Files checked');
  });
});

describe('plan --report', () => {
  test('several reports at once, each from the same counts, and nothing else is said', async () => {
    const { lexform, lexformIn, read } = await world();
    const args = [
      'html=out/plan.html',
      'markdown=out/plan.md',
      'sarif=out/plan.sarif',
      'junit=out/plan.xml',
      'gitlab-terraform=out/tf.json',
      'gitlab-codequality=out/cq.json',
    ];
    const plain = await lexform('plan');
    const env = { ...GITHUB, GITHUB_REF: 'refs/pull/7/merge' };
    const reported = await lexformIn({ env }, 'plan', ...args.flatMap((each) => ['--report', each]));
    expect(reported).toEqual(plain);
    expect(read('out/plan.md')).toMatch(
      /^### Plan for <code>test<\/code>: 2 terms to add; 1 glossary and 1 dictionary; 1 call\.\n/,
    );
    expect(read('out/plan.md')).toContain(
      '[line 2](https://github.com/o/r/blob/abc/terms/glossaries/product/en-de.csv#L2)',
    );
    expect(read('out/plan.html')).toContain('"https://github.com/o/r/blob/abc/terms/glossaries/product/en-de.csv"');
    expect(read('out/plan.html')).toContain('<a href="https://github.com/o/r/pull/7">Back to <');
    expect(JSON.parse(read('out/plan.sarif')).runs[0].properties.counts.terms).toEqual({
      added: 2,
      changed: 0,
      removed: 0,
      moved: 0,
      renamed: 0,
    });
    expect(parseXml(read('out/plan.xml')).name).toBe('testsuites');
    expect(read('out/tf.json')).toBe('{"create":2,"update":0,"delete":0}\n');
    expect(read('out/cq.json')).toBe('[]\n');
  });

  test('in GitLab, files are linked as GitLab knows them', async () => {
    const { lexformIn, read } = await world();
    const project = 'https://gitlab.example/g/p';
    const merge = { CI_MERGE_REQUEST_PROJECT_URL: project, CI_MERGE_REQUEST_IID: '7' };
    const env = { CI_PROJECT_URL: project, CI_COMMIT_SHA: 'abc', ...merge };
    await lexformIn({ env }, 'plan', '--report', 'markdown=plan.md', '--report', 'html=plan.html');
    expect(read('plan.html')).toContain('<a href="https://gitlab.example/g/p/-/merge_requests/7">Back to <');
    expect(read('plan.md')).toContain('](https://gitlab.example/g/p/-/blob/abc/terms/glossaries/product/en-de.csv#L1)');
  });

  test('in Jenkins, the page leads back to the pull request of the build, unless its address could lead elsewhere', async () => {
    const { lexformIn, read } = await world();
    for (const [url, isLinked] of [
      ['https://git.example/o/r/pull/7', true],
      ['javascript:alert(1)', false],
    ] as const) {
      await lexformIn({ env: { CHANGE_URL: url, CHANGE_ID: '7' } }, 'plan', '--report', 'html=plan.html');
      expect(read('plan.html').includes(`<a href="${url}">Back to`)).toBe(isLinked);
      expect(read('plan.html').includes('Back to')).toBe(isLinked);
    }
  });
});

describe('apply --report', () => {
  test('the events of the run as they come, and its report at the end', async () => {
    const { lexform, lexformIn, read, cwd, write } = await world();
    await lexform('apply', '--auto-approve');
    write('glossaries/product/en-de.csv', 'house,Haus\ncat,Kater\n');
    const seen: string[] = [];
    const files = nodeFiles();
    const watched = {
      ...files,
      appendFile: async (path: string, text: string) => {
        // What was written before is in the file by now.
        seen.push(readFileSync(path, 'utf8'));
        await files.appendFile(path, text);
      },
    };
    const done = await lexformIn(
      { files: watched },
      'apply',
      '--auto-approve',
      '--report',
      'events=run.jsonl',
      '--report',
      'markdown=run.md',
    );
    expect(done.code).toBe(0);
    const events = read('run.jsonl')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(events.map(({ event, outcome }) => outcome ?? event)).toEqual([
      'run-started',
      'started',
      'written',
      'applied',
      'run-ended',
    ]);
    expect(events.at(-1)).toMatchObject({ verdict: 'done', counts: { applied: 1 } });
    expect(seen.map((text) => text.split('\n').length - 1)).toEqual([1, 2, 3, 4]);
    expect(read('run.md')).toMatch(/^### ✅ Applied to <code>test<\/code>: 1 of 1 call made\.\n/);
    expect(read('run.md')).toContain('1 term to change');
    expect(readdirSync(cwd).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  test('a run that is refused says so, and why', async () => {
    const { lexform, read } = await world();
    const { code } = await lexform(
      'apply',
      '--report',
      'events=run.jsonl',
      '--report',
      'markdown=run.md',
      '--report',
      'junit=run.xml',
    );
    expect(code).toBe(3);
    expect(JSON.parse(read('run.jsonl'))).toMatchObject({
      event: 'run-refused',
      reason: expect.stringContaining('no interactive terminal'),
    });
    expect(read('run.md')).toMatch(/^### 🚫 Not applied to <code>test<\/code>\n\n```text\nno interactive terminal/);
    expect(parseXml(read('run.xml')).children[1]?.attributes.get('failures')).toBe('1');
  });

  test('events of an earlier run do not stay when the files have errors', async () => {
    const { lexform, cwd, write } = await world();
    const apply = () => lexform('apply', '--auto-approve', '--report', 'events=run.jsonl');
    expect((await apply()).code).toBe(0);
    expect(existsSync(join(cwd, 'run.jsonl'))).toBe(true);
    write('glossaries/product/en-de.csv', 'house,Haus\nhouse,Heim\n');
    const { code, err } = await apply();
    expect([code, err]).toEqual([4, expect.stringContaining('of an earlier run was removed: run.jsonl')]);
    expect(existsSync(join(cwd, 'run.jsonl'))).toBe(false);
  });

  test('an event that is lost later does not stop the run, and is told of', async () => {
    const { lexform, lexformIn } = await world();
    const files = { ...nodeFiles(), appendFile: async () => Promise.reject(new Error('disk full')) };
    const { code, out, err } = await lexformIn({ files }, 'apply', '--auto-approve', '--report', 'events=run.jsonl');
    expect(code).toBe(1);
    expect(out).toContain('Applied to test: 1 of 1 call made.');
    expect(err).toContain('an event could not be written');
    expect((await lexform('plan')).out).toContain('No changes.');
  });
});

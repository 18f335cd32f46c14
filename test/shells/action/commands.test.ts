import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { git } from '../../support/git-repository.ts';
import { tempWorkspace } from '../../support/temp-workspace.ts';
import { runStep, type Step, type StepRan } from './run-action.ts';

const CSV = 'glossaries/product/en-de.csv';
const config = (more = '', targets = '  one: { service: embedded }\n'): string =>
  `version: 1\ntargets:\n${targets}ledger: { dir: ledger }\n${more}glossaries: glossaries/*/glossary.yaml\n`;
const TWO = '  one: { service: embedded }\n  two: { service: embedded }\n';

/** A workspace of an embedded service, outside of git; steps run without a token. */
async function workspace(text = config(), rows = 'house,Haus\ncat,Katze\n') {
  const folder = await tempWorkspace({
    'lexform.yaml': text,
    'glossaries/product/glossary.yaml': 'name: Product\n',
    [CSV]: rows,
  });
  const step = (inputs: Readonly<Record<string, string>>, more: Partial<Step> = {}): Promise<StepRan> =>
    runStep({ workspace: folder, inputs: { 'github-token': ' ', ...inputs }, event: 'push', ...more });
  return { folder, step, write: (path: string, content: string) => writeFileSync(join(folder, path), content) };
}

/** What the runner shows as groups and messages of its own. */
const commandsOf = ({ log }: StepRan): readonly string[] =>
  log.match(/^::(?:group|error|notice|warning)[ :].*$/gm) ?? [];
const filesOf = ({ temp }: StepRan): readonly string[] => {
  const [folder] = readdirSync(join(temp, 'runner'));
  return folder === undefined ? [] : readdirSync(join(temp, 'runner', folder)).sort();
};
const found = ({ outputs }: StepRan, ...names: readonly string[]) => names.map((name) => outputs.get(name));

const NO_MERGE = 'nothing was applied: this commit belongs to no pull request, so no plan was approved';

describe('plan', () => {
  test('of two targets has a group, a plan and reports for each', async () => {
    const { folder, step } = await workspace(config('', TWO));
    const ran = await step({ reports: 'json=out/plan.json', target: 'two,one' });
    expect([ran.code, ...found(ran, 'result', 'calls', 'terms-added')]).toEqual([0, 'changes', '2', '4']);
    expect(commandsOf(ran).filter((line) => line.startsWith('::group'))).toEqual([
      '::group::lexform plan: two',
      '::group::lexform plan: one',
    ]);
    expect(filesOf(ran)).toEqual(['plan.one.json', 'plan.two.json', 'report.one.md', 'report.two.md']);
    expect(readdirSync(join(folder, 'out')).sort()).toEqual(['plan.one.json', 'plan.two.json']);
    expect(found(ran, 'plan-path', 'markdown-path').map((path) => basename(path ?? ''))).toEqual([
      'plan.two.json',
      'report.two.md',
    ]);
    expect(found(ran, 'folder', 'comment-id', 'issue-number')).toEqual([
      dirname(ran.outputs.get('plan-path') ?? ''),
      '',
      '',
    ]);
    expect(ran.summary.match(/^### .*$/gm)).toEqual([
      '### Plan for <code>two&#44; one</code>: 2 terms to add; 1 glossary and 1 dictionary; 1 call.',
    ]);
    expect(ran.summary).toContain('the same, shown once');
  });

  test('of files with faults has them and no plan', async () => {
    const { step } = await workspace(config(), 'house,Haus\nhouse,Heim\n');
    const ran = await step({});
    expect([ran.code, ...found(ran, 'result', 'errors', 'plan-path', 'plan-hash')]).toEqual([
      1,
      'invalid',
      '1',
      '',
      '',
    ]);
    expect(filesOf(ran)).toEqual(['findings.json', 'report.one.md']);
    const text = readFileSync(join(ran.outputs.get('folder') ?? '', 'findings.json'), 'utf8');
    expect(JSON.parse(text)).toMatchObject({ formatVersion: 1, errors: 1, findings: [{ file: CSV, line: 2 }] });
  });

  test('of a part of the files, with what the guard may let pass', async () => {
    const { step, write, folder } = await workspace();
    await step({ command: 'apply', approval: 'none' });
    write(CSV, 'house,Haus\n');
    write('glossaries/product/en-fr.csv', 'house,maison\n');
    const ran = await step({ 'max-deletes-per-run': '5' });
    expect(found(ran, 'result', 'terms-removed', 'to-change')).toEqual(['changes', '1', '1']);
    expect(existsSync(join(folder, 'ledger'))).toBe(true);
    expect(found(await step({ only: 'glossary.other' }), 'result')).toEqual(['invalid']);
  });

  test('is made anew against the ledger, without a preview', async () => {
    const { step, write } = await workspace();
    await step({ command: 'apply', approval: 'none' });
    write(CSV, 'house,Heim\ncat,Katze\n');
    const ran = await step({ against: 'ledger', preview: 'true' });
    expect([ran.code, ...found(ran, 'result', 'terms-changed')]).toEqual([0, 'changes', '1']);
    expect(ran.summary).toContain('as of the last apply of');
  });

  test('of somebody else without a key checks the files', async () => {
    const { folder, step } = await workspace(config('', '  prod: { base_url: "http://127.0.0.1:9", key: env:KEY }\n'));
    git(folder, 'init', '--quiet');
    git(folder, 'add', '--all');
    const ran = await step({ untrusted: 'true' });
    expect([ran.code, ...found(ran, 'result')]).toEqual([0, 'checked']);
    expect(commandsOf(ran)[0]).toBe(
      '::notice::this run has no key, as runs of forks have none, so the files were checked and no plan was made',
    );
    expect(ran.summary).toContain(
      'This run has no key, as runs of forks have none, so the files were checked and no plan was made.\n',
    );
    const own = await step({});
    expect(commandsOf(own)[0]).toBe('::group::lexform plan: prod');
  });
});

describe('a workspace whose lexform.yaml has faults', () => {
  test.each(['plan', 'apply', 'validate', 'drift', 'pull'])('is checked by %s, and nothing else', async (command) => {
    const { step, write } = await workspace();
    write('lexform.yaml', 'version: 2\n');
    const ran = await step({ command, reports: 'json=out.json' });
    expect([ran.code, ...found(ran, 'result', 'exit-code')]).toEqual([1, 'invalid', '4']);
    expect(commandsOf(ran).filter((line) => line.startsWith('::group'))).toEqual(['::group::lexform validate']);
    expect(filesOf(ran)).toEqual(['findings.json', 'report.md']);
  });
});

test('validate checks the files, writes reports, and lists what it found', async () => {
  const { folder, step } = await workspace();
  const ran = await step({ command: 'validate', reports: 'json=out.json' });
  expect([ran.code, ...found(ran, 'result')]).toEqual([0, 'checked']);
  expect(filesOf(ran)).toEqual(['findings.json', 'report.md']);
  expect(existsSync(join(folder, 'out.json'))).toBe(true);
});

describe('apply', () => {
  test('without an approved plan plans, and says why nothing is applied', async () => {
    const { step } = await workspace();
    const ran = await step({ command: 'apply' });
    expect([ran.code, ...found(ran, 'result', 'exit-code', 'failure-reason')]).toEqual([1, 'refused', '3', 'refused']);
    expect(commandsOf(ran).slice(0, 2)).toEqual(['::group::lexform plan: one', `::error::${NO_MERGE}`]);
    expect(ran.summary).toContain('### 🚫 Nothing was applied');
    expect(filesOf(ran)).toEqual(['report.one.md']);
  });

  test('without an approved plan applies what needs none', async () => {
    const { step } = await workspace();
    const first = await step({ command: 'apply', approval: 'none', target: 'one' });
    expect(commandsOf(first)[0]).toBe('::group::lexform apply: one');
    expect(found(first, 'result', 'calls', 'changes')).toEqual(['applied', '1', 'true']);
    const ran = await step({ command: 'apply' });
    expect([ran.code, ...found(ran, 'result')]).toEqual([0, 'no-changes']);
    expect(commandsOf(ran).slice(0, 2)).toEqual(['::group::lexform plan: one', '::group::lexform apply: one']);
    expect(basename(ran.outputs.get('markdown-path') ?? '')).toBe('report.one.md');
  });

  test('of files with faults ends before a plan', async () => {
    const { step } = await workspace(config(), 'house,Haus\nhouse,Heim\n');
    const ran = await step({ command: 'apply' });
    expect(found(ran, 'result')).toEqual(['invalid']);
    expect(commandsOf(ran).filter((line) => line.startsWith('::group'))).toEqual(['::group::lexform plan: one']);
  });

  test('that is cancelled tries no target', async () => {
    const { step } = await workspace(config('', TWO));
    const ran = await step({ command: 'apply', approval: 'none' }, { interrupted: AbortSignal.abort() });
    expect([ran.code, ...found(ran, 'result', 'exit-code', 'failure-reason')]).toEqual([1, 'failed', '130', 'failed']);
    expect(commandsOf(ran)).toEqual([]);
  });
});

describe('drift', () => {
  test('is looked for in each target, in a part of it, with reports', async () => {
    const { folder, step } = await workspace(config('', TWO));
    await step({ command: 'apply', approval: 'none' });
    const ran = await step({ command: 'drift', only: 'glossary.*', reports: 'json=drift.json' });
    expect([ran.code, ...found(ran, 'result', 'drift', 'issue-number')]).toEqual([0, 'no-changes', 'false', '']);
    expect(commandsOf(ran).slice(0, 2)).toEqual(['::group::lexform drift: one', '::group::lexform drift: two']);
    expect(filesOf(ran)).toEqual(['report.one.md', 'report.two.md']);
    expect(readdirSync(folder)).toEqual(expect.arrayContaining(['drift.one.json', 'drift.two.json']));
  });

  test('of files with faults is not known', async () => {
    const { step, write } = await workspace();
    await step({ command: 'apply', approval: 'none' });
    write('glossaries/product/glossary.yaml', 'name: [\n');
    const ran = await step({ command: 'drift' });
    expect([ran.code, ...found(ran, 'result')]).toEqual([1, 'invalid']);
  });
});

describe('pull', () => {
  test('says in the summary what it did; where git cannot tell, files may have changed', async () => {
    const { step } = await workspace();
    await step({ command: 'apply', approval: 'none' });
    const ran = await step({ command: 'pull', 'allow-delete': 'glossary.x', theirs: 'true', only: 'glossary.*' });
    expect([ran.code, ...found(ran, 'result', 'changes', 'markdown-path')]).toEqual([0, 'changes', 'true', '']);
    expect(commandsOf(ran)).toEqual(['::group::lexform pull: one']);
    expect(ran.summary).toMatch(/^### Pull\n\n```text\n[\s\S]+\n```\n\n$/);
  });

  test('into files with errors says so', async () => {
    const { step, write } = await workspace();
    await step({ command: 'apply', approval: 'none' });
    write('glossaries/product/glossary.yaml', 'name: [\n');
    const ran = await step({ command: 'pull' });
    expect([ran.code, ...found(ran, 'result', 'failure-reason')]).toEqual([1, 'invalid', 'invalid-files']);
    expect(commandsOf(ran).filter((line) => line.startsWith('::error'))).not.toEqual([]);
  });

  test('that cannot be done is an error', async () => {
    const { step } = await workspace(config('', '  prod: { base_url: "http://127.0.0.1:9", key: env:KEY }\n'));
    const ran = await step({ command: 'pull' });
    expect([ran.code, ...found(ran, 'result')]).toEqual([1, 'failed']);
    expect(commandsOf(ran)).toHaveLength(2);
    expect(commandsOf(ran)[1]).toMatch(/^::error::\S/);
  });
});

describe('a step', () => {
  test('masks what it was given', async () => {
    const { step } = await workspace();
    const { log } = await step({ command: 'validate', 'api-key': 'key', 'github-token': 'token' });
    expect(log.startsWith('::add-mask::key\n::add-mask::token\n')).toBe(true);
  });

  const FAILED = ['failed', 'false', 'false', '1', 'failed', '0', ''];
  const failedOf = (ran: StepRan) =>
    found(ran, 'result', 'changes', 'drift', 'exit-code', 'failure-reason', 'calls', 'plan-hash');

  test.each<readonly [string, Readonly<Record<string, string>>, Partial<Step>, string]>([
    ['a wrong input', { 'fail-on': 'x' }, {}, 'input fail-on must be one of error, warning, changes, never'],
    ['report without a token', { command: 'report', 'run-id': '1' }, {}, 'report needs the input github-token'],
    [
      'report without a run',
      { command: 'report', 'github-token': 'token-of-the-job' },
      {},
      'report needs the input run-id where no other workflow has started it',
    ],
    [
      'a GitHub that does not answer',
      { command: 'report', 'run-id': '1', 'pr-number': '7', 'github-token': 'token-of-the-job' },
      { fetch: () => Promise.reject(new Error('reset')) },
      'GitHub: GET /repos/o/r/pulls/7 got no answer: reset',
    ],
    [
      'apply on files of somebody else',
      { command: 'apply', untrusted: 'true' },
      {},
      "apply is not run on files that an unknown person may have written; if the checkout is a protected branch, set untrusted: 'false'",
    ],
    ['pull on files of somebody else', { command: 'pull', untrusted: 'true' }, {}, 'pull is not run on files that'],
  ])('that ends early by %s has outputs and one error', async (_, inputs, more, message) => {
    const { step } = await workspace();
    const ran = await step(inputs, more);
    expect(ran.code).toBe(1);
    expect(failedOf(ran)).toEqual(FAILED);
    expect(commandsOf(ran).at(-1)).toContain(`::error::${message}`);
  });

  test('that GitHub refuses says what the token would need', async () => {
    const { step } = await workspace();
    const fetch: Step['fetch'] = async () => ({
      status: 403,
      headers: { get: (name) => (name === 'x-accepted-github-permissions' ? 'actions=read' : null) },
      arrayBuffer: async () => new TextEncoder().encode('{"message":"no"}').buffer,
    });
    const inputs = { command: 'report', 'run-id': '1', 'pr-number': '7', 'github-token': 'token-of-the-job' };
    expect(commandsOf(await step(inputs, { fetch }))).toEqual([
      '::error::GitHub: GET /repos/o/r/pulls/7 answered 403: no; the token would need: actions=read',
    ]);
  });

  test('that goes well or not by fail-on, and always has outputs', async () => {
    const { step } = await workspace();
    expect([(await step({ 'fail-on': 'changes' })).code, (await step({ 'fail-on': 'error' })).code]).toEqual([1, 0]);
  });

  test('does not run where Node would log the secrets', async () => {
    const { step } = await workspace();
    const ran = await step({}, { env: { NODE_DEBUG: 'http' } });
    expect([ran.code, failedOf(ran)]).toEqual([1, FAILED]);
    expect(commandsOf(ran)[0]).toMatch(/^::error::NODE_DEBUG/);
  });
});

describe('report', () => {
  const answers =
    (table: Readonly<Record<string, unknown>>): NonNullable<Step['fetch']> =>
    async (url) => {
      const found = table[new URL(url).pathname];
      return {
        status: found === undefined ? 404 : 200,
        headers: { get: () => null },
        arrayBuffer: async () => new TextEncoder().encode(JSON.stringify(found ?? { message: 'none' })).buffer,
      };
    };
  const PULL = { number: 7, head: { sha: 'a'.repeat(40), repo: { full_name: 'o/r' } }, base: { sha: 'b'.repeat(40) } };
  const inputs = { command: 'report', 'run-id': '400', 'github-token': 'token-of-the-job' };

  test('has nothing to do without a pull request, or without an artifact', async () => {
    const { step } = await workspace();
    const none = await step(inputs, { fetch: answers({}) });
    expect([none.code, commandsOf(none), found(none, 'result')]).toEqual([
      0,
      ['::notice::the run belongs to no open pull request; there is nothing to report'],
      ['no-changes'],
    ]);
    const table = { '/repos/o/r/pulls/7': PULL, '/repos/o/r/actions/runs/400/artifacts': { artifacts: [] } };
    const empty = await step({ ...inputs, 'pr-number': '7' }, { fetch: answers(table) });
    expect([empty.code, commandsOf(empty)]).toEqual([0, ['::notice::the run has left no report']]);
  });
});

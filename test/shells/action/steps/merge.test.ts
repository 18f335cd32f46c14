import { rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runLexform } from '../../../support/cli.ts';
import { git, tempFolder, testGit } from '../../../support/git-repository.ts';
import { fillWorkspace } from '../../../support/temp-workspace.ts';
import { fakeGitHub } from '../fake-github.ts';
import { runStep, type Step } from '../run-action.ts';
import { pullRequest } from '../world.ts';

type Files = Readonly<Record<string, string>>;

const CONFIG = 'version: 1\ntargets:\n  local: { service: embedded }\nglossaries: glossaries/*/glossary.yaml\n';
const CSV = 'terms/glossaries/product/en-de.csv';
const OTHER = 'terms/other/x/en-de.csv';
const BASE: Files = {
  'terms/lexform.yaml': CONFIG,
  'terms/glossaries/product/glossary.yaml': 'name: Product\n',
  [CSV]: 'house,Haus\ncat,Katze\n',
  'terms/other/x/glossary.yaml': 'name: Other\n',
  [OTHER]: 'house,Haus\n',
  'notes.txt': 'one\n',
};
const ADDED: readonly [main: Files, feature: Files] = [
  { [CSV]: 'house,Haus\ncat,Katze\nmouse,Maus\n' },
  { [CSV]: 'house,Haus\ncat,Katze\nbird,Vogel\n' },
];

const RESULT = 'house,Haus\ncat,Katze\nbird,Vogel\nmouse,Maus\n';

/** The pull request of the branch `feature` into `main`, as the API shows it. */
const ofBranches = (more: Parameters<typeof pullRequest>[0] = {}) => {
  const { head, base, ...rest } = pullRequest(more);
  return { ...rest, head: { ...head, ref: 'feature' }, base: { ...base, ref: 'main' } };
};

/** A bare remote whose branches `main` and `feature` differ, and a checkout of `main`. */
async function branches(main: Files, feature: Files, change: (cwd: string) => void = () => undefined) {
  const [remote, author, workspace] = [tempFolder(), tempFolder(), tempFolder()];
  git(remote, 'init', '--quiet', '--bare', '--initial-branch=main');
  git(author, 'init', '--quiet', '--initial-branch=main');
  git(author, 'remote', 'add', 'origin', remote);
  const commit = async (branch: string, files: Files, work: typeof change = () => undefined): Promise<string> => {
    await fillWorkspace(author, files);
    work(author);
    git(author, 'add', '--all');
    git(author, 'commit', '--quiet', '--allow-empty', `--message=Change ${branch}`);
    git(author, 'push', '--quiet', 'origin', branch);
    return git(author, 'rev-parse', 'HEAD').trim();
  };
  await commit('main', BASE);
  git(author, 'switch', '--quiet', '--create', 'feature');
  const head = await commit('feature', feature, change);
  git(author, 'switch', '--quiet', 'main');
  const base = await commit('main', main);
  git(workspace, 'clone', '--quiet', '--depth=1', '--branch=main', `file://${remote}`, '.');
  const onRemote = (...args: readonly string[]): string => git(remote, ...args).trim();
  return {
    author,
    workspace,
    commit,
    head,
    base,
    onRemote,
    tip: () => onRemote('rev-parse', 'feature'),
    merge: (more: Partial<Step> = {}) =>
      runStep({
        workspace,
        inputs: { command: 'merge', 'working-directory': 'terms', ...more.inputs },
        event: 'pull_request',
        payload: { pull_request: ofBranches() },
        ...more,
      }),
  };
}

describe('conflicts in term files alone', () => {
  test('are merged as lexform merge does it, and pushed as one commit of both branches', async () => {
    const { author, workspace, head, base, onRemote, merge } = await branches(...ADDED);
    const { code, log, outputs, summary } = await merge();
    expect([code, outputs.get('result'), outputs.get('exit-code')], log).toEqual([0, 'applied', '0']);
    expect(onRemote('show', `feature:${CSV}`)).toBe(RESULT.trim());
    expect(onRemote('log', '-1', '--format=%P|%an|%s', 'feature')).toBe(
      `${head} ${base}|github-actions[bot]|Merge main into feature`,
    );
    expect(summary).toContain(`merged ${CSV}\nMerged main into feature with 1 file, and pushed `);

    git(author, 'switch', '--quiet', 'feature');
    expect(() => git(author, 'merge', '--quiet', 'main')).toThrow();
    expect((await runLexform({ cwd: join(author, 'terms') }, 'merge')).code).toBe(0);
    expect(onRemote('rev-parse', 'feature^{tree}')).toBe(git(author, 'write-tree').trim());

    expect(git(workspace, 'status', '--porcelain', '--branch')).toBe('## main...origin/main\n');
    expect(git(workspace, 'for-each-ref', 'refs/lexform')).toBe('');
    expect(git(workspace, 'worktree', 'list').trim().split('\n')).toHaveLength(1);
  });

  test('are merged in a run that somebody starts with the number of the pull request', async () => {
    const { base, onRemote, merge } = await branches(...ADDED);
    const github = await fakeGitHub();
    github.pulls.set(7, ofBranches());
    const { code, log } = await merge({
      event: 'workflow_dispatch',
      payload: {},
      inputs: { command: 'merge', 'working-directory': 'terms', 'pr-number': '7' },
      apiUrl: github.url,
    });
    expect(code, log).toBe(0);
    expect(onRemote('rev-parse', 'feature^2')).toBe(base);
  });

  test('a second run has nothing to merge', async () => {
    const { tip, merge } = await branches(...ADDED);
    await merge();
    const pushed = tip();
    const { code, outputs, summary } = await merge();
    expect([code, outputs.get('result'), tip()]).toEqual([0, 'no-changes', pushed]);
    expect(summary).toContain('Nothing to merge: feature has all of main.');
  });
});

describe('nothing is pushed', () => {
  test('where one value has two new ones; the line and both values are named', async () => {
    const { head, tip, merge } = await branches(
      { [CSV]: 'house,Heim\ncat,Katze\n' },
      { [CSV]: 'house,Gebäude\ncat,Katze\n' },
    );
    const { code, log, outputs, summary } = await merge();
    expect([code, outputs.get('result'), outputs.get('errors'), tip()]).toEqual([1, 'failed', '1', head]);
    expect(summary).toMatch(/en-de\.csv:\d+:\d+: error: .*Gebäude.*Heim.*\[merge-conflict\]/);
    expect(summary).toContain('Nothing was pushed: 1 file left in conflict');
    expect(log).toContain(`::error::1 file left in conflict: ${CSV}\n`);
    expect(log).toMatch(
      new RegExp(`^::error file=${CSV},line=\\d+,col=\\d+,title=merge-conflict::.*Gebäude.*Heim`, 'm'),
    );
  });

  test('where another file is in conflict too', async () => {
    const { head, tip, merge } = await branches(
      { ...ADDED[0], 'notes.txt': 'two\n' },
      { ...ADDED[1], 'notes.txt': 'three\n' },
    );
    const { code, log, summary } = await merge();
    expect([code, tip()]).toEqual([1, head]);
    expect(summary).toContain(`merged ${CSV}\nnot merged: notes.txt: not in the workspace\n`);
    expect(log).toContain('::error::1 file left in conflict: notes.txt\n');
  });

  test('where git has no conflict: its host can merge that', async () => {
    const { head, tip, merge } = await branches({ 'notes.txt': 'two\n' }, ADDED[1]);
    const { code, outputs, summary } = await merge();
    expect([code, outputs.get('result'), tip()]).toEqual([0, 'no-changes', head]);
    expect(summary).toContain('Nothing to resolve: main and feature merge without conflicts.');
  });

  test('where the branch makes a term file of one that is none in the base', async () => {
    const wider = CONFIG.replace('glossaries/*/glossary.yaml', '"*/*/glossary.yaml"');
    const { head, tip, merge } = await branches(
      { [OTHER]: 'house,Haus\nmouse,Maus\n' },
      { [OTHER]: 'house,Haus\nbird,Vogel\n', 'terms/lexform.yaml': wider },
    );
    const { code, summary } = await merge();
    expect([code, tip()]).toEqual([1, head]);
    expect(summary).toContain(`not merged: ${OTHER}: no file of the workspace`);
  });

  test('where the branch puts a link in the place of the workspace', async () => {
    const { head, tip, merge } = await branches({ 'notes.txt': 'two\n' }, { 'notes.txt': 'three\n' }, (cwd) => {
      rmSync(join(cwd, 'terms'), { recursive: true });
      symlinkSync('elsewhere', join(cwd, 'terms'));
    });
    const { code, log } = await merge();
    expect([code, tip()]).toEqual([1, head]);
    expect(log).toContain('"feature" has no folder "terms", or a link is there');
  });

  test.each([
    ['a fork', 'pull_request', { repository: 'stranger/r' }, 'an unknown person may have written'],
    [
      'a bot that updates dependencies',
      'pull_request',
      { login: 'dependabot[bot]' },
      'an unknown person may have written',
    ],
    ['an event that strangers cause', 'pull_request_target', {}, 'an unknown person may have written'],
  ])('for %s', async (_, event, more, message) => {
    const { head, tip, merge } = await branches(...ADDED);
    const { code, log } = await merge({ event, payload: { pull_request: ofBranches(more) } });
    expect([code, tip()]).toEqual([1, head]);
    expect(log).toMatch(new RegExp(message));
  });

  test('for a fork, also where the run is said to be trusted', async () => {
    const { head, tip, merge } = await branches(...ADDED);
    const { code, log } = await merge({
      event: 'pull_request_target',
      payload: { pull_request: ofBranches({ repository: 'stranger/r' }) },
      inputs: { command: 'merge', 'working-directory': 'terms', untrusted: 'false' },
    });
    expect([code, tip()]).toEqual([1, head]);
    expect(log).toContain('pull request 7 comes from a fork, or from a bot');
  });

  test('without a pull request', async () => {
    const { merge } = await branches(...ADDED);
    const { code, log } = await merge({ event: 'push', payload: {} });
    expect(code).toBe(1);
    expect(log).toContain('merge needs a pull request');
  });
});

describe('a branch that changes between the fetch and the push', () => {
  /** Git that lets something happen just before it pushes. */
  const beforePush =
    (work: () => Promise<void>): NonNullable<Step['git']> =>
    (folder) => ({
      run: async (args, input) => {
        if (args[0] === 'push') await work();
        return testGit(folder).run(args, input);
      },
    });

  test('keeps what somebody pushed, and the run says to run again', async () => {
    const { author, commit, tip, merge } = await branches(...ADDED);
    let theirs = '';
    const { code, log } = await merge({
      git: beforePush(async () => {
        git(author, 'switch', '--quiet', 'feature');
        theirs = await commit('feature', { 'notes.txt': 'later\n' });
      }),
    });
    expect([code, tip()]).toEqual([1, theirs]);
    expect(log).toContain(
      'the branch "feature" has moved on since it was fetched, so nothing was pushed; run it again',
    );
  });

  test('does not come back when somebody deleted it', async () => {
    const { author, workspace, onRemote, merge } = await branches(...ADDED);
    const { code } = await merge({
      git: beforePush(async () => void git(author, 'push', '--quiet', 'origin', ':feature')),
    });
    expect([code, onRemote('branch', '--list', 'feature')]).toEqual([1, '']);
    expect(git(workspace, 'for-each-ref', 'refs/lexform')).toBe('');
    expect(git(workspace, 'worktree', 'list').trim().split('\n')).toHaveLength(1);
  });
});

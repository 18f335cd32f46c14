import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { markerOf } from '../../../src/shells/action/comment/comment-marker.ts';
import { actionWorld, CSV, HEAD, pullRequest, type World } from './world.ts';
import { zip } from './zip.ts';

const started = (more: object = {}) => ({
  event: 'workflow_run',
  payload: {
    workflow_run: {
      id: 500,
      head_sha: HEAD,
      head_branch: 'terms',
      head_repository: { full_name: 'stranger/r' },
      // What GitHub gives for forks.
      pull_requests: [],
      ...more,
    },
  },
  env: { GITHUB_RUN_ID: '501', GITHUB_RUN_NUMBER: '6', KEY: '' },
});

/** A pull request of a fork whose run has left an artifact with these files. */
async function world(files: (world: World) => Promise<Readonly<Record<string, string>>>): Promise<World> {
  const made = await actionWorld();
  made.github.pulls.set(7, pullRequest({ repository: 'stranger/r' }));
  made.github.artifacts.push({
    id: 9,
    name: 'lexform-plan',
    run: 500,
    head: HEAD,
    own: false,
    zip: zip(await files(made)),
  });
  return made;
}

const planFile = async ({ step }: World): Promise<string> =>
  readFileSync((await step({ command: 'plan' })).outputs.get('plan-path') ?? '', 'utf8');

describe('report, started by the run of a fork', () => {
  test('writes the comment of the plan that the run has left, and says whose it is', async () => {
    const { step, github } = await world(async (made) => ({ 'plan.prod.json': await planFile(made) }));
    const { code, outputs } = await step({ command: 'report' }, started());
    expect([code, outputs.get('result')]).toEqual([0, 'changes']);
    expect(github.comments).toHaveLength(1);
    const body = github.comments[0]?.body ?? '';
    expect(markerOf(body)).toMatchObject({ state: 'open', head: HEAD, runId: '501' });
    expect(body).toContain('2 terms to add');
    expect(body).toContain('made without secrets, in a run of the fork');
    expect(body).toContain(`https://github.test/stranger/r/blob/${HEAD}/terms/`);
  });

  test('reads the plan of its workspace, and fails where only others have left one', async () => {
    const { step, github } = await world(async (made) => ({ 'terms/plan.prod.json': await planFile(made) }));
    expect((await step({ command: 'report' }, started())).code).toBe(0);
    expect(github.comments).toHaveLength(1);
    const other = await world(async (made) => ({ 'teams-legal/plan.prod.json': await planFile(made) }));
    const { code, log } = await other.step({ command: 'report' }, started());
    expect(code).toBe(1);
    expect(log).toContain('the reports of several workspaces: teams-legal; run one report step for each');
    expect(other.github.comments).toHaveLength(0);
  });

  test('writes the faults of the files that the run has left', async () => {
    const { step, github } = await world(async ({ step: plan, write }) => {
      write(CSV, 'house,Haus\nhouse,"@evil <img src=x>"\n');
      const { outputs } = await plan({ command: 'validate' });
      return { 'findings.json': readFileSync(`${outputs.get('folder')}/findings.json`, 'utf8') };
    });
    const { code } = await step({ command: 'report' }, started());
    expect(code).toBe(0);
    const body = github.comments[0]?.body ?? '';
    expect(markerOf(body)?.state).toBe('failed');
    expect(body).toContain('1 error');
    expect(body).not.toMatch(/<img|@evil/);
  });

  test('makes no comment for files without faults, unless that is asked for', async () => {
    const { step, github } = await world(async () => ({ 'findings.json': '{"formatVersion":1,"findings":[]}' }));
    await step({ command: 'report' }, started());
    expect(github.comments).toEqual([]);
    await step({ command: 'report', comment: 'always' }, started());
    expect(github.comments[0]?.body).toContain('No findings.');
  });

  test.each([
    ['no open pull request has the head of the run', { head_sha: 'e'.repeat(40) }],
    ['the pull request is of another repository', { head_repository: { full_name: 'other/r' } }],
    ['the repository of the head is gone', { head_repository: null }],
  ])('writes nothing when %s', async (_, more) => {
    const { step, github } = await world(async (made) => ({ 'plan.prod.json': await planFile(made) }));
    const { code, log } = await step({ command: 'report' }, started(more));
    expect(code).toBe(0);
    expect(log).toContain('::notice::the run belongs to no open pull request');
    expect(github.comments).toEqual([]);
  });

  test.each([
    ['is no plan', { 'plan.prod.json': '{"formatVersion":1,"changes":"::set-output name=x::y"}' }],
    ['is of another target than its name says', undefined],
  ])('writes nothing when what was left %s', async (_, files) => {
    const { step, github } = await world(async (made) => files ?? { 'plan.other.json': await planFile(made) });
    const { code, log } = await step({ command: 'report' }, started());
    expect(code).toBe(1);
    expect(log).toContain('::error::');
    expect(github.comments).toEqual([]);
  });

  test('looks at no file with another name', async () => {
    const { step, github } = await world(async () => ({
      '../../evil.sh': 'x',
      'plan..json': '{',
      'report.md': '@all',
    }));
    const { code } = await step({ command: 'report' }, started());
    expect([code, github.comments]).toEqual([0, []]);
  });

  test('says when nothing was left', async () => {
    const { step, github } = await actionWorld();
    github.pulls.set(7, pullRequest({ repository: 'stranger/r' }));
    const { code, log } = await step({ command: 'report' }, started());
    expect(code).toBe(0);
    expect(log).toContain('::notice::the run has left no report');
  });
});

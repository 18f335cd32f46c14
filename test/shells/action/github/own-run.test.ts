import { describe, expect, test } from 'vitest';
import { refusalOfRun } from '../../../../src/shells/action/steps/approved-plan.ts';
import { answeringGitHub, type JobParts, jobWith } from '../job-with.ts';

const RUN = 'GET /repos/o/r/actions/runs/500';
const OWN = { id: 1, full_name: 'O/R' };
const PLAN = '.github/workflows/plan.yml';
const run = (more: object = {}) => ({
  event: 'pull_request',
  path: `${PLAN}@refs/pull/7/merge`,
  repository: OWN,
  head_repository: OWN,
  ...more,
});
const env = { GITHUB_WORKFLOW_REF: `owner/repository/${PLAN}@refs/heads/main` };

const refusal = (of: object, more: JobParts = {}) =>
  refusalOfRun(jobWith({ ...answeringGitHub({ [RUN]: of }), env, ...more }).job, '500');
const because = (why: string): string => `the plans of run 500 do not count as approved: ${why}`;

test('a run needs a token', async () => {
  expect(await refusalOfRun(jobWith({ env }).job, '500')).toBe('run-id needs the input github-token');
});

test.each([
  ['of this workflow', {}, {}],
  ['of a push', { event: 'push' }, {}],
  ['of the merge queue', { event: 'merge_group' }, {}],
  ['by hand', { event: 'workflow_dispatch' }, {}],
  ['on a schedule', { event: 'schedule' }, {}],
  ['whose path has no ref', { path: PLAN }, {}],
  ['whose path has a repository', { path: `owner/repository/${PLAN}@x@y\nz` }, {}],
  ['of a workflow named by its file', { path: '.github/workflows/a/b.yml' }, { inputs: { planWorkflow: 'b.yml' } }],
  ['of a workflow named by its path', {}, { inputs: { planWorkflow: PLAN } }],
])('a run %s counts', async (_, more, job) => {
  expect(await refusal(run(more), job)).toBe(undefined);
});

describe('a run', () => {
  test.each([
    ['of another repository', { repository: { id: 1, full_name: 'o/other' } }],
    ['without a repository', { repository: undefined, head_repository: undefined }],
    ['without a number of its repository', { repository: { full_name: 'o/r' }, head_repository: {} }],
    ['of a fork', { head_repository: { id: 2 } }],
    ['whose repository is gone', { head_repository: null }],
  ])('%s does not count', async (_, more) => {
    expect(await refusal(run(more))).toBe(because('it is a run of a fork, or of another repository'));
  });

  test.each([
    ['pull_request_target', 'pull_request_target'],
    ['workflow_run', 'workflow_run'],
    ['issue_comment', 'issue_comment'],
    [undefined, 'none'],
  ])('of %s does not count', async (event, shown) => {
    expect(await refusal(run({ event }))).toBe(
      because(
        `its event is ${shown}, which may plan files of strangers; allowed: pull_request, merge_group, push, workflow_dispatch, schedule`,
      ),
    );
  });

  const needed = (path: string, wanted: string): string =>
    because(
      `it is a run of the workflow ${path}, and ${wanted} is needed; name the workflow that makes the plans in the input plan-workflow`,
    );

  test.each<readonly [string, object, JobParts, string]>([
    ['of another workflow', { path: '.github/workflows/x.yml' }, {}, needed('.github/workflows/x.yml', PLAN)],
    ['without a workflow', { path: undefined }, {}, needed('', PLAN)],
    ['without a workflow, where none is known', { path: undefined }, { env: {} }, needed('', '')],
    [
      'of a workflow whose name ends alike',
      { path: '.github/workflows/my-plan.yml' },
      { inputs: { planWorkflow: 'plan.yml' } },
      needed('.github/workflows/my-plan.yml', 'plan.yml'),
    ],
    [
      'of a workflow in another folder',
      { path: 'a/b/c/.github/workflows/plan.yml' },
      {},
      needed('a/b/c/.github/workflows/plan.yml', PLAN),
    ],
  ])('%s does not count', async (_, more, job, why) => {
    expect(await refusal(run(more), job)).toBe(why);
  });
});

import { dirname, relative, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { DEFAULT_SAFETY, type Target, type WorkspaceConfig } from '../../../../src/model/workspace/workspace.ts';
import type { PullRequest } from '../../../../src/shells/action/github/event.ts';
import { findApprovedPlans, planName } from '../../../../src/shells/action/steps/approved-plan.ts';
import { answeringGitHub, type JobParts, jobWith } from '../job-with.ts';
import { zip } from '../zip.ts';

const HEAD = 'a'.repeat(40);
const TARGET: Target = { kind: 'embedded', name: 'prod' };
const CONFIG: WorkspaceConfig = {
  targets: [TARGET],
  patterns: {},
  safety: DEFAULT_SAFETY,
  prune: [],
  ledger: { kind: 'none' },
  concurrency: 4,
};
const pullRequest: PullRequest = { number: 7, head: HEAD, base: '', labels: [], foreign: false };
const NAME = 'plan.prod.json';

/** The plans that are found, and the files that were written for that. */
async function find(parts: JobParts, of?: PullRequest) {
  const written: string[] = [];
  const files = {
    writeFile: async (path: string, content: string | Uint8Array | Iterable<string>) =>
      void written.push(`${path}: ${content instanceof Uint8Array ? new TextDecoder().decode(content) : content}`),
    ...parts.files,
  };
  const { job } = jobWith({ ...parts, files });
  return { found: await findApprovedPlans({ job, config: CONFIG, targets: [TARGET] }, TARGET, of), written };
}

test('the plan of a target has its name', () => {
  expect(planName('prod')).toBe(NAME);
});

test('without approval none is asked for', async () => {
  expect((await find({ inputs: { approval: 'none' } }, pullRequest)).found).toStrictEqual({ kind: 'not-asked' });
});

describe('a plan that is named', () => {
  const named = async (there: readonly string[]) => {
    const size = async (path: string) => (there.includes(path) ? 1 : undefined);
    const glob = async (_: readonly string[], folder: string) =>
      there.filter((path) => dirname(dirname(path)) === folder).map((path) => relative(folder, path));
    return (await find({ inputs: { approval: 'file', approvedPlan: 'plans' }, files: { size, glob } })).found;
  };
  const [file, below] = [resolve('/repo/plans'), resolve('/repo/plans', NAME)];

  test('is a file, or one in a folder', async () => {
    expect(await named([file, below])).toStrictEqual({ kind: 'plans', paths: [file], pullRequests: [] });
    expect(await named([below])).toStrictEqual({ kind: 'plans', paths: [below], pullRequests: [] });
  });

  test('may be a gzip in a folder, or one folder down', async () => {
    const [zipped, down] = [`${below}.gz`, resolve('/repo/plans/lexform-plan', `${NAME}.gz`)];
    for (const path of [zipped, down])
      expect(await named([path])).toStrictEqual({ kind: 'plans', paths: [path], pullRequests: [] });
  });

  test('may be missing', async () => {
    expect(await named(['/elsewhere'])).toStrictEqual({
      kind: 'none',
      reason:
        'the input approved-plan names "plans", and there is no such file, no plans/plan.prod.json and no ' +
        'plans/*/plan.prod.json',
    });
  });

  test('may stand one folder down, as a download leaves it, but not in several', async () => {
    const [one, other] = [resolve('/repo/plans/lexform-plan', NAME), resolve('/repo/plans/other', NAME)];
    expect(await named([one])).toStrictEqual({ kind: 'plans', paths: [one], pullRequests: [] });
    expect(await named([one, other])).toMatchObject({
      kind: 'none',
      reason: expect.stringContaining('lexform-plan/plan.prod.json, other/plan.prod.json; name one of these folders'),
    });
  });
});

const LIST = 'LIST /repos/o/r/actions/artifacts?name=lexform-plan artifacts';
const OF_RUN = 'LIST /repos/o/r/actions/runs/400/artifacts?name=lexform-plan artifacts';
const artifact = {
  id: 1,
  name: 'lexform-plan',
  workflow_run: { id: 400, repository_id: 1, head_repository_id: 1, head_sha: HEAD },
};
const archive = (...names: readonly string[]) => ({
  'DOWNLOAD /repos/o/r/actions/artifacts/1/zip 16777216': zip(
    Object.fromEntries(names.map((name) => [name, `of ${name}`])),
  ),
});
const NOT_FOUND = {
  kind: 'none',
  reason:
    'no approved plan was found: the pull request has left no artifact with one for its last commit, or it has expired; plan again in a pull request, or run this job with approval: none',
};

const RUN = 'GET /repos/o/r/actions/runs/400';
const own = { id: 1, full_name: 'o/r' };
const run = { event: 'push', path: '.github/workflows/a.yml', repository: own, head_repository: own };

describe('the plan of a pull request', () => {
  test('is taken from its artifact', async () => {
    const { github } = answeringGitHub({ [LIST]: [artifact], [RUN]: run, ...archive('plan.test.json', NAME) });
    expect(await find({ github }, pullRequest)).toStrictEqual({
      found: { kind: 'plans', paths: [`/temp/approved/7/${NAME}`], pullRequests: [pullRequest] },
      written: [`/temp/approved/7/${NAME}: of ${NAME}`],
    });
  });

  test('may be a gzip in its artifact', async () => {
    const { github } = answeringGitHub({ [LIST]: [artifact], [RUN]: run, ...archive(`${NAME}.gz`) });
    expect(await find({ github }, pullRequest)).toStrictEqual({
      found: { kind: 'plans', paths: [`/temp/approved/7/${NAME}`], pullRequests: [pullRequest] },
      written: [`/temp/approved/7/${NAME}: of ${NAME}.gz`],
    });
  });

  test('is missing without an artifact, or where it has none of this target', async () => {
    for (const answers of [{ [LIST]: [] }, { [LIST]: [artifact], [RUN]: run, ...archive('plan.test.json') }])
      expect(await find({ github: answeringGitHub(answers).github }, pullRequest)).toStrictEqual({
        found: NOT_FOUND,
        written: [],
      });
  });

  test('is missing without a pull request', async () => {
    expect((await find({})).found).toStrictEqual({
      kind: 'none',
      reason: 'this commit belongs to no pull request, so no plan was approved',
    });
  });
});

describe('the plan of a run', () => {
  const parts = (answers: Readonly<Record<string, unknown>>): JobParts => ({
    github: answeringGitHub(answers).github,
    inputs: { runId: '400' },
    env: { GITHUB_WORKFLOW_REF: 'o/r/.github/workflows/a.yml@x' },
  });

  test.each([
    ['without a pull request', undefined],
    ['before that of the pull request', pullRequest],
  ])('is taken from its artifact %s', async (_, of) => {
    expect(await find(parts({ [RUN]: run, [OF_RUN]: [artifact], ...archive(NAME) }), of)).toStrictEqual({
      found: { kind: 'plans', paths: [`/temp/approved/run/${NAME}`], pullRequests: [] },
      written: [`/temp/approved/run/${NAME}: of ${NAME}`],
    });
  });

  test('does not count when the run does not', async () => {
    const { found } = await find(parts({ [RUN]: { ...run, event: 'issue_comment' } }));
    expect(found).toMatchObject({
      kind: 'none',
      reason: expect.stringContaining('do not count as approved: its event is'),
    });
  });

  test('may be missing', async () => {
    expect((await find(parts({ [RUN]: run, [OF_RUN]: [] }))).found).toStrictEqual(NOT_FOUND);
  });
});

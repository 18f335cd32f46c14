import { describe, expect, test } from 'vitest';
import {
  findMerged,
  findPullRequest,
  mergedSince,
  pullRequestOfRun,
} from '../../../../src/shells/action/github/find-pull-request.ts';
import { GitHubError } from '../../../../src/shells/action/github/github.ts';
import { answeringGitHub, type JobParts, jobWith } from '../job-with.ts';

const hash = (digit: string): string => digit.repeat(40);
const [HEAD, BASE, MERGE] = ['a', 'b', 'c'].map(hash) as [string, string, string];

const shown = (number: number, more: object = {}) => ({
  number,
  merge_commit_sha: MERGE,
  head: { sha: HEAD, repo: { full_name: 'o/r' } },
  base: { sha: BASE },
  ...more,
});
const known = (number: number, mergeCommit = MERGE) => ({
  number,
  mergeCommit,
  head: HEAD,
  base: BASE,
  headRepository: 'o/r',
  labels: [],
  foreign: false,
});

function jobAsking(answers: Readonly<Record<string, unknown>>, more: JobParts = {}) {
  const { github, asked } = answeringGitHub(answers);
  return { job: jobWith({ github, ...more }).job, asked };
}
const withoutToken = ({ github: _, ...job }: ReturnType<typeof jobAsking>['job']) => job;

const PULL_7 = 'GET /repos/o/r/pulls/7';

describe('the pull request of a run', () => {
  test('is the one of its event, and nobody is asked', async () => {
    const { job, asked } = jobAsking({}, { facts: { pullRequest: known(7) }, inputs: { prNumber: 8 } });
    expect(await findPullRequest(job)).toStrictEqual(known(7));
    expect(asked).toStrictEqual([]);
  });

  test('is the one of the input', async () => {
    const ref = 'refs/heads/gh-readonly-queue/main/pr-9-abc';
    const { job, asked } = jobAsking({ [PULL_7]: shown(7) }, { inputs: { prNumber: 7 }, facts: { ref } });
    expect(await findPullRequest(job)).toStrictEqual(known(7));
    expect(asked).toStrictEqual([PULL_7]);
  });

  test.each([
    ['refs/heads/gh-readonly-queue/main/pr-7-abc', known(7)],
    ['refs/heads/gh-readonly-queue/release/1/pr-7-abc', known(7)],
    ['refs/heads/gh-readonly-queue/main/pr-7', undefined],
    ['refs/heads/gh-readonly-queue/pr-7-abc', undefined],
    ['x/refs/heads/gh-readonly-queue/main/pr-7-abc', undefined],
    ['refs/heads/gh-readonly-queue/main/pr-12345678901-abc', undefined],
    ['refs/heads/main', undefined],
  ])('is the one of the queue in %s', async (ref, found) => {
    const { job } = jobAsking({ [PULL_7]: shown(7) }, { facts: { ref } });
    expect(await findPullRequest(job)).toStrictEqual(found);
  });

  test('is none without a token', async () => {
    const { job } = jobAsking({}, { inputs: { prNumber: 7 } });
    expect(await findPullRequest(withoutToken(job))).toBe(undefined);
  });
});

describe('the pull request of a merge', () => {
  const OF_MERGE = `LIST /repos/o/r/commits/${MERGE}/pulls`;

  test('is the one of the run', async () => {
    const { job, asked } = jobAsking({}, { facts: { pullRequest: known(7) } });
    expect(await findMerged(job)).toStrictEqual(known(7));
    expect(asked).toStrictEqual([]);
  });

  test('is the one whose merge made the commit, else the first that it stands in', async () => {
    const other = shown(6, { merge_commit_sha: hash('d') });
    expect(await findMerged(jobAsking({ [OF_MERGE]: [other, shown(7), shown(8)] }).job)).toStrictEqual(known(7));
    expect(await findMerged(jobAsking({ [OF_MERGE]: [other] }).job)).toStrictEqual(known(6, hash('d')));
    expect(await findMerged(jobAsking({ [OF_MERGE]: [] }).job)).toBe(undefined);
  });

  test('is none without a commit or a token, and nobody is asked', async () => {
    const { job, asked } = jobAsking({}, { facts: { sha: '' } });
    expect(await findMerged(job)).toBe(undefined);
    expect(await findMerged(withoutToken(jobAsking({}).job))).toBe(undefined);
    expect(asked).toStrictEqual([]);
  });
});

describe('the pull requests that were merged since a commit', () => {
  const COMPARE = `GET /repos/o/r/compare/${BASE}...${MERGE}?per_page=250`;
  const pulls = (sha: string): string => `LIST /repos/o/r/commits/${sha}/pulls`;

  test('come in the order of their merges, each of the commit that it made', async () => {
    const [one, two] = [hash('1'), hash('2')];
    const { job, asked } = jobAsking({
      [COMPARE]: { status: 'ahead', commits: [{ sha: one }, { sha: 'main' }, {}, { sha: two }] },
      [pulls(one)]: [shown(9, { merge_commit_sha: two }), shown(6, { merge_commit_sha: one })],
      [pulls(two)]: [shown(9, { merge_commit_sha: two }), shown(8, { merge_commit_sha: two })],
    });
    expect((await mergedSince(job, BASE)).map(({ number }) => number)).toStrictEqual([6, 9, 8]);
    expect(asked).toStrictEqual([COMPARE, pulls(one), pulls(two)]);
  });

  test('are looked for in the last 50 commits', async () => {
    const commits = Array.from({ length: 51 }, (_, index) => ({ sha: String(index).padStart(40, '0') }));
    const { job, asked } = jobAsking({
      [COMPARE]: { status: 'ahead', commits },
      ...Object.fromEntries(commits.map(({ sha }) => [pulls(sha), []])),
    });
    expect(await mergedSince(job, BASE)).toStrictEqual([]);
    expect(asked.slice(1)).toStrictEqual(commits.slice(1).map(({ sha }) => pulls(sha)));
  });

  test.each([
    ['the commit is not behind', { status: 'diverged', commits: [{ sha: hash('1') }] }],
    ['the commit is the same', { status: 'identical', commits: [] }],
    ['GitHub does not know it', new GitHubError(COMPARE, 404, '')],
  ])('are none when %s', async (_, answer) => {
    const { job, asked } = jobAsking({ [COMPARE]: answer, [pulls(hash('1'))]: [shown(7)] });
    expect(await mergedSince(job, BASE)).toStrictEqual([]);
    expect(asked).toStrictEqual([COMPARE]);
  });

  test('are none without a token, or a commit on both sides', async () => {
    const { job, asked } = jobAsking({});
    expect(await mergedSince(job, 'main')).toStrictEqual([]);
    expect(await mergedSince({ ...job, facts: { ...job.facts, sha: '' } }, BASE)).toStrictEqual([]);
    expect(await mergedSince(withoutToken(job), BASE)).toStrictEqual([]);
    expect(asked).toStrictEqual([]);
  });
});

describe('the pull request of another run', () => {
  const OPEN = 'LIST /repos/o/r/pulls?state=open&head=stranger%3Aterms%2F1';
  const startedBy = { id: '499', head: HEAD, branch: 'terms/1', headRepository: 'Stranger/r' };
  const of = (repository: string, head = HEAD, number = 7) =>
    shown(number, { head: { sha: head, repo: { full_name: repository } } });
  const find = async (listed: readonly object[], more: object = {}) => {
    const answers = { [OPEN]: listed, [OPEN.replace('stranger', 'Stranger')]: listed };
    return (await pullRequestOfRun(jobAsking(answers, { facts: { startedBy: { ...startedBy, ...more } } }).job))
      ?.number;
  };

  test('has the head of the run, in its repository', async () => {
    expect(await find([of('stranger/r', hash('d'), 5), of('other/r', HEAD, 6), of('stranger/r')])).toBe(7);
    expect(await find([of('STRANGER/R')])).toBe(7);
  });

  test('is none with another head or of another repository', async () => {
    expect(await find([of('stranger/r', hash('d'))])).toBe(undefined);
    expect(await find([of('other/r')])).toBe(undefined);
    expect(await find([shown(7, { head: { sha: HEAD } })])).toBe(undefined);
  });

  test('is none where the repository is gone, no run has started this one, or there is no token', async () => {
    const { headRepository: _, ...gone } = startedBy;
    const { job, asked } = jobAsking({}, { facts: { startedBy: gone } });
    expect(await pullRequestOfRun(job)).toBe(undefined);
    expect(await pullRequestOfRun(jobAsking({}).job)).toBe(undefined);
    expect(await pullRequestOfRun(withoutToken(jobAsking({}, { facts: { startedBy } }).job))).toBe(undefined);
    expect(asked).toStrictEqual([]);
  });
});

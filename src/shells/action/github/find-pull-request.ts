import * as d from '../../../model/decode.ts';
import type { Job } from '../job.ts';
import { isCommit, type PullRequest, pullRequestIn, type RunFacts } from './event.ts';
import type { GitHub } from './github.ts';

/** The pull requests that GitHub lists at a path of the repository. */
const listed = (github: GitHub, { repository }: RunFacts, path: string): Promise<readonly PullRequest[]> =>
  github.list(`/repos/${repository}/${path}`, pullRequestIn(repository));

/** The pull request that contains the checked-out commit. */
async function pullRequestOfCommit({ github, facts }: Job): Promise<PullRequest | undefined> {
  const { sha } = facts;
  if (github === undefined || sha === '') return undefined;
  const found = await listed(github, facts, `commits/${sha}/pulls`);
  // Prefers the pull request whose merge made the commit; other ones may contain the commit too.
  return found.find(({ mergeCommit }) => mergeCommit === sha) ?? found[0];
}

/**
 * The pull request of a run: from its event, the input, or the branch of the merge queue. `undefined`: not found, or no
 * token to look it up.
 */
export async function findPullRequest({ facts, inputs, github }: Job): Promise<PullRequest | undefined> {
  if (facts.pullRequest !== undefined) return facts.pullRequest;
  const queued = /^refs\/heads\/gh-readonly-queue\/.+\/pr-(\d{1,10})-/.exec(facts.ref)?.[1];
  const number = inputs.prNumber ?? (queued === undefined ? undefined : Number(queued));
  if (github === undefined || number === undefined) return undefined;
  return d.decoded(
    pullRequestIn(facts.repository),
    await github.call('GET', `/repos/${facts.repository}/pulls/${number}`),
  );
}

/** Like `findPullRequest`, but otherwise the pull request whose merge made the checked-out commit. */
export async function findMerged(job: Job): Promise<PullRequest | undefined> {
  return (await findPullRequest(job)) ?? (await pullRequestOfCommit(job));
}

/** Maximum number of commits whose pull requests are looked up. */
const COMMITS_MAX = 50;

const AHEAD = d.object({
  status: d.oneOf('ahead'),
  commits: d.some(d.object({ sha: d.refined(d.text, isCommit, 'a commit') })),
});

/**
 * The pull requests merged after a commit, up to the checked-out one, in the order of their merges; only the last 50
 * commits count. Empty if the commit is not an ancestor of the checked-out one, or GitHub does not know it.
 */
export async function mergedSince(job: Job, commit: string): Promise<readonly PullRequest[]> {
  const { github, facts } = job;
  if (github === undefined || !isCommit(commit) || facts.sha === '') return [];
  const compared = await github
    .call('GET', `/repos/${facts.repository}/compare/${commit}...${facts.sha}?per_page=250`)
    .catch(() => undefined);
  const { commits = [] } = d.decoded(AHEAD, compared) ?? {};
  const found = await Promise.all(
    commits.slice(-COMMITS_MAX).map(async ({ sha }) => {
      const all = await listed(github, facts, `commits/${sha}/pulls`);
      return all.filter(({ mergeCommit }) => mergeCommit === sha);
    }),
  );
  return found.flat();
}

/**
 * The pull request of the run that started this one. For forks, the payload does not name it, and the artifact is not
 * trusted. So this finds the open pull request whose head is the commit of that run, in the repository of that run.
 */
export async function pullRequestOfRun(job: Job): Promise<PullRequest | undefined> {
  const { github, facts } = job;
  const run = facts.startedBy;
  if (github === undefined || run?.headRepository === undefined) return undefined;
  const owner = run.headRepository.split('/')[0] ?? '';
  const head = encodeURIComponent(`${owner}:${run.branch}`);
  const open = await listed(github, facts, `pulls?state=open&head=${head}`);
  return open.find(
    (each) => each.head === run.head && each.headRepository?.toLowerCase() === run.headRepository?.toLowerCase(),
  );
}

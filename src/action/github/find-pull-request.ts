import * as d from '../../model/decode.ts';
import type { Job } from '../job.ts';
import { isCommit, type PullRequest, pullRequestIn } from './event.ts';

/** The pull request that a commit came with. */
async function ofCommit(job: Job, commit: string): Promise<PullRequest | undefined> {
  const { github, facts } = job;
  if (github === undefined || commit === '') return undefined;
  const found = await github.list(
    `/repos/${facts.repository}/commits/${commit}/pulls`,
    pullRequestIn(facts.repository),
  );
  // The one whose merge made the commit; a commit may stand in others too.
  return found.find(({ mergeCommit }) => mergeCommit === commit) ?? found[0];
}

/**
 * The pull request that a run is about: of its event, of the input, or of the merge queue's branch. `undefined` when
 * there is none, or nobody can be asked.
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

/** The same, or the pull request whose merge has made the commit that is checked out. */
export async function findMerged(job: Job): Promise<PullRequest | undefined> {
  return (await findPullRequest(job)) ?? (await ofCommit(job, job.facts.sha));
}

/** Most commits that are asked for their pull requests. */
const COMMITS_MAX = 50;

const AHEAD = d.object({
  status: d.oneOf('ahead'),
  commits: d.some(d.object({ sha: d.refined(d.text, isCommit, 'a commit') })),
});

/**
 * The pull requests that were merged after a commit, up to the one that is checked out, in the order of their merges;
 * of very many the last ones. Empty when the commit is not behind the one that is checked out, or GitHub does not know
 * it.
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
      const all = await github.list(`/repos/${facts.repository}/commits/${sha}/pulls`, pullRequestIn(facts.repository));
      return all.filter(({ mergeCommit }) => mergeCommit === sha);
    }),
  );
  return found.flat();
}

/**
 * The pull request of a run that another workflow follows. The payload names none for forks, and what the other run
 * left behind may lie: so it is the open one whose head is exactly the commit of the run, in the repository of the run.
 */
export async function pullRequestOfRun(job: Job): Promise<PullRequest | undefined> {
  const { github, facts } = job;
  const run = facts.startedBy;
  if (github === undefined || run?.headRepository === undefined) return undefined;
  const owner = run.headRepository.split('/')[0] ?? '';
  const head = encodeURIComponent(`${owner}:${run.branch}`);
  const open = await github.list(
    `/repos/${facts.repository}/pulls?state=open&head=${head}`,
    pullRequestIn(facts.repository),
  );
  return open.find(
    (each) => each.head === run.head && each.headRepository?.toLowerCase() === run.headRepository?.toLowerCase(),
  );
}

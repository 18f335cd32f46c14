import * as d from '../../../model/decode.ts';
import type { Env } from '../inputs.ts';

/** The pull request of a run. */
export interface PullRequest {
  readonly number: number;
  /** The commit that was planned, 40 hex digits. */
  readonly head: string;
  /** The commit of its base branch. */
  readonly base: string;
  /** The branches, without `refs/heads/`; absent: not in the answer. */
  readonly headBranch?: string;
  readonly baseBranch?: string;
  /** `owner/name` of the repository that contains the head; absent: it was deleted. */
  readonly headRepository?: string;
  readonly labels: readonly string[];
  /** True if an author without write access may have written it: from a fork, or by a bot that updates dependencies. */
  readonly foreign: boolean;
  /** The commit that its merge made, or would make. */
  readonly mergeCommit?: string;
}

/** Facts about a run, from the environment and the payload of the event. */
export interface RunFacts {
  readonly event: string;
  /** `refs/heads/main`. */
  readonly ref: string;
  /** `owner/name`. */
  readonly repository: string;
  /** The commit that is checked out. */
  readonly sha: string;
  readonly runId: string;
  readonly runAttempt: string;
  readonly runNumber: string;
  /** The page of the run. */
  readonly runUrl: string;
  readonly serverUrl: string;
  readonly apiUrl: string;
  readonly graphqlUrl: string;
  readonly pullRequest?: PullRequest;
  /** The run that started this one, for `workflow_run`. */
  readonly startedBy?: WorkflowRun;
}

export interface WorkflowRun {
  readonly id: string;
  readonly head: string;
  readonly branch: string;
  /** `owner/name`; absent: it was deleted. */
  readonly headRepository?: string;
}

/** True for the full id of a commit, which is safe in a path of the API. */
export const isCommit = (text: string): boolean => /^[0-9a-f]{40,64}$/.test(text);

const commit = d.refined(d.text, isCommit, 'a commit');

/** A text; empty if it is missing. */
export const textOrNone = d.map(d.lenient(d.text), (found) => found ?? '');

/** A commit; empty if it is missing. */
const commitOrNone = d.map(d.lenient(commit), (sha) => sha ?? '');

const repositoryName = d.lenient(d.object({ full_name: d.text }));

/** The pull request in the payload of an event or in an answer of the API, which have the same form. */
export const pullRequestIn = (repository: string): d.Decoder<PullRequest> =>
  d.map(
    d.object({
      number: d.refined(d.count, (number) => number > 0, 'the number of a pull request'),
      head: d.object({ sha: commit, ref: d.lenient(d.text), repo: repositoryName }),
      base: d.lenient(d.object({ sha: commitOrNone, ref: d.lenient(d.text) })),
      labels: d.some(d.object({ name: d.text })),
      user: d.lenient(d.object({ login: d.text })),
      mergeCommit: d.from('merge_commit_sha', d.lenient(d.text)),
    }),
    ({ number, head, base, labels, user, mergeCommit }) => ({
      number,
      head: head.sha,
      base: base?.sha ?? '',
      ...(head.ref !== undefined && { headBranch: head.ref }),
      ...(base?.ref !== undefined && { baseBranch: base.ref }),
      ...(head.repo !== undefined && { headRepository: head.repo.full_name }),
      labels: labels.map(({ name }) => name),
      foreign: head.repo?.full_name.toLowerCase() !== repository.toLowerCase() || user?.login === 'dependabot[bot]',
      ...(mergeCommit !== undefined && { mergeCommit }),
    }),
  );

const workflowRun = d.map(
  d.object({
    id: d.count,
    head: d.from('head_sha', commit),
    branch: d.from('head_branch', textOrNone),
    repository: d.from('head_repository', repositoryName),
  }),
  ({ id, repository, ...run }): WorkflowRun => ({
    ...run,
    id: String(id),
    ...(repository !== undefined && { headRepository: repository.full_name }),
  }),
);

/** Reads the facts about a run. Each may be missing, because a job can run these steps manually. */
export function runFactsOf(env: Env, payload: unknown): RunFacts {
  const repository = env('GITHUB_REPOSITORY') ?? '';
  const serverUrl = env('GITHUB_SERVER_URL') ?? 'https://github.com';
  const apiUrl = env('GITHUB_API_URL') ?? 'https://api.github.com';
  const runId = env('GITHUB_RUN_ID') ?? '0';
  const facts = d.object({
    pullRequest: d.from('pull_request', d.lenient(pullRequestIn(repository))),
    startedBy: d.from('workflow_run', d.lenient(workflowRun)),
  });
  return {
    event: env('GITHUB_EVENT_NAME') ?? '',
    ref: env('GITHUB_REF') ?? '',
    repository,
    sha: d.decoded(commit, env('GITHUB_SHA')) ?? '',
    runId,
    runAttempt: env('GITHUB_RUN_ATTEMPT') ?? '1',
    runNumber: env('GITHUB_RUN_NUMBER') ?? '0',
    runUrl: `${serverUrl}/${repository}/actions/runs/${runId}`,
    serverUrl,
    apiUrl,
    graphqlUrl: env('GITHUB_GRAPHQL_URL') ?? `${apiUrl}/graphql`,
    ...d.decoded(facts, payload),
  };
}

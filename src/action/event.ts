import type { Env } from './inputs.ts';
import { at, listAt, numberAt, textAt } from './json.ts';

/** The pull request that a run is about. */
export interface PullRequest {
  readonly number: number;
  /** The commit that was planned, 40 hex digits. */
  readonly head: string;
  /** The commit of the branch that it goes into. */
  readonly base: string;
  /** `owner/name` of the repository that the head stands in; absent: it is gone. */
  readonly headRepository?: string;
  readonly labels: readonly string[];
  /** Somebody without rights to the repository can have written it: a fork, or a bot that changes dependencies. */
  readonly foreign: boolean;
}

/** Where a run stands, from the environment and the event's payload. */
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
  /** The run that started this one, of `workflow_run`. */
  readonly startedBy?: WorkflowRun;
}

export interface WorkflowRun {
  readonly id: string;
  readonly head: string;
  readonly branch: string;
  /** `owner/name`; absent: it is gone. */
  readonly headRepository?: string;
}

/** Whether a text is the whole name of a commit, so that it may stand in a path of the API. */
export const isCommit = (text: string): boolean => /^[0-9a-f]{40,64}$/.test(text);

const commit = (text: string | undefined): string => (text !== undefined && isCommit(text) ? text : '');

/** The pull request in a payload of the event or in an answer of the API, which have one form. `undefined` when it is none. */
export function pullRequestOf(value: unknown, repository: string): PullRequest | undefined {
  const number = numberAt(value, 'number');
  const head = commit(textAt(value, 'head', 'sha'));
  if (number === undefined || number < 1 || head === '') return undefined;
  const headRepository = textAt(value, 'head', 'repo', 'full_name');
  const isDependabot = textAt(value, 'user', 'login') === 'dependabot[bot]';
  return {
    number,
    head,
    base: commit(textAt(value, 'base', 'sha')),
    ...(headRepository !== undefined && { headRepository }),
    labels: listAt(value, 'labels').flatMap((label) => textAt(label, 'name') ?? []),
    foreign: headRepository?.toLowerCase() !== repository.toLowerCase() || isDependabot,
  };
}

function workflowRunOf(payload: unknown): WorkflowRun | undefined {
  const id = numberAt(payload, 'workflow_run', 'id');
  const head = commit(textAt(payload, 'workflow_run', 'head_sha'));
  if (id === undefined || head === '') return undefined;
  const headRepository = textAt(payload, 'workflow_run', 'head_repository', 'full_name');
  return {
    id: String(id),
    head,
    branch: textAt(payload, 'workflow_run', 'head_branch') ?? '',
    ...(headRepository !== undefined && { headRepository }),
  };
}

/** Reads where a run stands. Nothing of it is trusted to be there: a job may run these steps by hand. */
export function runFactsOf(env: Env, payload: unknown): RunFacts {
  const repository = env('GITHUB_REPOSITORY') ?? '';
  const serverUrl = env('GITHUB_SERVER_URL') ?? 'https://github.com';
  const apiUrl = env('GITHUB_API_URL') ?? 'https://api.github.com';
  const runId = env('GITHUB_RUN_ID') ?? '0';
  const pullRequest = pullRequestOf(at(payload, 'pull_request'), repository);
  const startedBy = workflowRunOf(payload);
  return {
    event: env('GITHUB_EVENT_NAME') ?? '',
    ref: env('GITHUB_REF') ?? '',
    repository,
    sha: commit(env('GITHUB_SHA')),
    runId,
    runAttempt: env('GITHUB_RUN_ATTEMPT') ?? '1',
    runNumber: env('GITHUB_RUN_NUMBER') ?? '0',
    runUrl: `${serverUrl}/${repository}/actions/runs/${runId}`,
    serverUrl,
    apiUrl,
    graphqlUrl: env('GITHUB_GRAPHQL_URL') ?? `${apiUrl}/graphql`,
    ...(pullRequest !== undefined && { pullRequest }),
    ...(startedBy !== undefined && { startedBy }),
  };
}

/** The pull requests that an answer lists. */
export const pullRequestsOf = (value: unknown, repository: string): readonly PullRequest[] =>
  listAt(value).flatMap((each) => pullRequestOf(each, repository) ?? []);

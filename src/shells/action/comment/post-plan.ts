import * as d from '../../../model/decode.ts';
import type { Plan } from '../../../model/plan/plan.ts';
import { type PullRequest, pullRequestIn } from '../github/event.ts';
import { type GitHub, GitHubError } from '../github/github.ts';
import { commandLine } from '../github/workflow-commands.ts';
import type { Job } from '../job.ts';
import { meets } from '../touched.ts';
import { type CommentState, commentKey, type Marker } from './comment-marker.ts';
import {
  COMMENT_MAX_UNITS,
  commentBody,
  type ForeignRun,
  FRAME_UNITS,
  footerText,
  type StatusParts,
  statusText,
  withStatus,
} from './comment-text.ts';
import { type Comment, findComments, type Posted, postComment, postNewComment } from './sticky-comment.ts';

/** The content of a comment. */
export interface PlanToPost extends StatusParts {
  readonly target: string;
  readonly pullRequest: Pick<PullRequest, 'number' | 'head'>;
  readonly state: CommentState;
  /** Digest of the plan, hex; empty: no plan. */
  readonly digest: string;
  /** Marks for the resources that the plan changes. */
  readonly touches?: readonly string[];
  /** Makes the report as markdown within a budget of UTF-16 units; absent: the comment keeps its report. */
  readonly report?: ((budget: number) => string) | undefined;
  /** The output of the command if it did not succeed. */
  readonly reason?: string | undefined;
  /** The run without secrets that made the plan, from files that were not reviewed. Absent: this run made it. */
  readonly foreign?: ForeignRun | undefined;
  /** True: write only if the branch is still at the commit of this run. */
  readonly current?: boolean;
}

const COMPACT_UNITS = 12_000;

/**
 * Warns that a comment or an issue could not be written. This never fails a step, because the summary has the same
 * content.
 */
export function warnOfRefusal(what: 'comment' | 'issue', error: unknown, { ports }: Job): undefined {
  const needed =
    error instanceof GitHubError && error.permissions !== undefined ? `; it would need: ${error.permissions}` : '';
  const message = error instanceof Error ? error.message : String(error);
  ports.terminal.out(
    commandLine('warning', `the ${what} could not be written: ${message}${needed}. The step summary says the same.`),
  );
  return undefined;
}

/** The pull request that `find` returns. If GitHub refuses, it warns, and the plan is made without comments. */
export async function optionalPullRequest(
  job: Job,
  find: Promise<PullRequest | undefined>,
): Promise<PullRequest | undefined> {
  try {
    return await find;
  } catch (error) {
    if (error instanceof GitHubError) return warnOfRefusal('comment', error, job);
    throw error;
  }
}

/**
 * True if a new comment should be written. With one comment for each run, an earlier plan gets a new comment even
 * without changes.
 */
const isWanted = ({ inputs: { comment } }: Job, state: CommentState, found: Comment | undefined): boolean =>
  comment === 'always' ||
  (comment === 'always-new' && found !== undefined) ||
  (state !== 'no-changes' && state !== 'outdated' && state !== 'checked');

/** The place of the comment of a target. */
interface Place {
  readonly github: GitHub;
  readonly login: string;
  readonly key: string;
  readonly found: Comment | undefined;
}

async function findPlace(job: Job, github: GitHub, { target, pullRequest }: PlanToPost): Promise<Place> {
  const login = await github.login();
  const key = commentKey(job.folder, target, job.inputs.commentId);
  const thread = { repository: job.facts.repository, number: pullRequest.number };
  const all = await findComments(github, thread, { key, login });
  return { github, login, key, found: job.inputs.comment === 'always-new' ? all.at(-1) : all[0] };
}

async function write(job: Job, toTell: PlanToPost, { github, login, key, found }: Place): Promise<Posted> {
  const { facts } = job;
  const { pullRequest, state, digest, touches, report, reason, foreign } = toTell;
  // A comment that keeps its plan keeps its marks.
  const known = report === undefined ? found?.marker.touches : touches;
  const marker: Marker = {
    kind: 'plan',
    key,
    runId: facts.runId,
    runAttempt: facts.runAttempt,
    // An outdated comment keeps the commit for which its plan was made.
    head: state === 'outdated' ? (found?.marker.head ?? '') : pullRequest.head,
    digest: digest === '' ? (found?.marker.digest ?? '') : digest,
    state,
    touches: known,
  };
  const status = statusText(state, facts, pullRequest.head, reason, toTell);
  const footer = footerText(facts, pullRequest.head, foreign);
  const isPerRun = job.inputs.comment === 'always-new';
  // A comment that keeps its plan is updated in place.
  const post = isPerRun && report !== undefined ? postNewComment : postComment;
  return post(github, {
    thread: { repository: facts.repository, number: pullRequest.number },
    login,
    marker,
    create: isWanted(job, state, found),
    which: isPerRun ? 'newest' : 'oldest',
    body: (size) => {
      if (report === undefined && found !== undefined)
        return withStatus(found.body, marker, status).slice(0, COMMENT_MAX_UNITS);
      const budget = size === 'full' ? COMMENT_MAX_UNITS - FRAME_UNITS : COMPACT_UNITS;
      return commentBody({ marker, status, report: report?.(budget) ?? '', footer });
    },
  });
}

/** True if the branch has moved since this run began. */
async function isBehind({ facts }: Job, github: GitHub, { number, head }: PlanToPost['pullRequest']): Promise<boolean> {
  const answer = await github.call('GET', `/repos/${facts.repository}/pulls/${number}`);
  const now = d.decoded(d.object({ head: d.object({ sha: d.text }) }), answer);
  return now !== undefined && now.head.sha !== head;
}

/**
 * Writes comments. `undefined` if it may not: without a token, or because of the input `comment`. A refusal by GitHub
 * becomes a warning.
 */
async function commenting<Value>(job: Job, write: (github: GitHub) => Promise<Value>): Promise<Value | undefined> {
  const { github, inputs } = job;
  if (github === undefined || inputs.comment === 'never') return undefined;
  try {
    return await write(github);
  } catch (error) {
    return warnOfRefusal('comment', error, job);
  }
}

/** Writes the comment of a target; `undefined` if it may not be written. */
export const postPlan = (job: Job, toTell: PlanToPost): Promise<Posted | undefined> =>
  commenting(job, async (github) => {
    if (toTell.current && (await isBehind(job, github, toTell.pullRequest))) return undefined;
    return write(job, toTell, await findPlace(job, github, toTell));
  });

/** Marks the comment of an older commit as outdated before a new plan is made, in case the new plan fails. */
export const markOutdated = (job: Job, target: string, pullRequest: PullRequest): Promise<void> =>
  commenting(job, async (github) => {
    const toTell = { target, pullRequest, state: 'outdated', digest: '' } as const;
    const place = await findPlace(job, github, toTell);
    if (place.found !== undefined && place.found.marker.head !== pullRequest.head) await write(job, toTell, place);
  });

/** Maximum number of open pull requests that are checked after an apply. */
const OTHERS_MAX = 30;

/** Keeps the run in the marker, because a rerun of that run must be able to write the comment. */
async function markOvertaken({ facts }: Job, github: GitHub, { id, body, marker }: Comment): Promise<void> {
  const now: Marker = { ...marker, state: 'overtaken' };
  const text = withStatus(body, now, statusText('overtaken', facts, marker.head)).slice(0, COMMENT_MAX_UNITS);
  await github.call('PATCH', `/repos/${facts.repository}/issues/comments/${id}`, { body: text });
}

/**
 * Marks comments of other open pull requests as outdated if an apply has changed resources in their plans, so that no
 * pull request is merged because of an old plan. `done`: the pull requests that were applied.
 */
export async function markSuperseded(job: Job, target: string, plan: Plan, done: readonly number[]): Promise<void> {
  const { inputs, facts, folder } = job;
  if (plan.changes.length === 0) return;
  const key = commentKey(folder, target, inputs.commentId);
  await commenting(job, async (github) => {
    const open = await github.call('GET', `/repos/${facts.repository}/pulls?state=open&per_page=${OTHERS_MAX}`);
    const login = await github.login();
    for (const { number } of d.decoded(d.some(pullRequestIn(facts.repository)), open) ?? []) {
      if (done.includes(number)) continue;
      const found = (await findComments(github, { repository: facts.repository, number }, { key, login })).at(-1);
      if (found?.marker.state === 'open' && meets(plan, found.marker.touches)) await markOvertaken(job, github, found);
    }
  });
}

import * as d from '../../model/decode.ts';
import type { Plan } from '../../plan/plan.ts';
import { type PullRequest, pullRequestIn } from '../github/event.ts';
import { type GitHub, GitHubError } from '../github/github.ts';
import { commandLine } from '../github/workflow-commands.ts';
import type { Job } from '../job.ts';
import { meets } from '../touched.ts';
import { type CommentState, commentKey, type Marker } from './comment-marker.ts';
import { COMMENT_MAX_UNITS, commentBody, FRAME_UNITS, footerText, statusText, withStatus } from './comment-text.ts';
import { type Comment, findComments, type Posted, postComment, postNewComment } from './sticky-comment.ts';

/** What a comment is to say. */
export interface PlanToPost {
  readonly target: string;
  readonly pullRequest: Pick<PullRequest, 'number' | 'head'>;
  readonly state: CommentState;
  /** Digest of the plan, hex; empty: there is none. */
  readonly digest: string;
  /** What the plan touches. */
  readonly touches?: readonly string[];
  /** Markdown within a budget of UTF-16 units; absent: what the comment says already stays. */
  readonly report?: ((budget: number) => string) | undefined;
  /** What the command said, where it did not do what was asked. */
  readonly reason?: string | undefined;
  /** Whether the plan was made from files that nobody has looked at, in a run of a fork. */
  readonly foreign?: boolean;
  /** Write only when the branch is still where this run found it. */
  readonly current?: boolean;
}

const COMPACT_UNITS = 12_000;

/**
 * Says in the log what kept a comment or an issue from being written. It is never the reason for a step to fail: the
 * summary says the same.
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

/**
 * The pull request that `find` gives; none, with a warning, when GitHub cannot be asked: then there is nobody to
 * comment to, and the plan is made all the same.
 */
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
 * Whether a comment is made. With one for each run, an earlier plan is answered even when there is nothing to do any
 * more.
 */
const isWanted = ({ inputs: { comment } }: Job, state: CommentState, found: Comment | undefined): boolean =>
  comment === 'always' ||
  (comment === 'always-new' && found !== undefined) ||
  (state !== 'no-changes' && state !== 'outdated' && state !== 'checked');

interface StagedFiles {
  readonly github: GitHub;
  readonly login: string;
  readonly key: string;
  readonly found: Comment | undefined;
}

async function stageFiles(job: Job, github: GitHub, { target, pullRequest }: PlanToPost): Promise<StagedFiles> {
  const login = await github.login();
  const key = commentKey(job.folder, target, job.inputs.commentId);
  const thread = { repository: job.facts.repository, number: pullRequest.number };
  const all = await findComments(github, thread, { key, login });
  return { github, login, key, found: job.inputs.comment === 'always-new' ? all.at(-1) : all[0] };
}

async function write(job: Job, toTell: PlanToPost, { github, login, key, found }: StagedFiles): Promise<Posted> {
  const { facts } = job;
  const { pullRequest, state, digest, touches, report, reason, foreign = false } = toTell;
  // A comment that keeps its plan is still about the same.
  const known = report === undefined ? found?.marker.touches : touches;
  const marker: Marker = {
    kind: 'plan',
    key,
    runId: facts.runId,
    runAttempt: facts.runAttempt,
    // What is outdated was planned for the commit that it says.
    head: state === 'outdated' ? (found?.marker.head ?? '') : pullRequest.head,
    digest: digest === '' ? (found?.marker.digest ?? '') : digest,
    state,
    ...(known !== undefined && { touches: known }),
  };
  const status = statusText(state, facts, pullRequest.head, reason);
  const footer = footerText(facts, pullRequest.head, foreign);
  // What keeps its plan is said where the plan is.
  const post = job.inputs.comment === 'always-new' && report !== undefined ? postNewComment : postComment;
  return post(github, {
    thread: { repository: facts.repository, number: pullRequest.number },
    login,
    marker,
    create: isWanted(job, state, found),
    body: (size) => {
      if (report === undefined && found !== undefined)
        return withStatus(found.body, marker, status).slice(0, COMMENT_MAX_UNITS);
      const budget = size === 'full' ? COMMENT_MAX_UNITS - FRAME_UNITS : COMPACT_UNITS;
      return commentBody({ marker, status, report: report?.(budget) ?? '', footer });
    },
  });
}

/** True when the branch has moved on since this run began, so that what it has to say is old. */
async function isBehind({ facts }: Job, github: GitHub, { number, head }: PlanToPost['pullRequest']): Promise<boolean> {
  const answer = await github.call('GET', `/repos/${facts.repository}/pulls/${number}`);
  const now = d.decoded(d.object({ head: d.object({ sha: d.text }) }), answer);
  return now !== undefined && now.head.sha !== head;
}

/**
 * Writes the comment of a target. `undefined` when nothing may be written: without a token, in a run of a fork, or when
 * the input says so.
 */
export async function postPlan(job: Job, toTell: PlanToPost): Promise<Posted | undefined> {
  const { github, inputs } = job;
  if (github === undefined || inputs.comment === 'never') return undefined;
  try {
    if (toTell.current && (await isBehind(job, github, toTell.pullRequest))) return undefined;
    return await write(job, toTell, await stageFiles(job, github, toTell));
  } catch (error) {
    return warnOfRefusal('comment', error, job);
  }
}

/**
 * Marks the comment of an older commit as outdated before a new plan is made, so that nobody decides by it if none
 * comes.
 */
export async function markOutdated(job: Job, target: string, pullRequest: PullRequest): Promise<void> {
  const { github, inputs } = job;
  if (github === undefined || inputs.comment === 'never') return;
  const toTell = { target, pullRequest, state: 'outdated', digest: '' } as const;
  try {
    const desk = await stageFiles(job, github, toTell);
    if (desk.found === undefined || desk.found.marker.head === pullRequest.head) return;
    await write(job, toTell, desk);
  } catch (error) {
    warnOfRefusal('comment', error, job);
  }
}

/** Most open pull requests that are looked at after an apply. */
const OTHERS_MAX = 30;

/** The same comment, still the one of the run that made it: that run, run again, must be able to write it. */
async function markOvertaken({ facts }: Job, github: GitHub, { id, body, marker }: Comment): Promise<void> {
  const now: Marker = { ...marker, state: 'overtaken' };
  const text = withStatus(body, now, statusText('overtaken', facts, marker.head)).slice(0, COMMENT_MAX_UNITS);
  await github.call('PATCH', `/repos/${facts.repository}/issues/comments/${id}`, { body: text });
}

/**
 * Tells other open pull requests that an apply has changed what their plans are about, so that nobody merges by a plan
 * of yesterday. `done`: the pull requests that were applied. That it could not be told is no reason for the step to
 * fail.
 */
export async function markSuperseded(job: Job, target: string, plan: Plan, done: readonly number[]): Promise<void> {
  const { github, inputs, facts, folder } = job;
  if (github === undefined || inputs.comment === 'never' || plan.changes.length === 0) return;
  const key = commentKey(folder, target, inputs.commentId);
  try {
    const open = await github.call('GET', `/repos/${facts.repository}/pulls?state=open&per_page=${OTHERS_MAX}`);
    const login = await github.login();
    for (const { number } of d.decoded(d.some(pullRequestIn(facts.repository)), open) ?? []) {
      if (done.includes(number)) continue;
      const found = (await findComments(github, { repository: facts.repository, number }, { key, login })).at(-1);
      if (found?.marker.state === 'open' && meets(plan, found.marker.touches)) await markOvertaken(job, github, found);
    }
  } catch (error) {
    warnOfRefusal('comment', error, job);
  }
}

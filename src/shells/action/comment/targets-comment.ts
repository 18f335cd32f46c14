import { pageUrl } from '../../../app/run/write-reports.ts';
import { sha256 } from '../../../model/resources/digest.ts';
import { targetsMarkdown } from '../../../review/markdown/targets-markdown.ts';
import type { PullRequest } from '../github/event.ts';
import type { Job } from '../job.ts';
import { planOf, stateOf, type TargetResult } from '../target-result.ts';
import { marksTogether, marksToKeep } from '../touched.ts';
import type { CommentState } from './comment-marker.ts';
import { type ApprovalObstacle, consentText, mergeVerdict } from './merge-verdict.ts';
import { type PlanToPost, postPlan } from './post-plan.ts';
import { markdownOptions, reportFor } from './write-markdown.ts';

/**
 * The subject of a comment: the names of all targets of a step. It identifies the comment, so the order of the targets
 * does not matter.
 */
export const commentSubject = (targets: readonly string[]): string => [...targets].sort().join(',');

/** The worst state first, from the view of a reader of the pull request. */
const WORST_FIRST: readonly CommentState[] = [
  'partly-applied',
  'failed',
  'refused',
  'open',
  'applied',
  'checked',
  'no-changes',
];

/** The state of a comment about several targets. If only some targets were applied, the state is partly applied. */
function stateTogether(states: readonly CommentState[]): CommentState {
  const worst = WORST_FIRST.find((state) => states.includes(state)) ?? 'no-changes';
  return states.includes('applied') && (worst === 'failed' || worst === 'refused') ? 'partly-applied' : worst;
}

/** The reasons why targets did not succeed, with their names. */
export const reasonsOf = (results: readonly TargetResult[], reasonOf: (result: TargetResult) => string): string =>
  results
    .flatMap((result) => {
      const reason = reasonOf(result).trim();
      return reason === '' ? [] : [results.length === 1 ? reason : `${result.target}:\n${reason}`];
    })
    .join('\n');

export interface TargetsToPost {
  readonly pullRequest: PullRequest;
  /** The reason why a target did not succeed; empty: it did. */
  readonly reasonOf: (result: TargetResult) => string;
  /** True: if the step has no report, the comment keeps its plan. Default: the plan is removed. */
  readonly keepsPlan?: boolean;
  readonly more?: Pick<PlanToPost, 'foreign' | 'current' | 'together'>;
  /** The reason why the plans do not count as approved. Absent: they can count. */
  readonly obstacle?: ApprovalObstacle | undefined;
  /** Default: by the result of the run. */
  readonly stateOfResult?: (result: TargetResult) => CommentState;
}

/** Makes the report of all targets within a budget of UTF-16 units; `undefined`: no run has a report. */
export function reportTogether(
  job: Job,
  results: readonly TargetResult[],
  pullRequest?: PullRequest,
): PlanToPost['report'] | undefined {
  const runs = results.flatMap(({ target, ran: { reported } }) =>
    reported === undefined ? [] : [{ target, reported }],
  );
  const [first, ...others] = runs;
  if (first === undefined) return undefined;
  if (others.length === 0) return reportFor(job, first.reported, pullRequest);
  const pageOf = (target: string): string | undefined => pageUrl(job.inputs.pageUrl, target);
  return (budget) => targetsMarkdown(runs, { ...markdownOptions(job, pullRequest, budget), pageOf });
}

/** Writes the comment about all targets of a step, and adds it to the results. Identical plans are shown once. */
export async function postTargets(
  job: Job,
  results: readonly TargetResult[],
  {
    pullRequest,
    reasonOf,
    keepsPlan = false,
    more,
    obstacle,
    stateOfResult = ({ result }) => stateOf(result),
  }: TargetsToPost,
): Promise<readonly TargetResult[]> {
  if (results.length === 0) return results;
  const plans = results.flatMap(({ ran }) => planOf(ran) ?? []);
  const [only, ...others] = plans;
  const digests = plans.map((plan) => marksToKeep(plan).digest);
  const report = reportTogether(job, results, pullRequest) ?? (keepsPlan ? undefined : () => '');
  const posted = await postPlan(job, {
    target: commentSubject(results.map(({ target }) => target)),
    pullRequest,
    state: stateTogether(results.map(stateOfResult)),
    ...(others.length === 0 ? marksToKeep(only) : { digest: sha256(digests.join()), ...marksTogether(plans) }),
    report,
    reason: reasonsOf(results, reasonOf),
    // A step that keeps the plan is an apply after the merge.
    ...(keepsPlan ? { consent: consentText(results) } : { merge: mergeVerdict(results, obstacle) }),
    ...more,
  });
  return posted === undefined ? results : results.map((result) => ({ ...result, posted }));
}

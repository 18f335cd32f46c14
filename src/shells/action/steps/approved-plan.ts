import { join, resolve } from 'node:path';
import type { Ports } from '../../../app/ports.ts';
import { accountOf } from '../../../app/session/connect.ts';
import { workspaceMark } from '../../../app/session/each-workspace.ts';
import { openLedger } from '../../../app/session/open-ledger.ts';
import type { ConfiguredWorkspace } from '../../../app/session/open-workspace.ts';
import { pathWithMark } from '../../../app/several-targets.ts';
import * as d from '../../../model/decode.ts';
import type { Target } from '../../../model/workspace/workspace.ts';
import { visible } from '../../../review/format/escape.ts';
import { COMPLETE, OUTCOME_FACT } from '../../../steps/ledger/apply-under-ledger.ts';
import type { ApprovalObstacle } from '../comment/merge-verdict.ts';
import type { PullRequest, RunFacts } from '../github/event.ts';
import { mergedSince } from '../github/find-pull-request.ts';
import { readArtifactOfHead, readArtifactOfRun } from '../github/read-artifact.ts';
import { commandLine } from '../github/workflow-commands.ts';
import type { Job } from '../job.ts';
import type { Opened } from '../open-targets.ts';

/**
 * Events whose runs plan files written by members of the repository. For `pull_request_target`, `workflow_run`,
 * `issue_comment` and other events, an unknown user may have chosen the files.
 */
const TRUSTED_EVENTS: readonly string[] = ['pull_request', 'merge_group', 'push', 'workflow_dispatch', 'schedule'];

/**
 * `.github/workflows/plan.yml` from `o/r/.github/workflows/plan.yml@refs/heads/main`, also without the repository in
 * front.
 */
const workflowPath = (text: string): string =>
  text.replace(/@.*$/s, '').replace(/^(?:[^/]+\/[^/]+\/)?(?=\.github\/)/, '');

const fileOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** True if the wanted workflow is this one, by file name or by path. */
const isNamed = (path: string, wanted: string): boolean => path === wanted || fileOf(path) === wanted;

/** A run without a repository, or without one for its head, counts as a run of another repository. */
const workflowRun = d.object({
  repository: d.object({ id: d.count, full_name: d.text }),
  headRepository: d.from(
    'head_repository',
    d.map(d.object({ id: d.count }), ({ id }) => id),
  ),
  event: d.map(d.lenient(d.text), (event) => event ?? 'none'),
  path: d.map(d.lenient(d.text), (path) => path ?? ''),
});

/**
 * The reason why the plans of a run do not count as approved; `undefined` if they do. The facts come from GitHub, not
 * from the artifact. The run must belong to this repository and not to a fork, have a trusted event, and be a run of
 * the workflow that makes plans: the one of the input `plan-workflow`, otherwise the `own` one of this job, or `any`.
 */
export async function refusalOfRun(
  job: Job,
  runId: string,
  workflow: 'own' | 'any' = 'own',
): Promise<string | undefined> {
  const { github, facts, inputs, ports } = job;
  if (github === undefined) return 'run-id needs the input github-token';
  const run = d.decoded(workflowRun, await github.call('GET', `/repos/${facts.repository}/actions/runs/${runId}`));
  const because = (why: string): string => `the plans of run ${runId} do not count as approved: ${why}`;
  const isHere = run?.repository.full_name.toLowerCase() === facts.repository.toLowerCase();
  if (!isHere || run.repository.id !== run.headRepository)
    return because('it is a run of a fork, or of another repository');
  const { event } = run;
  if (!TRUSTED_EVENTS.includes(event))
    return because(`its event is ${event}, which may plan files of strangers; allowed: ${TRUSTED_EVENTS.join(', ')}`);
  const path = workflowPath(run.path);
  const ownWorkflow = workflowPath(ports.env('GITHUB_WORKFLOW_REF') ?? '');
  const wanted = inputs.planWorkflow ?? ownWorkflow;
  const isAny = workflow === 'any' && inputs.planWorkflow === undefined;
  return isAny || (path !== '' && isNamed(path, wanted))
    ? undefined
    : because(
        `it is a run of the workflow ${path}, and ${wanted} is needed; name the workflow that makes the plans in ` +
          'the input plan-workflow',
      );
}

/**
 * The reason why a plan of this pull request will not count as approved, as `refusalOfRun` decides after the merge;
 * `undefined`: it can count. `event`: that of the run that made the plan; absent: unknown.
 */
export function obstacleToApproval(
  { repository }: Pick<RunFacts, 'repository'>,
  { headRepository = '' }: Pick<PullRequest, 'headRepository'>,
  event?: string,
): ApprovalObstacle | undefined {
  if (headRepository.toLowerCase() !== repository.toLowerCase()) return { kind: 'fork' };
  return event === undefined || TRUSTED_EVENTS.includes(event) ? undefined : { kind: 'event', event };
}

/** Maximum number of entries searched for the last complete apply. Newer entries can be from interrupted runs. */
const ENTRIES_MAX = 50;

/**
 * The commit whose files were completely applied last; `undefined` if the ledger of the target does not contain it, or
 * does not exist.
 */
async function appliedSource(
  workspace: ConfiguredWorkspace,
  target: Target,
  ports: Ports,
): Promise<string | undefined> {
  const ledger = await openLedger(workspace, accountOf(target), ports);
  const entries = (await ledger?.entries(ENTRIES_MAX)) ?? [];
  const complete = entries.find(({ facts }) =>
    facts.some(([name, value]) => name === OUTCOME_FACT && value === COMPLETE),
  );
  return complete?.facts.find(([name]) => name === 'Source')?.[1];
}

/** The approved plans, in the order of their merges, or the reason why no plan is approved. */
export type ApprovedPlans =
  | { readonly kind: 'plans'; readonly paths: readonly string[]; readonly pullRequests: readonly PullRequest[] }
  | { readonly kind: 'not-asked' }
  | { readonly kind: 'none'; readonly reason: string };

/** The name of a target's plan, in the folder that `plan` writes and in the artifact made from it. */
export const planName = (target: string): string => pathWithMark('plan.json', target);

/** The possible names of a target's plan. The last one is written by `plan --out plan.json.gz`. */
export const planNames = (target: string): readonly string[] => [planName(target), `${planName(target)}.gz`];

/** The file in the input, or the target's file in the folder in the input. */
async function namedPlan({ inputs, ports }: Job, target: string): Promise<ApprovedPlans> {
  const named = resolve(ports.cwd, inputs.approvedPlan ?? '');
  const names = planNames(target);
  const [name] = names;
  const found = (paths: readonly string[]): ApprovedPlans => ({ kind: 'plans', paths, pullRequests: [] });
  for (const path of [named, ...names.map((each) => join(named, each))])
    if ((await ports.files.size(path)) !== undefined) return found([path]);
  // actions/download-artifact unpacks each of several artifacts into its own folder.
  const below = await ports.files.glob(
    names.map((each) => `*/${each}`),
    named,
  );
  const [only, ...others] = below.map((path) => join(named, path));
  if (only !== undefined && others.length === 0) return found([only]);
  const where = visible(inputs.approvedPlan ?? '');
  const reason =
    only === undefined
      ? `the input approved-plan names "${where}", and there is no such file, no ${where}/${name} and no ` +
        `${where}/*/${name}`
      : `the input approved-plan names "${where}", and several of its folders have a ${name}: ` +
        `${below.map(visible).join(', ')}; name one of these folders`;
  return { kind: 'none', reason };
}

/** The plan of a target in the artifact of a run, or of the last commit of a pull request, saved as a file. */
async function receivedPlan(job: Job, target: string, of: string | PullRequest): Promise<string | undefined> {
  const ownNames = planNames(target);
  // A step about several workspaces writes a folder for each.
  const names = [...ownNames, ...ownNames.map((each) => `${workspaceMark(job.folder)}/${each}`)];
  const wanted = (each: string): boolean => names.includes(each);
  const counts = async (runId: string): Promise<boolean> => {
    const refusal = await refusalOfRun(job, runId, 'any');
    if (refusal !== undefined) job.ports.terminal.out(commandLine('notice', refusal));
    return refusal === undefined;
  };
  const files =
    typeof of === 'string'
      ? await readArtifactOfRun(job, of, wanted)
      : await readArtifactOfHead(job, of, wanted, counts);
  const bytes = names.map((each) => files?.get(each)).find((found) => found !== undefined);
  if (bytes === undefined) return undefined;
  const path = join(job.temp, 'approved', typeof of === 'string' ? 'run' : String(of.number), planName(target));
  await job.ports.files.writeFile(path, bytes);
  return path;
}

/** The pull requests whose merges have not been completely applied yet, with the one of this run last. */
async function waiting(job: Job, opened: Opened, target: Target, last: PullRequest): Promise<readonly PullRequest[]> {
  const applied = await appliedSource({ root: job.root, config: opened.config }, target, job.ports);
  const since = applied === undefined ? [] : await mergedSince(job, applied);
  return [...since.filter(({ number }) => number !== last.number), last];
}

/**
 * Finds the approved plans: in a file, or in the artifacts of the merged pull requests. GitHub drops a waiting run when
 * a newer one starts, so one run may apply several merges. Approved plans are only compared with the new plan and never
 * run.
 */
export async function findApprovedPlans(
  opened: Opened,
  target: Target,
  pullRequest: PullRequest | undefined,
): Promise<ApprovedPlans> {
  const { job } = opened;
  const { inputs } = job;
  if (inputs.approval === 'none') return { kind: 'not-asked' };
  if (inputs.approval === 'file') return namedPlan(job, target.name);
  const none = (reason: string): ApprovedPlans => ({ kind: 'none', reason });
  const { runId } = inputs;
  const refusal = runId === undefined ? undefined : await refusalOfRun(job, runId);
  if (refusal !== undefined) return none(refusal);
  if (runId === undefined && pullRequest === undefined)
    return none('this commit belongs to no pull request, so no plan was approved');
  const merged =
    runId !== undefined || pullRequest === undefined ? [] : await waiting(job, opened, target, pullRequest);
  const paths: string[] = [];
  const pullRequests: PullRequest[] = [];
  for (const source of runId === undefined ? merged : [runId]) {
    const path = await receivedPlan(job, target.name, source);
    if (path === undefined) continue;
    paths.push(path);
    if (typeof source !== 'string') pullRequests.push(source);
  }
  if (paths.length > 0) return { kind: 'plans', paths, pullRequests };
  return none(
    'no approved plan was found: the pull request has left no artifact with one for its last commit, or it has ' +
      'expired; plan again in a pull request, or run this job with approval: none',
  );
}

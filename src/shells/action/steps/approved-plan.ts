import { join, resolve } from 'node:path';
import type { CliPorts } from '../../../app/ports.ts';
import { accountOf } from '../../../app/session/connect.ts';
import { workspaceMark } from '../../../app/session/each-workspace.ts';
import { openLedger } from '../../../app/session/open-ledger.ts';
import type { ConfiguredWorkspace } from '../../../app/session/own-rules.ts';
import { besideName } from '../../../app/several-targets.ts';
import type { Target } from '../../../model/workspace/target.ts';
import { visible } from '../../../review/format/escape.ts';
import { COMPLETE, OUTCOME_FACT } from '../../../steps/ledger/apply-under-ledger.ts';
import type { PullRequest } from '../github/event.ts';
import { mergedSince } from '../github/find-pull-request.ts';
import { refusalOfRun } from '../github/own-run.ts';
import { readArtifactOfHead, readArtifactOfRun } from '../github/read-artifact.ts';
import { commandLine } from '../github/workflow-commands.ts';
import type { Job } from '../job.ts';
import type { Opened } from '../open-targets.ts';

/** Entries that are looked through for the last complete apply: that many runs in a row may have broken off. */
const ENTRIES_MAX = 50;

/**
 * The commit whose files were applied as a whole the last time; `undefined` when the ledger of the target does not
 * say, or there is none.
 */
async function appliedSource(
  workspace: ConfiguredWorkspace,
  target: Target,
  ports: CliPorts,
): Promise<string | undefined> {
  const ledger = await openLedger(workspace, accountOf(target), ports);
  const entries = (await ledger?.entries(ENTRIES_MAX)) ?? [];
  const complete = entries.find(({ facts }) =>
    facts.some(([name, value]) => name === OUTCOME_FACT && value === COMPLETE),
  );
  return complete?.facts.find(([name]) => name === 'Source')?.[1];
}

/** The plans that were approved, in the order of their merges, or why there is none. */
export type ApprovedPlans =
  | { readonly kind: 'plans'; readonly paths: readonly string[]; readonly pullRequests: readonly PullRequest[] }
  | { readonly kind: 'not-asked' }
  | { readonly kind: 'none'; readonly reason: string };

/** The name of a target's plan, in the folder that `plan` writes and in the artifact that is made of it. */
export const planName = (target: string): string => besideName('plan.json', target);

/** The names that a target's plan may have. The last one is what `plan --out plan.json.gz` leaves. */
export const planNames = (target: string): readonly string[] => [planName(target), `${planName(target)}.gz`];

/** The file that the input names, or the target's in the folder that it names. */
async function namedPlan({ inputs, ports }: Job, target: string): Promise<ApprovedPlans> {
  const named = resolve(ports.cwd, inputs.approvedPlan ?? '');
  const names = planNames(target);
  const [name] = names;
  const found = (paths: readonly string[]): ApprovedPlans => ({ kind: 'plans', paths, pullRequests: [] });
  for (const path of [named, ...names.map((each) => join(named, each))])
    if ((await ports.files.size(path)) !== undefined) return found([path]);
  // actions/download-artifact gives each of several artifacts a folder of its own.
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

/** The plan of a target in the artifact of a run, or of the last commit of a pull request, as a file. */
async function receivedPlan(job: Job, target: string, of: string | PullRequest): Promise<string | undefined> {
  const own = planNames(target);
  // A step about several workspaces has left a folder for each.
  const names = [...own, ...own.map((each) => `${workspaceMark(job.folder)}/${each}`)];
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

/** The pull requests whose merges were not fully applied yet, the one of this run last. */
async function waiting(job: Job, opened: Opened, target: Target, last: PullRequest): Promise<readonly PullRequest[]> {
  const applied = await appliedSource({ root: job.root, config: opened.config }, target, job.ports);
  const since = applied === undefined ? [] : await mergedSince(job, applied);
  return [...since.filter(({ number }) => number !== last.number), last];
}

/**
 * Finds the approved plans: in a file, or in the artifacts of the merged pull requests. GitHub drops a waiting run when
 * a newer one comes, so one run may apply several merges. Approved plans are never run, only compared with.
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
    return none('this commit belongs to no pull request, so nobody has approved a plan');
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

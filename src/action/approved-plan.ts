import { join, resolve } from 'node:path';
import { besideName } from '../cli/each-target.ts';
import type { PullRequest } from './event.ts';
import type { Job } from './job.ts';
import { readArtifactOfHead, readArtifactOfRun } from './read-artifact.ts';

/** The plan that was approved, or why there is none. */
export type ApprovedPlan =
  | { readonly kind: 'plan'; readonly path: string }
  | { readonly kind: 'not-asked' }
  | { readonly kind: 'none'; readonly reason: string };

/** The name of a target's plan, in the folder that `plan` writes and in the artifact that is made of it. */
export const planName = (target: string): string => besideName('plan.json', target);

/** The file that the input names, or the target's in the folder that it names. */
async function namedPlan({ inputs, ports }: Job, target: string): Promise<ApprovedPlan> {
  const named = resolve(ports.cwd, inputs.approvedPlan ?? '');
  for (const path of [named, join(named, planName(target))])
    if ((await ports.files.size(path)) !== undefined) return { kind: 'plan', path };
  return { kind: 'none', reason: 'the input approved-plan names no file, and no folder with a plan of this target' };
}

/** Finds what was approved: in a file, or in the artifact that the plan of the merged pull request has left. Nothing of it is run; it is only compared with. */
export async function findApprovedPlan(
  job: Job,
  target: string,
  pullRequest: PullRequest | undefined,
): Promise<ApprovedPlan> {
  const { inputs, ports, temp } = job;
  if (inputs.approval === 'none') return { kind: 'not-asked' };
  if (inputs.approval === 'file') return namedPlan(job, target);
  const wanted = (name: string): boolean => name === planName(target);
  if (inputs.runId === undefined && pullRequest === undefined)
    return { kind: 'none', reason: 'this commit belongs to no pull request, so nobody has approved a plan' };
  const files =
    inputs.runId === undefined
      ? await readArtifactOfHead(job, { head: pullRequest?.head ?? '' }, wanted)
      : await readArtifactOfRun(job, inputs.runId, wanted);
  const bytes = files?.get(planName(target));
  if (bytes === undefined)
    return {
      kind: 'none',
      reason:
        'no approved plan was found: the pull request has left no artifact with one for its last commit, or it has expired; plan again in a pull request, or run this job with approval: none',
    };
  const path = join(temp, 'approved', planName(target));
  await ports.files.writeFile(path, bytes);
  return { kind: 'plan', path };
}

import type { PlanOptions } from '../../app/options.ts';
import { reportsWithMark } from '../../app/several-targets.ts';
import type { Job } from './job.ts';

/** The options of `plan` for a target, from the inputs. Other commands add theirs. */
export const planOptions = ({ inputs, root, several }: Job, target: string): PlanOptions => ({
  chdir: root,
  target,
  json: false,
  full: false,
  detailedExitcode: false,
  unmanaged: false,
  heldBack: false,
  preview: false,
  only: inputs.only,
  allowDelete: inputs.allowDelete,
  overwriteDrift: inputs.overwriteDrift,
  ...(inputs.maxDeletesPerRun !== undefined && { maxDeletesPerRun: inputs.maxDeletesPerRun }),
  // With several targets, each has its own reports, as with `--target a,b`.
  report: several ? reportsWithMark(inputs.reports, target) : inputs.reports,
});

/**
 * The commit for `--since`, from the input. `base` is the commit of the pull request's base branch. Without a pull
 * request, the run is about all resources.
 */
export function sinceOf({ inputs, facts }: Pick<Job, 'inputs' | 'facts'>): { readonly since?: string } {
  const ref = inputs.since === 'base' ? facts.pullRequest?.base : inputs.since;
  return ref === undefined || ref === '' ? {} : { since: ref };
}

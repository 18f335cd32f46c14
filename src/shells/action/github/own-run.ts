import * as d from '../../../model/decode.ts';
import type { Job } from '../job.ts';

/**
 * Events whose runs plan what members of the repository wrote. For other events a stranger may have chosen the files:
 * `pull_request_target`, `workflow_run`, `issue_comment`.
 */
const TRUSTED_EVENTS: readonly string[] = ['pull_request', 'merge_group', 'push', 'workflow_dispatch', 'schedule'];

/**
 * `.github/workflows/plan.yml` of `o/r/.github/workflows/plan.yml@refs/heads/main`, and of the same without the
 * repository.
 */
const workflowPath = (text: string): string =>
  text.replace(/@.*$/s, '').replace(/^(?:[^/]+\/[^/]+\/)?(?=\.github\/)/, '');

const fileOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** Whether a workflow is the one that was asked for: by its file name, or by its path. */
const isNamed = (path: string, wanted: string): boolean => path === wanted || fileOf(path) === wanted;

/** A run that names no repository, or none of its head, counts as a run of another repository. */
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
 * Why the plans of a run do not count as approved; `undefined` when they do. The facts come from GitHub, not from the
 * artifact. The run must belong to this repository and not to a fork, have a trusted event, and be of the workflow that
 * makes plans: the one of the input `plan-workflow`, else the `own` one of this job, or `any`.
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
  const own = workflowPath(ports.env('GITHUB_WORKFLOW_REF') ?? '');
  const wanted = inputs.planWorkflow ?? own;
  const isAny = workflow === 'any' && inputs.planWorkflow === undefined;
  return isAny || (path !== '' && isNamed(path, wanted))
    ? undefined
    : because(
        `it is a run of the workflow ${path}, and ${wanted} is needed; name the workflow that makes the plans in ` +
          'the input plan-workflow',
      );
}

import type { LockSeeker } from '../../ledger/lock.ts';
import type { Ports } from '../ports.ts';
import { gitText } from '../session/git-text.ts';

/** The page of a CI run, from the variables that the services set. */
function runUrl(env: Ports['env']): string | undefined {
  const [server, repository, run] = [env('GITHUB_SERVER_URL'), env('GITHUB_REPOSITORY'), env('GITHUB_RUN_ID')];
  if (server !== undefined && repository !== undefined && run !== undefined)
    return `${server}/${repository}/actions/runs/${run}`;
  return env('CI_JOB_URL') ?? env('BUILD_URL');
}

/** The name of the user who started this run. If the CI system provides it, git is not called. */
export async function whoRuns(root: string, ports: Ports): Promise<string> {
  const { env } = ports;
  const account = env('GITHUB_ACTOR') ?? env('GITLAB_USER_LOGIN');
  const user = account ?? (await gitText(root, ports, 'config', 'user.name'));
  return user || (env('USER') ?? env('USERNAME') ?? 'somebody');
}

/** The user, the commit and the CI run, for the ledger and the lock. */
export async function runFacts(
  root: string,
  ports: Ports,
): Promise<{
  readonly holder: LockSeeker;
  readonly facts: readonly (readonly [name: string, value: string])[];
}> {
  const { env } = ports;
  const run = runUrl(env);
  const [who, commit, currentProcess] = await Promise.all([
    whoRuns(root, ports),
    gitText(root, ports, 'rev-parse', 'HEAD'),
    ports.processes?.current(),
  ]);
  const facts = [
    ['Actor', who],
    ...(commit ? [['Source', commit]] : []),
    ...(run === undefined ? [] : [['Run', run]]),
  ] as unknown as readonly (readonly [string, string])[];
  const more = { run, process: currentProcess };
  return { holder: { id: ports.id(), who, ...more }, facts };
}

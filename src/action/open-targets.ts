import type { Target } from '../model/workspace/target.ts';
import type { WorkspaceConfig } from '../model/workspace/workspace.ts';
import { chooseTargets, hasKey, keyVariables, readConfig, withKey } from './choose-targets.ts';
import { maskLine } from './github/workflow-commands.ts';
import type { Job } from './job.ts';
import { checkUntrusted, isUntrusted } from './trust.ts';

/** A step that knows its targets and may call them. */
export interface Opened {
  readonly job: Job;
  readonly config: WorkspaceConfig;
  readonly targets: readonly Target[];
}

/**
 * Reads which targets there are, and whether this run may call them. The key is masked in the log; it becomes known to
 * Lexform alone. `undefined`: `lexform.yaml` has faults.
 */
export async function openTargets(job: Job): Promise<Opened | undefined> {
  const { inputs, ports } = job;
  const config = await readConfig(job);
  if (config === undefined) return undefined;
  const targets = chooseTargets(config, inputs.targets);
  const variables = keyVariables(targets);
  const own = withKey(ports, inputs.apiKey, variables);
  for (const key of new Set(variables.map((name) => own.env(name)?.trim() ?? '')))
    if (key !== '') ports.terminal.out(maskLine(key));
  const calls = targets.some((target) => target.kind === 'remote' && hasKey(target, own));
  // Where the history is read from is for the base to say as well.
  if (isUntrusted(job) && (calls || inputs.against !== undefined)) await checkUntrusted(job, config);
  return { job: { ...job, ports: own, several: targets.length > 1 }, config, targets };
}

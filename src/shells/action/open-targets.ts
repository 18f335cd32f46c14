import { readConfig } from '../../app/session/open-workspace.ts';
import type { Target, WorkspaceConfig } from '../../model/workspace/workspace.ts';
import { chooseTargets, hasKey, keyVariables, withKey } from './choose-targets.ts';
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
 * Reads the targets, and checks that this run may call them. Masks the keys in the log. `undefined`: `lexform.yaml` has
 * errors.
 */
export async function openTargets(job: Job): Promise<Opened | undefined> {
  const { inputs, ports } = job;
  // If it has errors, `validate` shows them.
  const config = await readConfig(job.root, ports);
  if (config === undefined) return undefined;
  const targets = chooseTargets(config, inputs.targets);
  const variables = keyVariables(targets);
  const targetPorts = withKey(ports, inputs.apiKey, variables);
  for (const key of new Set(variables.map((name) => targetPorts.env(name)?.trim() ?? '')))
    if (key !== '') ports.terminal.out(maskLine(key));
  const calls = targets.some((target) => target.kind === 'remote' && hasKey(target, targetPorts));
  // In an untrusted run, only the base may also define where the ledger is.
  if (isUntrusted(job) && (calls || inputs.against !== undefined)) await checkUntrusted(job, config);
  return { job: { ...job, ports: targetPorts, several: targets.length > 1 }, config, targets };
}

import type { Ports } from '../../app/ports.ts';
import { noTarget } from '../../app/several-targets.ts';
import type { Target, WorkspaceConfig } from '../../model/workspace/workspace.ts';

/** The targets of the step, in the order of the input, or without the input in the order of the file. */
export function chooseTargets(config: WorkspaceConfig, names: readonly string[]): readonly Target[] {
  if (names.length === 0) return config.targets;
  const known = config.targets.map(({ name }) => name);
  const unknown = [...new Set(names)].filter((name) => !known.includes(name));
  if (unknown.length > 0) throw noTarget(unknown, known);
  return [...new Set(names)].flatMap((name) => config.targets.find((target) => target.name === name) ?? []);
}

/** The environment variables that targets take their keys from. */
export const keyVariables = (targets: readonly Target[]): readonly string[] =>
  targets.flatMap((target) => (target.kind === 'remote' && target.key.kind === 'env' ? [target.key.name] : []));

/** The environment with the input `api-key` as the value of the variables that targets name. */
export function withKey(ports: Ports, apiKey: string | undefined, variables: readonly string[]): Ports {
  if (apiKey === undefined) return ports;
  const names = new Set(variables);
  return { ...ports, env: (name) => (names.has(name) ? apiKey : ports.env(name)) };
}

/** False when the key of a target is missing, as in a run of a fork, which has no secrets. */
export function hasKey(target: Target, { env }: Pick<Ports, 'env'>): boolean {
  if (target.kind === 'embedded' || target.key.kind === 'file') return true;
  return (env(target.key.name) ?? '').trim() !== '';
}

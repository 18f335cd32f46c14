import { KINDS } from '../kinds/registry.ts';
import { type DesiredState, desiredResources } from '../kinds/states.ts';
import type { Digest } from '../model/ids.ts';
import { byCodeUnit } from '../model/lists.ts';
import { omitUndefined } from '../model/omit-undefined.ts';
import { type ConfigDigest, type Plan, type PlanKind, scopeOf } from '../model/plan/plan.ts';
import type { Address } from '../model/resources/address.ts';
import { digestOf } from '../model/resources/digest.ts';

/** The sources of a saved plan. Only a plan from the files has their digests, by address in code unit order. */
export type PlanSource = {
  /** The last entry of the ledger. `null`: the ledger was empty. `false`: the workspace keeps no ledger. */
  readonly ledger: string | null | false;
} & (
  | { readonly kind: 'plan'; readonly config: readonly ConfigDigest[] }
  | { readonly kind: Exclude<PlanKind, 'plan'>; readonly config?: never }
);

/** The origin of a saved plan, which is checked before the plan is applied. */
export type Provenance = PlanSource & {
  /** ISO 8601. */
  readonly created: string;
  /** The version of Lexform that made it. */
  readonly tool: string;
};

/** Digests of the desired resources that `only` includes. */
export function configOf(desired: DesiredState, only: readonly string[]): readonly ConfigDigest[] {
  const scope = scopeOf(only);
  return KINDS.flatMap((kind) =>
    desiredResources(desired, kind.plural).flatMap((resource): readonly ConfigDigest[] => {
      const { address } = resource;
      if (!scope.any(address)) return [];
      const { protect, pinnedId = null } = resource;
      const content = kind.contentOf(resource);
      const children = [...(kind.children?.(content).keys() ?? [])];
      if (!scope.whole(address) && !children.some((name) => scope.child(address, name))) return [];
      const mode = kind.mode?.(resource);
      // The mode of a whole kind is not a setting of a file.
      const settings: { readonly mode?: string } = mode === undefined || mode === 'named' ? {} : { mode };
      const digest = digestOf({ content: kind.digest(content), ...omitUndefined(settings), protect, pinnedId });
      return [{ address, digest }];
    }),
  ).sort((left, right) => byCodeUnit(left.address, right.address));
}

/** Adds the origin to a plan, with the members in the order of its type. */
export function withProvenance(plan: Plan, { kind, created, tool, config, ledger }: Provenance): Plan {
  const { formatVersion, target, only, since, ledger: _, ...rest } = plan;
  return {
    formatVersion,
    kind,
    created,
    tool,
    target,
    only,
    ...(since !== undefined && { since }),
    ...(config !== undefined && { config }),
    ledger,
    ...rest,
  };
}

export interface ChangedConfig {
  readonly kind: 'added' | 'changed' | 'removed';
  readonly address: Address;
}

/**
 * Desired resources that were added, changed or removed since the plan was made. Empty for a plan without digests of
 * the files.
 */
export function changedConfig({ config, only }: Plan, desired: DesiredState): readonly ChangedConfig[] {
  if (config === undefined) return [];
  const now = new Map<Address, Digest>(configOf(desired, only).map(({ address, digest }) => [address, digest]));
  const then = new Map<Address, Digest>(config.map(({ address, digest }) => [address, digest]));
  return [...new Set([...then.keys(), ...now.keys()])].sort(byCodeUnit).flatMap((address): readonly ChangedConfig[] => {
    const [before, after] = [then.get(address), now.get(address)];
    if (before === after) return [];
    return [{ kind: before === undefined ? 'added' : after === undefined ? 'removed' : 'changed', address }];
  });
}

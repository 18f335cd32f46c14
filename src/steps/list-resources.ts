import type { Client } from '../client/client.ts';
import type { Limit } from '../client/limit.ts';
import type { AnyKind } from '../kinds/kind.ts';
import { readPermitted } from '../kinds/service/read-listing.ts';
import { liveOf } from '../kinds/states.ts';
import { isInUse } from '../kinds/traits.ts';
import { sizesOf } from '../kinds/words.ts';
import { byCodeUnit } from '../model/order.ts';
import type { ResourceKind } from '../model/plan/plan.ts';
import type { LiveResource } from '../model/resources/resource.ts';

/** A resource of a target, as the service lists it. */
export interface ServiceResource {
  readonly kind: ResourceKind;
  readonly id: string;
  /** Absent: the resource has no name. */
  readonly name?: string;
  /** False for a developer key that is deactivated. */
  readonly inUse: boolean;
  /** Its dictionaries by name, such as `en->de`. Empty for other kinds. */
  readonly children: readonly { readonly name: string; readonly terms: number }[];
  /** The number of values of each part that is counted, such as instructions. */
  readonly sizes: Readonly<Record<string, number>>;
}

/** The resources of a target. */
export interface ResourceList {
  readonly resources: readonly ServiceResource[];
  /** The kinds that the account cannot access. */
  readonly denied: readonly AnyKind[];
}

function listed(kind: AnyKind, live: LiveResource): ServiceResource {
  const content = kind.contentOf(live);
  const name = kind.name(content);
  return {
    kind: kind.kind,
    id: live.id,
    name,
    inUse: isInUse(kind, live),
    children: [...(kind.liveChildren?.(live) ?? [])].map(([child, { entryCount }]) => ({
      name: child,
      terms: entryCount,
    })),
    sizes: kind.children === undefined ? sizesOf(kind, content) : {},
  };
}

/** Lists the resources of these kinds, by kind and name. Temporary resources of previews are left out. */
export async function listResources(client: Client, kinds: readonly AnyKind[], limit: Limit): Promise<ResourceList> {
  const state = await readPermitted(client, kinds, limit);
  const resources = kinds.flatMap((kind) =>
    (liveOf(state, kind.plural) ?? [])
      .map((live) => listed(kind, live))
      .sort((one, other) => byCodeUnit(one.name ?? '', other.name ?? '') || byCodeUnit(one.id, other.id)),
  );
  return { resources, denied: kinds.filter(({ plural }) => liveOf(state, plural) === undefined) };
}

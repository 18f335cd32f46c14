import { type Client, type Limit, untilFailure } from '../client/client.ts';
import type { AnyKind } from '../kinds/kind.ts';
import { resourceName } from '../kinds/ledger-content.ts';
import { EMPTY_LEDGER, isInUse, managedKinds } from '../kinds/registry.ts';
import { listingOf, type OnRead, readEntries, readListing, readPermitted } from '../kinds/service/read-entries.ts';
import { type LiveState, liveOf, liveResources } from '../kinds/states.ts';
import { sizesOf } from '../kinds/words.ts';
import { byCodeUnit } from '../model/lists.ts';
import type { ResourceKind } from '../model/plan/plan.ts';
import type { LiveResource } from '../model/resources/resource.ts';
import { driftEntriesNeeded } from '../plan/drift/detect-drift.ts';
import { desiredFor, type PlanInput } from '../plan/make-plan.ts';
import { entriesNeeded } from '../plan/match/match.ts';

/**
 * service → live. Reads only what the plan needs: the lists of the kinds that the workspace manages, and the children
 * that it names. A kind that needs the admin key is read only if the plan can be about it, and with a client that has
 * the key. Writes nothing. A failed read causes an error; it never counts as an empty result. `onRead`: called with the
 * progress of reading the children.
 */
export async function readLive(client: Client, runLimit: Limit, input: PlanInput, onRead?: OnRead): Promise<LiveState> {
  const limit = untilFailure(runLimit);
  const { ledger = EMPTY_LEDGER } = input;
  const desired = desiredFor(input);
  const listed = async (kinds: readonly AnyKind[]): Promise<LiveState> => readListing(client, listingOf(kinds), limit);
  const loaded = async (kinds: readonly AnyKind[]): Promise<LiveState> => {
    const looked = { ...input, desired, live: await listed(kinds), ledger };
    const needs = [...entriesNeeded(looked), ...driftEntriesNeeded(looked)];
    return readEntries(client, looked.live, needs, limit, onRead);
  };
  const kinds = managedKinds(desired);
  // The pages of a long listing are read one after another, and no children of another kind wait for them.
  const [withChildren, others] = await Promise.all([
    loaded(kinds.filter(({ liveChildren }) => liveChildren !== undefined)),
    listed(kinds.filter(({ liveChildren }) => liveChildren === undefined)),
  ]);
  return { ...others, ...withChildren };
}

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
    [...liveResources(state, kind.plural)]
      .sort(
        (one, other) => byCodeUnit(resourceName(kind, one), resourceName(kind, other)) || byCodeUnit(one.id, other.id),
      )
      .map((live) => listed(kind, live)),
  );
  return { resources, denied: kinds.filter(({ plural }) => liveOf(state, plural) === undefined) };
}

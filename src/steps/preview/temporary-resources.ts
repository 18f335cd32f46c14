import type { Client } from '../../client/client.ts';
import { isAmbiguousFailure } from '../../client/transport/ambiguous-failure.ts';
import { kindNamed } from '../../kinds/registry.ts';
import { serviceOf } from '../../kinds/service/registry.ts';
import type { Lending } from '../../kinds/service/service-facet.ts';
import { ServiceError, UnreachableError } from '../../model/errors.ts';
import type { ResourceKind } from '../../model/plan/plan.ts';
import { type TemporaryResource, temporaryName, temporaryOf } from '../../model/resources/temporary-resource.ts';

interface ListedTemporary {
  readonly id: string;
  readonly name: string;
  readonly remove: () => Promise<void>;
  /** Reads the list: true when the resource is there, and its name is still that of a temporary one. */
  readonly isStillThere: () => Promise<boolean>;
}

/**
 * True when the service removes a resource, or no longer has it; false when it refuses or does not answer. A removal
 * that failed is sent again as the retry policy says, each time after a check that the resource is still a temporary
 * one.
 */
async function isRemoved(
  client: Client,
  { remove, isStillThere }: Pick<ListedTemporary, 'remove' | 'isStillThere'>,
): Promise<boolean> {
  const startMs = client.now().getTime();
  for (let attempt = 1; ; attempt += 1) {
    try {
      if (attempt > 1 && !(await isStillThere())) return true;
      await remove();
      return true;
    } catch (error) {
      if (error instanceof ServiceError && error.refusal.status === 404) return true;
      if (!(error instanceof ServiceError || error instanceof UnreachableError)) throw error;
      const elapsedMs = client.now().getTime() - startMs;
      if (!(await client.waitToRepeat({ error, attempt, elapsedMs }))) return false;
    }
  }
}

/**
 * Every resource of these kinds whose name states a lease that fits. No other resource counts, whatever its name. The
 * account is asked for no other kind: it may have no right to it.
 */
async function listTemporary(
  client: Client,
  kinds: Iterable<ResourceKind>,
  fits: (lease: TemporaryResource) => boolean,
): Promise<readonly ListedTemporary[]> {
  const found: ListedTemporary[] = [];
  for (const kind of kinds) {
    const model = kindNamed(kind);
    const { list, lending } = serviceOf(kind);
    if (lending === undefined) continue;
    for (const each of await list(client)) {
      const name = model.name(model.contentOfLive(each)) ?? '';
      const lease = temporaryOf(name);
      if (lease !== undefined && fits(lease))
        found.push({
          id: each.id,
          name,
          remove: () => lending.remove(client, each.id),
          isStillThere: () => isListed(client, kind, each.id),
        });
    }
  }
  return found;
}

const isListed = async (client: Client, kind: ResourceKind, id: string): Promise<boolean> =>
  (await listTemporary(client, [kind], () => true)).some((each) => each.id === id);

export interface Removed {
  readonly count: number;
  /** Names of what could not be removed. */
  readonly left: readonly string[];
}

async function removeAll(client: Client, resources: readonly ListedTemporary[]): Promise<Removed> {
  const left: string[] = [];
  for (const each of resources) if (!(await isRemoved(client, each))) left.push(each.name);
  return { count: resources.length - left.length, left };
}

/** Removes the temporary resources of killed runs: those whose lease has expired, and no others. */
export const collectTemporary = async (client: Client, kinds: readonly ResourceKind[], now: Date): Promise<Removed> =>
  removeAll(client, await listTemporary(client, kinds, ({ until }) => until < now));

/** A kind of which a run may make a resource for a while. */
interface LentKind<Content> {
  readonly kind: ResourceKind;
  readonly lending: Lending<Content>;
}

/** Creates the temporary resources of one run, and removes them. */
export interface TemporaryMaker {
  /** The name of every resource that it creates. */
  readonly name: string;
  /** Creates one, and returns its id. The content must have the name. */
  readonly create: <Content extends { readonly name: string }>(
    kind: LentKind<Content>,
    content: Content,
  ) => Promise<string>;
  /** Removes the resources created so far. `end` tries again what it cannot remove. */
  readonly clear: () => Promise<void>;
  /** Removes all resources, also those that a call with a lost answer created; returns the names of those left. */
  readonly end: () => Promise<readonly string[]>;
}

/** The maker of one run. Its resources have the name of the lease. */
export function makeTemporary(client: Client, lease: TemporaryResource): TemporaryMaker {
  const name = temporaryName(lease);
  const created = new Map<string, Pick<ListedTemporary, 'remove' | 'isStillThere'>>();
  /** The ids of all resources ever created, removed ones included, since a list may be out of date. */
  const known = new Set<string>();
  const kinds = new Set<ResourceKind>();
  // When an answer was lost, the list shows whether a resource with this lease exists.
  const uncertain = new Set<ResourceKind>();
  const isRunOurs = ({ run }: TemporaryResource): boolean => run === lease.run;
  /** A resource that a failed call created nevertheless: it has the name of this run and an unknown id. */
  const twinOf = async (kind: ResourceKind): Promise<string | undefined> =>
    (await listTemporary(client, [kind], isRunOurs)).find(({ id }) => !known.has(id))?.id;
  /** It repeats a throttled call only after a look at the list. */
  async function create<Content>({ kind, lending }: LentKind<Content>, content: Content): Promise<string> {
    kinds.add(kind);
    const keep = (id: string): string => {
      known.add(id);
      created.set(id, {
        remove: () => lending.remove(client, id),
        isStillThere: () => isListed(client, kind, id),
      });
      return id;
    };
    const startMs = client.now().getTime();
    for (let attempt = 1; ; attempt += 1) {
      try {
        return keep((await lending.create(client, content)).id);
      } catch (error) {
        if (isAmbiguousFailure(error)) uncertain.add(kind);
        const elapsedMs = client.now().getTime() - startMs;
        if (!(await client.waitToRepeat({ error, attempt, elapsedMs, isCreation: true }))) throw error;
        const twin = await twinOf(kind);
        if (twin !== undefined) return keep(twin);
      }
    }
  }
  async function clear(): Promise<void> {
    for (const [id, each] of [...created]) if (await isRemoved(client, each)) created.delete(id);
  }
  async function end(): Promise<readonly string[]> {
    await clear();
    if (created.size === 0 && uncertain.size === 0) return [];
    try {
      return (await removeAll(client, await listTemporary(client, created.size > 0 ? kinds : uncertain, isRunOurs)))
        .left;
    } catch (error) {
      if (!(error instanceof ServiceError || error instanceof UnreachableError)) throw error;
      return [name];
    }
  }
  return { name, create, clear, end };
}

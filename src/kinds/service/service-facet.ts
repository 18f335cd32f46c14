import type { StaleDetail } from '../../change/stale-detail.ts';
import type { Client, Limit } from '../../client/client.ts';
import type { Entries } from '../../model/entries/entries.ts';
import type { Digest } from '../../model/ids.ts';
import { byCodeUnit } from '../../model/lists.ts';
import type { Change, Operation } from '../../model/plan/plan.ts';
import type { LiveResource } from '../../model/resources/resource.ts';
import type { Secret } from '../../model/secret.ts';

/** The result of one read of an operation target. */
export interface Observation {
  /** Compared with `pre` and `post` of the operation. */
  readonly digest: Digest | 'absent';
  /** The id of the resource, if the operation creates one. */
  readonly id?: string;
}

export interface ObserveOptions {
  /** The id in the answer to the call that creates the resource. */
  readonly createdId?: string;
  /** Read the service again; do not reuse an earlier observation of this run. */
  readonly fresh: boolean;
}

/**
 * The part of a resource that one operation changes: how to observe it and how to change it. `run-operation.ts`
 * decides when; a target knows nothing of retries, outcomes or other operations.
 */
export interface OperationTarget {
  observe(options: ObserveOptions): Promise<Observation>;
  /** The difference between the last observation and both states of the plan, before and after the operation. */
  stale(): StaleDetail;
  /** Makes the call of the operation. Returns the id of a created resource. */
  send(): Promise<string | undefined>;
}

/** The context of the operations of one change. */
export interface TargetContext<Live extends LiveResource = LiveResource, Content = unknown> {
  readonly client: Client;
  readonly change: Change;
  /**
   * All live resources of the kind. `fresh`: read the service again; otherwise the last reading of the run is reused.
   */
  list(fresh: boolean): Promise<readonly Live[]>;
  /**
   * A resource that this run has created, from the list of the kind; `undefined` if it must be read individually.
   * Resolves when the run has no earlier creations of the kind left.
   */
  listedNew(id: string): Promise<Live | undefined>;
  /** The content in the ledger when the plan was made. */
  readonly base: Content | undefined;
  /**
   * Hands over the secret of a resource immediately after its creation, because the secret cannot be requested again.
   * Never rejects.
   */
  readonly keepSecret: (secret: Secret | undefined) => Promise<void>;
}

/** The context for reading the children of one live resource. */
export interface ChildReading {
  readonly client: Client;
  /** Each child takes one place of the limiter. */
  readonly limit: Limit;
  /** Called after each child. */
  readonly onRead: () => void;
}

/** The calls for a resource that a run needs for a while. */
export interface Lending<Content> {
  /** Sent once, like `remove`: check the state before you send either again. */
  create(content: Content): Promise<{ readonly id: string }>;
  /** Reads the name of a resource; `undefined`: it does not exist. */
  nameOf(id: string): Promise<string | undefined>;
  remove(id: string): Promise<void>;
}

/** The calls of one kind of resource. It has methods, so that different kinds fit one list. */
export interface ServiceFacet<Live extends LiveResource = LiveResource, Content = unknown> {
  /** Number of calls for a list of this length. Absent: created resources are read back one by one. */
  listCalls?(resources: number): number;
  /** All resources of the kind. Their children may be listed without entries. */
  list(client: Client): Promise<readonly Live[]>;
  /**
   * A listed resource with entries of its children. `children`: the children to read with their probable entries, so
   * that each can be compared while it arrives. A deleted child is left out; `undefined`: the resource was deleted. Any
   * other failure rejects. Absent: a listing contains all children.
   */
  load?(
    live: Live,
    children: ReadonlyMap<string, Entries | undefined>,
    reading: ChildReading,
  ): Promise<Live | undefined>;
  /** Absent: runs cannot create temporary resources of this kind. */
  lending?(client: Client): Lending<Content>;

  /**
   * Makes the targets of the operations of one change. Called once for each change, so that its operations can share
   * what they have read.
   */
  targets(context: TargetContext<Live, Content>): (operation: Operation) => OperationTarget;
}

const ABSENT: Observation = { digest: 'absent' };

/** The difference between the last read and the plan. `now`: the live resource; `undefined` if it does not exist. */
type StaleNow<Live> = (now: Live | undefined) => StaleDetail;

export interface PartOfResource<Live> {
  /**
   * The digest after the operation. A part with this digest is not kept in memory. Default: the part that was read is
   * kept.
   */
  readonly post?: Digest | 'absent';
  /** `fresh`: read the service again; do not reuse an earlier read. */
  readonly read: (fresh: boolean) => Promise<Live | undefined>;
  /** The digest of the part that the operation changes. */
  readonly digest: (live: Live) => Digest | 'absent';
  /** `now`: the result of the last read. */
  readonly send: (now: Live | undefined) => Promise<unknown>;
  readonly stale: StaleNow<Live>;
}

/** The target of an operation that changes or removes an existing resource or a part of it. */
export function partTarget<Live>(part: PartOfResource<Live>): OperationTarget {
  const { post, read, digest, send, stale } = part;
  let now: Live | undefined;
  return {
    stale: () => stale(now),
    async observe({ fresh }) {
      now = undefined;
      const found = await read(fresh);
      const observed = found === undefined ? ABSENT : { digest: digest(found) };
      if (observed.digest !== post) now = found;
      return observed;
    },
    async send() {
      await send(now);
      return undefined;
    },
  };
}

export interface NewResource<Live> {
  readonly list: (fresh: boolean) => Promise<readonly Live[]>;
  /** True for a listed resource that an earlier call may have created. */
  readonly isTwin: (live: Live) => boolean;
  /** See `TargetContext`. Absent: created resources are read back one by one. */
  readonly listedNew?: (id: string) => Promise<Live | undefined>;
  /**
   * Reads a whole resource: the one that the call has just created, or a twin. `listed`: the resource from a list, if
   * it contains it.
   */
  readonly read: (id: string, fresh: boolean, listed?: Live) => Promise<Live | undefined>;
  readonly digest: (live: Live) => Digest;
  /** Returns the id of the new resource. */
  readonly send: () => Promise<string>;
  readonly stale: StaleNow<Live>;
  /** Called with the id of the matching resource. */
  readonly found?: (id: string) => void;
}

/**
 * The target of an operation that creates a resource. If there are several twins, the one that matches the plan counts,
 * otherwise the first by id.
 */
export function newTarget<Live extends LiveResource>(
  { notIds = [], post }: Operation,
  { list, listedNew, isTwin, read, digest, send, stale, found }: NewResource<Live>,
): OperationTarget {
  let now: Live | undefined;
  let isLookedAt = false;
  return {
    stale: () => stale(now),
    async observe({ createdId, fresh }) {
      now = undefined;
      if (createdId === undefined) {
        const twins = (await list(fresh)).filter((each) => isTwin(each) && !notIds.includes(each.id));
        for (const twin of twins.sort((left, right) => byCodeUnit(left.id, right.id))) {
          const resource = await read(twin.id, fresh, twin);
          now ??= resource;
          if (resource !== undefined && digest(resource) === post) now = resource;
        }
      } else {
        // A list may be out of date, so a resource that it does not show as planned is then read individually.
        const listed = isLookedAt ? undefined : await listedNew?.(createdId);
        isLookedAt = true;
        now = await read(createdId, fresh, listed);
      }
      if (now === undefined) return ABSENT;
      const { id } = now;
      const observed = { digest: digest(now), id };
      if (observed.digest === post) now = undefined;
      found?.(id);
      return observed;
    },
    send,
  };
}

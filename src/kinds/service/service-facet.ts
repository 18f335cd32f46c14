import type { StaleDetail } from '../../change/stale-detail.ts';
import type { Client, Limit } from '../../client/client.ts';
import type { Entries } from '../../model/entries/entries.ts';
import type { Digest } from '../../model/ids.ts';
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

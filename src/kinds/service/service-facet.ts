import type { Client } from '../../client/client.ts';
import type { Limit } from '../../client/limit.ts';
import type { Entries } from '../../model/entries/entries.ts';
import type { Change, Operation } from '../../model/plan/plan.ts';
import type { LiveResource } from '../../model/resources/resource.ts';
import type { Secret } from '../../model/secret.ts';
import type { OperationTarget } from './operation-target.ts';

/** What the operations of one change are run with. */
export interface TargetContext<Live extends LiveResource = LiveResource, Content = unknown> {
  readonly client: Client;
  readonly change: Change;
  /** All live resources of the kind. `fresh`: read the service again; else the last reading of the run is reused. */
  list(fresh: boolean): Promise<readonly Live[]>;
  /**
   * A resource that this run has created, as the list of the kind shows it; `undefined` where it is to be read by
   * itself. Resolves when the run has no more creations of the kind before it.
   */
  listedNew(id: string): Promise<Live | undefined>;
  /** What the ledger had of the resource when the plan was made. */
  readonly base: Content | undefined;
  /**
   * Hands over the secret of the resource that was just created: at once, for nobody can ask for it again. Never
   * rejects.
   */
  readonly keepSecret: (secret: Secret | undefined) => Promise<void>;
}

/** How the children of one live resource are read. */
export interface ChildReading {
  readonly client: Client;
  /** Each child takes one place of it. */
  readonly limit: Limit;
  /** Told after each child. */
  readonly onRead: () => void;
}

/** The calls for a resource that a run needs for a while. */
export interface Lending<Content> {
  /** Sent once, like `remove`: both are checked before they are sent again. */
  create(content: Content): Promise<{ readonly id: string }>;
  /** Reads the name of a resource; `undefined`: it does not exist. */
  nameOf(id: string): Promise<string | undefined>;
  remove(id: string): Promise<void>;
}

/** What is done with one kind of resource on the service. It has methods, so that different kinds fit one list. */
export interface ServiceFacet<Live extends LiveResource = LiveResource, Content = unknown> {
  /**
   * How many calls a list of so many resources takes. Absent: what was created is read back one by one.
   */
  listCalls?(resources: number): number;
  /** All that there are. Children of which the kind says so (`needs`) are named and not read. */
  list(client: Client): Promise<readonly Live[]>;
  /**
   * A listed resource with children in place, each with what it probably holds: then it is compared while it comes in.
   * One that is gone is left out; `undefined`: the resource is gone. Any other failure rejects. Absent: a listing shows
   * all children.
   */
  load?(
    live: Live,
    children: ReadonlyMap<string, Entries | undefined>,
    reading: ChildReading,
  ): Promise<Live | undefined>;
  /** Absent: no run may make one for a while. */
  lending?(client: Client): Lending<Content>;

  /**
   * The targets of the operations of one change; made once for each change, so that its operations can share what they
   * have seen.
   */
  targets(context: TargetContext<Live, Content>): (operation: Operation) => OperationTarget;
}

import type { SourceRef } from '../source-ref.ts';
import type { ResourceAddress } from './address.ts';
import type { Value, ValueKey } from './value.ts';

/** The settings of a resource for one target: `on:` in its file. */
export interface TargetSettings {
  /** The place of the name of the target. */
  readonly at: SourceRef;
  /** Whether the resource exists there. Absent: `isUnpublished` of the resource decides. */
  readonly isPublished?: boolean;
  /** The values that it has there, such as its name. */
  readonly values: readonly (readonly [key: ValueKey, value: Value])[];
}

/** A resource of the desired state. Its kind defines its content. */
export interface DesiredResource {
  readonly address: ResourceAddress;
  /** Where its file names it. */
  readonly origin: SourceRef;
  /** `id:` of the file: this very resource and no other. */
  readonly pinnedId?: string;
  readonly protect: boolean;
  /** True: it exists only in the files, unless `on` publishes it on a target. Absent: it exists on all targets. */
  readonly isUnpublished?: true;
  /** Its settings for single targets, by the name of the target. Absent: none. */
  readonly on?: ReadonlyMap<string, TargetSettings>;
}

/** A resource as the service describes it. */
export interface LiveResource {
  readonly id: string;
}

/**
 * A conflict that `pull --ours` decided for the files. It holds only while the files and the service have exactly these
 * values. For a whole resource or child, the values are the digests of its contents. A side without it is absent.
 */
export interface Decision {
  readonly key: ValueKey;
  readonly ours?: Value;
  readonly theirs?: Value;
}

/** A resource that the ledger owns. The content is what the last apply left. */
export interface OwnedResource<Id extends string = string, Content = unknown> {
  readonly id: Id;
  readonly content: Content;
  readonly protect: boolean;
  /** Absent: none. */
  readonly decided?: readonly Decision[];
}

/**
 * The position of the entry with a source phrase. `row`: its number in the rows of the entries, if known, which avoids
 * a search.
 */
export type Locate = (source: string, row?: number) => SourceRef | undefined;

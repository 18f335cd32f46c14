import type { SourceRef } from '../source-ref.ts';
import type { ResourceAddress } from './address.ts';

/** A resource of the desired state. Its kind defines its content. */
export interface DesiredResource {
  readonly address: ResourceAddress;
  /** Where its file names it. */
  readonly origin: SourceRef;
  /** `id:` of the file: this very resource and no other. */
  readonly pinnedId?: string;
  readonly protect: boolean;
}

/** A resource as the service describes it. */
export interface LiveResource {
  readonly id: string;
}

/** A resource that the ledger owns. The content is what the last apply left. */
export interface OwnedResource<Id extends string = string, Content = unknown> {
  readonly id: Id;
  readonly content: Content;
  readonly protect: boolean;
}

/**
 * The position of the entry with a source phrase. `row`: its number in the rows of the entries, if known, which avoids
 * a search.
 */
export type Locate = (source: string, row?: number) => SourceRef | undefined;

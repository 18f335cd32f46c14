import type { SourceRef } from '../../model/source-ref.ts';
import type { DesiredResource } from '../resource.ts';

/** A resource that the files ask for, with the place by which it can be edited. */
export interface ResourceSource extends DesiredResource {
  /** Relative to the workspace root. */
  readonly file: string;
  /** Where it says `id:`. */
  readonly pinnedIdAt?: SourceRef;
  /**
   * False for a name that its file does not say. Present: the file did not change and was not checked. It says no
   * `id:`, and is parsed when something asks for more than its address and its tables.
   */
  readonly mayBeNamed?: (name: string) => boolean;
}

/** False for a resource whose file did not change and was not checked. */
export const wasRead = ({ mayBeNamed }: Pick<ResourceSource, 'mayBeNamed'>): boolean => mayBeNamed === undefined;

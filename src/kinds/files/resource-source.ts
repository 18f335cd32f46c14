import type { DesiredResource } from '../../model/resources/resource.ts';
import type { SourceRef } from '../../model/source-ref.ts';

/** A resource that the files ask for, with the place by which it can be edited. */
export interface ResourceSource extends DesiredResource {
  /** Relative to the workspace root. */
  readonly file: string;
  /** Where it says `id:`. */
  readonly pinnedIdAt?: SourceRef;
}

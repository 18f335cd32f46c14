import type { SourceRef } from '../../model/finding.ts';
import type { DesiredResource } from '../../model/resources/resource.ts';

/** A resource that the files ask for, with the places for editing it. */
export interface ResourceSource extends DesiredResource {
  /** Relative to the workspace root. */
  readonly file: string;
  /** The place of its name, if that is not its origin. */
  readonly nameAt?: SourceRef;
  /** Place of `id:`. */
  readonly pinnedIdAt?: SourceRef;
}

/** The places in a source. */
export type Placed = Pick<ResourceSource, 'file' | 'pinnedIdAt'>;

/** The source type of each kind, under its plural. Each kind adds its own with `declare module` in its folder. */
// biome-ignore lint/suspicious/noEmptyInterface: the kinds fill it
export interface SourceTypes {}

/** The desired state with the places for editing. */
export type WorkspaceSources = { readonly [Each in keyof SourceTypes]?: readonly SourceTypes[Each][] };

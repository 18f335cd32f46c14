import type { Entries } from '../model/entries/entries.ts';
import type { ResourceKind } from '../model/plan/plan.ts';
import type { ChildAddress, ResourceAddress } from '../model/resources/address.ts';
import type { FileValue } from '../model/resources/resource.ts';

/**
 * `edit`: changes some values; `remove`: the service does not have it any more; `add`: no file has it, or the files
 * dropped it.
 */
export type FileAction = 'edit' | 'add' | 'remove';

/** The change of the files of a child resource. */
export interface ChildEdit {
  readonly action: FileAction;
  readonly address: ChildAddress;
  /** For `edit`: each key once. */
  readonly values: readonly FileValue[];
  /** For `add`: all its entries on the service. */
  readonly entries?: Entries;
}

/** The change of the files of one resource that makes them request the state of the service. */
export interface FileEdit<Content = unknown> {
  readonly kind: ResourceKind;
  readonly address: ResourceAddress;
  readonly action: FileAction;
  /** For `edit`: by part and key. Values without a key are ordered by their places, with new ones last. */
  readonly values: readonly FileValue[];
  readonly children: readonly ChildEdit[];
  /**
   * For `add`: its id and its whole content on the service. `nameOn`: the target that its name is only for. Absent: its
   * name is for all targets.
   */
  readonly add?: { readonly id: string; readonly content: Content; readonly nameOn?: string };
}

import type { Entries } from '../model/entries/entries.ts';
import type { ResourceKind } from '../model/plan/plan.ts';
import type { ChildAddress, ResourceAddress } from '../model/resources/address.ts';
import type { FileValue } from '../model/resources/value.ts';

/** `edit`: some values; `remove`: the service has it no more; `add`: no file has it, or the files dropped it. */
export type FileAction = 'edit' | 'add' | 'remove';

/** What must become of the files of a part that has an address of its own. */
export interface ChildEdit {
  readonly action: FileAction;
  readonly address: ChildAddress;
  /** Of an edit: each key once. */
  readonly values: readonly FileValue[];
  /** Of one to add: all that the service has of it. */
  readonly entries?: Entries;
}

/** What must become of the files of one resource, so that they ask for what the service has. */
export interface FileEdit<Content = unknown> {
  readonly kind: ResourceKind;
  readonly address: ResourceAddress;
  readonly action: FileAction;
  /** Of an edit: by part and key; values without a key by their places, and those that are new last. */
  readonly values: readonly FileValue[];
  readonly children: readonly ChildEdit[];
  /** Of one to add: its id on the service, and all that the service has of it. */
  readonly add?: { readonly id: string; readonly content: Content };
}

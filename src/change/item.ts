import type { LiveResource, RecordValue } from '../model/resources/resource.ts';

/**
 * The label, the text and all other fields of a value without a key. Two values are the same if all of these are equal.
 */
export type ItemNames = readonly [label: string, text: string, ...others: readonly string[]];

/** The values of a resource that have no key, such as the instructions of a style list. */
export interface Items<Content, Live extends LiveResource = LiveResource, Item extends RecordValue = RecordValue> {
  /** The part of their keys. The second member of a key is an index, or an id of the service. */
  readonly part: string;
  of(content: Content): readonly Item[];
  /** The ids that the service gave to the values of a live resource, in their order. */
  idsOf(live: Live): readonly string[];
  names(item: Item, content: Content): ItemNames;
  /** A value as the files would write it, with the item that it replaces in the files. Default: unchanged. */
  asWritten?(item: Item, content: Content, files: { readonly item: Item | undefined; readonly content: Content }): Item;
}

/** A value of one side that has no key. */
export interface Item<Of extends RecordValue = RecordValue> {
  /** Two items with the same `key` are equal for the service. */
  readonly key: string;
  readonly names: readonly string[];
  readonly content: Of;
  /** The label. It need not be unique. */
  readonly label: string;
  readonly text: string;
  /** Index on its own side. */
  readonly index: number;
  readonly id?: string;
}

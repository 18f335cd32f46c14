import type { LiveResource } from '../model/resources/resource.ts';
import type { RecordValue } from '../model/resources/value.ts';

/** What a value without a key is called, what it says, and the rest: two are the same that have the same of all. */
export type ItemNames = readonly [label: string, text: string, ...others: readonly string[]];

/** The values of a resource that have no key of their own, as the instructions of a style list. */
export interface Items<Content, Live extends LiveResource = LiveResource, Item extends RecordValue = RecordValue> {
  /** The part of their keys. The second member of a key is a place, or an id of the service. */
  readonly part: string;
  of(content: Content): readonly Item[];
  /** The ids that the service gave to those of the content of a live resource, in their order. */
  idsOf(live: Live): readonly string[];
  names(item: Item, content: Content): ItemNames;
  /** One as the files would write it, beside what they have in its place. Default: as it is. */
  asWritten?(item: Item, content: Content, files: { readonly item: Item | undefined; readonly content: Content }): Item;
}

/** A value of one side that has no key. */
export interface Item<Of extends RecordValue = RecordValue> {
  /** Two of the same `key` are the same to the service. */
  readonly key: string;
  readonly names: readonly string[];
  readonly content: Of;
  /** What it is called. Two may have the same label. */
  readonly label: string;
  readonly text: string;
  /** Place on its own side. */
  readonly index: number;
  readonly id?: string;
}

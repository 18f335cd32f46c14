import type { Entries } from '../model/entries/entries.ts';
import type { RecordValue, ValueKey } from '../model/resources/value.ts';
import type { LiveResource } from './resource.ts';

/** A child as the service lists it. An empty one is none. */
export interface LiveChild {
  readonly size: number;
  /** Absent: they were not read. */
  readonly entries?: Entries | undefined;
}

/** A value without a key. `key`: by its content, what names it first; so two of the same content have the same key. */
export interface UnkeyedValue {
  readonly key: ValueKey;
  readonly value: RecordValue;
}

/** How resources of one name are compared between targets. */
export interface ComparedKind<Content, Live extends LiveResource = LiveResource> {
  /** Resources of the kind are not compared: their names tell nothing, or they are nobody else's business. */
  readonly never?: boolean;
  /** Default: those of the content, which were read with it. */
  childrenOf?(live: Live): ReadonlyMap<string, LiveChild>;
  /** Default: all values have keys. */
  items?(content: Content): readonly UnkeyedValue[];
}

import type { RecordValue, ValueKey } from '../../model/resources/value.ts';

/** A value without a key. `key`: by its content, what names it first; so two of the same content have the same key. */
export interface UnkeyedValue {
  readonly key: ValueKey;
  readonly value: RecordValue;
}

/** How resources of one name are compared between targets. */
export interface ComparedKind<Content> {
  /** Resources of the kind are not compared: their names tell nothing, or they are nobody else's business. */
  readonly never?: boolean;
  /** Default: all values have keys. */
  items?(content: Content): readonly UnkeyedValue[];
}

import type { Change, Operation } from '../../model/plan/plan.ts';
import type { Value } from '../../model/resources/value.ts';

/** `glossary`, `glossaries`: singular and plural. */
export type Noun = readonly [one: string, many: string];

type Quote = (text: string) => string;

/** Renders texts of others and numbers inside our own sentences. */
export interface Quotes {
  /** Text that cannot be mistaken for a sentence: a language, a rule. */
  readonly plain: Quote;
  /** A phrase or a label, possibly followed by an arrow or a colon. */
  readonly phrase: Quote;
  /** A prompt, always at the end of a sentence. */
  readonly prompt: Quote;
  readonly number: (value: number) => string;
}

/** The words for the values of one part. `names`: the key without the part. */
export interface PartWords {
  /** The noun for a value. Default: the name of the part, with an `s` for the plural. */
  readonly noun?: Noun;
  /**
   * True: the heading of a change shows the value, because the change is irreversible. Default: only values that are
   * always present.
   */
  readonly inHeading?: boolean;
  /** True: the name of a value is shown as code, such as `numbers.format`. Default: as normal text. */
  readonly isCode?: boolean;
  /**
   * The names of fields, for values that have fields. The first field is the name of the value, the second one its
   * content. Default: the names in the value.
   */
  readonly fields?: Readonly<Record<string, string>>;
  /** The name of a value among those of its part. Default: its first field, otherwise its key. */
  name?(names: readonly string[], value: Value | undefined, quotes: Quotes): string;
  /** The text before the name in a sentence. Default: the noun, unless the part is a single value. */
  title?(names: readonly string[], quotes: Quotes): string;
  value?(value: Value, names: readonly string[], quotes: Quotes): string;
  /** The meaning of a missing value in files or ledger: `not managed`. Default: none. */
  readonly absent?: string;
  /** The effect of a blocking value, such as ` (blocks the key)`. */
  blocks?(names: readonly string[]): string;
  /** The noun for a blocking value in a sentence. Default: the noun. */
  readonly blocker?: string;
}

/** The words for a kind of resource, besides its noun and the names of its parts. */
export interface KindWords {
  /** The plural. Default: the noun with an `s`. */
  readonly many?: string;
  /** A shorter noun, for sentences in which the kind is clear: `list`. Default: the noun. */
  readonly short?: string;
  /** The noun for its children. Default: part, parts. */
  readonly child?: Noun;
  /** By part; `entry` is a value of a child. */
  readonly parts?: Readonly<Record<string, PartWords>>;
  /** Why a resource is replaced and not changed. Default: that it cannot be changed like this. */
  readonly replaced?: string;
  /** The effect of an operation: `add and change terms`. Default: its name. */
  operation?(operation: Operation): string | undefined;
  /** The languages that a change is about. Default: none. */
  languages?(change: Change): readonly string[];
}

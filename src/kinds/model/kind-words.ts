import type { Change, Operation } from '../../model/plan/plan.ts';
import type { Value } from '../../model/resources/value.ts';

/** `glossary`, `glossaries`: one and many. */
export type Noun = readonly [one: string, many: string];

type Quote = (text: string) => string;

/** How text of others, and numbers, stand among words of ours. */
export interface Quotes {
  /** What nobody takes for a sentence: a language, a rule. */
  readonly plain: Quote;
  /** A phrase or a label, which an arrow or a colon may follow. */
  readonly phrase: Quote;
  /** A prompt, which comes last. */
  readonly prompt: Quote;
  readonly number: (value: number) => string;
}

/** How the values of one part read. `names`: the key without the part. */
export interface PartWords {
  /** What a value is called. Default: the name of the part, with an `s` for many. */
  readonly noun?: Noun;
  /** The heading of a change says it, because it is for good. Default: only what is always given. */
  readonly inHeading?: boolean;
  /** A value is called as a program calls it, such as `numbers.format`. Default: by words of people. */
  readonly isCode?: boolean;
  /**
   * Of values that have fields: what each field is called. The first one names the value, the second one says what it
   * is. Default: as the value has them.
   */
  readonly fields?: Readonly<Record<string, string>>;
  /** What a value is called among those of its part. Default: by its first field, else by its key. */
  name?(names: readonly string[], value: Value | undefined, quotes: Quotes): string;
  /** What stands before the name in a sentence. Default: the noun, unless the part is a single value. */
  title?(names: readonly string[], quotes: Quotes): string;
  value?(value: Value, names: readonly string[], quotes: Quotes): string;
  /** What it means that files or history have no such value: `not managed`. Default: there is none. */
  readonly absent?: string;
  /** What a value does that blocks, such as ` (blocks the key)`. */
  blocks?(names: readonly string[]): string;
  /** What a value is that blocks, for a sentence. Default: the noun. */
  readonly blocker?: string;
}

/** How a kind of resource reads, wherever its noun and the names of its parts do not say it. */
export interface KindWords {
  /** Many of it. Default: the noun with an `s`. */
  readonly many?: string;
  /** What it is called where nobody takes it for another kind: `list`. Default: the noun. */
  readonly short?: string;
  /** What its children are called. Default: part, parts. */
  readonly child?: Noun;
  /** By part; `entry` is a value of a child. */
  readonly parts?: Readonly<Record<string, PartWords>>;
  /** Why one is replaced and not changed. Default: that it cannot be changed so. */
  readonly replaced?: string;
  /** What an operation does: `add and change terms`. Default: its name. */
  operation?(operation: Operation): string | undefined;
  /** The languages that a change is about. Default: none. */
  languages?(change: Change): readonly string[];
}

import type { Change, ChildChange } from '../../model/plan/plan.ts';

/** Words of ours, and the name of a target that ends them. */
export interface NamedWords {
  readonly words: string;
  readonly name?: string;
}

/** How changes read that are no plan: what somebody changed outside git, or where targets differ. */
export interface ChangeView {
  /** What the two sides of a term are called. */
  readonly sides: readonly [before: NamedWords, after: NamedWords];
  /** What became of a resource or a child as a whole; absent: its values say it. */
  readonly wholes: ReadonlyMap<Change | ChildChange, NamedWords>;
  /** Words that stand for those of a plan, such as `missing` for `removed`. */
  readonly words: Readonly<Record<string, string>>;
}

/** Changes to show, and how they read. */
export interface ViewedChanges {
  readonly changes: readonly Change[];
  readonly view: ChangeView;
}

/** A word of a plan, or words with counts, as a view has them; without a view as they are. All words are ours. */
export const viewWords = (view: ChangeView | undefined, words: string): string =>
  words.replace(/[a-z]+/g, (word) => view?.words[word] ?? word);

import type { Change, ChildChange } from '../../model/plan/plan.ts';

/** Our own words, followed by the name of a target. */
export interface NamedWords {
  readonly words: string;
  readonly name?: string;
}

/** The words for changes that do not belong to a plan: drift, or differences between targets. */
export interface ChangeView {
  /** The titles of the two sides of a term. */
  readonly sides: readonly [before: NamedWords, after: NamedWords];
  /** The words for the change of a whole resource or child; absent: only its values differ. */
  readonly wholes: ReadonlyMap<Change | ChildChange, NamedWords>;
  /** Words that replace those of a plan, such as `missing` for `removed`. */
  readonly words: Readonly<Record<string, string>>;
}

/** Changes to show, and their words. */
export interface ViewedChanges {
  readonly changes: readonly Change[];
  readonly view: ChangeView;
}

/** Replaces the words of a plan by those of a view; unchanged without a view. All words are our own. */
export const viewWords = (view: ChangeView | undefined, words: string): string =>
  words.replace(/[a-z]+/g, (word) => view?.words[word] ?? word);

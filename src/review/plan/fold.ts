import { changeKind, type ValueChange } from '../../model/resources/value.ts';
import { type Tally, tally } from '../../plan/counts.ts';
import { groupedDigits, listed } from '../format/text.ts';

/** Values that are listed, and how many of each kind are not. */
interface Folded {
  readonly shown: readonly ValueChange[];
  readonly hidden: Tally;
}

/** Folds one list. `most`: of those that are removed, where fewer are enough. */
export type Fold = (values: readonly ValueChange[], most?: number) => Folded;

/** How the lists of one output are folded. */
interface FoldLimits {
  /** Most removed and changed values of all lists together; what is removed comes first. */
  readonly screen: number;
  /** A list with more additions than this shows the first of them only. */
  readonly added: number;
}

/** A screenful: what is removed or changed is named up to here. */
export const SCREEN_LINES = 40;

/** Limits for what somebody approves. */
export const SCREENFUL: FoldLimits = { screen: SCREEN_LINES, added: 50 };

/** Additions that are shown of a folded list, so that a reader knows what they are. */
const GLIMPSE = 5;

const NONE: Tally = { added: 0, changed: 0, removed: 0 };

export const sumOf = (tallies: readonly Tally[]): Tally =>
  tallies.reduce(
    (sum, { added, changed, removed }) => ({
      added: sum.added + added,
      changed: sum.changed + changed,
      removed: sum.removed + removed,
    }),
    NONE,
  );

/** Lists everything. */
export const unfolded: Fold = (values) => ({ shown: values, hidden: NONE });

/** A fold for the lists of one output, which are folded in the order in which they are shown. */
export interface Folding {
  readonly fold: Fold;
  /** What all lists so far do not show. */
  readonly hidden: () => Tally;
}

/** `removed`: of all lists. Each removed value that is named takes the place of a changed one. */
export function folding({ removed }: Pick<Tally, 'removed'>, limits: FoldLimits): Folding {
  const left = { removed: limits.screen, changed: Math.max(0, limits.screen - removed) };
  let all = NONE;
  const fold: Fold = (values, most = Number.POSITIVE_INFINITY) => {
    const counts = tally(values);
    const taken = {
      removed: Math.min(counts.removed, left.removed, most),
      changed: Math.min(counts.changed, left.changed),
      added: counts.added > limits.added ? GLIMPSE : counts.added,
    };
    left.removed -= taken.removed;
    left.changed -= taken.changed;
    const seen = { added: 0, changed: 0, removed: 0 };
    const shown = values.filter((value) => {
      const kind = changeKind(value);
      seen[kind] += 1;
      return seen[kind] <= taken[kind];
    });
    const hidden = {
      added: counts.added - taken.added,
      changed: counts.changed - taken.changed,
      removed: counts.removed - taken.removed,
    };
    all = sumOf([all, hidden]);
    return { shown, hidden };
  };
  return { fold, hidden: () => all };
}

/** `1,204 more removed and 30 more changed`; empty when nothing is hidden. */
const hiddenText = ({ removed, changed, added }: Tally): string =>
  listed(
    (
      [
        [removed, 'removed'],
        [changed, 'changed'],
        [added, 'added'],
      ] as const
    ).flatMap(([count, word]) => (count === 0 ? [] : [`${groupedDigits(count)} more ${word}`])),
  );

/** The line below a list for what it does not show. `more`: what shows it. */
export const hiddenLine = (hidden: Tally, more: string): readonly string[] =>
  hiddenText(hidden) === '' ? [] : [`… and ${hiddenText(hidden)}; ${more} shows all`];

/** What somebody should see before a yes, and does not; `command` shows it. */
export function unseenText(hidden: Tally, command: string | undefined): string | undefined {
  const text = hiddenText({ ...hidden, added: 0 });
  return text === '' ? undefined : `Not named above: ${text}. To see each, run: ${command ?? 'the same with --full'}`;
}

import type { Tally } from '../../plan/counts.ts';
import { listed } from '../format/text.ts';
import { talliesOf } from './change-words.ts';
import type { TermKind } from './term-kinds.ts';

/** How many lines of each kind a list does not show. */
type Hidden = Readonly<Record<TermKind, number>>;

/** Lines that are listed, and how many of each kind are not. */
interface Folded<Of> {
  readonly shown: readonly Of[];
  readonly hidden: Hidden;
}

/**
 * Folds one list. `most`: of those that take something away, where fewer are enough. `unmade`: additions that come
 * after the items, and that no list shows.
 */
export type Fold = <Of>(
  items: readonly Of[],
  kindOf: (item: Of) => TermKind,
  most?: number,
  unmade?: number,
) => Folded<Of>;

/** How the lists of one output are folded. */
interface FoldLimits {
  /** Most removed and changed values of all lists together; what is removed comes first. */
  readonly screen: number;
  /** A list with more additions than this shows the first of them only. */
  readonly added: number;
}

/** A screenful: what is removed or changed is named up to here. */
export const SCREEN_LINES = 40;

/** Additions of a list that is not folded. No more of them need be made for a list that may be folded, but one. */
export const ADDED_LINES = 50;

/** Limits for what somebody approves. */
export const SCREENFUL: FoldLimits = { screen: SCREEN_LINES, added: ADDED_LINES };

/** Additions that are shown of a folded list, so that a reader knows what they are. */
const GLIMPSE = 5;

const NONE: Hidden = { removed: 0, moved: 0, renamed: 0, changed: 0, added: 0 };

export const sumOf = (all: readonly Hidden[]): Hidden =>
  all.reduce(
    (sum, each) => ({
      removed: sum.removed + each.removed,
      moved: sum.moved + each.moved,
      renamed: sum.renamed + each.renamed,
      changed: sum.changed + each.changed,
      added: sum.added + each.added,
    }),
    NONE,
  );

/** Lists everything. */
export const unfolded: Fold = (items) => ({ shown: items, hidden: NONE });

/** A fold for the lists of one output, which are folded in the order in which they are shown. */
export interface Folding {
  readonly fold: Fold;
  /** What all lists so far do not show. */
  readonly hidden: () => Hidden;
}

/** What moves or gets another name is taken away from where it was. */
const classOf = (kind: TermKind): 'removed' | 'changed' | 'added' =>
  kind === 'moved' || kind === 'renamed' ? 'removed' : kind;

/** What all lists of an output take away, and change. */
type AllLines = Pick<Tally, 'removed'> & Partial<Pick<Tally, 'changed'>>;

/**
 * `removed`: lines of all lists that take something away. Each that is named takes the place of a changed one. A long
 * list leaves the lists behind it up to half of the room. What is added is named where nothing else of its list is
 * left out.
 */
export function folding({ removed, changed = 0 }: AllLines, limits: FoldLimits): Folding {
  const left = { removed: limits.screen, changed: Math.max(0, limits.screen - removed) };
  const behind = { removed, changed };
  const take = (kind: 'removed' | 'changed', count: number): number => {
    behind[kind] = Math.max(0, behind[kind] - count);
    const share = Math.max(left[kind] - behind[kind], Math.ceil(left[kind] / 2));
    const taken = Math.min(count, share);
    left[kind] -= taken;
    return taken;
  };
  let all = NONE;
  const fold: Fold = (items, kindOf, most = Number.POSITIVE_INFINITY, unmade = 0) => {
    const counts = { removed: 0, changed: 0, added: unmade };
    for (const item of items) counts[classOf(kindOf(item))] += 1;
    const lost = Math.min(counts.removed, most);
    behind.removed -= counts.removed - lost;
    const [gone, edited] = [take('removed', lost), take('changed', counts.changed)];
    const isCut = gone < lost || edited < counts.changed;
    const taken = {
      removed: gone,
      changed: edited,
      added: isCut ? 0 : counts.added > limits.added ? GLIMPSE : counts.added,
    };
    const seen = { added: 0, changed: 0, removed: 0 };
    const hidden = { ...NONE, added: unmade };
    const shown = items.filter((item) => {
      const kind = kindOf(item);
      const isShown = ++seen[classOf(kind)] <= taken[classOf(kind)];
      if (!isShown) hidden[kind] += 1;
      return isShown;
    });
    all = sumOf([all, hidden]);
    return { shown, hidden };
  };
  return { fold, hidden: () => all };
}

/** `1,204 more removed and 30 more changed`; empty when nothing is hidden. */
const hiddenText = (hidden: Hidden): string =>
  listed(talliesOf(hidden).map(([, words]) => words.replace(' ', ' more ')));

/** The line below a list for what it does not show. `more`: what shows it. */
export const hiddenLine = (hidden: Hidden, more: string): readonly string[] =>
  hiddenText(hidden) === '' ? [] : [`… and ${hiddenText(hidden)}; ${more} shows all`];

/** What somebody should see before a yes, and does not; `command` shows it. */
export function unseenText(hidden: Hidden, command: string | undefined): string | undefined {
  const text = hiddenText({ ...hidden, added: 0 });
  return text === '' ? undefined : `Not named above: ${text}. To see each, run: ${command ?? 'the same with --full'}`;
}

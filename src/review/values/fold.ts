import type { Tally } from '../../plan/counts.ts';
import { listed } from '../format/text.ts';
import { talliesOf } from './change-words.ts';
import type { TermKind } from './term-kinds.ts';

/** Number of lines of each kind that a list does not show. */
type Hidden = Readonly<Record<TermKind, number>>;

/** The lines that are listed, and the numbers of other lines by kind. */
interface Folded<Of> {
  readonly shown: readonly Of[];
  readonly hidden: Hidden;
}

/**
 * Shortens one list. `most`: maximum number of losses to show. `unmade`: number of additions after the items, which no
 * list shows.
 */
export type Fold = <Of>(
  items: readonly Of[],
  kindOf: (item: Of) => TermKind,
  most?: number,
  unmade?: number,
) => Folded<Of>;

/** Limits for the lists of one output. */
interface FoldLimits {
  /** Maximum number of removed and changed values in all lists together; removed ones have priority. */
  readonly screen: number;
  /** A list with more additions than this shows only the first ones. */
  readonly added: number;
}

/** Lines of a screen: up to this number, removed and changed values are listed. */
export const SCREEN_LINES = 40;

/**
 * Maximum number of additions in a list that is not shortened. For a list that may be shortened, only one more must be
 * made.
 */
export const ADDED_LINES = 50;

/** Limits for a plan that a user approves. */
export const SCREENFUL: FoldLimits = { screen: SCREEN_LINES, added: ADDED_LINES };

/** Number of additions that a shortened list shows as examples. */
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

/** Shows all lines. */
export const unfolded: Fold = (items) => ({ shown: items, hidden: NONE });

/** Shortens the lists of one output. Must be called in the order of output. */
export interface Folding {
  readonly fold: Fold;
  /** The numbers of lines that all lists so far do not show. */
  readonly hidden: () => Hidden;
}

/** A moved or renamed term counts as removed from its old place. */
const classOf = (kind: TermKind): 'removed' | 'changed' | 'added' =>
  kind === 'moved' || kind === 'renamed' ? 'removed' : kind;

/** The numbers of removed and changed lines over all lists of an output. */
type AllLines = Pick<Tally, 'removed'> & Partial<Pick<Tally, 'changed'>>;

/**
 * `removed`: number of losses in all lists. Each loss that is listed replaces a change. A long list leaves up to half
 * of the room to the lists after it. Additions are listed if all other lines of their list are. No list hides a single
 * line.
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
    const added = isCut ? 0 : counts.added > limits.added ? GLIMPSE : counts.added;
    // The line about a hidden one would be as long as the hidden line.
    const hidesOne = unmade === 0 && items.length - gone - edited - added === 1;
    const taken = hidesOne ? counts : { removed: gone, changed: edited, added };
    const seen = { added: 0, changed: 0, removed: 0 };
    const hidden = { ...NONE, added: unmade };
    const shown = items.filter((item) => {
      const kind = kindOf(item);
      const isShown = ++seen[classOf(kind)] <= taken[classOf(kind)];
      if (!isShown) hidden[kind] += 1;
      return isShown;
    });
    // A line about one other line would be as long as that line.
    if (items.length - shown.length === 1 && unmade === 0) return { shown: items, hidden: NONE };
    all = sumOf([all, hidden]);
    return { shown, hidden };
  };
  return { fold, hidden: () => all };
}

/** `1,204 more removed and 30 more changed`; empty if nothing is hidden. */
const hiddenText = (hidden: Hidden): string =>
  listed(talliesOf(hidden).map(([, words]) => words.replace(' ', ' more ')));

/** The line below a list about hidden lines. `hint`: the text after their number. */
export const hiddenLine = (hidden: Hidden, hint: string): readonly string[] =>
  hiddenText(hidden) === '' ? [] : [`… and ${hiddenText(hidden)}${hint}`];

/**
 * The sentence about losses and changes that a user should see before the approval but that are hidden; `command` shows
 * them. `undefined` if none are hidden.
 */
export function unseenText(hidden: Hidden, command: string | undefined): string | undefined {
  const text = hiddenText({ ...hidden, added: 0 });
  return text === ''
    ? undefined
    : `Not named above: ${text}. To see each, run: ${command ?? 'the same command with --full'}`;
}

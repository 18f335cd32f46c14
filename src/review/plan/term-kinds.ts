import type { TermMark } from '../../model/entries/held-back.ts';
import type { ChildChange, Plan } from '../../model/plan/plan.ts';
import type { ChildAddress } from '../../model/resources/address.ts';
import type { ValueChange } from '../../model/resources/value.ts';
import type { SourceRef } from '../../model/source-ref.ts';
import { type TermPairs, termPairs } from '../../plan/term-pairs.ts';
import { natureOf } from './word-change.ts';

/**
 * What a reviewer would call the change of a term. `case`, `white-space` and `form` differ in nothing else: white space
 * is also what cannot be seen, a form is the Unicode normalisation. `renamed`: another source phrase for the same
 * translation in the same dictionary. `moved-away` and `moved-here`: the same two phrases leave one dictionary of the
 * plan and come into another one.
 */
export type TermKind =
  | 'removed'
  | 'moved-away'
  | 'renamed'
  | 'retargeted'
  | 'case'
  | 'white-space'
  | 'form'
  | 'moved-here'
  | 'added';

/** What the kinds are called, in the order in which they are shown: what is lost first. */
export const TERM_WORDS: Readonly<Record<TermKind, string>> = {
  removed: 'removed',
  'moved-away': 'moved away',
  renamed: 'renamed',
  retargeted: 'changed',
  case: 'case only',
  'white-space': 'white space only',
  form: 'Unicode form only',
  'moved-here': 'moved here',
  added: 'added',
};

export const TERM_KINDS = Object.keys(TERM_WORDS) as readonly TermKind[];

export interface Term {
  readonly source: string;
  readonly target: string;
}

/**
 * One thing that happens to a term; it stands for one entry change, or for the removed and the added one of a new
 * spelling.
 */
export interface TermChange {
  readonly kind: TermKind;
  readonly before?: Term;
  readonly after?: Term;
  /** The row in the files; of what is gone there is none. */
  readonly at?: SourceRef;
  /** Where it went, or came from. */
  readonly other?: ChildAddress;
  /** What its row says of it. */
  readonly mark?: TermMark;
}

/**
 * True when a source phrase is no longer in its dictionary, whatever has come in its place: one for each entry that a
 * plan removes.
 */
export const losesTerm = ({ before, after }: TermChange): boolean =>
  before !== undefined && before.source !== after?.source;

const UNSEEN = /[\s\p{Cf}\p{Cc}\p{Default_Ignorable_Code_Point}]+/gu;

/** What a change is called. Of another source phrase and translation, both must differ in the same. */
function kindOf(before: Term, after: Term): TermKind {
  if (before.source === after.source) return natureOf(before.target, after.target, UNSEEN) ?? 'retargeted';
  const ofSource = natureOf(before.source, after.source, UNSEEN);
  const ofTarget = before.target === after.target ? ofSource : natureOf(before.target, after.target, UNSEEN);
  return ofSource !== undefined && ofSource === ofTarget ? ofSource : 'renamed';
}

const RANK = new Map(TERM_KINDS.map((kind, index) => [kind, index]));

const termBefore = ({ key: [, , source = ''], from }: ValueChange): Term => ({ source, target: String(from) });
const termAfter = ({ key: [, , source = ''], to }: ValueChange): Term => ({ source, target: String(to) });

/** What a row says of its term. */
const markOf = ({ term }: ValueChange): Pick<TermChange, 'mark'> => (term === undefined ? {} : { mark: term });

/** The row in the files, and what it says. */
const rowOf = (value: ValueChange): Pick<TermChange, 'at' | 'mark'> => ({
  ...(value.at !== undefined && { at: value.at }),
  ...markOf(value),
});

/** What becomes of one entry; nothing for one that has come in place of another one, which says it. */
function changeOf(value: ValueChange, { moved, renamed, cameFrom }: TermPairs): readonly TermChange[] {
  const { from, to } = value;
  if (to === undefined) {
    const before = termBefore(value);
    const [row, there] = [renamed.get(value), moved.get(value)];
    if (row !== undefined) {
      const after = termAfter(row.value);
      return [{ kind: kindOf(before, after), before, after, ...rowOf(row.value) }];
    }
    if (there === undefined) return [{ kind: 'removed', before, ...rowOf(value) }];
    // Its own row is gone; what is said of the term stands in the row that it has now.
    return [{ kind: 'moved-away', before, other: there.in.address, ...rowOf(value), ...markOf(there.value) }];
  }
  const after = termAfter(value);
  if (from !== undefined) {
    const before = termBefore(value);
    return [{ kind: kindOf(before, after), before, after, ...rowOf(value) }];
  }
  const origin = cameFrom.get(value);
  if (origin === undefined) return [{ kind: 'added', after, ...rowOf(value) }];
  return moved.has(origin.value) ? [{ kind: 'moved-here', after, other: origin.in.address, ...rowOf(value) }] : [];
}

/**
 * What happens to the terms of each dictionary of a plan: by kind, and within a kind in the order of the plan. Every
 * entry change is in exactly one term change, so the numbers of a plan can be told from them. Linear in the number of
 * entries.
 */
export function termKinds(plan: Pick<Plan, 'changes'>): ReadonlyMap<ChildChange, readonly TermChange[]> {
  const pairs = termPairs(plan);
  const rank = ({ kind }: TermChange): number => RANK.get(kind) ?? 0;
  return new Map(
    plan.changes
      .flatMap(({ children }) => children)
      .map((child) => [
        child,
        child.values.flatMap((value) => changeOf(value, pairs)).sort((left, right) => rank(left) - rank(right)),
      ]),
  );
}

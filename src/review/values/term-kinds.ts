import type { TermMark } from '../../model/entries/held-back.ts';
import { grouped } from '../../model/grouped.ts';
import {
  type Additions,
  additionsOf,
  firstValues,
  onlyAdded,
  unmadeBeyond,
  valuesOfAdditions,
} from '../../model/plan/additions.ts';
import type { ChildAddress } from '../../model/resources/address.ts';
import type { ValueChange } from '../../model/resources/value.ts';
import type { SourceRef } from '../../model/source-ref.ts';
import { type TermChanges, type TermChild, type TermPairs, termPairs } from '../../plan/term-pairs.ts';
import { type Nature, natureOf } from './word-change.ts';

/**
 * What a reviewer would call the change of a term. `renamed`: another source phrase for the same translation in the
 * same dictionary. `moved`: the same two phrases leave one dictionary of the plan and come into another one.
 */
export type TermKind = 'removed' | 'moved' | 'renamed' | 'changed' | 'added';

/** The kinds in the order in which they are shown: what is lost first. The counts of a plan have the same names. */
export const TERM_KINDS = ['removed', 'moved', 'renamed', 'changed', 'added'] as const satisfies readonly TermKind[];

export interface Term {
  readonly source: string;
  readonly target: string;
}

/**
 * One thing that happens to a term; it stands for one entry change, or for the removed and the added one of a new
 * spelling or a move.
 */
export interface TermChange {
  readonly kind: TermKind;
  /** What the two sides differ in and in nothing else, where it is easily overlooked. */
  readonly nature?: Nature;
  readonly before?: Term;
  readonly after?: Term;
  /** The row in the files; of what is gone there is none. */
  readonly at?: SourceRef;
  /** The dictionary that it has moved to; it is listed in the one that it has left. */
  readonly to?: ChildAddress;
  /** What its row says of it. */
  readonly mark?: TermMark;
}

/**
 * True when a source phrase is no longer in its dictionary, whatever has come in its place: one for each entry that a
 * plan removes.
 */
export const losesTerm = ({ before, after, to }: TermChange): boolean =>
  before !== undefined && (before.source !== after?.source || to !== undefined);

/** What a term changes in. Of another source phrase and translation, both must differ in the same. */
function termNature(before: Term, after: Term): Pick<TermChange, 'nature'> {
  const [ofSource, ofTarget] = (['source', 'target'] as const).map((side) =>
    before[side] === after[side] ? 'same' : natureOf(before[side], after[side]),
  );
  const nature = ofSource === 'same' ? ofTarget : ofTarget === 'same' || ofSource === ofTarget ? ofSource : undefined;
  return nature === undefined || nature === 'same' ? {} : { nature };
}

const RANK = new Map<TermKind, number>(TERM_KINDS.map((kind, index) => [kind, index]));

const termBefore = ({ key: [, , source = ''], from }: ValueChange): Term => ({ source, target: String(from) });
const termAfter = ({ key: [, , source = ''], to }: ValueChange): Term => ({ source, target: String(to) });

/** The row in the files, and what it says. */
function rowOf({ at, term }: ValueChange): Pick<TermChange, 'at' | 'mark'> {
  // Most rows say nothing, and there may be half a million.
  if (term === undefined) return at === undefined ? {} : { at };
  return { at, mark: term };
}

const addedTerm = (value: ValueChange): TermChange => ({ kind: 'added', after: termAfter(value), ...rowOf(value) });

/** What becomes of one entry; nothing for one that has come in place of another one, which says it. */
function changeOf(value: ValueChange, { moved, renamed, cameFrom }: TermPairs): readonly TermChange[] {
  const { from, to } = value;
  if (to === undefined) {
    const before = termBefore(value);
    const [row, there] = [renamed.get(value), moved.get(value)];
    const now = row ?? there;
    if (now === undefined) return [{ kind: 'removed', before, ...rowOf(value) }];
    const after = termAfter(now.value);
    // In a drift, the files still have the row of what is gone.
    const all = { before, after, ...(value.at && { at: value.at }), ...rowOf(now.value) };
    if (there !== undefined) return [{ kind: 'moved', ...all, to: there.in.address }];
    return [{ kind: 'renamed', ...termNature(before, after), ...all }];
  }
  if (from === undefined) return cameFrom.has(value) ? [] : [addedTerm(value)];
  const [before, after] = [termBefore(value), termAfter(value)];
  return [{ kind: 'changed', ...termNature(before, after), before, after, ...rowOf(value) }];
}

/**
 * What happens to the terms of one dictionary of a plan, made when it is asked for. `most`: additions of which no more
 * is needed; the counts of the plan say how many there are.
 */
export type TermsOf = (child: TermChild, most?: number) => readonly TermChange[];

/**
 * What happens to the terms of each dictionary of a plan: by kind, and within a kind in the order of the plan. Every
 * entry change is in exactly one term change, so there are as many of each kind as the counts of the plan say. A term
 * that has moved stands in the dictionary that it has left. Linear in the number of entries.
 */
export function planTerms(plan: TermChanges): TermsOf {
  const pairs = termPairs(plan);
  return (child, most) => termsOf(child, pairs, most);
}

/** The same, of which each is made when it is asked for, where a dictionary has nothing but additions. */
export function eachPlanTerm(plan: TermChanges): (child: TermChild) => Iterable<TermChange> {
  const pairs = termPairs(plan);
  return (child) => {
    const additions = unmadeBeyond(child, 0) > 0 && onlyAdded(child) ? additionsOf(child) : undefined;
    return additions === undefined ? termsOf(child, pairs) : addedTerms(additions);
  };
}

/** Of values that nobody has kept none has come in place of another one. */
function* addedTerms(additions: Additions): Generator<TermChange, void, void> {
  for (const value of valuesOfAdditions(additions)) yield addedTerm(value);
}

function termsOf(child: TermChild, pairs: TermPairs, most?: number): readonly TermChange[] {
  const rank = ({ kind }: TermChange): number => RANK.get(kind) ?? 0;
  const values = most === undefined ? child.values : firstValues(child, most);
  return values.flatMap((value) => changeOf(value, pairs)).sort((left, right) => rank(left) - rank(right));
}

/** From where terms have moved into a dictionary of a plan, and how many: they are listed there. */
export function movedHereFrom(
  plan: TermChanges,
  child: TermChild,
): readonly (readonly [from: ChildAddress, count: number])[] {
  const { moved, cameFrom } = termPairs(plan);
  if (moved.size === 0) return [];
  const origins = child.values.flatMap((value) => {
    const origin = cameFrom.get(value);
    return origin !== undefined && moved.has(origin.value) ? [origin.in.address] : [];
  });
  return [...grouped(origins, (address) => address)].map(([address, each]) => [address, each.length]);
}

import type { TermMark } from '../../model/entries/held-back.ts';
import type { SourceRef } from '../../model/finding.ts';
import { grouped } from '../../model/lists.ts';
import {
  type Additions,
  additionsBeyond,
  additionsOf,
  firstValues,
  onlyAdded,
  valuesOfAdditions,
} from '../../model/plan/additions.ts';
import { type ChildAddress, childName } from '../../model/resources/address.ts';
import type { ValueChange } from '../../model/resources/resource.ts';
import { type TermChanges, type TermChild, type TermPairs, termPairs } from '../../plan/term-pairs.ts';
import { type Nature, natureOf } from './word-change.ts';

/**
 * The kind of a term's change for a reviewer. `renamed`: another source phrase for the same translation in the same
 * dictionary. `moved`: the two phrases are removed from one dictionary of the plan and added to another.
 */
export type TermKind = 'removed' | 'moved' | 'renamed' | 'changed' | 'added';

/** The kinds in the order of output: losses first. The counts of a plan have the same names. */
export const TERM_KINDS = ['removed', 'moved', 'renamed', 'changed', 'added'] as const satisfies readonly TermKind[];

export interface Term {
  readonly source: string;
  readonly target: string;
}

/**
 * One change of a term. It represents one changed entry, or the removed and the added entry of a renamed or moved term.
 */
export interface TermChange {
  readonly kind: TermKind;
  /** The only difference between the two sides, if it is hard to see. */
  readonly nature?: Nature;
  readonly before?: Term;
  readonly after?: Term;
  /** The row in the files; absent for a removed term. */
  readonly at?: SourceRef;
  /** The dictionary to which it has moved; it is listed in its old dictionary. */
  readonly to?: ChildAddress;
  /** The other fields of its row. */
  readonly mark?: TermMark;
  /** Number of dictionaries with this change of a shared term. Absent: only this one. */
  readonly dictionaries?: number;
}

/**
 * True if a source phrase is removed from its dictionary, even if another one replaces it: once for each entry that a
 * plan removes.
 */
export const losesTerm = ({ before, after, to }: TermChange): boolean =>
  before !== undefined && (before.source !== after?.source || to !== undefined);

/** The nature of a term's change. If both source phrase and translation change, their natures must be equal. */
function termNature(before: Term, after: Term): Pick<TermChange, 'nature'> {
  const [sourceNature, targetNature] = (['source', 'target'] as const).map((side) =>
    before[side] === after[side] ? 'same' : natureOf(before[side], after[side]),
  );
  const nature =
    sourceNature === 'same'
      ? targetNature
      : targetNature === 'same' || sourceNature === targetNature
        ? sourceNature
        : undefined;
  return nature === undefined || nature === 'same' ? {} : { nature };
}

const RANK = new Map<TermKind, number>(TERM_KINDS.map((kind, index) => [kind, index]));

const termBefore = ({ key: [, , source = ''], from }: ValueChange): Term => ({ source, target: String(from) });
const termAfter = ({ key: [, , source = ''], to }: ValueChange): Term => ({ source, target: String(to) });

/** The row in the files, and its other fields. */
function rowOf({ at, term }: ValueChange): Pick<TermChange, 'at' | 'mark'> {
  // Usually a row has no other fields, and there may be half a million rows.
  if (term === undefined) return at === undefined ? {} : { at };
  return { at, mark: term };
}

const addedTerm = (value: ValueChange): TermChange => ({ kind: 'added', after: termAfter(value), ...rowOf(value) });

/** The change of one entry; empty for an added entry that belongs to the change of a removed one. */
function changeOf(value: ValueChange, { moved, renamed, cameFrom }: TermPairs): readonly TermChange[] {
  const { from, to } = value;
  if (to === undefined) {
    const before = termBefore(value);
    const [row, there] = [renamed.get(value), moved.get(value)];
    const now = row ?? there;
    if (now === undefined) return [{ kind: 'removed', before, ...rowOf(value) }];
    const after = termAfter(now.value);
    // In a drift, the files still have the row of a removed term.
    const all = { before, after, at: value.at, ...rowOf(now.value) };
    if (there !== undefined) return [{ kind: 'moved', ...all, to: there.in.address }];
    return [{ kind: 'renamed', ...termNature(before, after), ...all }];
  }
  if (from === undefined) return cameFrom.has(value) ? [] : [addedTerm(value)];
  const [before, after] = [termBefore(value), termAfter(value)];
  return [{ kind: 'changed', ...termNature(before, after), before, after, ...rowOf(value) }];
}

/**
 * Makes the changes of the terms of one dictionary in a plan. `most`: maximum number of additions in the result, which
 * always has all removals and changes. The counts of the plan include every addition.
 */
export type TermsOf = (child: TermChild, most?: number) => readonly TermChange[];

/**
 * The changes of the terms of each dictionary in a plan: by kind, and within a kind in the order of the plan. Every
 * changed entry is in exactly one change, so their numbers match the counts of the plan. A moved term is listed in its
 * old dictionary, and a shared one in the first dictionary that inherits it. Linear in the number of entries.
 */
export function planTerms(plan: TermChanges): TermsOf {
  const pairs = termPairs(plan);
  const shared = sharedTerms(plan);
  if (shared.size === 0) return (child, most) => termsOf(child, pairs, most);
  return (child, most) =>
    termsOf(child, pairs, most).flatMap((term) => {
      const places = sharedPlaces(shared, child, term);
      if (places.length === 0) return [term];
      return places[0] === child.address ? [{ ...term, dictionaries: places.length }] : [];
    });
}

/** One change of a term that several dictionaries inherit. */
interface SharedTerm {
  readonly term: TermChange;
  /** The dictionaries, in the order of the plan. The first one lists the term. */
  readonly places: readonly ChildAddress[];
}

type SharedTerms = ReadonlyMap<string, SharedTerm>;

/** Maximum number of additions of a dictionary that are compared with those of others. */
const SHARED_MAX = 2000;

const shareKey = ({ address }: TermChild, { kind, before, after, at }: TermChange): string =>
  JSON.stringify([childName(address), kind, before, after, kind === 'removed' ? undefined : [at?.file, at?.line]]);

/** The dictionaries with the same change of a shared term; the first one lists it. Empty: the term is not shared. */
export const sharedPlaces = (shared: SharedTerms, child: TermChild, term: TermChange): readonly ChildAddress[] =>
  shared.size === 0 || child.action !== 'update' ? [] : (shared.get(shareKey(child, term))?.places ?? []);

/** The dictionary that lists a shared term; `undefined`: this one does, or the term is not shared. */
function listedIn(shared: SharedTerms, child: TermChild, term: TermChange): ChildAddress | undefined {
  const [first] = sharedPlaces(shared, child, term);
  return first === child.address ? undefined : first;
}

const knownShared = new WeakMap<TermChanges['changes'], SharedTerms>();

/**
 * The changes that several dictionaries of a plan have in common because they inherit a row. The row of a removed term
 * does not exist any more, so equal removals count if one of the dictionaries inherits terms. New and deleted
 * dictionaries list all terms.
 */
export function sharedTerms(plan: TermChanges): SharedTerms {
  const before = knownShared.get(plan.changes);
  if (before !== undefined) return before;
  const children = plan.changes.flatMap((change) => change.children).filter(({ action }) => action === 'update');
  const found = new Map<string, SharedTerm & { readonly places: ChildAddress[]; isInherited: boolean }>();
  // Without inherited terms, nothing is compared.
  for (const child of children.some(({ inherits }) => inherits === true) ? children : [])
    for (const term of termsOf(child, termPairs(plan), SHARED_MAX)) {
      const key = shareKey(child, term);
      const entry = found.get(key) ?? { term, places: [], isInherited: false };
      entry.places.push(child.address);
      entry.isInherited ||=
        child.inherits === true && (term.kind === 'removed' || (term.mark?.inheritedFrom ?? term.at) !== undefined);
      found.set(key, entry);
    }
  const shared = new Map([...found].filter(([, { places, isInherited }]) => isInherited && places.length > 1));
  knownShared.set(plan.changes, shared);
  return shared;
}

/** The dictionaries that list shared terms of a dictionary, with the numbers of these terms. */
export function sharedWith(
  plan: TermChanges,
  child: TermChild,
): readonly (readonly [first: ChildAddress, count: number])[] {
  const shared = sharedTerms(plan);
  if (shared.size === 0) return [];
  const firsts = termsOf(child, termPairs(plan), SHARED_MAX).flatMap((term) => listedIn(shared, child, term) ?? []);
  return [...grouped(firsts, (address) => address)].map(([address, each]) => [address, each.length]);
}

/** The numbers of losses and changes that are not listed, because another dictionary lists the shared term. */
export function copiesOfShared(plan: TermChanges): { readonly removed: number; readonly changed: number } {
  const copies = { removed: 0, changed: 0 };
  for (const { term, places } of sharedTerms(plan).values())
    if (term.kind !== 'added') copies[term.kind === 'changed' ? 'changed' : 'removed'] += places.length - 1;
  return copies;
}

/** True for a dictionary whose changed terms are all listed in another one. */
export function isListedElsewhere(plan: TermChanges, child: TermChild): boolean {
  const shared = sharedTerms(plan);
  if (shared.size === 0 || child.action !== 'update' || additionsBeyond(child, SHARED_MAX) > 0) return false;
  const terms = termsOf(child, termPairs(plan), SHARED_MAX);
  return terms.length > 0 && terms.every((term) => listedIn(shared, child, term) !== undefined);
}

/**
 * All changes of the terms of each dictionary, also those of shared terms that another one lists. If a dictionary has
 * only additions, its changes are made while they are read.
 */
export function eachPlanTerm(plan: TermChanges): (child: TermChild) => Iterable<TermChange> {
  const pairs = termPairs(plan);
  return (child) => {
    const additions = additionsBeyond(child, 0) > 0 && onlyAdded(child) ? additionsOf(child) : undefined;
    return additions === undefined ? termsOf(child, pairs) : addedTerms(additions);
  };
}

/** Additions that were never stored are not part of a pair. */
function* addedTerms(additions: Additions): Generator<TermChange, void, void> {
  for (const value of valuesOfAdditions(additions)) yield addedTerm(value);
}

function termsOf(child: TermChild, pairs: TermPairs, most?: number): readonly TermChange[] {
  const rank = ({ kind }: TermChange): number => RANK.get(kind) ?? 0;
  const values = most === undefined ? child.values : firstValues(child, most);
  return values.flatMap((value) => changeOf(value, pairs)).sort((left, right) => rank(left) - rank(right));
}

/** The dictionaries from which terms have moved into a dictionary, with their numbers: the terms are listed there. */
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

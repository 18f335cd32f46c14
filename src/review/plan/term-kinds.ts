import type { TermMark } from '../../model/entries/held-back.ts';
import { grouped } from '../../model/grouped.ts';
import type { ChildChange, Plan } from '../../model/plan/plan.ts';
import { type ChildAddress, childName } from '../../model/resources/address.ts';
import type { ValueChange } from '../../model/resources/value.ts';
import type { SourceRef } from '../../model/source-ref.ts';
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

/** Equal for phrases that have a nature, and for some that differ in two of them. */
const folded = (text: string): string => text.normalize('NFC').replace(UNSEEN, '').toLowerCase();

/** Two texts as one key: no phrase holds a NUL, and one that did would only be told apart less well. */
const key = (...texts: readonly string[]): string => texts.join('\0');

/** One entry of a dictionary before and after. */
interface Row {
  readonly in: ChildChange;
  readonly before?: Term;
  readonly after?: Term;
  readonly at?: SourceRef;
  readonly mark?: TermMark;
}

function rowOf({ key: [, , source = ''], from, to, at, term }: ValueChange, dictionary: ChildChange): Row {
  return {
    in: dictionary,
    ...(from !== undefined && { before: { source, target: String(from) } }),
    ...(to !== undefined && { after: { source, target: String(to) } }),
    ...(at !== undefined && { at }),
    ...(term !== undefined && { mark: term }),
  };
}

type KeyOf = (term: Term, dictionary: ChildChange) => string;

/** The same two phrases in another child: one of the same languages before any other. */
const MOVED: readonly KeyOf[] = [
  ({ source, target }, { address }) => key(childName(address), source, target),
  ({ source, target }) => key(source, target),
];

/** One term of a dictionary under another name: alike but for what is easily overlooked, or of the same translation. */
const RENAMED: readonly KeyOf[] = [
  ({ source, target }, { address }) => key(address, folded(source), folded(target)),
  ({ target }, { address }) => key(address, target),
];

/** Removed → added, of the same key: by the first key as many as there are, then by the next. Each row once. */
function matched(removed: readonly Row[], added: readonly Row[], keys: readonly KeyOf[]): ReadonlyMap<Row, Row> {
  const found = new Map<Row, Row>();
  const taken = new Set<Row>();
  for (const keyOf of keys) {
    const ofRow = (row: Row): string => keyOf((row.before ?? row.after) as Term, row.in);
    const free = grouped(
      added.filter((row) => !taken.has(row)),
      ofRow,
    );
    const waiting = new Map([...free].map(([name, rows]) => [name, rows.values()]));
    for (const row of removed) {
      const other = found.has(row) ? undefined : waiting.get(ofRow(row))?.next().value;
      if (other === undefined) continue;
      found.set(row, other);
      taken.add(other);
    }
  }
  return found;
}

/** What a change is called. Of another source phrase and translation, both must differ in the same. */
function kindOf(before: Term, after: Term): TermKind {
  if (before.source === after.source) return natureOf(before.target, after.target, UNSEEN) ?? 'retargeted';
  const ofSource = natureOf(before.source, after.source, UNSEEN);
  const ofTarget = before.target === after.target ? ofSource : natureOf(before.target, after.target, UNSEEN);
  return ofSource !== undefined && ofSource === ofTarget ? ofSource : 'renamed';
}

const RANK = new Map(TERM_KINDS.map((kind, index) => [kind, index]));

/**
 * What happens to the terms of each dictionary of a plan: by kind, and within a kind in the order of the plan. Every
 * entry change is in exactly one term change, so the numbers of a plan can be told from them. Linear in the number of
 * entries.
 */
export function termKinds(plan: Pick<Plan, 'changes'>): ReadonlyMap<ChildChange, readonly TermChange[]> {
  const dictionaries = plan.changes.flatMap(({ children }) => children);
  const rowsIn = dictionaries.map((each) => [each, each.values.map((value) => rowOf(value, each))] as const);
  const rows = rowsIn.flatMap(([, inside]) => inside);
  const removed = rows.filter(({ after }) => after === undefined);
  const added = rows.filter(({ before }) => before === undefined);
  const movedTo = matched(removed, added, MOVED);
  const movedFrom = new Map([...movedTo].map(([gone, come]) => [come, gone]));
  const renames = matched(
    removed.filter((row) => !movedTo.has(row)),
    added.filter((row) => !movedFrom.has(row)),
    RENAMED,
  );
  const renamed = new Set(renames.values());
  const changesOf = (row: Row): readonly TermChange[] => {
    if (renamed.has(row)) return [];
    const { before } = row;
    const { after, at, mark } = renames.get(row) ?? row;
    const place = { ...(at !== undefined && { at }), ...(mark !== undefined && { mark }) };
    const other = (movedTo.get(row) ?? movedFrom.get(row))?.in.address;
    const moved = other === undefined ? {} : { other };
    if (before === undefined)
      return [{ kind: other ? 'moved-here' : 'added', after: after as Term, ...moved, ...place }];
    if (after === undefined) return [{ kind: other ? 'moved-away' : 'removed', before, ...moved, ...place }];
    return [{ kind: kindOf(before, after), before, after, ...place }];
  };
  return new Map(
    rowsIn.map(([dictionary, inside]) => [
      dictionary,
      inside.flatMap(changesOf).sort((left, right) => (RANK.get(left.kind) ?? 0) - (RANK.get(right.kind) ?? 0)),
    ]),
  );
}

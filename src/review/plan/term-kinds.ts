import { pairKey } from '../../model/entries/language-pair.ts';
import type { DictionaryAddress } from '../../model/resources/address.ts';
import type { SourceRef } from '../../model/source-ref.ts';
import type { DictionaryChange, EntryChange, Plan } from '../../plan/plan.ts';

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

/** The kinds in the order in which they are shown: what is lost first. */
export const TERM_KINDS: readonly TermKind[] = [
  'removed',
  'moved-away',
  'renamed',
  'retargeted',
  'case',
  'white-space',
  'form',
  'moved-here',
  'added',
];

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
  readonly other?: DictionaryAddress;
}

/**
 * True when a source phrase is no longer in its dictionary, whatever has come in its place: one for each entry that a
 * plan removes.
 */
export const losesTerm = ({ before, after }: TermChange): boolean =>
  before !== undefined && before.source !== after?.source;

const UNSEEN = /[\s\p{Cf}\p{Cc}\p{Default_Ignorable_Code_Point}]+/gu;

/** What two phrases differ in, when it is easily overlooked. */
function nature(from: string, to: string): 'case' | 'white-space' | 'form' | undefined {
  if (from.normalize('NFC') === to.normalize('NFC')) return 'form';
  if (from.toLowerCase() === to.toLowerCase()) return 'case';
  return from.replace(UNSEEN, '') === to.replace(UNSEEN, '') ? 'white-space' : undefined;
}

/** Equal for phrases that have a nature, and for some that differ in two of them. */
const folded = (text: string): string => text.normalize('NFC').replace(UNSEEN, '').toLowerCase();

type Added = Extract<EntryChange, { readonly kind: 'added' }>;
type Removed = Extract<EntryChange, { readonly kind: 'removed' }>;
type Changed = Extract<EntryChange, { readonly kind: 'changed' }>;

/** Two texts as one key: no phrase holds a NUL, and one that did would only be told apart less well. */
const key = (...texts: readonly string[]): string => texts.join('\0');

/** Values by key, taken out in the order in which they came in. */
function queues<Value>() {
  const waiting = new Map<string, { readonly values: Value[]; next: number }>();
  return {
    put(name: string, value: Value): void {
      const queue = waiting.get(name);
      if (queue === undefined) waiting.set(name, { values: [value], next: 0 });
      else queue.values.push(value);
    },
    take(name: string, isFree: (value: Value) => boolean): Value | undefined {
      const queue = waiting.get(name);
      while (queue !== undefined && queue.next < queue.values.length) {
        const value = queue.values[queue.next] as Value;
        queue.next += 1;
        if (isFree(value)) return value;
      }
      return undefined;
    },
  };
}

interface Placed<Change> {
  readonly change: Change;
  readonly in: DictionaryChange;
}

const entriesOf = <Kind extends EntryChange['kind']>(
  dictionaries: readonly DictionaryChange[],
  kind: Kind,
): readonly Placed<Extract<EntryChange, { readonly kind: Kind }>>[] =>
  dictionaries.flatMap((dictionary) =>
    dictionary.entries
      .filter((entry): entry is Extract<EntryChange, { readonly kind: Kind }> => entry.kind === kind)
      .map((change) => ({ change, in: dictionary })),
  );

/**
 * Removed → added, where the same two phrases are in another dictionary afterwards: one of the same languages before
 * any other.
 */
function movesOf(dictionaries: readonly DictionaryChange[]): ReadonlyMap<Placed<Removed>, Placed<Added>> {
  const all = entriesOf(dictionaries, 'added');
  const alike = queues<Placed<Added>>();
  const any = queues<Placed<Added>>();
  for (const added of all) {
    const { source, to } = added.change;
    alike.put(key(pairKey(added.in.pair), source, to), added);
    any.put(key(source, to), added);
  }
  const moves = new Map<Placed<Removed>, Placed<Added>>();
  const taken = new Set<Placed<Added>>();
  const removed = entriesOf(dictionaries, 'removed');
  for (const pass of ['alike', 'any'] as const) {
    for (const gone of removed) {
      if (moves.has(gone)) continue;
      const { source, from } = gone.change;
      const isFree = (added: Placed<Added>): boolean => !taken.has(added);
      const found =
        pass === 'alike'
          ? alike.take(key(pairKey(gone.in.pair), source, from), isFree)
          : any.take(key(source, from), isFree);
      if (found === undefined) continue;
      moves.set(gone, found);
      taken.add(found);
    }
  }
  return moves;
}

function ofChanged({ source, from, to, at }: Changed): TermChange {
  return {
    kind: nature(from, to) ?? 'retargeted',
    before: { source, target: from },
    after: { source, target: to },
    ...(at !== undefined && { at }),
  };
}

/**
 * A removed and an added entry of one dictionary that are one term under another name: alike but for what is easily
 * overlooked, or of the same translation.
 */
function ofRenamed({ source, from }: Removed, added: Added): TermChange {
  const ofSource = source === added.source ? undefined : nature(source, added.source);
  const ofTarget = from === added.to ? ofSource : nature(from, added.to);
  return {
    kind: ofSource !== undefined && ofSource === ofTarget ? ofSource : 'renamed',
    before: { source, target: from },
    after: { source: added.source, target: added.to },
    ...(added.at !== undefined && { at: added.at }),
  };
}

/** Removed → added of one dictionary, of those that have not moved. */
function renamesOf(removed: readonly Removed[], added: readonly Added[]): ReadonlyMap<Removed, Added> {
  const alike = queues<Added>();
  const sameTarget = queues<Added>();
  for (const each of added) {
    alike.put(key(folded(each.source), folded(each.to)), each);
    sameTarget.put(each.to, each);
  }
  const renames = new Map<Removed, Added>();
  const taken = new Set<Added>();
  const isFree = (each: Added): boolean => !taken.has(each);
  const pair = (gone: Removed, found: Added | undefined): void => {
    if (found === undefined) return;
    renames.set(gone, found);
    taken.add(found);
  };
  for (const gone of removed) pair(gone, alike.take(key(folded(gone.source), folded(gone.from)), isFree));
  for (const gone of removed) if (!renames.has(gone)) pair(gone, sameTarget.take(gone.from, isFree));
  return renames;
}

const RANK = new Map(TERM_KINDS.map((kind, index) => [kind, index]));

/**
 * What happens to the terms of each dictionary of a plan: by kind, and within a kind in the order of the plan. Every
 * entry change is in exactly one term change, so the numbers of a plan can be told from them. Linear in the number of
 * entries.
 */
export function termKinds(plan: Pick<Plan, 'changes'>): ReadonlyMap<DictionaryChange, readonly TermChange[]> {
  const dictionaries = plan.changes.flatMap((change) => (change.kind === 'glossary' ? change.dictionaries : []));
  const moves = movesOf(dictionaries);
  const goneTo = new Map([...moves].map(([gone, added]) => [gone.change, added.in.address]));
  const cameFrom = new Map([...moves].map(([gone, added]) => [added.change, gone.in.address]));
  return new Map(
    dictionaries.map((dictionary) => {
      const { entries } = dictionary;
      const removed = entries.filter((entry): entry is Removed => entry.kind === 'removed' && !goneTo.has(entry));
      const added = entries.filter((entry): entry is Added => entry.kind === 'added' && !cameFrom.has(entry));
      const renames = renamesOf(removed, added);
      const renamed = new Set(renames.values());
      const changes = entries.flatMap((entry): readonly TermChange[] => {
        if (entry.kind === 'changed') return [ofChanged(entry)];
        if (entry.kind === 'removed') {
          const before = { source: entry.source, target: entry.from };
          const added = renames.get(entry);
          if (added !== undefined) return [ofRenamed(entry, added)];
          const other = goneTo.get(entry);
          return [other === undefined ? { kind: 'removed', before } : { kind: 'moved-away', before, other }];
        }
        if (renamed.has(entry)) return [];
        const other = cameFrom.get(entry);
        const after = { source: entry.source, target: entry.to };
        const at = entry.at === undefined ? {} : { at: entry.at };
        return [other === undefined ? { kind: 'added', after, ...at } : { kind: 'moved-here', after, other, ...at }];
      });
      changes.sort((left, right) => (RANK.get(left.kind) ?? 0) - (RANK.get(right.kind) ?? 0));
      return [dictionary, changes] as const;
    }),
  );
}

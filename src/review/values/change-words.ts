import { fixedValue, kindNamed } from '../../kinds/registry.ts';
import {
  anyChildNoun,
  childNoun,
  kindNoun,
  nameNoun,
  partNoun,
  partsBelow,
  replacedText,
  shortNoun,
} from '../../kinds/words.ts';
import { byCodeUnit, grouped } from '../../model/lists.ts';
import {
  type Change,
  type ChildChange,
  isOfWhole,
  isRenamed,
  type Plan,
  type ResourceKind,
  type TextSides,
  textSides,
  valuesIn,
} from '../../model/plan/plan.ts';
import { childName } from '../../model/resources/address.ts';
import type { ValueChange } from '../../model/resources/resource.ts';
import { type TermTally, termTally } from '../../plan/counts.ts';
import type { TermChanges, TermChild } from '../../plan/term-pairs.ts';
import { visible } from '../format/escape.ts';
import { capitalised, counted, firstOf, groupedDigits, plural } from '../format/text.ts';
import { isListedElsewhere, movedHereFrom, sharedWith, type TermChange } from './term-kinds.ts';

export const actionWord = (action: Change['action']): string => (action === 'update' ? 'change' : action);

/** `new dictionary`, `dictionary deleted`. */
export const wholeWords = (kind: ResourceKind, action: 'create' | 'delete'): string => {
  const [noun] = childNoun(kindNamed(kind));
  return action === 'create' ? `new ${noun}` : `${noun} deleted`;
};

/** Like `wholeWords`, and for a child with changed entries: `of 1,234`. */
export const childWords = (kind: ResourceKind, { action, before }: ChildChange): string =>
  action === 'update' ? `of ${groupedDigits(before)}` : wholeWords(kind, action);

/** The noun for the name of a resource. */
export const nameWord = (kind: ResourceKind): string => nameNoun(kindNamed(kind));

/** The reason for a replacement: the value that cannot be changed, and a sentence about it. */
export interface Replacement extends TextSides {
  /** The noun for the value. */
  readonly noun: string;
  readonly words: string;
}

export function replacementOf(change: Change): Replacement | undefined {
  if (change.action !== 'replace') return undefined;
  const kind = kindNamed(change.kind);
  const fixed = fixedValue(kind, change);
  const [part] = fixed?.key ?? ['name'];
  return { noun: partNoun(kind, part)[0], ...textSides(fixed), words: replacedText(kind, part) };
}

/** A remark about a change, besides its values. */
export interface Remark {
  readonly words: string;
  /** The address that ends the sentence. */
  readonly address?: string;
  /** True for an irreversible loss. */
  readonly isLoss: boolean;
}

export function remarksOf({ kind: name, action, adopted, leftOf }: Change): readonly Remark[] {
  const kind = kindNamed(name);
  const loss = {
    delete: 'cannot be undone',
    deactivate: `cannot be undone; whatever uses the ${shortNoun(kind)} stops working at once`,
  };
  const isLoss = action === 'delete' || action === 'deactivate';
  return [
    ...(adopted && (action === 'update' || action === 'deactivate')
      ? [{ words: `matched by its ${nameNoun(kind)}`, isLoss: false }]
      : []),
    ...(leftOf === undefined ? [] : [{ words: 'left over from the replacement of ', address: leftOf, isLoss: false }]),
    ...(isLoss ? [{ words: loss[action], isLoss }] : []),
  ];
}

/**
 * The values below the heading of a change; the others are in the heading. An unset limit of a new resource counts as
 * missing before.
 */
export const valuesBelow = (change: Change): readonly ValueChange[] =>
  valuesIn(change, ...partsBelow(kindNamed(change.kind))).map((value) => {
    const { from, ...added } = value;
    return change.action === 'create' && from === null ? added : value;
  });

/** The title of the values below the heading of a change: `Rule or instruction`. */
export function partsTitle(change: Change): string {
  const kind = kindNamed(change.kind);
  const nouns = partsBelow(kind).map((part) => partNoun(kind, part)[0]);
  return capitalised(nouns.join(' or '));
}

/** The children of a change, deleted ones first. */
export const goneFirst = ({ children }: Change): readonly ChildChange[] =>
  [...children].sort((one, other) => Number(other.action === 'delete') - Number(one.action === 'delete'));

/** The counted kinds of changes, in the order of output: losses first. */
const TALLY_WORDS = {
  removed: 'removed',
  moved: 'moved',
  movedAway: 'moved away',
  renamed: 'renamed',
  changed: 'changed',
  movedHere: 'moved here',
  added: 'added',
} as const;

/** `4 removed`, `9 changed`: the number of each kind, without zeros. */
export const talliesOf = (counts: Partial<TermTally>): readonly (readonly [kind: keyof TermTally, words: string])[] =>
  (Object.keys(TALLY_WORDS) as (keyof TermTally)[]).flatMap((kind) => {
    const count = counts[kind] ?? 0;
    return count === 0 ? [] : [[kind, `${groupedDigits(count)} ${TALLY_WORDS[kind]}`] as const];
  });

/** `4 removed, 9 changed, 3 added`. */
export const tallyText = (counts: Partial<TermTally>): string =>
  talliesOf(counts)
    .map(([, words]) => words)
    .join(', ');

/** The numbers of terms by language pair of a plan, or by the names of children of other kinds. */
export const tallyByName = (plan: Pick<Plan, 'changes'>): readonly (readonly [name: string, counts: TermTally])[] =>
  [
    ...grouped(
      plan.changes.flatMap(({ children }) => children),
      ({ address }) => childName(address),
    ),
  ]
    .map(([name, children]) => [name, termTally(plan, children)] as const)
    .sort(([one], [other]) => byCodeUnit(one, other));

/** Maximum number of dictionaries that are named as the origin of moved terms. */
const ORIGINS_SHOWN = 3;

/**
 * `2 moved here from glossary.a/en->de, where they are listed`: a line for each dictionary that terms have moved from,
 * because a moved term has only one row. `show`: makes the text of an address.
 */
export const movedHereLines = (
  plan: TermChanges,
  child: TermChild,
  show: (address: string) => string = visible,
): readonly string[] =>
  firstOf(
    movedHereFrom(plan, child),
    ORIGINS_SHOWN,
    ([from, count]) =>
      `${groupedDigits(count)} moved here from ${show(from)}, where ${plural(count, 'it is', 'they are')} listed`,
    (count) => `… and others from ${counted(count, 'more dictionary', 'more dictionaries')}`,
  );

const undoesIn = ({ undoes = [] }: Pick<Plan, 'undoes'>, address: string): boolean =>
  undoes.some((each) => each === address);

/**
 * The resources of a plan whose changes are only shared terms that others list, so that they need no heading of their
 * own. One that undoes changes of the service has one, unless those that list its terms undo them too.
 */
export const sharingOnly = (plan: Pick<Plan, 'changes' | 'undoes'>): readonly Change[] =>
  plan.changes.filter(
    (change) =>
      !change.adopted &&
      !isOfWhole(change) &&
      !isRenamed(change) &&
      valuesBelow(change).length === 0 &&
      (!undoesIn(plan, change.address) ||
        change.children
          .flatMap((child) => sharedWith(plan, child))
          .every(([first]) => undoesIn(plan, first.slice(0, first.indexOf('/'))))) &&
      change.children.length > 0 &&
      change.children.every((child) => isListedElsewhere(plan, child) && movedHereLines(plan, child).length === 0),
  );

/** Maximum number of such resources that are named. */
const SHARING_SHOWN = 40;

/** `23 more glossaries have only changes of the same terms`. `undefined`: no resource has. */
export function sharingCount(changes: readonly Pick<Change, 'kind'>[]): string | undefined {
  const [first] = changes;
  if (first === undefined) return undefined;
  const [one, many] = kindNoun(kindNamed(first.kind));
  const count = counted(changes.length, `more ${one}`, `more ${many}`);
  return `${count} ${plural(changes.length, 'has', 'have')} only changes of the same terms`;
}

/** `23 more glossaries have only changes of the same terms: glossary.chat, …`. `undefined`: no resource has. */
export function sharingText(
  changes: readonly Pick<Change, 'kind' | 'address'>[],
  show: (address: string) => string = visible,
): string | undefined {
  const count = sharingCount(changes);
  const more = (hidden: number): string => `… and ${groupedDigits(hidden)} more`;
  return count && `${count}: ${firstOf(changes, SHARING_SHOWN, ({ address }) => show(address), more).join(', ')}`;
}

/** `in 24 dictionaries`: how far the change of a shared term reaches; empty for a term of one dictionary. */
export const reachOfTerm = ({ dictionaries = 1 }: Pick<TermChange, 'dictionaries'>): string =>
  dictionaries === 1 ? '' : `in ${counted(dictionaries, ...anyChildNoun())}`;

/** Lines about the terms of a dictionary of a plan that are listed in another one: moved and shared ones. */
export const elsewhereLines = (
  plan: TermChanges,
  child: TermChild,
  show: (address: string) => string = visible,
): readonly string[] => [
  ...movedHereLines(plan, child, show),
  ...firstOf(
    sharedWith(plan, child),
    ORIGINS_SHOWN,
    ([first, count]) =>
      `${groupedDigits(count)} the same as in ${show(first)}, where ${plural(count, 'it is', 'they are')} listed`,
    (count) => `… and others as in ${counted(count, 'more dictionary', 'more dictionaries')}`,
  ),
];

import { valuesIn } from '../../model/plan/change-values.ts';
import type { Change, DictionaryChange, ResourceKind } from '../../model/plan/plan.ts';
import { changeKind, type ValueChange } from '../../model/resources/value.ts';
import { tally } from '../../plan/counts.ts';
import { groupedDigits } from '../format/text.ts';

/** What a resource of each kind, or a dictionary, is called: one and many. */
export const NOUNS = {
  glossary: ['glossary', 'glossaries'],
  dictionary: ['dictionary', 'dictionaries'],
  'style-list': ['style list', 'style lists'],
  'developer-key': ['developer key', 'developer keys'],
} as const;

/** What people call a resource by. */
export const nameNoun = (kind: ResourceKind): string => (kind === 'developer-key' ? 'label' : 'name');

export const ACTIONS = {
  create: 'create',
  update: 'change',
  delete: 'delete',
  replace: 'replace',
  deactivate: 'deactivate',
} as const;

/** What happens to a dictionary. Of one that changes, its size is shown. */
export const DICTIONARY_ACTIONS = { create: 'new dictionary', delete: 'dictionary deleted' } as const;

/** `new dictionary`, `dictionary deleted`, `of 1,234`. */
export const dictionaryWords = ({ action, before }: DictionaryChange): string =>
  action === 'update' ? `of ${groupedDigits(before)}` : DICTIONARY_ACTIONS[action];

export const REPLACED =
  'The language of a style list cannot be changed: a new list with a NEW id replaces it. ' +
  'Update every use of the old id.';

/** What a reader must know of a change beside its values. */
export interface Remark {
  readonly words: string;
  /** The address that ends the sentence. */
  readonly address?: string;
  /** True when something is lost for good. */
  readonly isLoss: boolean;
}

export function remarksOf({ kind, action, adopted, leftOf }: Change): readonly Remark[] {
  const loss = {
    delete: 'cannot be undone',
    deactivate: 'cannot be undone; whatever uses the key stops working at once',
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
 * The values that stand below the heading of a change, which says the others. The limits of a new key come from
 * nothing.
 */
export const valuesBelow = (change: Change): readonly ValueChange[] =>
  valuesIn(change, 'rule', 'instruction', 'limit').map((value) => {
    const { from, ...added } = value;
    return change.action === 'create' && from === null ? added : value;
  });

/** The dictionaries of a change: those that go come first. */
export const goneFirst = ({ children }: Change): readonly DictionaryChange[] =>
  [...children].sort((one, other) => Number(other.action === 'delete') - Number(one.action === 'delete'));

/**
 * The first ones of a long list. Those that were removed come first and are never cut: they are what a reviewer must
 * not miss.
 */
export const cut = (values: readonly ValueChange[], max: number): readonly ValueChange[] =>
  values.slice(0, Math.max(max, values.filter((value) => changeKind(value) === 'removed').length));

/** `−4 ~9 +3`: removed, changed, added; what is zero is left out. */
export function tallyText(values: readonly ValueChange[]): string {
  const counts = tally(values);
  return (
    [
      ['removed', '−'],
      ['changed', '~'],
      ['added', '+'],
    ] as const
  )
    .filter(([kind]) => counts[kind] > 0)
    .map(([kind, mark]) => `${mark}${groupedDigits(counts[kind])}`)
    .join(' ');
}

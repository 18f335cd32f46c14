import { type ChangeBody, type Digests, type Draft, numbered } from '../../change/draft.ts';
import { CALLS } from '../../contract/calls.ts';
import { pairKey } from '../../model/entries/language-pair.ts';
import { valuesAtHand } from '../../model/plan/additions.ts';
import { isRenamed, nameOf, type Operation } from '../../model/plan/plan.ts';
import { nameDigest } from '../../model/resources/digest.ts';
import type { ValueKey } from '../../model/resources/resource.ts';
import { type DictionaryChange, dictionariesOf } from './glossary.ts';

/** The input of the operations of a change that the change itself does not contain. */
export interface GlossarySides {
  /** Ids of live glossaries that already have the name of the one to create. */
  readonly existingIds: readonly string[];
  /** Digest of the whole glossary: after its creation, or before its deletion. */
  readonly wholeDigest: () => Operation['pre'];
  /**
   * The digests of one dictionary. `withRename`: its call also renames the glossary, and both digests include the name.
   */
  readonly of: (dictionary: DictionaryChange, withRename: boolean) => Digests;
}

const NAME: ValueKey = ['name'];
const WHOLE: readonly ValueKey[] = [NAME, ['entry']];

const removes = (change: DictionaryChange): boolean => valuesAtHand(change).some(({ to }) => to === undefined);

/**
 * The call for one dictionary: PATCH with the difference if no entry is removed, otherwise PUT. A deleted pair: DELETE.
 * A new pair: PUT.
 */
function dictionaryOperation(change: DictionaryChange, id: string, withRename: boolean, digests: Digests): Draft {
  const { pair, action } = change;
  const touches: readonly ValueKey[] = [['entry', pairKey(pair)]];
  if (action === 'delete')
    return { kind: 'delete-dictionary', ...CALLS.glossaries.deleteDictionary(id, pair), ...digests, touches };
  if (action === 'create' || removes(change))
    return { kind: 'put-dictionary', ...CALLS.glossaries.putDictionary(id), ...digests, touches };
  const both = withRename ? [...touches, NAME] : touches;
  return { kind: 'merge-entries', ...CALLS.glossaries.patch(id), ...digests, touches: both };
}

function updateOperations(body: ChangeBody, id: string, sides: GlossarySides): readonly Draft[] {
  const { from = '', to = '' } = nameOf(body);
  const carrier = isRenamed(body)
    ? dictionariesOf(body).find((dictionary) => dictionary.action === 'update' && !removes(dictionary))
    : undefined;
  const dictionaryDrafts = dictionariesOf(body).map((dictionary) => {
    const withRename = dictionary === carrier;
    return dictionaryOperation(dictionary, id, withRename, sides.of(dictionary, withRename));
  });
  const rename: Draft = {
    kind: 'rename-glossary',
    ...CALLS.glossaries.patch(id),
    pre: nameDigest(from),
    post: nameDigest(to),
    touches: [NAME],
  };
  const deletes = dictionaryDrafts.filter(({ kind }) => kind === 'delete-dictionary');
  // Additions run before deletions, so that an interrupted run has lost nothing.
  return [
    ...(isRenamed(body) && carrier === undefined ? [rename] : []),
    ...dictionaryDrafts.filter(({ kind }) => kind !== 'delete-dictionary'),
    ...deletes,
  ];
}

/**
 * The calls that make a change of a glossary, in running order. A function of the change and of digests, so that a
 * saved plan can be checked with it.
 */
export function glossaryOperations(body: ChangeBody, sides: GlossarySides): readonly Operation[] {
  const { id = '', action, address } = body;
  if (action === 'update') return numbered(address, updateOperations(body, id, sides));
  const { existingIds } = sides;
  return numbered(address, [
    action === 'create'
      ? {
          kind: 'create-glossary',
          ...CALLS.glossaries.create(),
          pre: 'absent',
          post: sides.wholeDigest(),
          touches: WHOLE,
          notIds: existingIds,
        }
      : {
          kind: 'delete-glossary',
          ...CALLS.glossaries.delete(id),
          pre: sides.wholeDigest(),
          post: 'absent',
          touches: WHOLE,
        },
  ]);
}

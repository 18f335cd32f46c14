import { CALLS } from '../../contract/calls.ts';
import type { Digest, GlossaryId } from '../../model/ids.ts';
import { nameDigest } from '../../model/resources/digest.ts';
import type { DictionaryChange, GlossaryChange, GlossaryOperation } from '../plan.ts';

export interface Digests {
  readonly pre: Digest | 'absent';
  readonly post: Digest | 'absent';
}

/** What the operations of a change need that the change itself does not say. */
export interface GlossarySides {
  /** Live glossaries that bear the name of the one to create. */
  readonly notIds: readonly GlossaryId[];
  /** Of the whole glossary: after its creation, before its deletion. */
  readonly whole: () => Digest | 'absent';
  /**
   * Of one dictionary. `carries`: the new name of the glossary rides on its call, and both digests cover the name too.
   */
  readonly of: (dictionary: DictionaryChange, carries: boolean) => Digests;
}

export type GlossaryBody = Omit<GlossaryChange, 'operations'>;

type WithoutId<Operation> = Operation extends unknown ? Omit<Operation, 'id'> : never;
type Draft = WithoutId<GlossaryOperation>;

const removes = ({ entries }: DictionaryChange): boolean => entries.some(({ kind }) => kind === 'removed');

/**
 * Nothing removed: a PATCH with the difference. Something removed: a PUT. The pair gone: a DELETE. The pair new: a PUT.
 */
function dictionaryOperation(change: DictionaryChange, id: string, carries: boolean, digests: Digests): Draft {
  const { pair, action } = change;
  if (action === 'delete')
    return { kind: 'delete-dictionary', ...CALLS.glossaries.deleteDictionary(id, pair), ...digests, pair };
  if (action === 'create' || removes(change))
    return { kind: 'put-dictionary', ...CALLS.glossaries.putDictionary(id), ...digests, pair };
  return { kind: 'merge-entries', ...CALLS.glossaries.patch(id), ...digests, pair, rename: carries };
}

function updateOperations(
  { nameBefore = '', nameAfter = '', ...body }: GlossaryBody,
  sides: GlossarySides,
): readonly Draft[] {
  const id = body.id ?? '';
  const isRenamed = nameBefore !== nameAfter;
  const carrier = isRenamed
    ? body.dictionaries.find((dictionary) => dictionary.action === 'update' && !removes(dictionary))
    : undefined;
  const ofDictionaries = body.dictionaries.map((dictionary) => {
    const carries = dictionary === carrier;
    return dictionaryOperation(dictionary, id, carries, sides.of(dictionary, carries));
  });
  const ofName: readonly Draft[] =
    !isRenamed || carrier !== undefined
      ? []
      : [
          {
            kind: 'rename-glossary',
            ...CALLS.glossaries.patch(id),
            pre: nameDigest(nameBefore),
            post: nameDigest(nameAfter),
          },
        ];
  const deletes = ofDictionaries.filter(({ kind }) => kind === 'delete-dictionary');
  // What is new comes before what goes, so that a run that stops half-way has lost nothing.
  return [...ofName, ...ofDictionaries.filter(({ kind }) => kind !== 'delete-dictionary'), ...deletes];
}

function drafts(body: GlossaryBody, sides: GlossarySides): readonly Draft[] {
  switch (body.action) {
    case 'create':
      return [
        {
          kind: 'create-glossary',
          ...CALLS.glossaries.create(),
          pre: 'absent',
          post: sides.whole(),
          notIds: sides.notIds,
        },
      ];
    case 'update':
      return updateOperations(body, sides);
    case 'delete':
      return [
        {
          kind: 'delete-glossary',
          ...CALLS.glossaries.delete(body.id ?? ''),
          pre: sides.whole(),
          post: 'absent',
        },
      ];
    default:
      return body.action satisfies never;
  }
}

/**
 * The calls that make a change of a glossary, in running order. A function of the change and of digests, so that a
 * saved plan can be checked by it.
 */
export const glossaryOperations = (body: GlossaryBody, sides: GlossarySides): readonly GlossaryOperation[] =>
  drafts(body, sides).map((draft, index) => ({ id: `${body.address}#${index + 1}`, ...draft }));

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
function dictionaryOperation(change: DictionaryChange, path: string, carries: boolean, digests: Digests): Draft {
  const { pair, action } = change;
  if (action === 'delete') {
    const query = `source_lang=${encodeURIComponent(pair.source)}&target_lang=${encodeURIComponent(pair.target)}`;
    return { kind: 'delete-dictionary', method: 'DELETE', path: `${path}/dictionaries?${query}`, ...digests, pair };
  }
  if (action === 'create' || removes(change))
    return { kind: 'put-dictionary', method: 'PUT', path: `${path}/dictionaries`, ...digests, pair };
  return { kind: 'merge-entries', method: 'PATCH', path, ...digests, pair, rename: carries };
}

function updateOperations(
  { nameBefore = '', nameAfter = '', ...body }: GlossaryBody,
  sides: GlossarySides,
): readonly Draft[] {
  const path = `/v3/glossaries/${encodeURIComponent(body.id ?? '')}`;
  const isRenamed = nameBefore !== nameAfter;
  const carrier = isRenamed
    ? body.dictionaries.find((dictionary) => dictionary.action === 'update' && !removes(dictionary))
    : undefined;
  const ofDictionaries = body.dictionaries.map((dictionary) => {
    const carries = dictionary === carrier;
    return dictionaryOperation(dictionary, path, carries, sides.of(dictionary, carries));
  });
  const ofName: readonly Draft[] =
    !isRenamed || carrier !== undefined
      ? []
      : [
          {
            kind: 'rename-glossary',
            method: 'PATCH',
            path,
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
          method: 'POST',
          path: '/v3/glossaries',
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
          method: 'DELETE',
          path: `/v3/glossaries/${encodeURIComponent(body.id ?? '')}`,
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

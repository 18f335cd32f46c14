import { CALLS } from '../../contract/calls.ts';
import { type KeyId, type KeyLimits, keyId } from '../../model/resources/developer-key.ts';
import { deactivatedDigest, labelDigest, limitsDigest } from '../../model/resources/digest.ts';
import type { DeveloperKeyChange, DeveloperKeyOperation, LimitChange } from '../plan.ts';

export type DeveloperKeyBody = Omit<DeveloperKeyChange, 'operations'>;

type WithoutId<Operation> = Operation extends unknown ? Omit<Operation, 'id'> : never;
type Draft = WithoutId<DeveloperKeyOperation>;

const side = (limits: readonly LimitChange[], which: 'from' | 'to'): Partial<KeyLimits> =>
  Object.fromEntries(limits.map((change) => [change.limit, change[which]]));

/** One call for all limits that differ, and for no other. */
const limitOperations = (limits: readonly LimitChange[], id?: KeyId): readonly Draft[] =>
  limits.length === 0
    ? []
    : [
        {
          kind: 'limit-developer-key',
          ...CALLS.developerKeys.setLimits(),
          pre: limitsDigest(side(limits, 'from')),
          post: limitsDigest(side(limits, 'to')),
          ...(id !== undefined && { keyId: id }),
        },
      ];

const deactivateOperation = (id: KeyId): Draft => ({
  kind: 'deactivate-developer-key',
  ...CALLS.developerKeys.deactivate(),
  pre: deactivatedDigest(false),
  post: deactivatedDigest(true),
  keyId: id,
});

const renameOperation = (id: KeyId, from: string, to: string): Draft => ({
  kind: 'rename-developer-key',
  ...CALLS.developerKeys.rename(),
  pre: labelDigest(from),
  post: labelDigest(to),
  keyId: id,
});

function drafts(body: DeveloperKeyBody, notIds: readonly KeyId[]): readonly Draft[] {
  const { action, limits, nameBefore = '', nameAfter = nameBefore } = body;
  if (action === 'create')
    return [
      {
        kind: 'create-developer-key',
        ...CALLS.developerKeys.create(),
        pre: 'absent',
        post: labelDigest(nameAfter),
        notIds,
      },
      ...limitOperations(limits),
    ];
  const id = body.id ?? keyId('');
  return [
    // First of all: a key that must not work any more should not work a call longer.
    ...(action === 'deactivate' ? [deactivateOperation(id)] : []),
    ...(nameBefore === nameAfter ? [] : [renameOperation(id, nameBefore, nameAfter)]),
    ...limitOperations(limits, id),
  ];
}

/**
 * The calls that make a change of a developer key, in running order. `notIds`: active keys that bear the label of the
 * one to create.
 */
export const developerKeyOperations = (
  body: DeveloperKeyBody,
  notIds: readonly KeyId[],
): readonly DeveloperKeyOperation[] =>
  drafts(body, notIds).map((draft, index) => ({ id: `${body.address}#${index + 1}`, ...draft }));

import { namedValues, type StaleDetail, staleDetail } from '../../../change/stale-detail.ts';
import { type Change, type Operation, shownName, valuesIn } from '../../../model/plan/plan.ts';
import {
  newTarget,
  type OperationTarget,
  type PartOfResource,
  partTarget,
  type ServiceFacet,
  type TargetContext,
} from '../../service/service-facet.ts';
import {
  type DeveloperKey,
  deactivatedDigest,
  type KeyId,
  type KeyLimits,
  type KnownKey,
  keyId,
  labelDigest,
  limitsDigest,
} from '../developer-key.ts';
import { limitsOn } from '../developer-key-change.ts';
import { DEVELOPER_KEY } from '../developer-key-kind.ts';
import { developerKeyCalls } from './developer-key-calls.ts';

/**
 * Compares the part of a key that an operation should have changed with the plan. `now`: the live key; `undefined` if
 * it was deleted.
 */
export const staleDeveloperKey = (change: Change, operation: Operation, now: DeveloperKey | undefined): StaleDetail =>
  staleDetail({ change, operation, now: now === undefined ? [] : namedValues(DEVELOPER_KEY.values(now)) });

interface TargetInput extends TargetContext<DeveloperKey, KnownKey> {
  /** The key that the first operation of the change created or found. The following operations use it too. */
  readonly createdKey: { id?: string };
}

function createTarget(
  { client, list, change, keepSecret, createdKey }: TargetInput,
  operation: Operation,
): OperationTarget {
  const label = shownName(change);
  return newTarget(operation, {
    list,
    isTwin: (key) => !key.deactivated && key.label === label,
    read: async (id, fresh, listed) => listed ?? (await list(fresh)).find((key) => key.id === id),
    digest: (key) => labelDigest(key.label),
    async send() {
      const key = await developerKeyCalls(client).create(label);
      createdKey.id = key.id;
      // Before anything else can fail: the secret cannot be requested again.
      await keepSecret(key.secret);
      return key.id;
    },
    stale: (now) => staleDeveloperKey(change, operation, now),
    found: (id) => {
      createdKey.id = id;
    },
  });
}

/** The part of an existing key that an operation changes, and its call. */
function partOf(
  { client, change }: TargetInput,
  operation: Operation,
  idOf: () => KeyId,
): Pick<PartOfResource<DeveloperKey>, 'digest' | 'send'> {
  const calls = developerKeyCalls(client);
  switch (operation.kind) {
    case 'rename-developer-key':
      return {
        digest: ({ label }) => labelDigest(label),
        send: async () => calls.rename(idOf(), shownName(change)),
      };
    case 'limit-developer-key': {
      const wanted = limitsOn('to', valuesIn(change, 'limit'));
      const pick = (limits: KeyLimits): Partial<KeyLimits> =>
        Object.fromEntries(Object.entries(limits).filter(([limit]) => limit in wanted));
      return {
        digest: ({ limits }) => limitsDigest(pick(limits)),
        send: async () => calls.setLimits(idOf(), wanted),
      };
    }
    case 'deactivate-developer-key':
      return {
        digest: ({ deactivated }) => deactivatedDigest(deactivated),
        send: async () => calls.deactivate(idOf()),
      };
    default:
      throw new Error(`${operation.id} of ${change.address} is ${operation.kind}, which no developer key has`);
  }
}

/** The targets of the operations on a developer key. They share its id. */
const developerKeyTargets: ServiceFacet<DeveloperKey, KnownKey>['targets'] = (context) => {
  const input: TargetInput = { ...context, createdKey: {} };
  const { list, change, createdKey } = input;
  return (operation) => {
    if (operation.kind === 'create-developer-key') return createTarget(input, operation);
    const idOf = (): KeyId => {
      const id = change.id ?? createdKey.id;
      if (id === undefined) throw new Error(`the plan has ${operation.id} and no key of ${change.address}`);
      return keyId(id);
    };
    return partTarget({
      ...partOf(input, operation, idOf),
      async read(fresh) {
        const id = idOf();
        return (await list(fresh)).find((each) => each.id === id);
      },
      stale: (now) => staleDeveloperKey(change, operation, now),
    });
  };
};

/** Keys cannot be read one by one: the list is used to read each of them. */
export const DEVELOPER_KEY_SERVICE: ServiceFacet<DeveloperKey, KnownKey> = {
  list: async (client) => developerKeyCalls(client).list(),
  targets: developerKeyTargets,
};

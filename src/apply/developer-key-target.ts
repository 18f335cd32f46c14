import { developerKeyCalls } from '../client/calls/developer-key-calls.ts';
import {
  type DeveloperKey,
  deactivatedDigest,
  type KeyId,
  type KeyLimits,
  type KnownKey,
  keyId,
  labelDigest,
  limitsDigest,
} from '../kinds/developer-key/developer-key.ts';
import { limitsOn } from '../kinds/developer-key/developer-key-change.ts';
import { staleDeveloperKey } from '../kinds/developer-key/stale-developer-key.ts';
import type { TargetContext } from '../kinds/service/service-facet.ts';
import { byCodeUnit } from '../model/order.ts';
import { shownName, valuesIn } from '../model/plan/change-values.ts';
import type { Operation } from '../model/plan/plan.ts';
import { type Observation, type OperationTarget, sends } from './operation-target.ts';

const ABSENT: Observation = { digest: 'absent' };

interface TargetInput extends TargetContext<DeveloperKey, KnownKey> {
  /** The key that the first operation of the change created or found, shared with those that follow it. */
  readonly createdKey: { id?: KeyId };
}

function createTarget(
  { client, list, change, keepSecret, createdKey }: TargetInput,
  operation: Operation,
): OperationTarget {
  const label = shownName(change);
  const { notIds = [] } = operation;
  const isTwin = (key: DeveloperKey): boolean => !key.deactivated && key.label === label && !notIds.includes(key.id);
  let now: DeveloperKey | undefined;
  return {
    stale: () => staleDeveloperKey(change, operation, now),
    async observe({ createdId, fresh }) {
      const keys = await list(fresh);
      const found =
        createdId === undefined
          ? keys.filter(isTwin).sort((left, right) => byCodeUnit(left.id, right.id))[0]
          : keys.find(({ id }) => id === createdId);
      now = found;
      if (found === undefined) return ABSENT;
      createdKey.id = found.id;
      return { digest: labelDigest(found.label), id: found.id };
    },
    async send() {
      const key = await developerKeyCalls(client).create(label);
      createdKey.id = key.id;
      // Before anything else can go wrong: nobody can ask for it again.
      await keepSecret(key.secret);
      return key.id;
    },
  };
}

/** A target in an existing key: `find` observes it, `send` makes the call that changes it. */
function targetOfKey(
  { list, change, operation }: TargetInput & { readonly operation: Operation },
  idOf: () => KeyId,
  find: (key: DeveloperKey) => Observation,
  send: (id: KeyId) => Promise<unknown>,
): OperationTarget {
  let now: DeveloperKey | undefined;
  return {
    stale: () => staleDeveloperKey(change, operation, now),
    async observe({ fresh }) {
      const id = idOf();
      const key = (await list(fresh)).find((each) => each.id === id);
      now = key;
      return key === undefined ? ABSENT : find(key);
    },
    send: sends(() => send(idOf())),
  };
}

/** The target of an operation on a developer key. */
export function developerKeyTarget(given: TargetInput, operation: Operation): OperationTarget {
  if (operation.kind === 'create-developer-key') return createTarget(given, operation);
  const input = { ...given, operation };
  const { client, change, createdKey } = input;
  const idOf = (): KeyId => {
    const id = change.id ?? createdKey.id;
    if (id === undefined) throw new Error(`the plan has ${operation.id} and no key of ${change.address}`);
    return keyId(id);
  };
  const developerKeys = developerKeyCalls(client);
  switch (operation.kind) {
    case 'rename-developer-key':
      return targetOfKey(
        input,
        idOf,
        ({ label }) => ({ digest: labelDigest(label) }),
        async (id) => developerKeys.rename(id, shownName(change)),
      );
    case 'limit-developer-key': {
      const wanted = limitsOn('to', valuesIn(change, 'limit'));
      const pick = (limits: KeyLimits): Partial<KeyLimits> =>
        Object.fromEntries(Object.entries(limits).filter(([limit]) => limit in wanted));
      return targetOfKey(
        input,
        idOf,
        ({ limits }) => ({ digest: limitsDigest(pick(limits)) }),
        async (id) => developerKeys.setLimits(id, wanted),
      );
    }
    case 'deactivate-developer-key':
      return targetOfKey(
        input,
        idOf,
        ({ deactivated }) => ({ digest: deactivatedDigest(deactivated) }),
        async (id) => developerKeys.deactivate(id),
      );
    default:
      throw new Error(`${operation.id} of ${change.address} is ${operation.kind}, which no developer key has`);
  }
}

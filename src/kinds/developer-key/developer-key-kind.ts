import type { DesiredDeveloperKey } from '../../model/resources/desired.ts';
import { KEY_LIMITS, type KnownKey } from '../../model/resources/developer-key.ts';
import { digestOf } from '../../model/resources/digest.ts';
import { isText, isUnnamed } from '../check-values.ts';
import type { ChangeBody } from '../draft.ts';
import type { KindModel } from '../resource-kind.ts';
import { keyedValues } from '../values.ts';
import { developerKeyOperations } from './developer-key-change.ts';

/** A key works before it is deactivated and not after, and a limit is always one or none. */
function isKeySound({ action, values }: ChangeBody): boolean {
  const deactivations = values.filter(({ key: [part] }) => part === 'deactivated');
  return (
    deactivations.length === (action === 'deactivate' ? 1 : 0) &&
    deactivations.every(({ from, to }) => from === false && to === true) &&
    values.every(({ key: [part], from, to }) => part !== 'limit' || (from !== undefined && to !== undefined))
  );
}

export const DEVELOPER_KEY: KindModel<KnownKey, DesiredDeveloperKey> = {
  kind: 'developer-key',
  prefix: 'developer_key',
  noun: 'developer key',
  hasSecret: true,
  actions: ['create', 'update', 'deactivate'],
  parts: {
    label: { isNamed: isUnnamed, holds: isText, always: true },
    deactivated: { isNamed: isUnnamed, holds: (value) => typeof value === 'boolean' },
    limit: {
      isNamed: ([name, ...more]) => more.length === 0 && KEY_LIMITS.some((limit) => limit === name),
      holds: (value) => value === null || (typeof value === 'number' && value >= 0),
    },
  },
  stays: ({ deactivated }) => !deactivated,
  desired: ({ developerKeys }) => developerKeys,
  owned: ({ developerKeys }) => developerKeys,
  contentOf: (desired) => desired,
  name: ({ label }) => label,
  values: ({ label, deactivated, limits }) =>
    keyedValues(
      [['label'], label],
      [['deactivated'], deactivated],
      // Of a key whose first apply failed, the ledger has the id and no more. A limit that no file names is not there.
      ...KEY_LIMITS.filter((limit) => label === undefined || limits[limit] !== undefined).map(
        (limit) => [['limit', limit], label === undefined ? undefined : limits[limit]] as const,
      ),
    ),
  // A key that no file names any more is deactivated.
  wanted: { deactivated: (content) => content?.deactivated ?? true },
  digest: ({ label = '', deactivated = false, limits }) =>
    digestOf({ label, deactivated, limits: KEY_LIMITS.map((name) => limits[name] ?? null) }),
  isSound: (change) => change.children.length === 0 && isKeySound(change),
  operationsOf: (change) => developerKeyOperations(change, change.operations[0]?.notIds ?? []),
};

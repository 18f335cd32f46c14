import type { ChangeBody } from '../../change/draft.ts';
import { keyedValues } from '../../change/values.ts';
import { ACTIVE_KEYS_MAX } from '../../contract/limits.ts';
import { errorAt, type Finding } from '../../model/finding.ts';
import type { Change } from '../../model/plan/plan.ts';
import { digestOf } from '../../model/resources/digest.ts';
import { isText } from '../check-values.ts';
import type { CallFacts, KindModel, MatchPlan, Parts, PlanContext } from '../kind.ts';
import type { Match } from '../states.ts';
import {
  type DesiredDeveloperKey,
  type DeveloperKey,
  KEY_LIMITS,
  type KnownKey,
  type OwnedDeveloperKey,
} from './developer-key.ts';
import { developerKeyChange, developerKeyDeactivation, developerKeyOperations } from './developer-key-change.ts';
import { DEVELOPER_KEY_LEDGER } from './developer-key-ledger.ts';

const CALLS: Readonly<Record<string, CallFacts>> = {
  'create-developer-key': { text: 'create the key' },
  'rename-developer-key': { text: 'rename' },
  'limit-developer-key': { text: 'set limits', sendsValues: 'when-approved' },
  'deactivate-developer-key': { text: 'deactivate the key' },
};

/** `0 ms` blocks speech to text, `0` the whole key. */
const LIMITS: Readonly<Record<string, { readonly name: string; readonly unit: string; readonly blocks: string }>> = {
  characters: { name: 'characters', unit: '', blocks: ' (blocks the key)' },
  speechToTextMilliseconds: { name: 'speech to text', unit: ' ms', blocks: ' (blocks speech to text)' },
};

const PARTS: Parts = {
  label: { holds: isText(), role: 'heading' },
  deactivated: {
    holds: (value, names) => names.length === 0 && typeof value === 'boolean',
    role: 'whole',
    text: (value) => ({ name: 'the key', title: '', value: value === true ? 'deactivated' : 'active' }),
  },
  limit: {
    holds: (value, [name, ...more]) =>
      more.length === 0 &&
      KEY_LIMITS.some((limit) => limit === name) &&
      (value === null || (typeof value === 'number' && value >= 0)),
    blocks: (value, [limit = '']) => (value === 0 ? LIMITS[limit]?.blocks : undefined),
    text: (value, [limit = ''], { plain, number }) => ({
      name: LIMITS[limit]?.name ?? plain(limit),
      value: typeof value === 'number' ? `${number(value)}${LIMITS[limit]?.unit ?? ''}` : 'no limit',
    }),
  },
};

/** A key works before it is deactivated and not after, and a limit is always one or none. */
function isKeySound({ action, values }: ChangeBody): boolean {
  const deactivations = values.filter(({ key: [part] }) => part === 'deactivated');
  return (
    deactivations.length === (action === 'deactivate' ? 1 : 0) &&
    deactivations.every(({ from, to }) => from === false && to === true) &&
    values.every(({ key: [part], from, to }) => part !== 'limit' || (from !== undefined && to !== undefined))
  );
}

function planKey(
  match: Match<DesiredDeveloperKey, DeveloperKey, OwnedDeveloperKey>,
  { scope, sameName }: PlanContext,
): MatchPlan | undefined {
  const { desired, live } = match;
  const { address, origin } = desired;
  if (!scope.whole(address)) return undefined;
  if (live?.deactivated !== true || desired.deactivated)
    return { change: developerKeyChange({ ...match, sameLabel: sameName }) };
  return { findings: [errorAt('key-deactivated', origin, { address, id: live.id })] };
}

/**
 * An error if the account would have more keys than allowed after all changes. Deactivations run first, so only the
 * final number counts.
 */
function checkCap(live: readonly DeveloperKey[], changes: readonly Change[]): readonly Finding[] {
  const active = live.filter(({ deactivated }) => !deactivated).length;
  const created = changes.filter(({ action }) => action === 'create');
  const deactivated = changes.filter(({ action }) => action === 'deactivate').length;
  const after = active + created.length - deactivated;
  const at = created[0]?.origin;
  if (at === undefined || after <= ACTIVE_KEYS_MAX) return [];
  const details = { active, created: created.length, deactivated, after, max: ACTIVE_KEYS_MAX };
  return [errorAt('too-many-keys', at, details)];
}

export const DEVELOPER_KEY: KindModel<KnownKey, DesiredDeveloperKey, DeveloperKey> = {
  kind: 'developer-key',
  plural: 'developerKeys',
  prefix: 'developer_key',
  key: 'developer_keys',
  hasSecret: true,
  actions: ['create', 'update', 'deactivate'],
  parts: PARTS,
  contentOf: ({ label, limits, deactivated }) => ({ label, limits, deactivated }),
  isInUse: ({ deactivated }) => deactivated !== true,
  access: 'admin-key',
  // A limit that no file sets is not managed.
  mode: () => 'named',
  name: ({ label }) => label,
  values: ({ label, deactivated, limits }) =>
    keyedValues(
      [['label'], label],
      [['deactivated'], deactivated],
      // If the first apply of a key failed, the ledger has only its id. A limit that no file sets is left out.
      ...KEY_LIMITS.filter((limit) => label === undefined || limits[limit] !== undefined).map(
        (limit) => [['limit', limit], limits[limit]] as const,
      ),
    ),
  digest: ({ label = '', deactivated = false, limits }) =>
    digestOf({ label, deactivated, limits: KEY_LIMITS.map((name) => limits[name] ?? null) }),
  plan: planKey,
  remove: ({ address, live }) => developerKeyDeactivation(address, live),
  checkChanges: checkCap,
  operationsOf: (change) =>
    change.children.length === 0 && isKeySound(change)
      ? developerKeyOperations(change, change.operations[0]?.notIds ?? [])
      : undefined,
  callFacts: ({ kind }) => CALLS[kind] ?? {},
  ...DEVELOPER_KEY_LEDGER,
};

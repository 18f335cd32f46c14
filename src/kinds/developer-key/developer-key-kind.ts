import type { ChangeBody } from '../../change/draft.ts';
import { keyedValues } from '../../change/values.ts';
import { ACTIVE_KEYS_MAX } from '../../contract/limits.ts';
import { errorAt, type Finding } from '../../model/finding.ts';
import type { Change } from '../../model/plan/plan.ts';
import { digestOf } from '../../model/resources/digest.ts';
import { isText, isUnnamed } from '../check-values.ts';
import type { DriftModel } from '../model/drift-model.ts';
import type { KindWords } from '../model/kind-words.ts';
import type { Match } from '../model/matches.ts';
import type { PullModel } from '../model/pull-model.ts';
import type { KindModel, MatchPlan, PlanContext } from '../model/resource-kind.ts';
import {
  type DesiredDeveloperKey,
  type DeveloperKey,
  KEY_LIMITS,
  type KnownKey,
  type OwnedDeveloperKey,
} from './developer-key.ts';
import { developerKeyChange, developerKeyDeactivation, developerKeyOperations } from './developer-key-change.ts';
import { DEVELOPER_KEY_LEDGER } from './developer-key-ledger.ts';

const OPERATIONS: Readonly<Record<string, string>> = {
  'create-developer-key': 'create the key',
  'rename-developer-key': 'rename',
  'limit-developer-key': 'set limits',
  'deactivate-developer-key': 'deactivate the key',
};

/** `0 ms` blocks speech to text, `0` the whole key. */
const LIMITS: Readonly<Record<string, { readonly name: string; readonly unit: string; readonly blocks: string }>> = {
  characters: { name: 'characters', unit: '', blocks: ' (blocks the key)' },
  speechToTextMilliseconds: { name: 'speech to text', unit: ' ms', blocks: ' (blocks speech to text)' },
};

const DEVELOPER_KEY_WORDS: KindWords = {
  short: 'key',
  parts: {
    limit: {
      name: ([limit = ''], _, { plain }) => LIMITS[limit]?.name ?? plain(limit),
      value: (value, [limit = ''], { number }) =>
        typeof value === 'number' ? `${number(value)}${LIMITS[limit]?.unit ?? ''}` : 'no limit',
      blocks: ([limit = '']) => LIMITS[limit]?.blocks ?? '',
      absent: 'not managed',
      blocker: 'a limit of 0',
    },
    deactivated: {
      noun: ['key', 'keys'],
      inHeading: true,
      name: () => 'the key',
      title: () => '',
      value: (value) => (value === true ? 'deactivated' : 'active'),
    },
  },
  operation: ({ kind }) => OPERATIONS[kind],
};

/** The comparison of developer keys in drift. */
const DEVELOPER_KEY_DRIFT: DriftModel<KnownKey, DesiredDeveloperKey, DeveloperKey> = {
  // Compares the label if the last apply recorded one, and limits that were set in the files at the last apply and
  // still are. Otherwise the value has no base, or no apply would restore it. The limits of a deactivated key are not
  // compared.
  isCompared([part, name], { base, ours, live }) {
    if (part === 'label') return base.label !== undefined;
    const limit = KEY_LIMITS.find((each) => each === name);
    return (
      part === 'limit' &&
      limit !== undefined &&
      !live.deactivated &&
      base.limits[limit] !== undefined &&
      ours.limits[limit] !== undefined
    );
  },
  // The entry requires a key that was deactivated, or pins one that was deleted.
  toldBy: { 'deactivated-outside': 'key-deactivated', 'deleted-outside': 'pinned-id-missing' },
  wholeOf: ({ label, limits }) => ({ label, limits }),
  isEdited: ({ label, limits }, base) =>
    (base.label !== undefined && label !== base.label) ||
    KEY_LIMITS.some(
      (name) => base.limits[name] !== undefined && limits[name] !== undefined && limits[name] !== base.limits[name],
    ),
  standing({ base, desired, live, isSame }, count) {
    const wasActive = base.deactivated === false;
    // A missing key that should be inactive needs no change.
    if (live === undefined) return desired.deactivated || !wasActive ? 'ignored' : undefined;
    if (!isSame) return wasActive ? undefined : 'ignored';
    if (wasActive && live.deactivated && !desired.deactivated) return 'deactivated-outside';
    if (wasActive && desired.deactivated) count('developer-key', live.deactivated ? 'same' : 'ours');
    return undefined;
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

/** A label and limits that no real key has, so that all values of files and service count as added. */
const UNKNOWN_KEY: KnownKey = {
  label: '',
  limits: Object.fromEntries(KEY_LIMITS.map((limit) => [limit, -1])),
  deactivated: false,
};

const DEVELOPER_KEY_PULL: PullModel<KnownKey> = { unknown: UNKNOWN_KEY, goesUnasked: true };

export const DEVELOPER_KEY: KindModel<KnownKey, DesiredDeveloperKey, DeveloperKey> = {
  kind: 'developer-key',
  plural: 'developerKeys',
  prefix: 'developer_key',
  noun: 'developer key',
  words: DEVELOPER_KEY_WORDS,
  approved: { told: { 'limit-developer-key': 'when-approved' } },
  isCompared: false,
  hasSecret: true,
  actions: ['create', 'update', 'deactivate'],
  parts: {
    label: { isNamed: isUnnamed, holds: isText, always: true },
    deactivated: { isNamed: isUnnamed, holds: (value) => typeof value === 'boolean', ofWhole: true },
    limit: {
      isNamed: ([name, ...more]) => more.length === 0 && KEY_LIMITS.some((limit) => limit === name),
      holds: (value) => value === null || (typeof value === 'number' && value >= 0),
      blocks: (value) => value === 0,
    },
  },
  stays: ({ deactivated }) => !deactivated,
  contentOf: ({ label, limits, deactivated }) => ({ label, limits, deactivated }),
  contentOfLive: ({ label, limits, deactivated }) => ({ label, limits, deactivated }),
  isInUse: ({ deactivated }) => !deactivated,
  goesForGood: true,
  needsAdminKey: true,
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
  drift: DEVELOPER_KEY_DRIFT,
  pull: DEVELOPER_KEY_PULL,
  isSound: (change) => change.children.length === 0 && isKeySound(change),
  operationsOf: (change) => developerKeyOperations(change, change.operations[0]?.notIds ?? []),
  ledger: DEVELOPER_KEY_LEDGER,
};

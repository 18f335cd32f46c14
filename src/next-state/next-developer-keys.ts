import type { LedgerState, OwnedDeveloperKey } from '../model/ledger/ledger-state.ts';
import type { DeveloperKeyAddress } from '../model/resources/address.ts';
import type { DesiredDeveloperKey } from '../model/resources/desired.ts';
import { type DeveloperKey, KEY_LIMITS, type KnownKey, keyId } from '../model/resources/developer-key.ts';
import { nameOf, valuesIn } from '../plan/change-values.ts';
import { limitsOn } from '../plan/compile/developer-key-operations.ts';
import { NO_LIMITS } from '../plan/diff/developer-key-change.ts';
import type { MatchedKeys } from '../plan/match/match-developer-keys.ts';
import type { Change } from '../plan/plan.ts';
import {
  type ChangeOutcome,
  changeOutcome,
  isCovered,
  type NextStateInput,
  pruned,
  removeById,
} from './run-outcomes.ts';

interface KeySides {
  /** What the files ask for; what the plan asks for where no file names the key. */
  readonly desired: Pick<DesiredDeveloperKey, 'label' | 'limits' | 'deactivated'>;
  /** What the plan was made from; absent: the run has made the key. */
  readonly live: DeveloperKey | undefined;
  /** What the service has after the run, where that was read. */
  readonly after: DeveloperKey | undefined;
  readonly change: Change | undefined;
  readonly done: ChangeOutcome | undefined;
}

const UNKNOWN: KnownKey = { limits: {} };

/** Each part by itself: what its call left, what files and service agree on, else what was known before. */
function contentOf({ desired, live, after, change, done }: KeySides, before: KnownKey = UNKNOWN): KnownKey {
  const part = <Value>(
    well: boolean | undefined,
    { wanted, there, left, known }: Record<'wanted' | 'there' | 'left' | 'known', Value | undefined>,
  ): Value | undefined => {
    if (well === undefined) return there === wanted ? wanted : known;
    return well ? (left ?? wanted) : known;
  };
  const label = part(done?.isDone(['label']), {
    wanted: desired.label,
    there: live?.label,
    left: after?.label,
    known: before.label,
  });
  // A key is made active.
  const isMade = change?.action === 'create' ? done?.isDone(['label']) : undefined;
  const deactivated = part(done?.isDone(['deactivated']) ?? isMade, {
    wanted: desired.deactivated,
    there: live?.deactivated,
    left: after?.deactivated,
    known: before.deactivated,
  });
  const limits = KEY_LIMITS.flatMap((name) => {
    const wanted = desired.limits[name];
    // What no file names is not managed.
    if (wanted === undefined) return [];
    const isChanged = change !== undefined && valuesIn(change, 'limit').some(({ key }) => key[1] === name);
    const limit = part(isChanged ? done?.isDone(['limit']) : undefined, {
      wanted,
      there: (live?.limits ?? NO_LIMITS)[name],
      left: after?.limits[name],
      known: before.limits[name],
    });
    return limit === undefined ? [] : [[name, limit] as const];
  });
  return {
    ...(label !== undefined && { label }),
    limits: Object.fromEntries(limits),
    ...(deactivated !== undefined && { deactivated }),
  };
}

/** What a plan asks of a key that no file names: what was known of it, with the change made to it. */
function plannedKey(change: Change, { content }: OwnedDeveloperKey) {
  return {
    label: nameOf(change).to ?? content.label ?? '',
    limits: { ...content.limits, ...limitsOn('to', valuesIn(change, 'limit')) },
    deactivated: change.action === 'deactivate' || content.deactivated === true,
  };
}

/** What the ledger says of developer keys after a run. */
export function nextDeveloperKeys(input: NextStateInput, decided: MatchedKeys): LedgerState['developerKeys'] {
  const { before, live, liveAfter, plan, report } = input;
  const there = live.developerKeys === undefined ? undefined : new Set<string>(live.developerKeys.map(({ id }) => id));
  const changes = plan.changes.filter((change) => change.kind === 'developer-key');
  const named = new Set<string>(decided.desired.map(({ address }) => address));
  const gone = new Set(
    changes
      .filter((change) => change.origin === undefined && changeOutcome(change, report).whole)
      .flatMap(({ id }) => (id === undefined ? [] : [id as string])),
  );
  const state = pruned(before.developerKeys, there, gone);
  const keyAfter = (id: string): DeveloperKey | undefined => liveAfter?.developerKeys?.find((key) => key.id === id);
  for (const { desired, live: found, owned } of decided.matches) {
    const change = changes.find((each) => each.address === desired.address);
    if (!isCovered(input, desired.address, owned !== undefined, change)) continue;
    const id = found?.id ?? report.ids.find(({ address }) => address === desired.address)?.id;
    if (id === undefined) continue;
    const done = change === undefined ? undefined : changeOutcome(change, report);
    const sides = { desired, live: found, after: keyAfter(id), change, done };
    removeById(state, id);
    state.set(desired.address as DeveloperKeyAddress, {
      id: keyId(id),
      content: contentOf(sides, owned?.content),
      protect: desired.protect,
    });
  }
  // A saved plan may change what the files have left behind.
  for (const change of changes) {
    const address = change.address as DeveloperKeyAddress;
    const owned = state.get(address);
    if (liveAfter === undefined || named.has(change.address) || owned === undefined) continue;
    const after = keyAfter(owned.id);
    const sides = {
      desired: plannedKey(change, owned),
      live: after,
      after,
      change,
      done: changeOutcome(change, report),
    };
    state.set(address, { ...owned, content: contentOf(sides, owned.content) });
  }
  return state;
}

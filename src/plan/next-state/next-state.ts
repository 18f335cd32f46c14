import { desiredFrom } from '../../kinds/ledger-content.ts';
import type { Places } from '../../kinds/model/ledger-model.ts';
import { type Matched, matchedOf } from '../../kinds/model/matches.ts';
import type { AnyKind } from '../../kinds/model/resource-kind.ts';
import { unreadChildren } from '../../kinds/needs.ts';
import { ledgerFrom } from '../../kinds/registry.ts';
import { type LedgerState, liveOf, ownedOf } from '../../kinds/states.ts';
import type { Change } from '../../model/plan/plan.ts';
import type { ResourceAddress } from '../../model/resources/address.ts';
import type { DesiredResource, OwnedResource } from '../../model/resources/resource.ts';
import { topOf } from '../../model/source-ref.ts';
import { resolveReplacements, withUnfinished } from '../compile/replacement-intent.ts';
import { matchAll } from '../match/match.ts';
import { nextContent } from './next-content.ts';
import { nextUnfinished } from './next-unfinished.ts';
import { plannedResources } from './planned-content.ts';
import {
  changeOutcome,
  deletedIds,
  isCovered,
  type NextStateInput,
  pruned,
  type RunSides,
  removeById,
} from './run-outcomes.ts';

/** Of what no file names. */
const NOWHERE: Places = { origin: topOf('plan.json') };

/** One resource, as files or a plan ask for it. */
interface Asked extends Pick<RunSides, 'desired' | 'live' | 'ownsNamed'> {
  readonly address: ResourceAddress;
  /** The id that it has; absent: it was not there. */
  readonly id?: string;
  readonly protect: boolean;
  readonly owned?: OwnedResource | undefined;
}

const asked = (kind: AnyKind, desired: DesiredResource): Pick<Asked, 'desired' | 'ownsNamed'> => ({
  desired: kind.contentOf(desired),
  ownsNamed: kind.ledger.ownsNamed?.(desired) === true,
});

/** The state of one kind after a run. */
function nextOf(
  input: NextStateInput,
  kind: AnyKind,
  matched: Matched | undefined,
): ReadonlyMap<ResourceAddress, OwnedResource> {
  const { plan, report, live, liveAfter } = input;
  const before = ownedOf(input.before, kind.plural);
  if (matched === undefined) return before;
  const there = liveOf(live, kind.plural);
  const state = pruned(before, there && new Set(there.map(({ id }) => id)), deletedIds(plan, report));
  const changes = plan.changes.filter((change) => change.kind === kind.kind);
  const changeOf = new Map<string, Change>(changes.map((change) => [change.address, change]));
  const afterById = new Map(((liveAfter && liveOf(liveAfter, kind.plural)) ?? []).map((each) => [each.id, each]));
  const record = ({ address, id: known, protect, owned, ...sides }: Asked): void => {
    const change = changeOf.get(address);
    // A saved plan may delete what the files name by now.
    if (change?.action === 'delete' || !isCovered(input, address, owned !== undefined, change)) return;
    const done = change && changeOutcome(change, report);
    const id = report.ids.find((made) => made.address === address)?.id ?? known ?? done?.id;
    if (id === undefined) return;
    const left = afterById.get(id);
    const after = left && kind.contentOfLive(left);
    const unread = left === undefined ? [] : unreadChildren(kind, left);
    const content = nextContent(kind, { ...sides, after, unread, change, done }, owned?.content);
    removeById(state, id);
    state.set(address, { id, content, protect });
  };
  for (const { desired, live: found, owned } of matched.matches)
    record({
      address: desired.address,
      ...(found !== undefined && { id: found.id }),
      protect: desired.protect,
      owned,
      live: found && kind.contentOfLive(found),
      ...asked(kind, desired),
    });
  if (liveAfter === undefined) return state;
  const named = new Set(matched.desired.map(({ address }) => address));
  for (const { address, content, protect, owned } of plannedResources(kind, changes, before, named)) {
    // The files may have given it to another address by now, and it may be gone.
    if (owned !== undefined && state.get(address)?.id !== owned.id) continue;
    const desired = desiredFrom(kind, content, { address, protect }, NOWHERE);
    record({ address, protect, owned, live: undefined, ...asked(kind, desired) });
  }
  return state;
}

/**
 * What the ledger says after a run, of a run that went well, in part, or not at all: for each part that its call
 * changed, what the call left; for each part that was already as the files want it, that; for any other part what the
 * ledger said before. What is gone from the service is dropped, what moved to another address moves along. Pure.
 */
export function nextState(given: NextStateInput): LedgerState {
  const { desired, live, plan, report, deletable } = given;
  const before = resolveReplacements({ ledger: given.before, desired, live });
  const input = { ...given, before };
  const matches = matchAll({ desired, live, ledger: before, only: plan.only, deletable });
  const state = ledgerFrom((kind) => nextOf(input, kind, matchedOf(matches, kind.plural)));
  return withUnfinished(state, nextUnfinished({ before, plan, report, state, gone: deletedIds(plan, report) }));
}

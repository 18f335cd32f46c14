import { keyId } from '../kinds/developer-key/developer-key.ts';
import type { Match, Matched } from '../kinds/matches.ts';
import type { DesiredResource, OwnedResource } from '../kinds/resource.ts';
import type { LedgerState } from '../kinds/states.ts';
import { glossaryId, styleId } from '../model/ids.ts';
import type { Change, ResourceKind } from '../model/plan/plan.ts';
import type { ResourceAddress } from '../model/resources/address.ts';
import { resolveReplacements, withUnfinished } from '../plan/compile/replacement-intent.ts';
import { matchAll } from '../plan/match/match-all.ts';
import { keyContent } from './next-developer-key.ts';
import { glossaryContent } from './next-glossary.ts';
import { listContent } from './next-style-list.ts';
import { nextUnfinished } from './next-unfinished.ts';
import { type ChangeAt, plannedGlossary, plannedKey, plannedList, plannedMatches } from './planned-content.ts';
import {
  changeOutcome,
  deletedIds,
  isCovered,
  type NextStateInput,
  pruned,
  type RunSides,
  removeById,
} from './run-outcomes.ts';

/** How the state of one kind of resource comes about. */
interface NextKind<
  At extends ResourceAddress,
  Desired extends DesiredResource & { readonly address: At },
  Live,
  Owned extends OwnedResource,
> {
  readonly kind: ResourceKind;
  /** What the ledger had. */
  readonly owned: ReadonlyMap<At, Owned>;
  /** What the plan was made from, and what the service has after the run; absent: it was not read. */
  readonly live: readonly Live[] | undefined;
  readonly after: readonly Live[] | undefined;
  readonly matched: Matched<Desired, Live, Owned> | undefined;
  /** What a change that no file names asks for, from what the ledger had. */
  readonly planned: (change: ChangeAt<At>, base: Owned | undefined) => Desired;
  readonly idOf: (id: string) => Owned['id'];
  readonly content: (sides: RunSides<Desired, Live>, before: Owned | undefined) => Owned['content'];
}

/** The state of one kind after a run. */
function nextOf<
  At extends ResourceAddress,
  Desired extends DesiredResource & { readonly address: At },
  Live extends { readonly id: string },
  Owned extends OwnedResource,
>(input: NextStateInput, next: NextKind<At, Desired, Live, Owned>): ReadonlyMap<At, Owned> {
  const { plan, report, liveAfter } = input;
  const { kind, owned: before, live, after, matched, idOf, content } = next;
  if (matched === undefined) return before;
  const gone = deletedIds(plan, report);
  const state = pruned(before, live && new Set<string>(live.map(({ id }) => id)), gone);
  const changes = plan.changes.filter((change): change is ChangeAt<At> => change.kind === kind);
  const changeOf = new Map<string, Change>(changes.map((change) => [change.address, change]));
  const afterById = new Map<string, Live>((after ?? []).map((each) => [each.id, each]));
  const record = ({ desired, live: found, owned }: Omit<Match<Desired, Live, Owned>, 'adopted'>): void => {
    const change = changeOf.get(desired.address);
    // A saved plan may delete what the files name by now.
    if (change?.action === 'delete' || !isCovered(input, desired.address, owned !== undefined, change)) return;
    const done = change && changeOutcome(change, report);
    const created = report.ids.find(({ address }) => address === desired.address)?.id;
    const id = created ?? found?.id ?? done?.id;
    if (id === undefined) return;
    const sides = { desired, live: found, after: afterById.get(id), change, done };
    const now = { id: idOf(id), content: content(sides, owned), protect: desired.protect };
    removeById(state, id);
    state.set(desired.address, now as Owned);
  };
  for (const match of matched.matches) record(match);
  if (liveAfter === undefined) return state;
  for (const match of plannedMatches(changes, next, new Set(matched.desired.map(({ address }) => address)))) {
    const { owned, desired } = match;
    // The files may have given it to another address by now, and it may be gone.
    if (owned === undefined || state.get(desired.address)?.id === owned.id) record(match);
  }
  return state;
}

/**
 * What the ledger says after a run, of a run that went well, in part, or not at all: for each part that its call
 * changed, what the call left; for each part that was already as the files want it, that; for any other part what the
 * ledger said before. What is gone from the service is dropped, what moved to another address moves along. Pure.
 */
export function nextState(given: NextStateInput): LedgerState {
  const { desired, live, liveAfter, plan, deletable } = given;
  const before = resolveReplacements({ ledger: given.before, desired, live });
  const input = { ...given, before };
  const matches = matchAll({ desired, live, ledger: before, only: plan.only, deletable });
  const state = {
    glossaries: nextOf(input, {
      kind: 'glossary',
      owned: before.glossaries,
      live: live.glossaries,
      after: liveAfter?.glossaries,
      matched: matches.glossaries,
      planned: plannedGlossary,
      idOf: glossaryId,
      content: glossaryContent,
    }),
    styleLists: nextOf(input, {
      kind: 'style-list',
      owned: before.styleLists,
      live: live.styleLists,
      after: liveAfter?.styleLists,
      matched: matches.styleLists,
      planned: plannedList,
      idOf: styleId,
      content: listContent,
    }),
    developerKeys: nextOf(input, {
      kind: 'developer-key',
      owned: before.developerKeys,
      live: live.developerKeys,
      after: liveAfter?.developerKeys,
      matched: matches.developerKeys,
      planned: plannedKey,
      idOf: keyId,
      content: keyContent,
    }),
  };
  const { styleLists } = state;
  return withUnfinished(state, nextUnfinished({ ...input, styleLists, gone: deletedIds(plan, given.report) }));
}

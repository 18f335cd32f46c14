import type { Client } from '../../client/client.ts';
import type { Limit } from '../../client/limit.ts';
import { childKey, childrenOf, withChildren } from '../../kinds/ledger-content.ts';
import type { AnyKind } from '../../kinds/model/resource-kind.ts';
import { type ChildNeed, needsOf } from '../../kinds/needs.ts';
import { liveStateFrom, managedKinds } from '../../kinds/registry.ts';
import { readEntries } from '../../kinds/service/read-entries.ts';
import { listingOf, readListing } from '../../kinds/service/read-listing.ts';
import { type DesiredState, desiredOf, type LedgerState, type LiveState, liveOf, ownedOf } from '../../kinds/states.ts';
import type { Change, Plan } from '../../model/plan/plan.ts';
import { scopeOf } from '../../model/plan/scope.ts';
import { childName } from '../../model/resources/address.ts';
import type { LiveResource } from '../../model/resources/resource.ts';
import { changeOutcome } from '../../plan/next-state/run-outcomes.ts';
import type { ApplyReport } from '../../plan/outcome.ts';

/** A saved plan that has run. */
interface AfterSaved {
  readonly plan: Plan;
  readonly report: ApplyReport;
  /** What the files ask for. */
  readonly desired: DesiredState;
  /** What the ledger owns, under the addresses that it has now. */
  readonly owned: LedgerState;
}

interface AfterSavedInput extends AfterSaved {
  /** Answers reads of entries that the run has made without another call. */
  readonly client: Client;
  readonly limit: Limit;
}

/** The changes of one kind by the ids of their resources, and its adopted ids by address. */
interface OfKind {
  readonly kind: AnyKind;
  readonly changes: ReadonlyMap<string, Change>;
  readonly adopted: ReadonlyMap<string, string>;
}

function ofKind({ plan, report, desired }: AfterSaved, kind: AnyKind): OfKind {
  const created = new Map<string, string>(report.ids.map(({ address, id }) => [address, id]));
  const changes = plan.changes
    .filter((change) => change.kind === kind.kind)
    .flatMap((change) =>
      [created.get(change.address), change.id].flatMap((id) => (id === undefined ? [] : [[id, change] as const])),
    );
  const named = new Set<string>((desiredOf(desired, kind.plural) ?? []).map(({ address }) => address));
  const adopted = (plan.adopts ?? []).filter(({ address }) => named.has(address));
  return { kind, changes: new Map(changes), adopted: new Map(adopted.map(({ address, id }) => [address, id])) };
}

/** The children that calls of the run have changed, and read back. */
function childrenLeft({ kind, changes }: OfKind, live: LiveResource, report: ApplyReport): readonly ChildNeed[] {
  const change = changes.get(live.id);
  if (change === undefined) return [];
  const { isDone } = changeOutcome(change, report);
  const names = change.children.map(({ address }) => childName(address)).filter((name) => isDone(childKey(name)));
  return needsOf(
    kind,
    live,
    names.map((child) => ({ child })),
  );
}

/**
 * Id → content of what the plan says nothing of: as the ledger has it. What the ledger does not have yet, and the plan
 * found to be as the files want it, is as the files want it.
 */
function untouchedContents(
  { plan, desired, owned }: AfterSaved,
  { kind, changes, adopted }: OfKind,
): ReadonlyMap<string, unknown> {
  const records = ownedOf(owned, kind.plural);
  const contents = new Map<string, unknown>([...records.values()].map(({ id, content }) => [id, content]));
  // Without its provenance, a plan does not say what the files asked for.
  if (plan.config === undefined) return contents;
  const scope = scopeOf(plan.only);
  const changeOf = new Map<string, Change>([...changes.values()].map((change) => [change.address, change]));
  for (const each of desiredOf(desired, kind.plural) ?? []) {
    const { address } = each;
    const change = changeOf.get(address);
    const id = records.get(address)?.id ?? adopted.get(address) ?? change?.id;
    if (id === undefined) continue;
    const [wanted, record] = [kind.contentOf(each), contents.get(id)];
    const known = record === undefined ? new Map() : childrenOf(kind, record);
    const planned = new Set<string>(change?.children.map((child) => childName(child.address)));
    const isFirst = (name: string): boolean => !known.has(name) && !planned.has(name) && scope.child(address, name);
    const first = [...childrenOf(kind, wanted)].filter(([name]) => isFirst(name));
    const isWhole = record === undefined && change === undefined;
    // Files that own what they name alone leave more in a child than they have.
    if (isWhole) contents.set(id, wanted);
    else if (first.length > 0 && kind.ledger.ownsNamed?.(each) !== true)
      contents.set(id, withChildren(kind, record ?? wanted, new Map([...known, ...first])));
  }
  return contents;
}

/** A changed resource as the service has it, with the children that the plan says nothing of. */
function touchedLive(kind: AnyKind, live: LiveResource, { children }: Change, content: unknown): LiveResource {
  if (kind.liveChildren === undefined || kind.ledger.live === undefined) return live;
  const left = kind.contentOfLive(live);
  const planned = new Set<string>(children.map(({ address }) => childName(address)));
  const others = content === undefined ? [] : [...childrenOf(kind, content)].filter(([name]) => !planned.has(name));
  const read = [...childrenOf(kind, left)].filter(([name]) => planned.has(name));
  return kind.ledger.live(live.id, withChildren(kind, left, new Map([...read, ...others])));
}

/** One kind as it is to be compared with the files. */
function liveOfKind(input: AfterSaved, about: OfKind, after: readonly LiveResource[] | undefined) {
  const { kind, changes } = about;
  const { live: liveWith } = kind.ledger;
  if (liveWith === undefined) return after;
  const contents = untouchedContents(input, about);
  const touched = (after ?? []).flatMap((live) => {
    const change = changes.get(live.id);
    return change === undefined ? [] : [touchedLive(kind, live, change, contents.get(live.id))];
  });
  const untouched = [...contents].flatMap(([id, content]) => (changes.has(id) ? [] : [liveWith(id, content)]));
  return [...touched, ...untouched];
}

/**
 * What the ledger is to know of the service after the run of a saved plan. Only the lists of the kinds that the plan
 * changes are read, and the children that its calls changed; of everything else the ledger keeps what it has. So a
 * change that somebody else has made meanwhile is not taken for an applied one.
 */
export async function readAfterSaved({
  client,
  limit,
  ...input
}: AfterSavedInput): Promise<{ readonly live: LiveState; readonly liveAfter?: LiveState }> {
  const managed = new Map(managedKinds(input.desired).map((kind) => [kind, ofKind(input, kind)]));
  const listed = [...managed.values()].filter(
    ({ kind, changes, adopted }) => changes.size > 0 || (kind.ledger.live === undefined && adopted.size > 0),
  );
  const listing = await readListing(client, listingOf(listed.map(({ kind }) => kind)), limit);
  const needs = listed.flatMap((about) =>
    (liveOf(listing, about.kind.plural) ?? []).flatMap((live) => childrenLeft(about, live, input.report)),
  );
  const liveAfter = await readEntries(client, listing, needs, limit);
  const live = liveStateFrom((kind) => {
    const about = managed.get(kind);
    return about && liveOfKind(input, about, liveOf(liveAfter, kind.plural));
  });
  // The files are as they were when the plan was made, or it would have been refused: they say what the calls left.
  return { live, ...(input.plan.config === undefined && { liveAfter }) };
}

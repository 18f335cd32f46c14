import type { Client, Limit } from '../../client/client.ts';
import type { AnyKind } from '../../kinds/kind.ts';
import { childKey, childrenOf, withChildren } from '../../kinds/ledger-content.ts';
import { type ChildNeed, needsOf } from '../../kinds/needs.ts';
import { liveStateFrom, managedKinds, ownsNamed } from '../../kinds/registry.ts';
import { listingOf, readEntries, readListing } from '../../kinds/service/read-entries.ts';
import {
  type DesiredState,
  desiredResources,
  type LedgerState,
  type LiveState,
  liveOf,
  liveResources,
  ownedOf,
} from '../../kinds/states.ts';
import { type Change, type Plan, scopeOf } from '../../model/plan/plan.ts';
import { childName } from '../../model/resources/address.ts';
import type { LiveResource } from '../../model/resources/resource.ts';
import { changeOutcome } from '../../plan/next-state/run-outcomes.ts';
import type { ApplyReport } from '../../plan/outcome.ts';

/** A saved plan that was run. */
interface AfterSaved {
  readonly plan: Plan;
  readonly report: ApplyReport;
  /** The desired state in the files. */
  readonly desired: DesiredState;
  /** The owned state, under the current addresses. */
  readonly owned: LedgerState;
}

interface AfterSavedInput extends AfterSaved {
  /** Answers repeated reads of entries that the run has read without another call. */
  readonly client: Client;
  readonly limit: Limit;
}

/** The changes of one kind by the old and new ids of their resources, and its adopted ids by address. */
interface KindChanges {
  readonly kind: AnyKind;
  readonly changes: ReadonlyMap<string | undefined, Change>;
  readonly adopted: ReadonlyMap<string, string>;
}

function kindChanges({ plan, report, desired }: AfterSaved, kind: AnyKind): KindChanges {
  const created = new Map<string, string>(report.ids.map(({ address, id }) => [address, id]));
  const changes = plan.changes
    .filter((change) => change.kind === kind.kind)
    .flatMap((change) => [created.get(change.address), change.id].map((id) => [id, change] as const));
  const named = new Set<string>(desiredResources(desired, kind.plural).map(({ address }) => address));
  const adopted = (plan.adopts ?? []).filter(({ address }) => named.has(address));
  return { kind, changes: new Map(changes), adopted: new Map(adopted.map(({ address, id }) => [address, id])) };
}

/** The children that calls of the run changed. They must be read. */
function childrenLeft({ kind, changes }: KindChanges, live: LiveResource, report: ApplyReport): readonly ChildNeed[] {
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
 * Id → content of a resource that the plan does not change: as in the ledger. If the ledger lacks it and the plan found
 * it equal to the files, its content in the files.
 */
function untouchedContents(
  { plan, desired, owned }: AfterSaved,
  { kind, changes, adopted }: KindChanges,
): ReadonlyMap<string, unknown> {
  const records = ownedOf(owned, kind.plural);
  const contents = new Map<string, unknown>([...records.values()].map(({ id, content }) => [id, content]));
  // A plan without its provenance does not contain the state that the files requested.
  if (plan.config === undefined) return contents;
  const scope = scopeOf(plan.only);
  const changeOf = new Map<string, Change>([...changes.values()].map((change) => [change.address, change]));
  for (const each of desiredResources(desired, kind.plural)) {
    const { address } = each;
    const change = changeOf.get(address);
    const id = records.get(address)?.id ?? adopted.get(address) ?? change?.id;
    if (id === undefined) continue;
    const [wanted, record] = [kind.contentOf(each), contents.get(id)];
    const known = record === undefined ? new Map() : childrenOf(kind, record);
    const isFirst = (name: string): boolean => !known.has(name) && scope.child(address, name);
    const first = [...childrenOf(kind, wanted)].filter(([name]) => isFirst(name));
    const isWhole = record === undefined && change === undefined;
    // If files own only the entries they name, the child on the service can have more entries than the files.
    if (isWhole) contents.set(id, wanted);
    else if (!ownsNamed(kind, each))
      contents.set(id, withChildren(kind, record ?? wanted, new Map([...known, ...first])));
  }
  return contents;
}

/** The content of a changed resource on the service, with those children that the plan does not change. */
function touchedContent(kind: AnyKind, live: LiveResource, { children }: Change, content: unknown): unknown {
  const left = kind.contentOf(live);
  const planned = new Set<string>(children.map(({ address }) => childName(address)));
  const others = content === undefined ? [] : [...childrenOf(kind, content)].filter(([name]) => !planned.has(name));
  return withChildren(kind, left, new Map([...childrenOf(kind, left), ...others]));
}

/** The state of one kind that is compared with the files. */
function liveOfKind(input: AfterSaved, about: KindChanges, after: readonly LiveResource[] | undefined) {
  const { kind, changes } = about;
  const { toLive: liveWith } = kind;
  if (liveWith === undefined) return after;
  const contents = untouchedContents(input, about);
  const touched = (after ?? []).flatMap((live) => {
    const change = changes.get(live.id);
    if (change === undefined) return [];
    if (kind.liveChildren === undefined) return [live];
    return [liveWith(live.id, touchedContent(kind, live, change, contents.get(live.id)))];
  });
  const untouched = [...contents].flatMap(([id, content]) => (changes.has(id) ? [] : [liveWith(id, content)]));
  return [...touched, ...untouched];
}

/**
 * The state that the ledger records after the run of a saved plan. Only the lists of the changed kinds are read, and
 * the children that calls changed. The ledger keeps its content for the rest, so that a change by another person in the
 * meantime does not count as applied.
 */
export async function readAfterSaved({
  client,
  limit,
  ...input
}: AfterSavedInput): Promise<{ readonly live: LiveState; readonly liveAfter?: LiveState }> {
  const managed = new Map(managedKinds(input.desired).map((kind) => [kind, kindChanges(input, kind)]));
  const listed = [...managed.values()].filter(
    ({ kind, changes, adopted }) => changes.size > 0 || (kind.toLive === undefined && adopted.size > 0),
  );
  const listing = await readListing(client, listingOf(listed.map(({ kind }) => kind)), limit);
  const needs = listed.flatMap((about) =>
    liveResources(listing, about.kind.plural).flatMap((live) => childrenLeft(about, live, input.report)),
  );
  const liveAfter = await readEntries(client, listing, needs, limit);
  const live = liveStateFrom((kind) => {
    const about = managed.get(kind);
    return about && liveOfKind(input, about, liveOf(liveAfter, kind.plural));
  });
  // The files are unchanged since the plan was made, otherwise it would be refused. So they describe the result of the
  // calls.
  return { live, ...(input.plan.config === undefined && { liveAfter }) };
}

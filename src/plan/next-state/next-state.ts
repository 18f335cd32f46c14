import { patchedBy } from '../../change/diff-entries.ts';
import type { NamedValue } from '../../change/stale-detail.ts';
import type { Values } from '../../change/values.ts';
import { itemChanges, sameItem } from '../../kinds/items.ts';
import type { AnyKind, ChildEntries, Places } from '../../kinds/kind.ts';
import { childKey, childrenOf, desiredFrom, inPart, valuesOf } from '../../kinds/ledger-content.ts';
import { unreadChildren } from '../../kinds/needs.ts';
import { allOwned, ledgerFrom, ownsNamed } from '../../kinds/registry.ts';
import {
  type LedgerState,
  liveOf,
  type Matched,
  matchedOf,
  ownedOf,
  type UnfinishedReplacement,
} from '../../kinds/states.ts';
import { type Entries, NO_ENTRIES } from '../../model/entries/entries.ts';
import { topOf } from '../../model/finding.ts';
import { type Change, type ChildChange, scopeOf, valuesIn } from '../../model/plan/plan.ts';
import { childName, type ResourceAddress } from '../../model/resources/address.ts';
import {
  type DesiredResource,
  keyText,
  type OwnedResource,
  parseKey,
  type Value,
} from '../../model/resources/resource.ts';
import { replacementsOf, resolveReplacements, withUnfinished } from '../compile/replacement-intent.ts';
import { matchAll } from '../match/match.ts';
import { itemsAfter, plannedResources } from './planned-content.ts';
import {
  type ChangeOutcome,
  changeOutcome,
  deletedIds,
  isCovered,
  type NextStateInput,
  pruned,
  type RunSides,
  removeById,
} from './run-outcomes.ts';

/** `before`: the ledger after unfinished replacements of earlier runs were resolved. */
interface NextUnfinishedInput extends Pick<NextStateInput, 'before' | 'plan' | 'report'> {
  /** The resources that are owned after the run. */
  readonly state: LedgerState;
  /** Ids of the resources that the run deleted. */
  readonly gone: ReadonlySet<string>;
}

/** Replacements that stopped between their two calls, in this run or in an earlier one. Pure. */
export function nextUnfinished(input: NextUnfinishedInput): readonly UnfinishedReplacement[] {
  const { before, plan, report, state, gone } = input;
  const owned = new Set([...allOwned(state).values()].map(({ id }) => id));
  const earlier = (before.unfinished ?? []).filter(({ old }) => !gone.has(old) && !owned.has(old));
  const isUnknown = (address: string): boolean =>
    report.outcomes.some(
      ({ kind, operation, ...outcome }) =>
        kind === 'unknown' && outcome.address === address && operation.pre === 'absent',
    );
  const stopped = replacementsOf(plan).flatMap((each): readonly UnfinishedReplacement[] => {
    const { address, old } = each;
    if (gone.has(old)) return [];
    if (report.ids.some((created) => created.address === address)) return [{ kind: 'left', address, old }];
    return isUnknown(address) ? [each] : [];
  });
  return [...earlier, ...stopped];
}

/** The sides of one resource, and the results of the run for it. */
interface Next extends RunSides {
  readonly kind: AnyKind;
  /** The content in the ledger before the run, or a substitute if the ledger had none. */
  readonly base: unknown;
  /** The live content when the plan was made. For a resource without a file: the live content after the run. */
  readonly found: unknown;
  /** The keys of values that the plan changes. */
  readonly planned: ReadonlySet<string>;
  /** True if the call that creates the resource succeeded. */
  readonly isCreated: boolean;
}

const NONE: Values = new Map();

const valuesIf = (kind: AnyKind, content: unknown): Values => (content === undefined ? NONE : kind.values(content));

/** Keys of the values that the files own. */
function ownedKeys({ kind, desired, after, base, ownsNamed }: Next): ReadonlySet<string> {
  const others = ownsNamed ? [] : [after, base].flatMap((side) => [...valuesIf(kind, side).keys()]);
  return new Set([...kind.values(desired).keys(), ...others]);
}

/** True if files and service agree on the values of a resource. Child resources are not compared. */
function agree({ kind, desired, found, ownsNamed }: Next): boolean {
  if (found === undefined) return false;
  const [wanted, there] = [kind.values(desired), kind.values(found)];
  const names = ownsNamed ? [...wanted.keys()] : [...wanted.keys(), ...there.keys()];
  return names.every((name) => wanted.get(name) === there.get(name)) && itemChanges(kind, found, desired).length === 0;
}

/**
 * True if the run set the value as the files require, false if a call for it did not succeed, `undefined` if the run
 * did not change it.
 */
function isDone({ done, planned, isCreated }: Next, name: string): boolean | undefined {
  // A replacement that could not delete the old resource has still created the new one.
  if (isCreated && done?.change.action === 'replace') return true;
  const well = done?.isDone(parseKey(name)) ?? (isCreated || undefined);
  return well === false && !planned.has(name) ? undefined : well;
}

/**
 * The new state, value by value: the result of the value's call, otherwise the value on which files and service agree,
 * otherwise the value in the ledger.
 */
function nextValues(next: Next): readonly NamedValue[] {
  const { kind, desired, after, base, found, done } = next;
  const [wanted, left] = [kind.values(desired), kind.values(after ?? desired)];
  const [known, there] = [valuesIf(kind, base), valuesIf(kind, found)];
  const plannedTo = new Map(done?.change.values.map(({ key, to }) => [keyText(key), to] as const));
  /**
   * The value after a call, or the value on which files and service agree. Any other live value was set by another
   * user.
   */
  const leftValue = (name: string): Value | undefined => {
    const value = left.get(name);
    if (value === wanted.get(name)) return value;
    return next.planned.has(name) ? plannedTo.get(name) : known.get(name);
  };
  // If the plan has no change for the resource, either all its values are known or each value is decided by itself.
  const isWhole = done === undefined && kind.hasSecret !== true;
  const isSame = isWhole && agree(next);
  const nextValue = (name: string): Value | undefined => {
    const well = isDone(next, name);
    if (well === true) return leftValue(name);
    const isAgreed = isWhole ? isSame : well === undefined && there.get(name) === wanted.get(name);
    return (isAgreed ? wanted : known).get(name);
  };
  return [...ownedKeys(next)].flatMap((name): readonly NamedValue[] => {
    const value = nextValue(name);
    return value === undefined ? [] : [[parseKey(name), value]];
  });
}

/**
 * Values without a key: all those of the files, or those before the run with the successful changes. `before`: the
 * content in the ledger.
 */
function nextItems(next: Next, values: readonly NamedValue[], before: unknown): readonly NamedValue[] {
  const { kind, desired, after, base, done, isCreated } = next;
  const { items } = kind;
  if (items === undefined) return [];
  const of = (content: unknown): readonly NamedValue[] =>
    content === undefined ? [] : inPart(valuesOf(kind, content), items.part);
  if (done === undefined) return of(agree(next) ? desired : base);
  if (isCreated || done.isComplete) {
    if (after === undefined) return of(desired);
    const plannedValues = valuesIn(done.change, items.part).map(({ to }) => to);
    const ours = [...of(before), ...of(desired)].map(([, value]) => value);
    // All other live values were added by other users since.
    return of(after).filter(([, value]) =>
      [...plannedValues, ...ours].some((each) => each !== undefined && sameItem(kind, value, each, after)),
    );
  }
  return itemsAfter(kind, of(base), { ...done, content: kind.fromValues(values, new Map()) });
}

/**
 * The entries of each child resource, decided like the values in `nextValues`. A child that the files name and no run
 * has settled is not owned.
 */
function nextChildren({ kind, desired, live, after, unread, done }: Next, before: unknown): ChildEntries {
  const entriesIn = (content: unknown): ChildEntries => (content === undefined ? new Map() : childrenOf(kind, content));
  const [wanted, there, left, known] = [entriesIn(desired), entriesIn(live), entriesIn(after), entriesIn(before)];
  const planned = new Map<string, ChildChange>(
    (done?.change.children ?? []).map((each) => [childName(each.address), each]),
  );
  const entriesOf = (name: string): Entries | undefined => {
    const child = planned.get(name);
    if (child === undefined) {
      // The plan does not change the child: files and service agree, unless the plan was narrowed or made from other
      // files.
      const isSame = (wanted.get(name) ?? NO_ENTRIES).digest === (there.get(name) ?? NO_ENTRIES).digest;
      return (isSame ? wanted : known).get(name);
    }
    if (done?.isDone(childKey(name)) !== true) return known.get(name);
    if (child.action === 'delete') return undefined;
    if (after === undefined) return wanted.get(name);
    // A child that no file names and that was not owned is not read again. The call was verified when it was made.
    if (unread.includes(name)) return patchedBy(known.get(name) ?? NO_ENTRIES, child);
    return left.get(name);
  };
  const names = new Set([...wanted.keys(), ...known.keys(), ...planned.keys()]);
  return new Map(
    [...names].flatMap((name) => {
      const entries = entriesOf(name);
      return entries === undefined || entries.size === 0 ? [] : [[name, entries]];
    }),
  );
}

/** True if the call that creates the resource of a change succeeded: the first call of the change. */
function isCreating({ change: { action, operations }, operation }: ChangeOutcome): boolean {
  const [create] = operations;
  return (action === 'create' || action === 'replace') && create !== undefined && operation(create.id);
}

/** The content of a resource in the ledger after a run. `before`: the content before it; `undefined`: none. Pure. */
export function nextContent(kind: AnyKind, sides: RunSides, before: unknown): unknown {
  const { desired, live, after, done } = sides;
  const unowned = kind.hasSecret === true ? undefined : done === undefined ? desired : (live ?? desired);
  const changed = (done?.change.values ?? []).filter(({ from, to }) => from !== to);
  const next: Next = {
    ...sides,
    kind,
    base: before ?? unowned,
    found: live ?? after,
    planned: new Set(changed.map(({ key }) => keyText(key))),
    isCreated: done !== undefined && isCreating(done),
  };
  const values = nextValues(next);
  return kind.fromValues([...values, ...nextItems(next, values, before)], nextChildren(next, before));
}

/** The place of a resource without a file. */
const NOWHERE: Places = { origin: topOf('plan.json') };

/** One resource, as the files or a plan require it. */
interface RequestedResource extends Pick<RunSides, 'desired' | 'live' | 'ownsNamed'> {
  readonly address: ResourceAddress;
  /** Its id before the run; absent: it did not exist. */
  readonly id?: string;
  readonly protect: boolean;
  readonly owned?: OwnedResource | undefined;
}

const requestedContent = (
  kind: AnyKind,
  desired: DesiredResource,
): Pick<RequestedResource, 'desired' | 'ownsNamed'> => ({
  desired: kind.contentOf(desired),
  ownsNamed: ownsNamed(kind, desired),
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
  const liveLeft = liveAfter && liveOf(liveAfter, kind.plural);
  const afterById = new Map(liveLeft?.map((each) => [each.id, each] as const));
  const record = ({ address, id: known, protect, owned, ...sides }: RequestedResource): void => {
    const change = changeOf.get(address);
    // A saved plan may delete a resource that the files name again.
    if (change?.action === 'delete' || !isCovered(input, address, owned !== undefined, change)) return;
    const done = change && changeOutcome(change, report);
    const id = report.ids.find((created) => created.address === address)?.id ?? known ?? done?.id;
    if (id === undefined) return;
    const left = afterById.get(id);
    const after = left && kind.contentOf(left);
    const unread = left === undefined ? [] : unreadChildren(kind, left);
    const content = nextContent(kind, { ...sides, after, unread, done }, owned?.content);
    removeById(state, id);
    // After a complete run, no value of the service is left that a decision was about.
    const isSettled = scopeOf(plan.only).whole(address) && done?.isComplete !== false;
    const decided = isSettled ? [] : (owned?.decided ?? []).filter(({ key }) => done?.isDone(key) !== true);
    state.set(address, { id, content, protect, ...(decided.length > 0 && { decided }) });
  };
  for (const { desired, live: found, owned } of matched.matches)
    record({
      address: desired.address,
      ...(found !== undefined && { id: found.id }),
      protect: desired.protect,
      owned,
      live: found && kind.contentOf(found),
      ...requestedContent(kind, desired),
    });
  if (liveAfter === undefined) return state;
  const named = new Set(matched.desired.map(({ address }) => address));
  for (const { address, content, protect, owned } of plannedResources(kind, changes, before, named)) {
    // The files may have given the resource to another address since, or it may no longer exist.
    if (owned !== undefined && state.get(address)?.id !== owned.id) continue;
    const desired = desiredFrom(kind, content, { address, protect }, NOWHERE);
    record({ address, protect, owned, live: undefined, ...requestedContent(kind, desired) });
  }
  return state;
}

/**
 * The ledger after a run that succeeded completely, in part, or not at all. For each part that a call changed: the
 * result of the call. For each part that already matched the files: that content. For any other part: the content in
 * the ledger before. A resource that no longer exists on the service is removed, and one with a new address is moved.
 * Pure.
 */
export function nextState(run: NextStateInput): LedgerState {
  const { desired, live, plan, report, deletable } = run;
  const before = resolveReplacements({ ledger: run.before, desired, live });
  const input = { ...run, before };
  const matches = matchAll({ desired, live, ledger: before, only: plan.only, deletable });
  const state = ledgerFrom((kind) => nextOf(input, kind, matchedOf(matches, kind.plural)));
  return withUnfinished(state, nextUnfinished({ before, plan, report, state, gone: deletedIds(plan, report) }));
}

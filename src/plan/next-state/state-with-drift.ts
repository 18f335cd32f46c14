import { patchedBy } from '../../change/diff-entries.ts';
import type { NamedValue } from '../../change/stale-detail.ts';
import type { AnyKind, ChildEntries } from '../../kinds/kind.ts';
import { childrenOf, inPart, valuesOf } from '../../kinds/ledger-content.ts';
import { ledgerFrom } from '../../kinds/registry.ts';
import { desiredOf, type LedgerState, liveResources, ownedOf } from '../../kinds/states.ts';
import { NO_ENTRIES } from '../../model/entries/entries.ts';
import { eachValue } from '../../model/plan/additions.ts';
import type { Change, ChildChange } from '../../model/plan/plan.ts';
import { childName } from '../../model/resources/address.ts';
import { keyText, type ValueChange } from '../../model/resources/resource.ts';
import type { ApplyReport } from '../outcome.ts';
import { nextState } from './next-state.ts';
import type { NextStateInput } from './run-outcomes.ts';

const NOTHING_RUN: ApplyReport = { outcomes: [], ids: [], secrets: [] };

const backwards = ({ key, from, to }: ValueChange): ValueChange => ({
  key,
  ...(to !== undefined && { from: to }),
  ...(from !== undefined && { to: from }),
});

/** The values with a key before a change. `known`: those on which the change has no effect. */
function valuesBefore(
  { values }: Change,
  known: readonly NamedValue[],
  part: string | undefined,
): readonly NamedValue[] {
  const before = new Map(known.map((each) => [keyText(each[0]), each]));
  for (const { key, from } of values.filter(({ key: [each] }) => each !== part)) {
    if (from === undefined) before.delete(keyText(key));
    else before.set(keyText(key), [key, from]);
  }
  return [...before.values()];
}

/** The entries of child resources before a change. `wanted`: those after it. Absent: unknown. */
function childrenBefore({ children }: Change, known: ChildEntries, wanted: ChildEntries | undefined): ChildEntries {
  const entriesBefore = (name: string, child: ChildChange) => {
    const after = child.action === 'update' ? (wanted?.get(name) ?? known.get(name)) : undefined;
    return patchedBy(after ?? NO_ENTRIES, { values: [...eachValue(child)].map(backwards) });
  };
  const changed = children.map((child): readonly [string, ChildChange] => [childName(child.address), child]);
  // A child that the files have no more and that the plan does not delete does not exist on the service either.
  const kept = [...known].filter(([name]) => wanted?.has(name) !== false);
  return new Map([...kept, ...changed.map(([name, child]) => [name, entriesBefore(name, child)] as const)]);
}

/** The content of one resource: in the ledger, on the service, and in the files. `undefined`: none, or unknown. */
interface Contents {
  readonly content: unknown;
  readonly live: unknown;
  readonly wanted: unknown;
}

/** The live content of a resource where a change has an effect, and its content in the ledger elsewhere. */
function contentBefore(kind: AnyKind, change: Change, { content, live, wanted }: Contents): unknown {
  const part = kind.items?.part;
  const none = kind.fromValues([], new Map());
  // A deletion lists everything that the service has.
  const start = change.action === 'delete' ? none : (content ?? wanted ?? none);
  const known = valuesOf(kind, start).filter(([key]) => key[0] !== part);
  const items = inPart(valuesOf(kind, live ?? start), part);
  const after = wanted === undefined ? undefined : childrenOf(kind, wanted);
  const children = childrenBefore(change, childrenOf(kind, start), after);
  return kind.fromValues([...valuesBefore(change, known, part), ...items], children);
}

/**
 * The ledger before a run, with the content of the service for everything that its plan changes: a later rollback can
 * restore drift that the plan overwrites. Other drift is not included. Pure.
 */
export function stateWithDrift(input: Omit<NextStateInput, 'report'>): LedgerState {
  const { plan, live, liveAfter, desired } = input;
  const state = nextState({ ...input, report: NOTHING_RUN });
  const withDrift = ledgerFrom((kind) => {
    const owned = new Map(ownedOf(state, kind.plural));
    for (const change of plan.changes.filter((each) => each.kind === kind.kind)) {
      const { address, id } = change;
      const known = owned.get(address);
      if (known === undefined && plan.undoes?.includes(address) !== true) continue;
      owned.delete(address);
      // The service does not have a resource that the plan creates.
      if (id === undefined) continue;
      const found = liveResources(live, kind.plural).find((each) => each.id === id);
      // With `liveAfter`, the plan was not made from these files.
      const want = liveAfter === undefined ? desiredOf(desired, kind.plural) : undefined;
      const wanted = want?.find((each) => each.address === address);
      const contents = {
        content: known?.id === id ? known.content : undefined,
        live: found && kind.contentOf(found),
        wanted: wanted && kind.contentOf(wanted),
      };
      owned.set(address, { id, protect: known?.protect ?? false, content: contentBefore(kind, change, contents) });
    }
    return [...owned];
  });
  return { ...state, ...withDrift };
}

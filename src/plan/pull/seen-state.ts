import type { ValueDrift } from '../../change/drift-values.ts';
import { sameItem } from '../../kinds/items.ts';
import type { AnyKind } from '../../kinds/kind.ts';
import { childrenOf, valuesOf, withChildren } from '../../kinds/ledger-content.ts';
import { ledgerFrom } from '../../kinds/registry.ts';
import { type LedgerState, ownedOf } from '../../kinds/states.ts';
import { NO_ENTRIES } from '../../model/entries/entries.ts';
import { omitUndefined } from '../../model/omit-undefined.ts';
import type { Change } from '../../model/plan/plan.ts';
import { childName } from '../../model/resources/address.ts';
import type { ValueChange } from '../../model/resources/value.ts';
import type { ChildDrift, Drift, ResourceDrift } from '../drift/drift.ts';
import { plannedContent } from '../next-state/planned-content.ts';

const isConflict = ({ kind }: { readonly kind: 'theirs' | 'both' }): boolean => kind === 'both';

/** From the value after the last apply to the one on the service. */
const changesOf = (values: readonly ValueDrift[]): readonly ValueChange[] =>
  values.filter(isConflict).map(({ key, base, theirs }) => ({ key, ...omitUndefined({ from: base, to: theirs }) }));

const hasConflict = ({ whole, values, children }: ResourceDrift): boolean =>
  [{ whole, values }, ...children].some(
    (each) => (each.whole !== undefined && isConflict(each.whole)) || each.values.some(isConflict),
  );

/** The addresses of resources with a conflict. */
export const conflictAddresses = ({ resources }: Drift): readonly string[] =>
  resources.filter(hasConflict).map(({ address }) => address);

/** The content of the ledger with the values of the service in conflicts. */
function seenContent(kind: AnyKind, content: unknown, { values, children }: ResourceDrift): unknown {
  const known = valuesOf(kind, content).map(([, value]) => value);
  // After a rollback, the ledger may have the item of the service already.
  const isKnown = ({ key, to }: ValueChange): boolean =>
    key[0] === kind.items?.part && known.some((value) => sameItem(kind, value, to, content));
  const changes = changesOf(values).filter((each) => !isKnown(each));
  const changed = children.filter(({ whole }) => whole === undefined);
  const seen = plannedContent(
    kind,
    {
      values: changes,
      children: changed.map(({ address, values: each }) => ({ address, values: changesOf(each) })),
    } as unknown as Change,
    content,
  );
  const wholes = children.flatMap(({ address, whole }: ChildDrift) =>
    whole === undefined || !isConflict(whole)
      ? []
      : [[childName(address), 'theirs' in whole ? whole.theirs : NO_ENTRIES] as const],
  );
  return withChildren(kind, seen, new Map([...childrenOf(kind, seen), ...wholes]));
}

/**
 * The ledger with the values of the service for all conflicts, so that the values of the files are changes from now on.
 * A resource that was deleted on the service leaves the ledger. Pure.
 */
export function seenState(ledger: LedgerState, { resources }: Drift): LedgerState {
  const conflicts = resources.filter(hasConflict);
  const seen = ledgerFrom((kind) =>
    [...ownedOf(ledger, kind.plural)].flatMap(([address, owned]) => {
      // Another resource of the same name has another id, and a moved one has another address in the ledger.
      const drift =
        conflicts.find((each) => each.id === owned.id) ?? conflicts.find((each) => each.address === address);
      if (drift === undefined) return [[address, owned]];
      const { whole } = drift;
      if (whole?.how === 'deleted-outside' && isConflict(whole)) return [];
      const content = whole !== undefined && 'theirs' in whole ? whole.theirs : seenContent(kind, owned.content, drift);
      return [[address, { ...owned, id: drift.id, content }]];
    }),
  );
  return { ...ledger, ...seen };
}

import type { ValueDrift } from '../../change/drift-values.ts';
import { kindNamed, ledgerFrom } from '../../kinds/registry.ts';
import { type LedgerState, ownedOf } from '../../kinds/states.ts';
import type { Entries } from '../../model/entries/entries.ts';
import { omitUndefined } from '../../model/omit-undefined.ts';
import { childName } from '../../model/resources/address.ts';
import type { Decision } from '../../model/resources/resource.ts';
import type { Drift, ResourceDrift, WholeDrift } from './drift.ts';

/** Text of a decision, for comparison. The members of a value may have any order. */
const decisionText = ({ key, ours, theirs }: Decision): string => {
  const text = (value: Decision['ours']): unknown =>
    typeof value === 'object' && value !== null ? Object.entries(value).sort() : value;
  return JSON.stringify([key, text(ours), text(theirs)].map((each) => each ?? null));
};

const ofValue = ({ key, ours, theirs }: ValueDrift): Decision => ({ key, ...omitUndefined({ ours, theirs }) });

const ofWhole = <Content>(
  key: Decision['key'],
  whole: WholeDrift<Content>,
  digest: (content: Content) => string,
): Decision => ({
  key,
  ...omitUndefined({
    ours: 'ours' in whole ? whole.ours : undefined,
    theirs: 'theirs' in whole ? digest(whole.theirs) : undefined,
  }),
});

/**
 * The drift of a resource as two parts: the conflicts for which `fits` is true, and everything else. `undefined`: the
 * part is empty.
 */
function splitBy(
  drift: ResourceDrift,
  fits: (decision: Decision) => boolean,
): { readonly inside: ResourceDrift | undefined; readonly others: ResourceDrift | undefined } {
  const { whole, values, children } = drift;
  const kind = kindNamed(drift.kind);
  const isWhole = whole?.kind === 'both' && fits(ofWhole([whole.how], whole, kind.digest));
  if (isWhole) return { inside: drift, others: undefined };
  const isValue = (value: ValueDrift): boolean => value.kind === 'both' && fits(ofValue(value));
  const part = (isIn: boolean): ResourceDrift | undefined => {
    const here = children.flatMap((child) => {
      const { whole: all, address } = child;
      if (all !== undefined) {
        const digest = (entries: Entries): string => entries.digest;
        const isFit = all.kind === 'both' && fits(ofWhole(['entry', childName(address)], all, digest));
        return isFit === isIn ? [child] : [];
      }
      const own = child.values.filter((value) => isValue(value) === isIn);
      return own.length > 0 ? [{ ...child, values: own }] : [];
    });
    const own = values.filter((value) => isValue(value) === isIn);
    const { whole: _, ...known } = drift;
    const isEmpty = own.length === 0 && here.length === 0 && (isIn || whole === undefined);
    return isEmpty ? undefined : { ...(isIn ? known : drift), values: own, children: here };
  };
  return { inside: part(true), others: part(false) };
}

/** The drift of a resource without the conflicts that were decided, and these conflicts. */
export function withoutDecided(
  drift: ResourceDrift,
  decided: readonly Decision[] = [],
): { readonly open: ResourceDrift | undefined; readonly decided: ResourceDrift | undefined } {
  if (decided.length === 0) return { open: drift, decided: undefined };
  const known = new Set(decided.map(decisionText));
  const { inside, others } = splitBy(drift, (each) => known.has(decisionText(each)));
  return { open: others, decided: inside };
}

/** The decisions for the files in all conflicts of a resource. */
function decisionsFor(drift: ResourceDrift): readonly Decision[] {
  const found: Decision[] = [];
  splitBy(drift, (each) => {
    found.push(each);
    return true;
  });
  return [...new Map(found.map((each) => [decisionText(each), each])).values()];
}

/** The addresses of resources with a conflict. */
export const conflictAddresses = ({ resources }: Drift): readonly string[] =>
  resources.filter((each) => decisionsFor(each).length > 0).map(({ address }) => address);

/** The ledger with the decisions for the files in all conflicts. Its contents do not change. Pure. */
export function decidedState(ledger: LedgerState, { resources }: Drift): LedgerState {
  const decided = ledgerFrom((kind) =>
    [...ownedOf(ledger, kind.plural)].map(([address, owned]) => {
      // Another resource of the same name has another id, and a moved one has another address in the ledger.
      const drift =
        resources.find((each) => each.id === owned.id) ?? resources.find((each) => each.address === address);
      const added = drift === undefined ? [] : decisionsFor(drift);
      return [address, added.length === 0 ? owned : { ...owned, decided: [...(owned.decided ?? []), ...added] }];
    }),
  );
  return { ...ledger, ...decided };
}

import { addressMatches } from '../../model/resources/address.ts';
import type { ValueChange } from '../../model/resources/resource.ts';
import type { LedgerChange, LedgerChildChange } from './diff-ledgers.ts';

/** True if a pattern can match a resource or one of its children. */
export const mayNameResource = (pattern: string, address: string): boolean =>
  addressMatches(pattern, address) ||
  (pattern.includes('/') && addressMatches(pattern.slice(0, pattern.indexOf('/')), address));

/** A change with only these children; `undefined` for an empty list. */
const withChildren = (change: LedgerChange, children: readonly LedgerChildChange[]): LedgerChange | undefined =>
  children.length === 0 ? undefined : { ...change, children };

/**
 * The part of a change that matches an address or pattern, by the present address or the one before a move: the whole
 * change, or single children. `undefined` if nothing matches.
 */
export function changeOfAddress(change: LedgerChange, pattern: string): LedgerChange | undefined {
  const addresses = [change.address, change.movedFrom ?? change.address];
  const isNamed = (child: string): boolean => addresses.some((address) => addressMatches(pattern, address + child));
  if (isNamed('')) return change;
  const children = change.children.filter(({ address }) => isNamed(address.slice(change.address.length)));
  return withChildren(change, children);
}

/** The change with only the entries for which `isMeant` is true; `undefined` if no entry is left. */
export function changeOfEntries(
  change: LedgerChange,
  isMeant: (entry: ValueChange) => boolean,
): LedgerChange | undefined {
  const children = change.children.map((child) => ({ ...child, values: child.values.filter(isMeant) }));
  return withChildren(
    change,
    children.filter(({ values }) => values.length > 0),
  );
}

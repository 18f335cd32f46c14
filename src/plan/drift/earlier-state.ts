import type { LedgerState } from '../../kinds/states.ts';
import { type Address, matchesAny } from '../../model/resources/address.ts';

/**
 * A state that the ledger had at or since the last apply that was made from files. `settled`: patterns of what later
 * applies from files (`--only`) were about; of that, this state says nothing any more.
 */
export interface EarlierState {
  readonly state: LedgerState;
  readonly settled: readonly string[];
}

/** True when a state still speaks of a resource. A dictionary that was applied by itself settles its glossary. */
const speaksOf = ({ settled }: EarlierState, address: Address): boolean =>
  !matchesAny(
    settled.map((pattern) => pattern.replace(/\/.*$/su, '')),
    address,
  );

/** What earlier states have of one resource; `undefined` for each that does not have it. */
export const earlierOf = <Owned>(
  earlier: readonly EarlierState[],
  address: Address,
  pick: (state: LedgerState) => Owned | undefined,
): readonly (Owned | undefined)[] => earlier.filter((each) => speaksOf(each, address)).map(({ state }) => pick(state));

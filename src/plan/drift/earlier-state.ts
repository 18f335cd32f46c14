import type { LedgerState } from '../../kinds/states.ts';
import { type Address, matchesAny } from '../../model/resources/address.ts';

/**
 * A state that the ledger had at or since the last apply that was made from files. `appliedPatterns`: the `--only`
 * patterns of later applies from files. For the resources that they match, this state is out of date.
 */
export interface EarlierState {
  readonly state: LedgerState;
  readonly appliedPatterns: readonly string[];
}

/**
 * True if the state is still up to date for a resource. A dictionary that was applied by itself settles its glossary.
 */
const speaksOf = ({ appliedPatterns }: EarlierState, address: Address): boolean =>
  !matchesAny(
    appliedPatterns.map((pattern) => pattern.replace(/\/.*$/su, '')),
    address,
  );

/** One resource in the earlier states that are up to date for it; `undefined` for each state without it. */
export const earlierOf = <Owned>(
  earlier: readonly EarlierState[],
  address: Address,
  pick: (state: LedgerState) => Owned | undefined,
): readonly (Owned | undefined)[] => earlier.filter((each) => speaksOf(each, address)).map(({ state }) => pick(state));

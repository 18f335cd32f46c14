/** A change of one resource in an entry of the ledger. `from`: its previous address. */
export type LedgerRecord =
  | { readonly kind: 'adopted' | 'updated' | 'dropped'; readonly address: string }
  | { readonly kind: 'moved'; readonly address: string; readonly from: string };

/** The entry that a run has written, and its records besides the effects of its calls. */
export interface Recorded {
  /** Names the entry, as `lexform log --show` takes it. */
  readonly version: string;
  /** By address. */
  readonly records: readonly LedgerRecord[];
}

/** What an entry of the ledger says anew of one resource. `from`: the address that it had before. */
export type LedgerRecord =
  | { readonly kind: 'adopted' | 'updated' | 'dropped'; readonly address: string }
  | { readonly kind: 'moved'; readonly address: string; readonly from: string };

/** The entry that a run has written, and what it says anew beside what the calls of the run did. */
export interface Recorded {
  /** Names the entry, as `lexform show` takes it. */
  readonly version: string;
  /** By address. */
  readonly records: readonly LedgerRecord[];
}

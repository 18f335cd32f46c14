/** What a kind says of `pull`, which finds a base also where the ledger has none. */
export interface PullModel<Content> {
  /**
   * A content that no resource has: against it, what both sides have differently is a conflict, and what one side alone
   * has is its addition. Default: one without any value.
   */
  readonly unknown?: Content;
  /** What takes such a resource out of the files does not ask for consent. Default: it does. */
  readonly goesUnasked?: boolean;
}

/** What a kind says of `pull`, which finds a base also where the ledger has none. */
export interface PullModel<Content> {
  /**
   * A content that no resource has: against it, what both sides have differently is a conflict, and what one side alone
   * has is its addition.
   */
  readonly unknown: Content;
  /**
   * The content of the files without what they alone have, which stays unless its loss is consented to. `mayGo`: of the
   * whole, or of one part with an address. Default: all of the content.
   */
  withoutLocal?(content: Content, sides: LocalSides<Content>): Content;
  /** The base, but what the files have of an earlier one: that was applied, and is no edit. Default: the base. */
  rolledBack?(base: Content, ours: Content, earlier: readonly Content[]): Content;
  /** What takes such a resource out of the files does not ask for consent. Default: it does. */
  readonly goesUnasked?: boolean;
}

export interface LocalSides<Content> {
  /** What the ledger has. */
  readonly was: Content | undefined;
  readonly live: Content;
  readonly mayGo: (child?: string) => boolean;
}

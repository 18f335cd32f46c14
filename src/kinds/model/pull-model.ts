/** The special rules of a kind for `pull`, which also finds a base if the ledger has none. */
export interface PullModel<Content> {
  /**
   * A content that no resource has. Compared with it, values that differ on both sides are conflicts, and values on one
   * side are additions. Default: a content without values.
   */
  readonly unknown?: Content;
  /**
   * True: the consent check for deleted files does not cover such a resource, so `pull` checks the consent earlier.
   * Default: the check covers it.
   */
  readonly goesUnasked?: boolean;
}

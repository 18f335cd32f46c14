/** What becomes of one entry of a dictionary. `set` adds it or changes its target. */
export type EntryEdit =
  | { readonly kind: 'set'; readonly source: string; readonly target: string }
  | { readonly kind: 'remove'; readonly source: string };

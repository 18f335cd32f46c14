/**
 * The first ones of a long list. Those that were removed come first and are never cut: they are what a reviewer must
 * not miss.
 */
export function cut<Item extends { readonly kind: string }>(items: readonly Item[], max: number): readonly Item[] {
  const removed = items.filter(({ kind }) => kind === 'removed').length;
  return items.slice(0, Math.max(max, removed));
}

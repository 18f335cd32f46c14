/** A function for each kind of an item: a kind without one does not compile. */
type ByKind<Item extends { readonly kind: string }, Result> = {
  readonly [Kind in Item['kind']]: (item: Extract<Item, { readonly kind: Kind }>) => Result;
};

/** Calls the function for the kind of an item. */
export const byKind = <Item extends { readonly kind: string }, Result>(
  item: Item,
  functions: ByKind<Item, Result>,
): Result => (functions[item.kind as Item['kind']] as (item: Item) => Result)(item);

/** A function for each kind of an item, or for each code: one without a function does not compile. */
type ByTag<Tag extends string, Item extends Readonly<Record<Tag, string>>, Result> = {
  readonly [Name in Item[Tag]]: (item: Extract<Item, Readonly<Record<Tag, Name>>>) => Result;
};

const byTag =
  <Tag extends string>(tag: Tag) =>
  <Item extends Readonly<Record<Tag, string>>, Result>(item: Item, functions: ByTag<Tag, Item, Result>): Result =>
    (functions[item[tag]] as (item: Item) => Result)(item);

/** Calls the function for the kind of an item. */
export const byKind = byTag('kind');

/** Calls the function for the code of an item. */
export const byCode = byTag('code');

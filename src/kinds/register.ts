import type { ResourceKind } from '../model/plan/plan.ts';

/**
 * A list with one item for each kind, to which tests add their own kinds. `what`: the noun in the error for an unknown
 * kind.
 */
export const registryOf = <Each extends { readonly kind: ResourceKind }>(what: string, list: Each[]) => ({
  all: list as readonly Each[],
  /** Adds an item at the end. The returned function removes it. */
  register(each: Each): () => void {
    list.push(each);
    return () => void list.splice(list.indexOf(each), 1);
  },
  of(kind: ResourceKind): Each {
    const found = list.find((each) => each.kind === kind);
    if (found === undefined) throw new Error(`there is no ${what} ${kind}`);
    return found;
  },
});

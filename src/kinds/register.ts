import type { ResourceKind } from '../model/plan/plan.ts';

/** The name of a kind, with a part of its description. */
export type OfKind<Each> = Each & { readonly kind: ResourceKind };

/** A list with one entry for each kind, to which tests add kinds of their own. `what`: the noun for an entry. */
export const registryOf = <Each extends OfKind<object>>(what: string, list: Each[]) => ({
  all: list as readonly Each[],
  /** Adds an entry at the end. Returns the function that removes it. */
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

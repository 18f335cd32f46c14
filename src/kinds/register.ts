import type { ResourceKind } from '../model/plan/plan.ts';

/** A list with one for each kind, to which tests add kinds of their own. `what`: what there is none of. */
export const registryOf = <Each extends { readonly kind: ResourceKind }>(what: string, list: Each[]) => ({
  all: list as readonly Each[],
  /** Adds one after those that are there. Returns what takes it away again. */
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

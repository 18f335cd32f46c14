import type { Client } from '../../client/client.ts';
import { KINDS } from '../../kinds/registry.ts';
import type { LiveResource } from '../../kinds/resource.ts';
import type { AnyKind } from '../../kinds/resource-kind.ts';

type List = () => Promise<readonly LiveResource[]>;

/** The client with another way to list the resources of a kind, made from the one that it has. */
export function withLists(client: Client, listOf: (kind: AnyKind, list: List) => ReturnType<List>): Client {
  const calls = client as unknown as Readonly<Record<string, { readonly list: List } | undefined>>;
  const changed = KINDS.flatMap((kind) => {
    const ofKind = calls[kind.plural];
    return ofKind === undefined ? [] : [[kind.plural, { ...ofKind, list: () => listOf(kind, () => ofKind.list()) }]];
  });
  return { ...client, ...Object.fromEntries(changed) };
}

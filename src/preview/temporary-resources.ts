import type { Client } from '../client/client.ts';
import { isAmbiguousFailure } from '../client/transport/ambiguous-failure.ts';
import type { StyleListContent } from '../kinds/style-list/style-list.ts';
import type { Dictionary } from '../model/entries/dictionary.ts';
import type { PairKey } from '../model/entries/language-pair.ts';
import { ServiceError, UnreachableError } from '../model/errors.ts';
import type { GlossaryId, StyleId } from '../model/ids.ts';
import { type TemporaryResource, temporaryName, temporaryOf } from '../model/resources/temporary-resource.ts';

/** Which kinds the account is asked for: a plan without style lists may have no right to them. */
export interface TemporaryKinds {
  readonly glossaries: boolean;
  readonly styleLists: boolean;
}

interface ListedTemporary {
  readonly id: string;
  readonly name: string;
  readonly remove: () => Promise<void>;
}

/** True when the service removes a resource, or no longer has it; false when it refuses or does not answer. */
async function isRemoved(remove: () => Promise<void>): Promise<boolean> {
  try {
    await remove();
    return true;
  } catch (error) {
    if (error instanceof ServiceError) return error.refusal.status === 404;
    if (error instanceof UnreachableError) return false;
    throw error;
  }
}

/** Every resource of the target whose name states a lease that fits. No other resource counts, whatever its name. */
async function listTemporary(
  client: Client,
  kinds: TemporaryKinds,
  fits: (lease: TemporaryResource) => boolean,
): Promise<readonly ListedTemporary[]> {
  const glossaries = kinds.glossaries ? await client.glossaries.list() : [];
  const lists = kinds.styleLists ? await client.styleLists.list() : [];
  return [
    ...glossaries.map(({ id, name }) => ({ id, name, remove: () => client.glossaries.delete(id) })),
    ...lists.map(({ id, content: { name } }) => ({ id, name, remove: () => client.styleLists.delete(id) })),
  ].filter(({ name }) => {
    const lease = temporaryOf(name);
    return lease !== undefined && fits(lease);
  });
}

export interface Removed {
  readonly count: number;
  /** Names of what could not be removed. */
  readonly left: readonly string[];
}

async function removeAll(resources: readonly ListedTemporary[]): Promise<Removed> {
  const left: string[] = [];
  for (const { name, remove } of resources) if (!(await isRemoved(remove))) left.push(name);
  return { count: resources.length - left.length, left };
}

/** Removes the temporary resources of killed runs: those whose lease has expired, and no others. */
export const collectTemporary = async (client: Client, kinds: TemporaryKinds, now: Date): Promise<Removed> =>
  removeAll(await listTemporary(client, kinds, ({ until }) => until < now));

/** Creates the temporary resources of one run, and removes them. */
export interface TemporaryMaker {
  /** The name of every resource that it creates. */
  readonly name: string;
  readonly glossary: (dictionaries: ReadonlyMap<PairKey, Dictionary>) => Promise<GlossaryId>;
  readonly styleList: (content: StyleListContent) => Promise<StyleId>;
  /** Removes the resources created so far. `end` tries again what it cannot remove. */
  readonly clear: () => Promise<void>;
  /** Removes all resources, also those that a call with a lost answer created; returns the names of those left. */
  readonly end: () => Promise<readonly string[]>;
}

/**
 * The maker of one run. Its resources have the name of the lease. The function is longer than 60 lines because its
 * short functions share what was created.
 */
export function makeTemporary(client: Client, lease: TemporaryResource): TemporaryMaker {
  const name = temporaryName(lease);
  /** Id → how to remove it. */
  const created = new Map<string, () => Promise<void>>();
  /** The ids of all resources ever created, removed ones included, since a list may be out of date. */
  const known = new Set<string>();
  const kinds = { glossaries: false, styleLists: false };
  // When an answer was lost, the list shows whether a resource with this lease exists.
  const uncertain = { glossaries: false, styleLists: false };
  const isRunOurs = ({ run }: TemporaryResource): boolean => run === lease.run;
  /** A resource that a failed call created nevertheless: it has the name of this run and an unknown id. */
  async function twinOf(kind: keyof TemporaryKinds): Promise<string | undefined> {
    const only = { glossaries: kind === 'glossaries', styleLists: kind === 'styleLists' };
    return (await listTemporary(client, only, isRunOurs)).find(({ id }) => !known.has(id))?.id;
  }
  /** Creates one resource. It repeats a throttled call only after a look at the list. */
  async function create<Id extends string>(
    kind: keyof TemporaryKinds,
    call: () => Promise<{ readonly id: Id }>,
    remove: (id: Id) => Promise<void>,
  ): Promise<Id> {
    kinds[kind] = true;
    const keep = (id: Id): Id => {
      known.add(id);
      created.set(id, () => remove(id));
      return id;
    };
    for (let attempt = 1; ; attempt += 1) {
      try {
        return keep((await call()).id);
      } catch (error) {
        if (isAmbiguousFailure(error)) uncertain[kind] = true;
        if (!(await client.waitToRepeat(error, attempt))) throw error;
        const twin = await twinOf(kind);
        if (twin !== undefined) return keep(twin as Id);
      }
    }
  }
  async function clear(): Promise<void> {
    for (const [id, remove] of [...created]) if (await isRemoved(remove)) created.delete(id);
  }
  return {
    name,
    glossary: async (dictionaries) =>
      create(
        'glossaries',
        () => client.glossaries.create({ name, dictionaries }),
        (id) => client.glossaries.delete(id),
      ),
    styleList: async (content) =>
      create(
        'styleLists',
        () => client.styleLists.create({ ...content, name }),
        (id) => client.styleLists.delete(id),
      ),
    clear,
    async end() {
      await clear();
      if (created.size === 0 && !uncertain.glossaries && !uncertain.styleLists) return [];
      const kindsLeft = created.size > 0 ? kinds : uncertain;
      try {
        return (await removeAll(await listTemporary(client, kindsLeft, isRunOurs))).left;
      } catch (error) {
        if (!(error instanceof ServiceError || error instanceof UnreachableError)) throw error;
        return [name];
      }
    },
  };
}

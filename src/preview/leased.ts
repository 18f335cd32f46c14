import type { Client } from '../client/client.ts';
import { mayHaveHappened } from '../client/may-have-happened.ts';
import type { Dictionary } from '../model/dictionary.ts';
import { ServiceError, UnreachableError } from '../model/errors.ts';
import type { GlossaryId, StyleId } from '../model/ids.ts';
import type { PairKey } from '../model/language-pair.ts';
import { type Lease, leaseName, leaseOf } from '../model/lease.ts';
import type { StyleListContent } from '../model/style-list.ts';

/** Which kinds the account is asked for: a plan without style lists may have no right to them. */
export interface LeasedKinds {
  readonly glossaries: boolean;
  readonly styleLists: boolean;
}

interface LeasedResource {
  readonly name: string;
  readonly remove: () => Promise<void>;
}

/** Gone is gone, whoever removed it. */
async function removed(remove: () => Promise<void>): Promise<void> {
  try {
    await remove();
  } catch (error) {
    if (!(error instanceof ServiceError) || error.refusal.status !== 404) throw error;
  }
}

/** Everything on the target whose name states a lease that fits; nothing else can be among it, however its name looks. */
async function listLeased(
  client: Client,
  kinds: LeasedKinds,
  fits: (lease: Lease) => boolean,
): Promise<readonly LeasedResource[]> {
  const isOurs = (name: string): boolean => {
    const lease = leaseOf(name);
    return lease !== undefined && fits(lease);
  };
  const glossaries = kinds.glossaries ? await client.glossaries.list() : [];
  const lists = kinds.styleLists ? await client.styleLists.list() : [];
  return [
    ...glossaries
      .filter(({ name }) => isOurs(name))
      .map(({ id, name }) => ({ name, remove: () => removed(() => client.glossaries.delete(id)) })),
    ...lists
      .filter(({ content: { name } }) => isOurs(name))
      .map(({ id, content: { name } }) => ({ name, remove: () => removed(() => client.styleLists.delete(id)) })),
  ];
}

export interface Removed {
  readonly count: number;
  /** Names of what could not be removed. */
  readonly left: readonly string[];
}

async function removeAll(resources: readonly LeasedResource[]): Promise<Removed> {
  const left: string[] = [];
  for (const { name, remove } of resources) {
    try {
      await remove();
    } catch (error) {
      if (!(error instanceof ServiceError || error instanceof UnreachableError)) throw error;
      left.push(name);
    }
  }
  return { count: resources.length - left.length, left };
}

/** Removes what earlier runs, killed before they could, have left behind: that whose lease is over, and nothing else. */
export const sweepLeased = async (client: Client, kinds: LeasedKinds, now: Date): Promise<Removed> =>
  removeAll(await listLeased(client, kinds, ({ until }) => until < now));

/** What one run makes for a moment, and removes. */
export interface LeasedMaker {
  /** Of everything that it makes. */
  readonly name: string;
  readonly glossary: (dictionaries: ReadonlyMap<PairKey, Dictionary>) => Promise<GlossaryId>;
  readonly styleList: (content: StyleListContent) => Promise<StyleId>;
  /** Removes what was made so far. What it cannot remove is tried again by `end`. */
  readonly clear: () => Promise<void>;
  /** Removes all that was made, also what a lost answer may have made; gives the names of what is left. */
  readonly end: () => Promise<readonly string[]>;
}

/** The maker of one run. Names are those of its lease. */
export function makeLeased(client: Client, lease: Lease): LeasedMaker {
  const name = leaseName(lease);
  const made = new Set<() => Promise<void>>();
  const kinds = { glossaries: false, styleLists: false };
  // A name with the lease is looked for in the list when an answer was lost.
  const uncertain = { glossaries: false, styleLists: false };
  async function create<Id>(kind: keyof LeasedKinds, call: () => Promise<{ readonly id: Id }>): Promise<Id> {
    kinds[kind] = true;
    try {
      return (await call()).id;
    } catch (error) {
      if (mayHaveHappened(error)) uncertain[kind] = true;
      throw error;
    }
  }
  async function clear(): Promise<void> {
    for (const remove of [...made]) {
      try {
        await removed(remove);
        made.delete(remove);
      } catch (error) {
        if (!(error instanceof ServiceError || error instanceof UnreachableError)) throw error;
      }
    }
  }
  return {
    name,
    async glossary(dictionaries) {
      const id = await create('glossaries', () => client.glossaries.create({ name, dictionaries }));
      made.add(() => client.glossaries.delete(id));
      return id;
    },
    async styleList(content) {
      const id = await create('styleLists', () => client.styleLists.create({ ...content, name }));
      made.add(() => client.styleLists.delete(id));
      return id;
    },
    clear,
    async end() {
      await clear();
      if (made.size === 0 && !uncertain.glossaries && !uncertain.styleLists) return [];
      const looked = made.size > 0 ? kinds : uncertain;
      try {
        return (await removeAll(await listLeased(client, looked, ({ run }) => run === lease.run))).left;
      } catch (error) {
        if (!(error instanceof ServiceError || error instanceof UnreachableError)) throw error;
        return [name];
      }
    },
  };
}

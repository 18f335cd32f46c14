import type { Client, Limit } from '../../client/client.ts';
import { isAddressName } from '../../files/workspace/workspace-path.ts';
import { partsWith } from '../../kinds/check-values.ts';
import { storedFilesOf } from '../../kinds/files/registry.ts';
import type { AnyKind } from '../../kinds/kind.ts';
import {
  childMember,
  childrenOf,
  keepChildren,
  resourceName,
  textOf,
  valuesOf,
  withChildren,
} from '../../kinds/ledger-content.ts';
import { allNeeds } from '../../kinds/needs.ts';
import { desiredStateFrom, isInUse, isOfAdmin, KINDS, liveStateFrom } from '../../kinds/registry.ts';
import { readEntries, readPermitted } from '../../kinds/service/read-entries.ts';
import {
  type DesiredState,
  desiredResources,
  type LedgerState,
  type LiveState,
  liveOf,
  liveResources,
} from '../../kinds/states.ts';
import { childNoun, partNoun, sizesOf } from '../../kinds/words.ts';
import { termCount } from '../../model/entries/entries.ts';
import type { Finding } from '../../model/finding.ts';
import { byCodeUnit, grouped } from '../../model/lists.ts';
import { addressName, nameIn, type ResourceAddress } from '../../model/resources/address.ts';
import { sha256 } from '../../model/resources/digest.ts';
import type { LiveResource } from '../../model/resources/resource.ts';
import { addressesById, matchLive } from '../../plan/match/match.ts';
import { workspaceFiles } from '../workspace/write-workspace.ts';
import { BACKUP_FORMAT, type BackedUp, type BackupJson, backupDocument } from './read-backup.ts';

/** The amount of content of one kind in a backup. */
export interface BackedUpKind {
  readonly kind: AnyKind;
  /** Number of resources; `undefined`: the backup does not include the kind. */
  readonly count: number | undefined;
  /** Total of all child resources. */
  readonly entries: number;
}

export interface Backup {
  /** Path relative to the folder of the backup → text; without `backup.json`. */
  readonly files: ReadonlyMap<string, string>;
  readonly json: BackupJson;
  readonly kinds: readonly BackedUpKind[];
  /** Path → addresses of the resources or the child resource in the file. */
  readonly holds: ReadonlyMap<string, readonly string[]>;
  /** The backup without some resources, by address, each with the reason. */
  readonly without: (leftOut: LeftOut) => Backup;
}

/** Address of a resource or a child resource → the codes of the errors in its files. */
export type LeftOut = ReadonlyMap<string, readonly string[]>;

/**
 * Id → file name. Each name is valid for a file and unique regardless of case. If possible, it is the name in the
 * workspace.
 */
function fileNames(
  resources: readonly { readonly id: string; readonly name: string }[],
  known: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  const folded = (name: string): string => name.normalize('NFC').toLowerCase();
  const names = new Map<string, string>();
  const taken = new Set<string>();
  const sorted = [...resources].sort((left, right) => byCodeUnit(left.id, right.id));
  const give = (id: string, name: string): void => {
    names.set(id, name);
    taken.add(folded(name));
  };
  for (const { id } of sorted) {
    const name = known.get(id);
    if (name !== undefined && isAddressName(name) && !/^\.|[\\:"<>|?]/.test(name) && !taken.has(folded(name)))
      give(id, name);
  }
  for (const { id, name } of sorted) if (!names.has(id)) give(id, addressName(name, taken));
  return names;
}

const byAddress = (left: { readonly address: string }, right: { readonly address: string }): number =>
  byCodeUnit(left.address, right.address);

/** The complete state of a target, with the names of its files. */
export interface Named {
  readonly live: LiveState;
  readonly names: ReadonlyMap<string, string>;
  readonly about: {
    readonly target: { readonly name: string; readonly baseUrl: string };
    readonly time: Date;
  };
}

export function namedLive(live: LiveState, known: ReadonlyMap<string, string>, about: Named['about']): Named {
  const inUse = liveStateFrom((kind) => liveOf(live, kind.plural)?.filter((each) => isInUse(kind, each)));
  const names = KINDS.flatMap((kind) => {
    const named = liveResources(inUse, kind.plural).map((each) => ({
      id: each.id,
      name: resourceName(kind, each),
    }));
    return [...fileNames(named, known)];
  });
  return { live: inUse, names: new Map(names), about };
}

/** A resource of a backup under its address, without the parts that are left out. */
interface Held {
  readonly name: string;
  readonly address: ResourceAddress;
  readonly live: LiveResource;
  /** The names of its child resources. */
  readonly children: readonly string[];
}

/** The resources of one kind, with their addresses in the backup. */
function allOf(kind: AnyKind, { live, names }: Named): readonly Held[] | undefined {
  return liveOf(live, kind.plural)?.map((each) => {
    const name = names.get(each.id) ?? each.id;
    const children = [...childrenOf(kind, kind.contentOf(each)).keys()];
    return { name, address: `${kind.prefix}.${name}`, live: each, children };
  });
}

/** Like `allOf`, without the parts that are left out; `undefined` if the backup has no file for the kind. */
function heldOf(kind: AnyKind, named: Named, leftOut: LeftOut): readonly Held[] | undefined {
  const all = allOf(kind, named);
  const { file } = storedFilesOf(kind);
  // If all resources share a file and it cannot contain one of them, the file is not written.
  if (file('a') === file('b') && all?.some(({ address }) => leftOut.has(address))) return undefined;
  return all
    ?.filter(({ address }) => !leftOut.has(address))
    .map((each) => {
      const children = each.children.filter((child) => !leftOut.has(`${each.address}/${child}`));
      if (children.length === each.children.length) return each;
      const content = keepChildren(kind, kind.contentOf(each.live), (child) => children.includes(child));
      return { ...each, children, live: kind.toLive?.(each.live.id, content) ?? each.live };
    });
}

/** The summary of a content for readers of `backup.json`: its names, and how much there is of each part. */
function summaryOf(kind: AnyKind, content: unknown): Readonly<Record<string, unknown>> {
  const values = valuesOf(kind, content);
  const sizes = Object.entries(sizesOf(kind, content));
  const [, children] = childNoun(kind);
  return {
    ...Object.fromEntries(partsWith(kind.parts, 'heading').map((part) => [part, textOf(values, part)])),
    ...Object.fromEntries(sizes.map(([part, size]) => [partNoun(kind, part)[1], size])),
    ...(kind.children !== undefined && {
      [children]: [...childrenOf(kind, content)].map(([name, { size }]) => ({
        [childMember(kind)]: name,
        [partNoun(kind, 'entry')[1]]: size,
      })),
    }),
  };
}

/**
 * The entry of a resource in `backup.json`. Children are in order; those without entries are left out, because the
 * service does not store them.
 */
function described(kind: AnyKind, { address, live }: Held): BackedUp {
  const all = kind.contentOf(live);
  const children = [...childrenOf(kind, all)].filter(([, { size }]) => size > 0);
  const content = withChildren(kind, all, new Map(children.sort(([left], [right]) => byCodeUnit(left, right))));
  return { address, id: live.id, ...summaryOf(kind, content), digest: kind.digest(content) };
}

/** Path → addresses of the resources in the file. */
function holdsOf(kind: AnyKind, resources: readonly Held[]): readonly (readonly [string, readonly string[]])[] {
  const { file, childFile } = storedFilesOf(kind);
  const tops = grouped(resources, ({ name }) => file(name));
  return [
    ...[...tops].map(([path, inFile]) => [path, inFile.map(({ address }) => address)] as const),
    ...resources.flatMap(({ name, address, children }) =>
      children.map((child) => [childFile(name, child), [`${address}/${child}`]] as const),
    ),
  ];
}

/** The files and the description of a backup of a live state. Pure. */
export function backupOf(named: Named, leftOut: LeftOut): Backup {
  const { names, about } = named;
  const { target, time } = about;
  const byKind = new Map(KINDS.map((kind) => [kind, heldOf(kind, named, leftOut)]));
  const backedUp = liveStateFrom((kind) => byKind.get(kind)?.map((each) => each.live));
  const files = new Map(workspaceFiles(backedUp, { target: { kind: 'embedded', name: target.name }, names }));
  // A backup is not a workspace, so that users do not apply it by mistake.
  files.delete('lexform.yaml');
  const missing = KINDS.flatMap((kind) =>
    (allOf(kind, named) ?? []).flatMap(({ address, live: { id }, children }) =>
      [address, ...children.map((child) => `${address}/${child}`)].flatMap((each) => {
        const why = leftOut.get(each);
        return why === undefined ? [] : [{ address: each, id, why }];
      }),
    ),
  );
  const head = {
    formatVersion: BACKUP_FORMAT,
    target: { name: target.name, baseUrl: target.baseUrl },
    time: time.toISOString(),
    ...(missing.length > 0 && { leftOut: missing.sort(byAddress) }),
    files: [...files]
      .map(([path, text]) => ({ path, sha256: sha256(text) }))
      .sort((left, right) => byCodeUnit(left.path, right.path)),
  } as const;
  return {
    files,
    json: backupDocument(head, (kind) =>
      byKind
        .get(kind)
        ?.map((each) => described(kind, each))
        .sort(byAddress),
    ),
    kinds: KINDS.map((kind) => {
      const children = liveResources(backedUp, kind.plural).flatMap((each) => [
        ...childrenOf(kind, kind.contentOf(each)).values(),
      ]);
      return { kind, count: liveOf(backedUp, kind.plural)?.length, entries: termCount(children) };
    }),
    holds: new Map(KINDS.flatMap((kind) => holdsOf(kind, byKind.get(kind) ?? []))),
    without: (more) => backupOf(named, new Map([...leftOut, ...more])),
  };
}

/**
 * The content to leave out of a backup, based on the errors that reading its files produced; `undefined` if an error
 * does not belong to a single resource. Pure.
 */
export function leftOutBy({ holds }: Backup, errors: readonly Finding[]): LeftOut | undefined {
  const known = new Set([...holds.values()].flat());
  const faulty = new Map<string, string[]>();
  for (const { at, code, details } of errors) {
    const { address } = details;
    const addresses = code === 'backup-content' && typeof address === 'string' ? [address] : (holds.get(at.file) ?? []);
    if (addresses.length === 0 || !addresses.every((each) => known.has(each))) return undefined;
    for (const each of addresses) {
      const why = faulty.get(each) ?? [];
      faulty.set(each, why.includes(code) ? why : [...why, code]);
    }
  }
  return faulty;
}

interface EverythingInput {
  /** The files and the ledger determine the names of resources. */
  readonly desired: DesiredState;
  readonly client: Client;
  readonly limit: Limit;
  readonly ledger: LedgerState;
  /** True: also read the kinds that need the admin key. The client must have one. */
  readonly withAdminKey: boolean;
}

/**
 * Everything in use on a target, with all entries. A kind that the account cannot access may be absent. `names`: id →
 * the name that the resource has, or would have, in the workspace.
 */
export async function readEverything(
  input: EverythingInput,
): Promise<{ readonly live: LiveState; readonly names: ReadonlyMap<string, string> }> {
  const { desired, client, limit, ledger, withAdminKey } = input;
  const kinds = KINDS.filter((kind) => withAdminKey || !isOfAdmin(kind));
  const listed = await readPermitted(client, kinds, limit);
  const wanted = desiredStateFrom(({ plural }) => desiredResources(desired, plural));
  const known = addressesById(matchLive(wanted, listed, ledger));
  const live = liveStateFrom((kind) => liveOf(listed, kind.plural)?.filter((each) => isInUse(kind, each)));
  const needs = kinds.flatMap((kind) => liveResources(live, kind.plural).flatMap((each) => allNeeds(kind, each)));
  return {
    live: await readEntries(client, live, needs, limit),
    names: new Map([...known].map(([id, { address }]) => [id, nameIn(address)])),
  };
}

export interface BackupInput {
  /** The files and the ledger determine the names of resources. */
  readonly desired: DesiredState;
  readonly client: Client;
  readonly limit: Limit;
  readonly ledger: LedgerState;
  /** True: also back up developer keys. The client must have the admin key. */
  readonly isAdmin: boolean;
  readonly target: { readonly name: string; readonly baseUrl: string };
  readonly time: Date;
}

/** service → everything on a target, owned or not, as the files of a backup. Nothing is written. */
export async function backupTarget(input: BackupInput): Promise<Backup> {
  const { desired, client, limit, ledger, isAdmin } = input;
  const { live, names } = await readEverything({ desired, client, limit, ledger, withAdminKey: isAdmin });
  return backupOf(namedLive(live, names, input), new Map());
}

import { createHash } from 'node:crypto';
import type { Client } from '../client/client.ts';
import { BACKUP_FORMAT, type BackupJson } from '../files/backup-json.ts';
import type { FilePorts } from '../files/ports.ts';
import { isAddressName } from '../files/resource-name.ts';
import { workspaceFiles } from '../files/write-workspace.ts';
import { addressName } from '../model/address-name.ts';
import { glossaryDigest, styleListDigest } from '../model/digest.ts';
import { NO_ENTRIES } from '../model/entries.ts';
import { ServiceError } from '../model/errors.ts';
import type { LedgerState } from '../model/ledger-state.ts';
import type { Limit } from '../model/limit.ts';
import type { LiveGlossary, LiveState } from '../model/live.ts';
import { byCodeUnit } from '../model/order.ts';
import { pullTarget } from './pull-target.ts';

export interface BackupInput {
  readonly files: FilePorts;
  /** The workspace: its files and its ledger say what is called what. */
  readonly root: string;
  readonly client: Client;
  readonly limit: Limit;
  readonly ledger: LedgerState;
  /** Developer keys too: the client then needs the admin key. */
  readonly developerKeys: boolean;
  readonly target: { readonly name: string; readonly baseUrl: string };
  readonly time: Date;
}

export interface Backup {
  /** Path relative to the folder of the backup → text; without `backup.json`. */
  readonly files: ReadonlyMap<string, string>;
  readonly json: BackupJson;
}

export const sha256 = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex');

/** The client for an account that may have no style rules: none are listed then, and `refused` says so. */
function withoutRefusal(client: Client): { readonly client: Client; readonly isRefused: () => boolean } {
  let refused = false;
  const { styleLists } = client;
  return {
    isRefused: () => refused,
    client: {
      ...client,
      styleLists: {
        ...styleLists,
        async list() {
          try {
            return await styleLists.list();
          } catch (error) {
            if (!(error instanceof ServiceError) || error.refusal.status !== 403) throw error;
            refused = true;
            return [];
          }
        },
      },
    },
  };
}

/** Id → name, each of them fit for a file and given once, whatever the letters' case: what the workspace calls it where that is possible. */
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
    const name = known.get(id) ?? '';
    if (isAddressName(name) && !/^\.|[\\:"<>|?]/.test(name) && !taken.has(folded(name))) give(id, name);
  }
  for (const { id, name } of sorted) if (!names.has(id)) give(id, addressName(name, taken));
  return names;
}

const dictionariesOf = (glossary: LiveGlossary) =>
  [...glossary.dictionaries]
    .filter(([, { entryCount }]) => entryCount > 0)
    .map(([pair, { entries = NO_ENTRIES }]) => [pair, { entries }] as const)
    .sort(([left], [right]) => byCodeUnit(left, right));

const byAddress = (left: { readonly address: string }, right: { readonly address: string }): number =>
  byCodeUnit(left.address, right.address);

/** A live state as the files of a backup and its description. Pure. */
function backupOf(
  live: LiveState,
  known: ReadonlyMap<string, string>,
  { target, time }: Pick<BackupInput, 'target' | 'time'>,
): Backup {
  const { glossaries = [], styleLists, developerKeys } = live;
  const keys = developerKeys?.filter(({ deactivated }) => !deactivated);
  const lists = styleLists?.map((list) => ({ ...list, name: list.content.name }));
  const names = new Map([
    ...fileNames(glossaries, known),
    ...fileNames(lists ?? [], known),
    ...fileNames(keys?.map(({ id, label: name }) => ({ id, name })) ?? [], known),
  ]);
  const nameOf = ({ id }: { readonly id: string }): string => names.get(id) ?? id;
  const files = new Map(workspaceFiles(live, { target: { kind: 'embedded', name: target.name }, names }));
  // A backup is no workspace: nobody should apply in it by mistake.
  files.delete('lexform.yaml');
  return {
    files,
    json: {
      formatVersion: BACKUP_FORMAT,
      target: { name: target.name, baseUrl: target.baseUrl },
      time: time.toISOString(),
      glossaries: glossaries
        .map((glossary) => ({
          address: `glossary.${nameOf(glossary)}`,
          id: glossary.id,
          name: glossary.name,
          dictionaries: dictionariesOf(glossary).map(([pair, { entries }]) => ({ pair, entries: entries.size })),
          digest: glossaryDigest(glossary.name, new Map(dictionariesOf(glossary))),
        }))
        .sort(byAddress),
      ...(lists !== undefined && {
        styleRules: lists
          .map(({ id, content }) => ({
            address: `style_rules.${nameOf({ id })}`,
            id,
            name: content.name,
            language: content.language,
            rules: [...content.rules.values()].reduce((sum, rules) => sum + rules.size, 0),
            instructions: content.instructions.length,
            digest: styleListDigest(content),
          }))
          .sort(byAddress),
      }),
      ...(keys !== undefined && {
        developerKeys: keys
          .map((key) => ({ address: `developer_key.${nameOf(key)}`, id: key.id, label: key.label }))
          .sort(byAddress),
      }),
      files: [...files]
        .map(([path, text]) => ({ path, sha256: sha256(text) }))
        .sort((left, right) => byCodeUnit(left.path, right.path)),
    },
  };
}

/** service → everything that a target has, owned or not, as the files of a backup. Nothing is written. */
export async function backupTarget(input: BackupInput): Promise<Backup> {
  const { files, root, limit, ledger, developerKeys } = input;
  const { client, isRefused } = withoutRefusal(input.client);
  const { live, names } = await pullTarget({ files, root, client, limit, addresses: [], ledger, developerKeys });
  const { styleLists = [], ...others } = live;
  return backupOf(isRefused() ? others : { ...others, styleLists }, names, input);
}

import { BACKUP_FORMAT, type BackupJson } from '../../files/backup-json.ts';
import { isAddressName } from '../../files/workspace/resource-name.ts';
import { DEFAULT_PATTERNS } from '../../files/workspace/workspace-text.ts';
import { workspaceFiles } from '../../files/workspace/write-workspace.ts';
import type { LiveGlossary } from '../../kinds/glossary/glossary.ts';
import { glossaryDigest } from '../../kinds/glossary/glossary.ts';
import type { LiveState } from '../../kinds/states.ts';
import { styleListDigest } from '../../kinds/style-list/style-list.ts';
import { defined } from '../../model/defined.ts';
import { NO_ENTRIES } from '../../model/entries/entries.ts';
import type { Finding } from '../../model/finding.ts';
import { byCodeUnit } from '../../model/order.ts';
import { addressName } from '../../model/resources/address-name.ts';
import { sha256 } from '../../model/resources/digest.ts';

export interface Backup {
  /** Path relative to the folder of the backup → text; without `backup.json`. */
  readonly files: ReadonlyMap<string, string>;
  readonly json: BackupJson;
  /** Path → address of the dictionary or the resource that it holds; the file of developer keys holds several. */
  readonly holds: ReadonlyMap<string, readonly string[]>;
  /** The same backup without something, by its address, and why. */
  readonly without: (leftOut: LeftOut) => Backup;
}

/** Address of a resource or a dictionary → the codes of what is wrong with it as files. */
export type LeftOut = ReadonlyMap<string, readonly string[]>;

/**
 * Id → name, each of them fit for a file and given once, whatever the letters' case: what the workspace calls it where
 * that is possible.
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

/** Everything that a target has, with the names that its files get. */
export interface Named {
  readonly live: LiveState;
  readonly names: ReadonlyMap<string, string>;
  readonly about: {
    readonly target: { readonly name: string; readonly baseUrl: string };
    readonly time: Date;
  };
}

export function namedLive(live: LiveState, known: ReadonlyMap<string, string>, about: Named['about']): Named {
  const { glossaries = [], styleLists = [], developerKeys } = live;
  const keys = developerKeys?.filter(({ deactivated }) => !deactivated);
  const names = new Map([
    ...fileNames(glossaries, known),
    ...fileNames(
      styleLists.map(({ id, content: { name } }) => ({ id, name })),
      known,
    ),
    ...fileNames(keys?.map(({ id, label: name }) => ({ id, name })) ?? [], known),
  ]);
  return { live: { ...live, ...(keys !== undefined && { developerKeys: keys }) }, names, about };
}

/**
 * A live state as the files of a backup and its description. Pure. It is longer than 60 lines because it lists the
 * files of each kind and their description, side by side.
 */
export function backupOf(named: Named, leftOut: LeftOut): Backup {
  const { live, names, about } = named;
  const { target, time } = about;
  const isIn = (address: string): boolean => !leftOut.has(address);
  const nameOf = ({ id }: { readonly id: string }): string => names.get(id) ?? id;
  const addressOf = {
    glossary: (each: { readonly id: string }) => `glossary.${nameOf(each)}` as const,
    list: (each: { readonly id: string }) => `style_rules.${nameOf(each)}` as const,
    key: (each: { readonly id: string }) => `developer_key.${nameOf(each)}` as const,
  };
  const glossaries = (live.glossaries ?? [])
    .filter((each) => isIn(addressOf.glossary(each)))
    .map((each) => {
      const dictionaries = [...each.dictionaries].filter(([pair]) => isIn(`${addressOf.glossary(each)}/${pair}`));
      return { ...each, dictionaries: new Map(dictionaries) };
    });
  const lists = live.styleLists?.filter((each) => isIn(addressOf.list(each)));
  // Keys have one file: when it cannot hold one of them, it is not written.
  const keys = live.developerKeys?.every((each) => isIn(addressOf.key(each))) === true ? live.developerKeys : undefined;
  const held: LiveState = defined({ glossaries, styleLists: lists, developerKeys: keys });
  const files = new Map(workspaceFiles(held, { target: { kind: 'embedded', name: target.name }, names }));
  // A backup is no workspace: nobody should apply in it by mistake.
  files.delete('lexform.yaml');
  const all = [
    ...(live.glossaries ?? []).flatMap((each) => [
      { address: addressOf.glossary(each), id: each.id },
      ...[...each.dictionaries.keys()].map((pair) => ({ address: `${addressOf.glossary(each)}/${pair}`, id: each.id })),
    ]),
    ...(live.styleLists ?? []).map((each) => ({ address: addressOf.list(each), id: each.id })),
    ...(live.developerKeys ?? []).map((each) => ({ address: addressOf.key(each), id: each.id })),
  ];
  const missing = all.flatMap(({ address, id }) => {
    const why = leftOut.get(address);
    return why === undefined ? [] : [{ address, id, why }];
  });
  return {
    files,
    json: {
      formatVersion: BACKUP_FORMAT,
      target: { name: target.name, baseUrl: target.baseUrl },
      time: time.toISOString(),
      glossaries: glossaries
        .map((glossary) => ({
          address: addressOf.glossary(glossary),
          id: glossary.id,
          name: glossary.name,
          dictionaries: dictionariesOf(glossary).map(([pair, { entries }]) => ({ pair, entries: entries.size })),
          digest: glossaryDigest(glossary.name, new Map(dictionariesOf(glossary))),
        }))
        .sort(byAddress),
      ...(lists !== undefined && {
        styleRules: lists
          .map(({ id, content }) => ({
            address: addressOf.list({ id }),
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
          .map((key) => ({ address: addressOf.key(key), id: key.id, label: key.label }))
          .sort(byAddress),
      }),
      ...(missing.length > 0 && { leftOut: missing.sort(byAddress) }),
      files: [...files]
        .map(([path, text]) => ({ path, sha256: sha256(text) }))
        .sort((left, right) => byCodeUnit(left.path, right.path)),
    },
    holds: new Map<string, readonly string[]>([
      ...glossaries.flatMap((each) => {
        const address = addressOf.glossary(each);
        const folder = `glossaries/${nameOf(each)}/`;
        return [
          [`${folder}glossary.yaml`, [address]] as const,
          ...[...each.dictionaries].map(
            ([key, { pair }]) => [`${folder}${pair.source}-${pair.target}.csv`, [`${address}/${key}`]] as const,
          ),
        ];
      }),
      ...(lists ?? []).map((each) => [`style-rules/${nameOf(each)}.yaml`, [addressOf.list(each)]] as const),
      [DEFAULT_PATTERNS.developerKeys, (keys ?? []).map(addressOf.key)] as const,
    ]),
    without: (more) => backupOf(named, new Map([...leftOut, ...more])),
  };
}

/**
 * What must be left out of a backup, by the errors that were found when its files were read again; `undefined` when one
 * of them is not about a single resource. Pure.
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

import { parseDictionary } from '../files/dictionary/dictionary-file.ts';
import { writtenForm } from '../files/dictionary/write-dictionary.ts';
import { KEY_PART_NAMES } from '../files/resources/developer-key-names.ts';
import { KEY_LIMITS, type KnownKey, keyId } from '../kinds/developer-key/developer-key.ts';
import type { GlossaryAddress } from '../kinds/glossary/glossary.ts';
import type { LedgerState, UnfinishedReplacement } from '../kinds/states.ts';
import type { StyleListContent } from '../kinds/style-list/style-list.ts';
import { defined } from '../model/defined.ts';
import type { Dictionary } from '../model/entries/dictionary.ts';
import { parsePairKey } from '../model/entries/language-pair.ts';
import { hasErrors } from '../model/finding.ts';
import { type Digest, glossaryId, styleId } from '../model/ids.ts';
import { checkTarget, checkWorkspace } from './check-target.ts';
import type { EntriesAtHand, Ledger, LedgerSnapshot, LedgerTarget, LedgerVersion } from './ledger.ts';
import { LedgerError } from './ledger-error.ts';
import {
  LEDGER_JSON,
  type LedgerJson,
  type LedgerJsonDictionary,
  type LedgerJsonKey,
  parseLedgerJson,
  REPAIR,
} from './ledger-json.ts';

/**
 * The contents of files of one entry, in the order in which they are asked for; `undefined` for one that is not there.
 */
export type ReadLedgerFiles = (paths: readonly string[]) => Promise<readonly (Uint8Array | undefined)[]>;

/** The entries that are at hand for a dictionary, when they are those that the ledger has. */
function sameAtHand(
  atHand: EntriesAtHand,
  address: GlossaryAddress,
  { pair: key, digest }: LedgerJsonDictionary,
): Dictionary | undefined {
  const entries = atHand(address, key);
  // The number of entries stands at the end of a digest; that of the others need not be made when it differs.
  const isSame = entries !== undefined && digest.endsWith(`:${entries.size}`) && digest === entries.digest;
  return isSame ? { pair: parsePairKey(key), entries } : undefined;
}

function dictionaryOf({ pair: key, file, digest }: LedgerJsonDictionary, bytes: Uint8Array | undefined): Dictionary {
  if (bytes === undefined) throw new LedgerError(`the ledger lacks its file ${file}`, REPAIR);
  const pair = parsePairKey(key);
  const { value, findings } = parseDictionary({ ...writtenForm(bytes), bytes, file, pair });
  if (value === undefined || hasErrors(findings))
    throw new LedgerError(`the file ${file} of the ledger cannot be read`, REPAIR);
  if (digest !== value.entries.digest)
    throw new LedgerError(`the file ${file} of the ledger is not what was written: it has been edited`, REPAIR);
  return { pair, entries: value.entries };
}

function styleListOf(json: LedgerJson['style_rules'][number]): StyleListContent {
  const rules = new Map<string, Map<string, string>>();
  for (const [category, rule, option] of json.rules)
    rules.set(category, (rules.get(category) ?? new Map<string, string>()).set(rule, option));
  return {
    name: json.name,
    language: json.language,
    rules,
    instructions: json.instructions.map(({ label, prompt, source_language: sourceLanguage }) =>
      defined({ label, prompt, sourceLanguage }),
    ),
  };
}

function knownKey({ label, limits = {}, deactivated }: LedgerJsonKey): KnownKey {
  const known = KEY_LIMITS.map((name) => [name, limits[KEY_PART_NAMES[name]]] as const);
  return defined({ label, limits: defined(Object.fromEntries(known)), deactivated });
}

/**
 * One entry of the ledger. Rejects with `LedgerError` when anything of it that is read is missing, damaged, edited, or
 * of a format that is not known. A dictionary of which the entries are at hand, by their digest, is not read.
 */
export async function readLedgerState(
  read: ReadLedgerFiles,
  atHand: EntriesAtHand = () => undefined,
): Promise<{ readonly state: LedgerState; readonly target: LedgerTarget }> {
  const [bytes] = await read([LEDGER_JSON]);
  if (bytes === undefined) throw new LedgerError(`the ledger lacks its file ${LEDGER_JSON}`, REPAIR);
  const json = parseLedgerJson(bytes);
  const byFile = new Map<string, Dictionary>();
  const wanted = json.glossaries.flatMap(({ address, dictionaries }) =>
    dictionaries.filter((each) => {
      const same = sameAtHand(atHand, address, each);
      if (same !== undefined) byFile.set(each.file, same);
      return same === undefined;
    }),
  );
  const contents = await read(wanted.map(({ file }) => file));
  for (const [index, each] of wanted.entries()) byFile.set(each.file, dictionaryOf(each, contents[index]));
  return {
    target: { name: json.target, baseUrl: json.base_url, workspace: json.workspace },
    state: {
      glossaries: new Map(
        json.glossaries.map(({ address, id, protect, name, dictionaries }) => {
          const pairs = dictionaries.map(({ pair, file }) => [pair, byFile.get(file) as Dictionary] as const);
          return [address, { id: glossaryId(id), protect, content: { name, dictionaries: new Map(pairs) } }];
        }),
      ),
      styleLists: new Map(
        json.style_rules.map((list) => [
          list.address,
          { id: styleId(list.id), protect: list.protect, content: styleListOf(list) },
        ]),
      ),
      developerKeys: new Map(
        json.developer_keys.map((key) => [
          key.address,
          { id: keyId(key.id), protect: key.protect, content: knownKey(key) },
        ]),
      ),
      ...(json.unfinished !== undefined && {
        unfinished: json.unfinished.map(({ address, old, replacement }): UnfinishedReplacement => {
          const known = { address, old: styleId(old) };
          if (replacement === undefined) return { ...known, kind: 'left' };
          return {
            ...known,
            kind: 'pending',
            digest: replacement.digest as Digest,
            notIds: replacement.not_ids.map(styleId),
          };
        }),
      }),
    },
  };
}

/** What a git ref and a folder do each in their own way. */
export interface LedgerStorage {
  /** The version of the last entry; `undefined` when nothing was ever applied. */
  readonly last: () => Promise<LedgerVersion | undefined>;
  readonly readFiles: (version: LedgerVersion, paths: readonly string[]) => ReturnType<ReadLedgerFiles>;
  /** Whether a workspace is at a path. */
  readonly isWorkspace: (path: string) => Promise<boolean>;
}

/** The reading part of a ledger. */
export function ledgerReader(
  target: LedgerTarget,
  { last, readFiles, isWorkspace }: LedgerStorage,
): Pick<Ledger, 'read' | 'readAnyAddress' | 'readAt' | 'readExtra'> {
  const readAt = async (version: LedgerVersion, atHand?: EntriesAtHand): Promise<LedgerSnapshot> => ({
    version,
    ...(await readLedgerState((paths) => readFiles(version, paths), atHand)),
  });
  return {
    async read(atHand) {
      const version = await last();
      return version && checkTarget(await readAt(version, atHand), target, isWorkspace);
    },
    async readAnyAddress() {
      const version = await last();
      return version && checkWorkspace(await readAt(version), target, isWorkspace);
    },
    readAt: (version) => readAt(version),
    readExtra: async (version, path) => (await readFiles(version, [path]))[0],
  };
}

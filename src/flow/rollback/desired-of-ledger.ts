import { needsHeader } from '../../files/dictionary/write-dictionary.ts';
import { parseDeveloperKeysFile } from '../../files/resources/developer-keys-file.ts';
import { styleListText } from '../../files/workspace/resource-text.ts';
import { DEFAULT_PATTERNS } from '../../files/workspace/workspace-text.ts';
import { parseYaml } from '../../files/yaml/yaml-file.ts';
import type { DesiredDeveloperKey } from '../../kinds/developer-key/developer-key.ts';
import type {
  DesiredDictionary,
  DesiredGlossary,
  GlossaryAddress,
  GlossaryMode,
  OwnedGlossary,
} from '../../kinds/glossary/glossary.ts';
import type { DesiredState, LedgerState, LiveState } from '../../kinds/states.ts';
import type { DesiredStyleList, OwnedStyleList, StyleListAddress } from '../../kinds/style-list/style-list.ts';
import { ledgerKeysText } from '../../ledger/ledger-files.ts';
import type { Dictionary } from '../../model/entries/dictionary.ts';
import type { Address } from '../../model/resources/address.ts';
import type { SourceRef } from '../../model/source-ref.ts';

export interface DesiredOfLedgerInput {
  /** What is asked for. */
  readonly state: LedgerState;
  /** How its files are named in front of their paths: `ledger@4f2a91c`. */
  readonly label: string;
  /** What the ledger says at present. Protection that it knows of stays. */
  readonly now: LedgerState;
  /** What the service lists: a resource that is still there is that very resource, whatever it is called by now. */
  readonly live: LiveState;
  /** What the files ask for at present: a glossary that is additive stays so. The ledger does not say it. */
  readonly files?: DesiredState;
}

const nameOf = (address: Address): string => address.slice(address.indexOf('.') + 1);

/** The entries of an entry of the ledger, with the lines of the file that holds them there. */
function desiredDictionary({ pair, entries }: Dictionary, file: string): DesiredDictionary {
  let rows: ReadonlyMap<string, number> | undefined;
  const lines = (): ReadonlyMap<string, number> => {
    const firstLine = needsHeader(entries) ? 2 : 1;
    return new Map([...entries].map(([source], index) => [source, firstLine + index]));
  };
  return {
    pair,
    entries,
    origin: { file, line: 1, column: 1 },
    locate(source) {
      rows ??= lines();
      const line = rows.get(source);
      return line === undefined ? undefined : { file, line, column: 1 };
    },
  };
}

function desiredGlossary(
  address: GlossaryAddress,
  { id, content, protect }: OwnedGlossary,
  { label, live, now, files }: DesiredOfLedgerInput,
): DesiredGlossary {
  const folder = `${label}:glossaries/${nameOf(address)}`;
  const isIt = (other: DesiredGlossary): boolean =>
    other.address === address || other.pinnedId === id || now.glossaries.get(other.address)?.id === id;
  const mode: GlossaryMode = files?.glossaries?.find(isIt)?.mode ?? 'authoritative';
  const dictionaries = [...content.dictionaries].map(
    ([key, dictionary]) =>
      [
        key,
        desiredDictionary(dictionary, `${folder}/${dictionary.pair.source}-${dictionary.pair.target}.csv`),
      ] as const,
  );
  return {
    address,
    origin: { file: `${folder}/glossary.yaml`, line: 1, column: 1 },
    ...(live.glossaries?.some((each) => each.id === id) === true && { pinnedId: id }),
    name: content.name,
    dictionaries: new Map(dictionaries),
    mode,
    protect: protect || [...now.glossaries.values()].some((each) => each.id === id && each.protect),
  };
}

function desiredStyleList(
  address: StyleListAddress,
  { id, content, protect }: OwnedStyleList,
  { label, live, now }: DesiredOfLedgerInput,
): DesiredStyleList {
  const file = `${label}:style-rules/${nameOf(address)}.yaml`;
  const bytes = new TextEncoder().encode(styleListText(content, { protect }));
  const { value: yaml } = parseYaml({ bytes, file });
  const origin: SourceRef = { file, line: 1, column: 1 };
  return {
    address,
    origin: yaml?.at(['name']) ?? origin,
    ...(live.styleLists?.some((each) => each.id === id) === true && { pinnedId: id }),
    content,
    instructionOrigins: content.instructions.map((_, index) => yaml?.at(['custom_instructions', index]) ?? origin),
    locateRule: (category, rule) =>
      content.rules.get(category)?.has(rule) ? yaml?.keyAt(['configured_rules', category, rule]) : undefined,
    protect: protect || [...now.styleLists.values()].some((each) => each.id === id && each.protect),
  };
}

/** Those of the keys that work still, as they were. A limit that was not managed then stays as it is now. */
function desiredKeys({ state, label, live, now }: DesiredOfLedgerInput): readonly DesiredDeveloperKey[] {
  const working = new Set((live.developerKeys ?? []).filter(({ deactivated }) => !deactivated).map(({ id }) => id));
  const file = `${label}:${DEFAULT_PATTERNS.developerKeys}`;
  const bytes = new TextEncoder().encode(ledgerKeysText(state.developerKeys) ?? '');
  const sources = parseDeveloperKeysFile({ bytes, file }).value ?? [];
  const byAddress = new Map(sources.map((source) => [source.address, source]));
  return [...state.developerKeys].flatMap(([address, { id, content, protect }]): readonly DesiredDeveloperKey[] => {
    if (content.label === undefined || content.deactivated === true || !working.has(id)) return [];
    const source = byAddress.get(address);
    return [
      {
        address,
        origin: source?.origin ?? { file, line: 1, column: 1 },
        pinnedId: id,
        label: content.label,
        limits: content.limits,
        deactivated: false,
        protect: protect || [...now.developerKeys.values()].some((each) => each.id === id && each.protect),
        locate: (part) => source?.locate(part),
      },
    ];
  });
}

/** True unless it would have to be made with no entries at all, which the service does not do. */
function canBe(
  { address, pinnedId, name, dictionaries }: DesiredGlossary,
  { now, live }: DesiredOfLedgerInput,
): boolean {
  if (live.glossaries === undefined) return true;
  const owned = now.glossaries.get(address)?.id;
  const isThere = live.glossaries.some((each) => each.id === owned || each.name === name);
  return pinnedId !== undefined || isThere || [...dictionaries.values()].some(({ entries }) => entries.size > 0);
}

/**
 * An entry of the ledger as what is asked for, as if its files stood in the workspace. A kind of which neither that
 * entry nor the last one knows anything is not asked for, since the account may have no access to it. A glossary
 * without entries that is gone is left out: the service makes none. Of developer keys only those are asked for that
 * work still: one that is deactivated never works again, and one that came since is no business of then. Pure.
 */
export function desiredOfLedger(input: DesiredOfLedgerInput): DesiredState {
  const { state, now } = input;
  const developerKeys = desiredKeys(input);
  return {
    ...(state.glossaries.size + now.glossaries.size > 0 && {
      glossaries: [...state.glossaries]
        .map(([address, owned]) => desiredGlossary(address, owned, input))
        .filter((glossary) => canBe(glossary, input)),
    }),
    ...(state.styleLists.size + now.styleLists.size > 0 && {
      styleLists: [...state.styleLists].map(([address, owned]) => desiredStyleList(address, owned, input)),
    }),
    ...(developerKeys.length > 0 && { developerKeys }),
  };
}

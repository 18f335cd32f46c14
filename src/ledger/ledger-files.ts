import { dictionaryCsv } from '../files/dictionary/write-dictionary.ts';
import { KEY_PART_NAMES } from '../files/resources/developer-key-names.ts';
import { type KeyEntry, keysFileText } from '../files/resources/write-developer-keys.ts';
import { glossaryText, styleListText } from '../files/workspace/resource-text.ts';
import { DEFAULT_PATTERNS } from '../files/workspace/workspace-text.ts';
import { KEY_LIMITS } from '../kinds/developer-key/developer-key.ts';
import type { GlossaryAddress, OwnedGlossary } from '../kinds/glossary/glossary.ts';
import type { LedgerState } from '../kinds/states.ts';
import type { OwnedStyleList, StyleListAddress } from '../kinds/style-list/style-list.ts';
import { defined } from '../model/defined.ts';
import type { LanguagePair } from '../model/entries/language-pair.ts';
import { byCodeUnit } from '../model/order.ts';
import type { LedgerTarget } from './ledger.ts';
import { LEDGER_FORMAT, LEDGER_JSON, type LedgerJson, type LedgerJsonKey } from './ledger-json.ts';

const encoder = new TextEncoder();

const nameOf = (address: string): string => address.slice(address.indexOf('.') + 1);

const sorted = <Address extends string, Owned>(
  owned: ReadonlyMap<Address, Owned>,
): readonly (readonly [Address, Owned])[] => [...owned].sort(([left], [right]) => byCodeUnit(left, right));

const folderOf = (address: GlossaryAddress): string => `glossaries/${nameOf(address)}`;
const dictionaryFile = (address: GlossaryAddress, { source, target }: LanguagePair): string =>
  `${folderOf(address)}/${source}-${target}.csv`;

/** The dictionaries of an entry, sorted. One without entries is left out: it is the same as none. */
const dictionariesOf = ({ content }: OwnedGlossary) =>
  sorted(content.dictionaries).filter(([, { entries }]) => entries.size > 0);

function glossaryJson(address: GlossaryAddress, owned: OwnedGlossary) {
  const { id, content, protect } = owned;
  const dictionaries = dictionariesOf(owned).map(([key, { pair, entries }]) => ({
    pair: key,
    file: dictionaryFile(address, pair),
    digest: entries.digest,
  }));
  return { address, id, protect, name: content.name, dictionaries };
}

function styleListJson(address: StyleListAddress, { id, content, protect }: OwnedStyleList) {
  const { name, language, rules, instructions } = content;
  return {
    address,
    id,
    protect,
    name,
    language,
    rules: [...rules].flatMap(([category, selected]) =>
      [...selected].map(([rule, option]): readonly [string, string, string] => [category, rule, option]),
    ),
    instructions: instructions.map(({ label, prompt, sourceLanguage }) =>
      defined({ label, prompt, source_language: sourceLanguage }),
    ),
  };
}

/**
 * The file of the developer keys of the ledger; `undefined` when there are none. A key with only an id has no entry in
 * it.
 */
export function ledgerKeysText(keys: LedgerState['developerKeys']): string | undefined {
  const entries = [...keys].flatMap(([address, { content, protect }]): readonly (readonly [string, KeyEntry])[] => {
    const { label, limits, deactivated = false } = content;
    return label === undefined ? [] : [[nameOf(address), { label, limits, deactivated, protect }]];
  });
  return entries.length === 0 ? undefined : keysFileText(new Map(entries));
}

const keysJson = (keys: LedgerState['developerKeys']): readonly LedgerJsonKey[] =>
  sorted(keys).map(([address, { id, content, protect }]): LedgerJsonKey => {
    const { label, limits, deactivated } = content;
    const known = KEY_LIMITS.flatMap((name) =>
      limits[name] === undefined ? [] : [[KEY_PART_NAMES[name], limits[name]] as const],
    );
    return {
      address,
      id,
      protect,
      ...(label !== undefined && { label }),
      ...(known.length > 0 && { limits: Object.fromEntries(known) }),
      ...(deactivated !== undefined && { deactivated }),
    };
  });

/** The content of `ledger.json` for a state, with the digest of each dictionary in place of its entries. */
export const ledgerJson = (state: LedgerState, target: LedgerTarget): LedgerJson => ({
  format_version: LEDGER_FORMAT,
  target: target.name,
  base_url: target.baseUrl,
  workspace: target.workspace ?? '',
  glossaries: sorted(state.glossaries).map(([address, owned]) => glossaryJson(address, owned)),
  style_rules: sorted(state.styleLists).map(([address, owned]) => styleListJson(address, owned)),
  developer_keys: keysJson(state.developerKeys),
  ...(state.unfinished !== undefined && {
    unfinished: state.unfinished.map((each) => ({
      address: each.address as StyleListAddress,
      old: each.old,
      ...(each.kind === 'pending' && { replacement: { digest: each.digest, not_ids: each.notIds } }),
    })),
  }),
});

/**
 * The files of one entry: the content in the formats of a workspace, so that git shows who changed which term and when,
 * and `ledger.json` with the ids. The same state gives the same bytes.
 */
export function ledgerFiles(state: LedgerState, target: LedgerTarget): ReadonlyMap<string, Uint8Array> {
  const files = new Map<string, string>();
  for (const [address, owned] of sorted(state.glossaries)) {
    const { content, protect } = owned;
    for (const [, { pair, entries }] of dictionariesOf(owned))
      files.set(dictionaryFile(address, pair), dictionaryCsv(entries));
    files.set(
      `${folderOf(address)}/glossary.yaml`,
      glossaryText({ name: content.name, dictionaries: 'auto', protect }),
    );
  }
  for (const [address, { content, protect }] of sorted(state.styleLists))
    files.set(`style-rules/${nameOf(address)}.yaml`, styleListText(content, { protect }));
  const keys = ledgerKeysText(state.developerKeys);
  if (keys !== undefined) files.set(DEFAULT_PATTERNS.developerKeys, keys);
  files.set(LEDGER_JSON, `${JSON.stringify(ledgerJson(state, target), null, 2)}\n`);
  return new Map([...files].map(([path, text]) => [path, encoder.encode(text)]));
}

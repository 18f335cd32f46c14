import type { PairKey } from './language-pair.ts';

/**
 * The stable name of a resource in the workspace. It comes from the file or folder name, or the key of an entry, never from the display name, so that
 * a new display name is a rename and not a new resource.
 */
export type GlossaryAddress = `glossary.${string}`;
export type StyleListAddress = `style_rules.${string}`;
export type DictionaryAddress = `${GlossaryAddress}/${PairKey}`;
export type DeveloperKeyAddress = `developer_key.${string}`;
export type Address = GlossaryAddress | StyleListAddress | DictionaryAddress | DeveloperKeyAddress;

export const glossaryAddress = (name: string): GlossaryAddress => `glossary.${name}`;
export const styleListAddress = (name: string): StyleListAddress => `style_rules.${name}`;
export const developerKeyAddress = (name: string): DeveloperKeyAddress => `developer_key.${name}`;
export const dictionaryAddress = (glossary: GlossaryAddress, pair: PairKey): DictionaryAddress => `${glossary}/${pair}`;

/**
 * True when `pattern` names `address`: equal, or with `*` standing for any run of characters.
 * `glossary.product` names the glossary alone; `glossary.product/*` its dictionaries.
 * A `*` does not cross the `/` between a glossary and its dictionary, so that `glossary.*` never names a dictionary.
 */
export function addressMatches(pattern: string, address: Address): boolean {
  const source = pattern
    .split('*')
    .map((part) => part.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'))
    .join('[^/]*');
  return new RegExp(`^${source}$`, 'u').test(address);
}

export const matchesAny = (patterns: readonly string[], address: Address): boolean =>
  patterns.some((pattern) => addressMatches(pattern, address));

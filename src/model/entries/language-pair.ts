/**
 * A directed pair of base languages, in lower case. Glossaries apply to languages, not variants. Source: description,
 * "Glossary".
 */
export interface LanguagePair {
  readonly source: string;
  readonly target: string;
}

/** `en->de`: the pair as a map key and as the last part of a dictionary's address. */
export type PairKey = `${string}->${string}`;

export const pairKey = (pair: LanguagePair): PairKey => `${pair.source}->${pair.target}`;

/** The inverse of `pairKey`. */
export function parsePairKey(key: PairKey): LanguagePair {
  const arrow = key.indexOf('->');
  return { source: key.slice(0, arrow), target: key.slice(arrow + 2) };
}

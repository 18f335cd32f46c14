import { isGlossaryLanguage, languageByName, meantLanguage } from '../languages/check-language.ts';

/** The meaning of the name of a file next to `glossary.yaml`. */
export type DictionaryName =
  /** Not a dictionary, by its file name extension. It is ignored. */
  | { readonly kind: 'other' }
  /** A CSV or TSV file whose name is not a pair of languages. */
  | { readonly kind: 'unknown' }
  /** Two language codes as written. Whether they are supported is checked later. */
  | { readonly kind: 'pair'; readonly source: string; readonly target: string };

const LANGUAGE = /^[a-z]{2,3}$/i;
/** Scripts and regions. Not any four letters: `en-de-old-copy.csv` is not a dictionary. */
const SUBTAG = /^(?:hans|hant|latn|cyrl|[a-z]{2}|\d{3})$/i;

const isTag = (parts: readonly string[]): boolean =>
  LANGUAGE.test(parts[0] ?? '') && parts.length <= 3 && parts.slice(1).every((part) => SUBTAG.test(part));

/**
 * Reads `en-de.csv`, and also `en-pt-BR.csv` and `en_US-de.tsv`, so that a message can name the variant. If a name can
 * be read in two ways, the reading with two supported languages wins, then the one with the plain source.
 */
export function parseDictionaryName(name: string): DictionaryName {
  const stem = /^(.*)\.(?:csv|tsv)$/i.exec(name)?.[1];
  if (stem === undefined) return { kind: 'other' };
  const parts = stem.split(/[-_]/);
  const readings = parts.slice(1).flatMap((_, index) => {
    const source = parts.slice(0, index + 1);
    const target = parts.slice(index + 1);
    const supported = [source, target].filter(([base]) => isGlossaryLanguage(base ?? '')).length;
    return isTag(source) && isTag(target) && supported > 0
      ? [{ source: source.join('-'), target: target.join('-'), supported }]
      : [];
  });
  const best = readings.find(({ supported }) => supported === 2) ?? readings[0];
  return best === undefined ? { kind: 'unknown' } : { kind: 'pair', source: best.source, target: best.target };
}

/** The name that the file probably should have, as a detail of a finding: `en-de.csv` for `english-german.csv`. */
export function suggestedName(name: string): { readonly suggestion?: string } {
  const [, stem = '', ending = ''] = /^(.*)(\.(?:csv|tsv))$/i.exec(name) ?? [];
  const parts = stem.split(/[-_\s]+(?:to[-_\s]+)?/i);
  const meant = parts.map((part) =>
    isGlossaryLanguage(part) ? part.toLowerCase() : (meantLanguage(part) ?? languageByName(part)),
  );
  const isPair = meant.length === 2 && meant.every((code) => code !== undefined);
  return isPair ? { suggestion: `${meant.join('-')}${ending}` } : {};
}

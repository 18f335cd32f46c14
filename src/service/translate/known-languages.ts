import { type CatalogueLanguage, hasGlossaries, hasStyleRules, LANGUAGES } from '../../contract/language-catalogue.ts';

/** The languages that one service has. */
export interface KnownLanguages {
  /** By code. */
  readonly all: readonly CatalogueLanguage[];
  /** By its code in any case: "input language codes are accepted case-insensitively everywhere". */
  readonly find: (code: string) => CatalogueLanguage | undefined;
  /** Codes that a dictionary may have, in lower case. */
  readonly ofGlossaries: readonly string[];
  /** Codes that a style rule list may have, in lower case. */
  readonly ofStyleRules: readonly string[];
}

const byCode = (left: CatalogueLanguage, right: CatalogueLanguage): number => (left.code < right.code ? -1 : 1);

/** The languages of the description, and `more`; of two with the same code the one of `more` counts. */
export function knownLanguages(more: readonly CatalogueLanguage[] = []): KnownLanguages {
  const languages = new Map([...LANGUAGES, ...more].map((language) => [language.code.toLowerCase(), language]));
  const all = [...languages.values()].sort(byCode);
  const codesOf = (has: (language: CatalogueLanguage) => boolean): readonly string[] =>
    all.filter(has).map(({ code }) => code.toLowerCase());
  return {
    all,
    find: (code) => languages.get(code.toLowerCase()),
    ofGlossaries: codesOf(hasGlossaries),
    ofStyleRules: codesOf(hasStyleRules),
  };
}

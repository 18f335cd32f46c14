import { type CatalogueLanguage, hasGlossaries, hasStyleRules, LANGUAGES } from '../../contract/language-catalogue.ts';

/** The languages that one service has. */
export type KnownLanguages = ReturnType<typeof knownLanguages>;

const byCode = (left: CatalogueLanguage, right: CatalogueLanguage): number => (left.code < right.code ? -1 : 1);

/** The languages of the description, and `more`; of two with the same code the one of `more` counts. */
export function knownLanguages(more: readonly CatalogueLanguage[] = []) {
  const languages = new Map([...LANGUAGES, ...more].map((language) => [language.code.toLowerCase(), language]));
  const all = [...languages.values()].sort(byCode);
  const codesOf = (has: (language: CatalogueLanguage) => boolean): readonly string[] =>
    all.filter(has).map(({ code }) => code.toLowerCase());
  return {
    /** By code. */
    all,
    /** By its code in any case: "input language codes are accepted case-insensitively everywhere". */
    find: (code: string) => languages.get(code.toLowerCase()),
    /** Codes that a dictionary may have, in lower case. */
    glossaryCodes: codesOf(hasGlossaries),
    /** Codes that a style rule list may have, in lower case. */
    styleRuleCodes: codesOf(hasStyleRules),
  };
}

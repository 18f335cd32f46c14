import { CLASS } from './phrase-classes.ts';

/** The scripts in which languages are written. Source: Unicode CLDR 48, `languageData`. */
const SCRIPTS_OF: readonly (readonly [languages: string, scripts: number])[] = [
  ['bg be kk ky mk mn ru tg tt uk', CLASS.cyrillic],
  ['sr uz bs az', CLASS.cyrillic | CLASS.latin],
  ['el', CLASS.greek],
  ['he yi', CLASS.hebrew],
  ['ar ckb fa ps sd ug ur', CLASS.arabic],
  ['as bho bn gu hi kn mai ml mr ne or pa sa si ta te', CLASS.indic],
  ['km lo my th', CLASS.southEastAsian],
  ['ko', CLASS.hangul | CLASS.han],
  ['ja', CLASS.kana | CLASS.han],
  ['yue zh', CLASS.han],
  ['am hy ka ti', CLASS.other],
];

const BY_LANGUAGE: ReadonlyMap<string, number> = new Map(
  SCRIPTS_OF.flatMap(([languages, scripts]) => languages.split(' ').map((language) => [language, scripts] as const)),
);

/** The classes of the letters of a language, by its code; of one that stands nowhere here, Latin. */
export const scriptsOf = (language: string): number => BY_LANGUAGE.get(language) ?? CLASS.latin;

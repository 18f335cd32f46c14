import { CLASS } from './phrase-classes.ts';

/** The scripts in which languages are written. Source: Unicode CLDR 48, `languageData`. */
const SCRIPTS_OF: readonly (readonly [languages: string, scripts: number])[] = [
  ['ab ba be bg ce chm cu cv kbd kk kv ky mhr mk mn mrj myv os ru rue sah tg tt tyv udm uk', CLASS.cyrillic],
  ['az bs cnr crh kaa sh sr tk uz', CLASS.cyrillic | CLASS.latin],
  ['el grc pnt', CLASS.greek],
  ['he lad yi', CLASS.hebrew],
  ['ar ary arz azb bal ckb fa glk lrc mzn pnb ps sd skr ug ur', CLASS.arabic],
  ['ku', CLASS.arabic | CLASS.latin],
  ['ks pa', CLASS.arabic | CLASS.indic],
  ['as awa bgc bho bn brx doi gom gu hi hne kn kok mag mai ml mr ne new or sa si ta te', CLASS.indic],
  ['mni', CLASS.indic | CLASS.other],
  ['km lo my nod shn th', CLASS.southEastAsian],
  ['ko', CLASS.hangul | CLASS.han],
  ['ja', CLASS.kana | CLASS.han],
  ['gan lzh wuu yue zh', CLASS.han],
  ['am arc bo chr dv dz hy ii ka nqo sat syc syr ti tig zgh', CLASS.other],
  ['cr iu', CLASS.other | CLASS.latin],
];

const BY_LANGUAGE: ReadonlyMap<string, number> = new Map(
  SCRIPTS_OF.flatMap(([languages, scripts]) => languages.split(' ').map((language) => [language, scripts] as const)),
);

/** The classes of the letters of a language, by its code. Default: Latin. */
export const scriptsOf = (language: string): number => BY_LANGUAGE.get(language.split('-')[0] ?? '') ?? CLASS.latin;

/** Invisible characters, and spaces that look like a normal space, with their names in Unicode. */
export const INVISIBLE: ReadonlyMap<string, string> = new Map([
  ['\u00a0', 'no-break space'],
  ['\u00ad', 'soft hyphen'],
  ['\u034f', 'combining grapheme joiner'],
  ['\u061c', 'Arabic letter mark'],
  ['\u180e', 'Mongolian vowel separator'],
  ['\u200b', 'zero width space'],
  ['\u200c', 'zero width non-joiner'],
  ['\u200d', 'zero width joiner'],
  ['\u200e', 'left-to-right mark'],
  ['\u200f', 'right-to-left mark'],
  ['\u202a', 'left-to-right embedding'],
  ['\u202b', 'right-to-left embedding'],
  ['\u202c', 'pop directional formatting'],
  ['\u202d', 'left-to-right override'],
  ['\u202e', 'right-to-left override'],
  ['\u202f', 'narrow no-break space'],
  ['\u2060', 'word joiner'],
  ['\u2066', 'left-to-right isolate'],
  ['\u2067', 'right-to-left isolate'],
  ['\u2068', 'first strong isolate'],
  ['\u2069', 'pop directional isolate'],
  ['\u3164', 'Hangul filler'],
  ['\ufeff', 'byte order mark'],
  ['\uffa0', 'half-width Hangul filler'],
]);

const RIGHT_TO_LEFT = 'ar arc arz ary bal ckb fa glk he ks lrc mzn pnb ps sd skr syr ug ur yi';
const JOINED = 'ar arz ary bal ckb fa glk kk ks ku ky lrc mzn pnb ps sd skr ug ur';
const INDIC = 'as awa bgc bho bn brx doi gom gu hi hne kn kok ks mag mai ml mni mr ne new or pa sa sat sd si ta te';
const WITHOUT_SPACES = 'bo dz km lo my nod shn th';

/**
 * Languages that need such a character. Source: The Unicode Standard 16, 9.2 (Arabic), 12.1 (Devanagari) and 23.2
 * (format characters); Unicode CLDR 48, exemplar characters and French punctuation.
 */
const NEEDED: readonly (readonly [characters: string, languages: string])[] = [
  ['\u200e\u200f\u061c', RIGHT_TO_LEFT],
  ['\u200c\u200d', `${JOINED} ${INDIC} km my mn`],
  ['\u200b', WITHOUT_SPACES],
  ['\u180e', 'mn mnc'],
  ['\u00a0\u202f', 'fr br oc mn'],
  ['\u034f', 'he yi'],
];

const BY_LANGUAGE: ReadonlyMap<string, string> = NEEDED.reduce((map, [characters, languages]) => {
  for (const language of languages.split(' ')) map.set(language, (map.get(language) ?? '') + characters);
  return map;
}, new Map<string, string>());

/** The invisible characters that a language needs, as one string. */
export const neededIn = (language: string): string => BY_LANGUAGE.get(language) ?? '';

import { GLOSSARY_LANGUAGES } from '../contract/languages.ts';

/** English names of the glossary languages, as headers of term lists have them. */
const NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    arabic: 'ar',
    bulgarian: 'bg',
    czech: 'cs',
    danish: 'da',
    german: 'de',
    greek: 'el',
    english: 'en',
    spanish: 'es',
    estonian: 'et',
    finnish: 'fi',
    french: 'fr',
    hebrew: 'he',
    hungarian: 'hu',
    indonesian: 'id',
    italian: 'it',
    japanese: 'ja',
    korean: 'ko',
    lithuanian: 'lt',
    latvian: 'lv',
    norwegian: 'nb',
    dutch: 'nl',
    polish: 'pl',
    portuguese: 'pt',
    romanian: 'ro',
    russian: 'ru',
    slovak: 'sk',
    slovenian: 'sl',
    swedish: 'sv',
    thai: 'th',
    turkish: 'tr',
    ukrainian: 'uk',
    vietnamese: 'vi',
    chinese: 'zh',
  }),
);

/** The code of a language by its English name, in any case; `undefined` when it is none. */
export const languageByName = (name: string): string | undefined => NAMES.get(name.trim().toLowerCase());

/** The base of a code such as `de`, `DE`, `de-DE` or the pseudo-locale `ja_XX`, when a dictionary may have it. */
export function baseLanguage(code: string): string | undefined {
  const base = code.trim().toLowerCase().split(/[-_]/)[0] ?? '';
  return /^[a-z]{2,3}(?:[-_][a-z0-9]{2,8})*$/i.test(code.trim()) &&
    (GLOSSARY_LANGUAGES as readonly string[]).includes(base)
    ? base
    : undefined;
}

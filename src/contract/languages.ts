/** Languages of style rule lists. Source: description, "Style rule list", field `language`. */
export const STYLE_LIST_LANGUAGES: readonly string[] = ['de', 'en', 'es', 'fr', 'it', 'ja', 'ko', 'zh'];

/**
 * Base languages a glossary dictionary may have: those of the v2 target list without their variants, and the later
 * additions. Source: description, "Legacy language object (v2)"; "Glossaries apply to languages, not variants".
 */
export const GLOSSARY_LANGUAGES: readonly string[] =
  'ar bg cs da de el en es et fi fr he hu id it ja ko lt lv nb nl pl pt ro ru sk sl sv th tr uk vi zh'.split(' ');

/** `pt` for `PT-BR`: the first part of a code, in lower case, known or not. */
export const baseLanguage = (code: string): string => code.toLowerCase().split('-')[0] ?? '';

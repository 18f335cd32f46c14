import { GLOSSARY_LANGUAGES } from '../../contract/languages.ts';
import { LANGUAGE_NAMES } from './language-name-table.ts';

let names: ReadonlyMap<string, string> | undefined;

/** Made when it is first needed: most files name no language in words. */
function languageNames(): ReadonlyMap<string, string> {
  names ??= new Map(
    Object.entries(LANGUAGE_NAMES).flatMap(([code, all]) => all.split('|').map((name) => [name, code] as const)),
  );
  return names;
}

/** The code of a language by its name in any glossary language, in any case; `undefined` when it is none. */
export const languageByName = (name: string): string | undefined =>
  languageNames().get(name.trim().toLowerCase().normalize('NFC'));

/** The base of a code such as `de`, `DE`, `de-DE` or the pseudo-locale `ja_XX`, when a dictionary may have it. */
export function dictionaryLanguage(code: string): string | undefined {
  const base = code.trim().toLowerCase().split(/[-_]/)[0] ?? '';
  return /^[a-z]{2,3}(?:[-_][a-z0-9]{2,8})*$/i.test(code.trim()) && GLOSSARY_LANGUAGES.includes(base)
    ? base
    : undefined;
}

import { GLOSSARY_LANGUAGES } from '../../contract/languages.ts';
import table from './language-names.json' with { type: 'json' };

let names: ReadonlyMap<string, string> | undefined;

/**
 * How each glossary language is called in each of the glossary languages, in lower case and NFC, with `|` between the
 * names: from the language names of Unicode CLDR, and a few other usual ones. Kept as data, so that every version of
 * Node reads a file in the same way. Made when it is first needed: most files name no language in words.
 */
function languageNames(): ReadonlyMap<string, string> {
  names ??= new Map(
    Object.entries(table).flatMap(([code, all]) =>
      all.flatMap((names) => names.split('|')).map((name) => [name, code]),
    ),
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

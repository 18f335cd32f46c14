import { GLOSSARY_LANGUAGES } from '../../contract/languages.ts';
import table from './language-names.json' with { type: 'json' };

let names: ReadonlyMap<string, string> | undefined;

/**
 * The names of each glossary language in all glossary languages, in lower case and NFC, with `|` between names. They
 * come from Unicode CLDR; a few other common names are added. They are data, so that every version of Node reads a file
 * in the same way. The map is made when it is first needed, because most files name languages by code.
 */
function languageNames(): ReadonlyMap<string, string> {
  names ??= new Map(
    Object.entries(table).flatMap(([code, all]) =>
      all.flatMap((names) => names.split('|')).map((name) => [name, code]),
    ),
  );
  return names;
}

/** The code of the language with this name, in any glossary language and any case. `undefined`: there is none. */
export const languageByName = (name: string): string | undefined =>
  languageNames().get(name.trim().toLowerCase().normalize('NFC'));

/** The base of a code such as `de`, `DE`, `de-DE` or `ja_XX`, if dictionaries may have it. */
export function dictionaryLanguage(code: string): string | undefined {
  const base = code.trim().toLowerCase().split(/[-_]/)[0] ?? '';
  return /^[a-z]{2,3}(?:[-_][a-z0-9]{2,8})*$/i.test(code.trim()) && GLOSSARY_LANGUAGES.includes(base)
    ? base
    : undefined;
}

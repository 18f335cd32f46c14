import { GLOSSARY_LANGUAGES } from '../../contract/languages.ts';
import { lazy } from '../../model/lazy.ts';
import table from './language-names.json' with { type: 'json' };

/**
 * The names of each glossary language in all glossary languages, in lower case and NFC, with `|` between names. They
 * come from Unicode CLDR; a few other common names are added. They are data, so that every version of Node reads a file
 * in the same way. They are searched as one text, a line for each language: a map of them takes longer to make than
 * most runs look into it.
 */
const languageNames = lazy(() =>
  Object.entries(table)
    .map(([code, all]) => `${code}|${all.join('|')}|\n`)
    .join(''),
);

/** The code of the language with this name, in any glossary language and any case; `undefined` for an unknown name. */
export function languageByName(name: string): string | undefined {
  const word = name.trim().toLowerCase().normalize('NFC');
  const lines = languageNames();
  const at = /[|\n]/.test(word) ? -1 : lines.indexOf(`|${word}|`);
  if (at < 0) return undefined;
  const line = lines.lastIndexOf('\n', at) + 1;
  return lines.slice(line, lines.indexOf('|', line));
}

/** The base of a code such as `de`, `DE`, `de-DE` or `ja_XX`, if dictionaries may have it. */
export function dictionaryLanguage(code: string): string | undefined {
  const base = code.trim().toLowerCase().split(/[-_]/)[0] ?? '';
  return /^[a-z]{2,3}(?:[-_][a-z0-9]{2,8})*$/i.test(code.trim()) && GLOSSARY_LANGUAGES.includes(base)
    ? base
    : undefined;
}

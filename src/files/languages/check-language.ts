import { baseLanguage, GLOSSARY_LANGUAGES, STYLE_LIST_LANGUAGES } from '../../contract/languages.ts';
import type { LanguagePair } from '../../model/entries/language-pair.ts';
import { errorAt, type Finding, type PossibleDetails, type SourceRef, warningAt } from '../../model/finding.ts';
import { lazy } from '../../model/lazy.ts';
import table from './language-names.json' with { type: 'json' };

/** Wrong codes that people often write: codes of countries, and codes of older standards. */
const USUAL_MISTAKES: ReadonlyMap<string, string> = new Map([
  ['cn', 'zh'],
  ['cz', 'cs'],
  ['dk', 'da'],
  ['gr', 'el'],
  ['iw', 'he'],
  ['in', 'id'],
  ['jp', 'ja'],
  ['kr', 'ko'],
  ['no', 'nb'],
  ['se', 'sv'],
  ['si', 'sl'],
  ['ua', 'uk'],
  ['vn', 'vi'],
]);

/** The language that a country code or an outdated code probably means. The code may have a region. */
export const usualMistake = (code: string): string | undefined =>
  USUAL_MISTAKES.get(code.toLowerCase().split(/[-_]/)[0] ?? '');

/** Like `usualMistake`, and also `de` for a code of three letters such as `deu`. */
export function meantLanguage(code: string): string | undefined {
  const [shorter = ''] = /^[a-z]{3}$/i.test(code) ? Intl.getCanonicalLocales(code) : [];
  return usualMistake(code) ?? (GLOSSARY_LANGUAGES.includes(shorter) ? shorter : undefined);
}

/** Like `meantLanguage`, as a detail of a finding. */
export function suggestedLanguage(code: string): { readonly suggestion?: string } {
  const suggestion = meantLanguage(code);
  return suggestion === undefined ? {} : { suggestion };
}

/** True when `code` (any case) is a base language that dictionaries may have. */
export const isGlossaryLanguage = (code: string): boolean => GLOSSARY_LANGUAGES.includes(code.toLowerCase());

/** True when `code` (any case) is a language that a style list is known to have. */
export const isStyleListLanguage = (code: string): boolean => STYLE_LIST_LANGUAGES.includes(code.toLowerCase());

/** A language code in lower case: a language, optionally with a script and a region. Source: BCP 47. */
const LANGUAGE_CODE = /^[a-z]{2,3}(?:-[a-z]{4})?(?:-(?:[a-z]{2}|\d{3}))?$/;

/** True when `code` (any case) has the form of a language code. The service need not have that language. */
export const isLanguageCode = (code: string): boolean => LANGUAGE_CODE.test(code.toLowerCase());

/**
 * The code of a finding that the reader of files makes and the target decides. A plan reads the languages of the
 * service, then drops the finding or makes it an error.
 */
export const LANGUAGE_UNKNOWN = 'language-unknown';

export interface CheckedLanguage {
  /** In lower case; absent when it cannot be used. */
  readonly code?: string;
  readonly findings: readonly Finding[];
}

function checkLanguage(text: string, languages: readonly string[], at: SourceRef): CheckedLanguage {
  const code = text.toLowerCase();
  if (languages.includes(code)) return { code, findings: [] };
  const error = (kind: string, details: PossibleDetails): CheckedLanguage => ({
    findings: [errorAt(kind, at, details)],
  });
  const base = code.split(/[-_]/)[0] ?? '';
  if (base !== code && languages.includes(base)) return error('language-variant', { language: text, base });
  const meant = meantLanguage(base);
  const suggestion = meant !== undefined && languages.includes(meant) ? meant : undefined;
  return error('language-unsupported', { language: text, allowed: languages, suggestion });
}

/**
 * Checks a language that a file names on purpose, in any case. The service may have languages that are newer than the
 * built-in list. So a well-formed code that is not in the list gives a warning. A variant of a known language is an
 * error, and so is a text that is not a code.
 */
function checkNamedLanguage(text: string, languages: readonly string[], at: SourceRef): CheckedLanguage {
  const checked = checkLanguage(text, languages, at);
  const code = text.toLowerCase();
  const base = code.split('-')[0] ?? '';
  if (checked.code !== undefined || !isLanguageCode(code)) return checked;
  if (base !== code && isGlossaryLanguage(base))
    return { findings: [errorAt('language-variant', at, { language: text, base })] };
  const { suggestion } = checked.findings[0]?.details ?? {};
  const details = { language: text, suggestion };
  return { code, findings: [warningAt(LANGUAGE_UNKNOWN, at, details)] };
}

/**
 * Checks the title of a column that may be a language, in any case. Only known languages count. A variant is an error
 * that names its base language.
 */
export const checkGlossaryLanguage = (text: string, at: SourceRef): CheckedLanguage =>
  checkLanguage(text, GLOSSARY_LANGUAGES, at);

/** A code of a variant in one spelling: `pt-br` for `pt_BR`. */
export const variantCode = (text: string): string => text.trim().toLowerCase().replaceAll('_', '-');

/** Checks a language that a file name, `dictionaries:` or `samples:` names. `variants`: those that are declared. */
export const checkNamedGlossaryLanguage = (
  text: string,
  at: SourceRef,
  variants: readonly string[] = [],
): CheckedLanguage =>
  variants.includes(variantCode(text))
    ? { code: variantCode(text), findings: [] }
    : checkNamedLanguage(text, GLOSSARY_LANGUAGES, at);

/** Checks the language of a style list, in any case. */
export const checkStyleListLanguage = (text: string, at: SourceRef): CheckedLanguage =>
  checkNamedLanguage(text, STYLE_LIST_LANGUAGES, at);

export interface PairToCheck {
  readonly source: { readonly text: string; readonly at: SourceRef };
  readonly target: { readonly text: string; readonly at: SourceRef };
}

/**
 * The line of `glossary.yaml` that makes each of these variants a glossary of its own, as a detail of a finding. Empty
 * if one of them is not a language code.
 */
export function declaredVariants(texts: readonly string[]): { readonly declare?: string } {
  const codes = texts.map(variantCode);
  if (!codes.every(isLanguageCode)) return {};
  const declared = codes.map((code) => `${Intl.getCanonicalLocales(code)}: { over: ${baseLanguage(code)} }`);
  return { declare: `variants: { ${declared.join(', ')} }` };
}

const withDeclaration = (finding: Finding): Finding =>
  finding.code === 'language-variant'
    ? { ...finding, details: { ...finding.details, ...declaredVariants([String(finding.details.language)]) } }
    : finding;

/** Checks both languages of a dictionary. They must differ. `variants`: those that are declared. */
export function checkPair(
  { source, target }: PairToCheck,
  variants?: readonly string[],
): {
  readonly pair?: LanguagePair;
  readonly findings: readonly Finding[];
} {
  const left = checkNamedGlossaryLanguage(source.text, source.at, variants);
  const right = checkNamedGlossaryLanguage(target.text, target.at, variants);
  const findings = [...left.findings, ...right.findings].map(withDeclaration);
  if (left.code === undefined || right.code === undefined) return { findings };
  if (left.code !== right.code) return { pair: { source: left.code, target: right.code }, findings };
  const details = { language: left.code };
  return { findings: [...findings, errorAt('same-languages', target.at, details)] };
}

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

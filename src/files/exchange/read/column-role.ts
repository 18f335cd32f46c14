import { lazy } from '../../../model/lazy.ts';
import {
  HEADER_MAX_CHARS,
  isRowNumberWord,
  plainHeader,
  readHeading,
  type TermColumn,
} from '../../dictionary/read-heading.ts';
import {
  dictionaryLanguage,
  isGlossaryLanguage,
  isLanguageCode,
  languageByName,
} from '../../languages/check-language.ts';
import { nearLanguage } from '../../languages/near-language.ts';
import { type ExchangedField, languageCode } from '../termbase.ts';
import others from './other-languages.json' with { type: 'json' };

/** Code of a region or a script → names that follow the name of a language in brackets. */
const REGIONS: Readonly<Record<string, string>> = {
  '419': 'latin america|latinoamérica',
  AR: 'argentina',
  AT: 'austria|österreich',
  AU: 'australia',
  BE: 'belgium|belgien|belgique|belgië',
  BR: 'brazil|brasil|brazilian|brasilien|brésil',
  CA: 'canada|kanada|canadian',
  CH: 'switzerland|schweiz|suisse|svizzera|swiss',
  CL: 'chile',
  CN: 'china|prc',
  CO: 'colombia',
  DE: 'germany|deutschland',
  ES: 'spain|españa|spanien|espagne',
  FR: 'france|frankreich',
  GB: 'uk|united kingdom|great britain|britain|british|england|vereinigtes königreich',
  HK: 'hong kong',
  IE: 'ireland',
  IN: 'india',
  IT: 'italy|italia|italien',
  LU: 'luxembourg|luxemburg',
  MX: 'mexico|méxico|mexiko|mexican',
  NL: 'netherlands|nederland',
  NZ: 'new zealand',
  PE: 'peru|perú',
  PT: 'portugal|european|iberian',
  SG: 'singapore',
  TW: 'taiwan',
  US: 'us|usa|united states|american|vereinigte staaten',
  ZA: 'south africa',
  Hans: 'simplified|简体',
  Hant: 'traditional|繁體',
};

/** Regions that are recognised by their codes only. */
const MORE_REGIONS =
  'AE BG BO CR CZ DK DO EC EE EG FI GR GT HN HR HU ID IL JP KR LT LV MA MY NI NO PA PH PL PR PY RO RS RU SA SE SI SK ' +
  'SV TH TR UA UY VE VN';

const regionNamed = lazy(
  () =>
    new Map([
      ...[...Object.keys(REGIONS), ...MORE_REGIONS.split(' ')].map((code) => [code.toLowerCase(), code] as const),
      ...Object.entries(REGIONS).flatMap(([code, names]) => names.split('|').map((name) => [name, code] as const)),
    ]),
);

/** Languages outside the lists of the service, by their names in English and in the language itself. */
const otherNamed = lazy(
  () => new Map(Object.entries(others).flatMap(([code, names]) => names.map((name) => [name, code] as const))),
);

const NAME_AND_REGION = /^([^()[\]]+)[([]([^()[\]]+)[)\]]$/;

/**
 * A language by its name, in any case. Glossary languages have names in all glossary languages, others in English and
 * their own.
 */
const languageNamed = (name: string): string | undefined =>
  languageByName(name) ?? otherNamed().get(name.trim().toLowerCase().normalize('NFC'));

/**
 * `pt-BR` for `Portuguese (Brazil)`; `undefined` unless the text is the name of a language with the name of a region.
 */
export function variantOfName(text: string): string | undefined {
  const [, name, inside] = NAME_AND_REGION.exec(text.trim()) ?? [];
  if (name === undefined || inside === undefined) return undefined;
  const place = inside.trim().toLowerCase();
  const region = regionNamed().get(place);
  const base = region === undefined ? undefined : languageNamed(name);
  // In `German (DE)`, the code of the language follows its name.
  return base === undefined || place === base ? undefined : `${base}-${region}`;
}

/** The language that a header names: `de` for `German`, `ca` for `Catalan`, `pt-BR` for `Portuguese (Brazil)`. */
export const languageOfName = (text: string): string | undefined => variantOfName(text) ?? languageNamed(text);

/** True for the code of a language outside the lists of the service, with or without a script and a region. */
function isOtherLanguage(code: string): boolean {
  const base = code.toLowerCase().split(/[-_]/)[0] ?? '';
  return Object.hasOwn(others, base) && isLanguageCode(languageCode(code));
}

/** True for a language that a dictionary may have: one of the built-in list, or one that the target decides about. */
export const isDictionaryLanguage = (code: string): boolean => isGlossaryLanguage(code) || Object.hasOwn(others, code);

/** The content of a column in a table of terms. */
export type ColumnRole =
  | { readonly kind: 'term'; readonly language: string }
  /** Terms in a language that the header does not name. */
  | { readonly kind: 'source' | 'target' | 'source-language' | 'target-language' }
  /** `language`: the field belongs to the terms of this language only. */
  | { readonly kind: 'field'; readonly field: ExchangedField; readonly language?: string }
  | { readonly kind: 'translate' | 'do-not-translate' | 'forbidden' | 'concept' | 'ignore' }
  /** Information by memoQ about the term to its left. */
  | { readonly kind: 'term-info' }
  /** True in a cell: Weblate has marked the translation as one that needs editing. */
  | { readonly kind: 'needs-editing' }
  /** `near`: the language that the header probably means. */
  | { readonly kind: 'unknown'; readonly near?: string };

const FIELDS: Readonly<Partial<Record<TermColumn, ExchangedField>>> = {
  status: 'status',
  pos: 'partOfSpeech',
  definition: 'definition',
  note: 'note',
};

type Position = 'source' | 'target' | 'source-language' | 'target-language';

/** Headers of terms whose language is given elsewhere. */
const POSITION_WORDS: Readonly<Record<Position, string>> = {
  source:
    'term|source|source term|source text|source phrase|sourcestring|begriff|benennung|fachbegriff|quellbegriff|' +
    'quelltext|ausgangsbegriff|ausgangstext|terme|terme source|texte source|término|término de origen|texto de origen',
  target:
    'target|translation|target term|target text|target phrase|targetstring|übersetzung|zielbegriff|zieltext|' +
    'traduction|terme cible|texte cible|traducción|texto de destino',
  'source-language': 'source lang|source language|sourcelang',
  'target-language': 'target lang|target language|targetlang',
};

/** The position of each header, in the spelling of `plainHeader`. */
const BY_POSITION: ReadonlyMap<string, Position> = new Map(
  (Object.keys(POSITION_WORDS) as Position[]).flatMap((position) =>
    POSITION_WORDS[position].split('|').map((word) => [word, position] as const),
  ),
);

/** Headers that mean source terms in the first column; in other columns, they mean the publication of a term. */
const FIRST_SOURCE = /^(?:quelle|ausgangssprache|fuente|original)$/;

/** The role of a column by a word such as `note` or `pos`. */
function roleOfWord(word: string, language?: string): ColumnRole | undefined {
  const { kind } = readHeading(word);
  const field = FIELDS[kind as TermColumn];
  if (field !== undefined) return { kind: 'field', field, language };
  switch (kind) {
    case 'translate':
    case 'do-not-translate':
    case 'forbidden':
    case 'concept':
      return { kind };
    default:
      return undefined;
  }
}

/** A language by its name or its code. A code of two letters counts even if dictionaries cannot have it. */
function languageIn(text: string): string | undefined {
  const named = languageOfName(text);
  if (named !== undefined) return named;
  if (!/^[a-z]{2,3}(?:[-_][a-z0-9]{2,8})*$/i.test(text)) return undefined;
  if (/[-_]xx$/i.test(text)) return languageCode(text.slice(0, -3));
  const code = languageCode(text);
  const base = code.split('-')[0] ?? '';
  return base.length === 2 || dictionaryLanguage(base) !== undefined || isOtherLanguage(base) ? code : undefined;
}

const TERM_WORD =
  /^(?:term|label|translation|text|begriff|fachbegriff|benennung|wort|übersetzung|terme|traduction|término|traducción)$/i;
/** Headers that mean source terms as often as references. */
const SOURCE_WORD = /^(?:source|quelle|fuente)$/i;
/** `Concept Note`, `Language Definition`: the level of a termbase to which a word belongs. */
const LEVEL = /^(?:concept|language|term|entry)\s+(?=\S)/i;

const wordsOf = (header: string): readonly string[] =>
  header
    .replace(/[[\]()]/g, ' ')
    .split(/[\s_:]+/)
    .filter((word) => word !== '');

/** The language that a header has in brackets, or as its first or last word: `en` for `Produkt (EN)`. */
function languageInHeader(header: string): string | undefined {
  const [, inside = ''] = /[[(]([^[\]()]*)[\])]/.exec(header) ?? [];
  const words = wordsOf(header);
  // A code in lower case is a word of a sentence: `checked in it`.
  const ends = [words.at(-1), words[0]].filter((word) => word !== undefined && !/^[a-z]{2,3}$/.test(word));
  for (const part of [inside.trim(), ...(words.length > 1 ? ends : [])]) {
    const language = part && !isRowNumberWord(part.toLowerCase()) && (languageByName(part) ?? dictionaryLanguage(part));
    if (language) return language;
  }
  return undefined;
}

/** `Term [de]`, `note_de`, `de_description`, `German Def`: a word and a language, in any order. */
function roleOfTwo(header: string): ColumnRole | undefined {
  if (header.length > HEADER_MAX_CHARS) return undefined;
  const words = wordsOf(header);
  for (let at = 1; at < words.length; at += 1) {
    const [left, right] = [words.slice(0, at).join(' '), words.slice(at).join(' ')];
    for (const [word, other] of [
      [left, right],
      [right, left],
    ] as const) {
      const language = languageIn(other);
      if (language === undefined) continue;
      if (TERM_WORD.test(word)) return { kind: 'term', language };
      const role = roleOfWord(word.replace(LEVEL, ''), language);
      if (role !== undefined) return role;
    }
  }
  return undefined;
}

/** The role that a user sets for a column: a language, `source`, a word such as `note`, or `note:de`. */
export function configuredRole(text: string): ColumnRole | undefined {
  const word = text.trim();
  const plain = plainHeader(word);
  if (plain === 'ignore') return { kind: 'ignore' };
  if (plain === 'part of speech') return { kind: 'field', field: 'partOfSpeech' };
  if (plain === 'term info') return { kind: 'term-info' };
  if (plain === 'needs editing') return { kind: 'needs-editing' };
  const position = BY_POSITION.get(plain);
  const language = languageIn(word);
  if (position !== undefined) return { kind: position };
  return roleOfWord(word) ?? (language === undefined ? roleOfTwo(word) : { kind: 'term', language });
}

/** The words that `configuredRole` accepts, for a message. */
export const ROLE_WORDS: readonly string[] = [
  'a language such as de',
  'source',
  'target',
  'status',
  'pos',
  'definition',
  'note',
  'translate',
  'do-not-translate',
  'forbidden',
  'concept',
  'ignore',
];

/** The content of a column by its header. */
function roleOfHeader(header: string): ColumnRole {
  const text = header.trim();
  if (text.length > HEADER_MAX_CHARS) return { kind: 'unknown' };
  const plain = plainHeader(text);
  const position = BY_POSITION.get(plain);
  if (position !== undefined) return { kind: position };
  const role = roleOfWord(text) ?? roleOfWord(text.replaceAll('_', ' ').replace(LEVEL, '')) ?? roleOfTwo(text);
  if (role !== undefined) return role;
  const variant = variantOfName(text);
  if (variant !== undefined) return { kind: 'term', language: variant };
  const heading = readHeading(text);
  if (heading.kind === 'language') return { kind: 'term', language: heading.code };
  if (heading.kind === 'variant') return { kind: 'term', language: languageCode(heading.text) };
  const named = isOtherLanguage(text) && text.includes('-') ? languageCode(text) : languageOfName(text);
  if (named !== undefined) return { kind: 'term', language: named };
  if (heading.kind === 'code' && heading.bare) {
    const language = languageIn(text);
    return language === undefined ? { kind: 'unknown' } : { kind: 'term', language };
  }
  const isOpen = !isKnownHeader(text) || wordsOf(text).some((word) => SOURCE_WORD.test(word));
  const near =
    (heading.kind === 'other' ? nearLanguage(text) : undefined) ?? (isOpen ? languageInHeader(text) : undefined);
  return { kind: 'unknown', near };
}

/** True for a header with a known meaning, whether its column is kept or not. */
export function isKnownHeader(header: string): boolean {
  if (header.length > HEADER_MAX_CHARS) return false;
  const words = wordsOf(header).join(' ');
  return [header, words, words.replace(LEVEL, '')].some((text) => {
    const heading = readHeading(text);
    if (heading.kind === 'code') return isRowNumberWord(heading.code);
    return heading.kind !== 'other';
  });
}

/** A header in one spelling, for `columns`. A header without a text is called by its place, from 1. */
export const headerName = (header: string | undefined, index: number): string =>
  header?.replace(/\s+/g, ' ').trim() || `column ${index + 1}`;

/** The place of a column, from 0, for `3` or `column 3`; `undefined` for any other name. */
export function placeNamed(name: string): number | undefined {
  const [, place] = /^(?:column\s+)?([1-9]\d{0,3})$/i.exec(name.trim()) ?? [];
  return place === undefined ? undefined : Number(place) - 1;
}

/** The use of a column set in `columns`: by its header in any case, otherwise by its place. */
const configuredUse = (header: string, index: number, columns: ReadonlyMap<string, string>): string | undefined => {
  const wanted = headerName(header, index).toLowerCase();
  const byName = [...columns].find(([each]) => headerName(each, 0).toLowerCase() === wanted);
  return (byName ?? [...columns].find(([each]) => placeNamed(each) === index))?.[1];
};

/** The entries of `columns` whose use is unknown. */
export const unknownUse = (columns: ReadonlyMap<string, string> | undefined): readonly (readonly [string, string])[] =>
  [...(columns ?? [])].filter(([, use]) => configuredRole(use) === undefined);

/** Headers that are more often the key of a row than a language. */
const KEY = /^(?:id|no)$/i;

/**
 * The roles of the columns of a header. `id` and `no` are the key of a row in the first column. Further right they mean
 * Indonesian and Norwegian, if the other headers are language codes or no other target language exists. `named`:
 * languages in `pairs`.
 */
export function columnRoles(
  headers: readonly string[],
  columns: ReadonlyMap<string, string> = new Map(),
  named: ReadonlySet<string> = new Set(),
): readonly ColumnRole[] {
  const texts = headers.map((header) => header.trim());
  const isCoded = texts.filter((text) => /^[a-z]{2}(?:[-_][a-z]{2,4})?$/i.test(text)).length > 2;
  const bare = texts.map((text, index): ColumnRole => {
    const use = configuredUse(text, index, columns);
    if (use !== undefined) return configuredRole(use) ?? { kind: 'unknown' };
    if (index === 0 && FIRST_SOURCE.test(plainHeader(text))) return { kind: 'source' };
    return KEY.test(text) || /^stringid$/i.test(text) ? { kind: 'concept' } : roleOfHeader(text);
  });
  const languages = bare.filter(({ kind }) => kind === 'term' || kind === 'source' || kind === 'target').length;
  return bare.map((role, index): ColumnRole => {
    const text = texts[index] ?? '';
    if (!KEY.test(text) || configuredUse(text, index, columns) !== undefined) return role;
    const code = text.toLowerCase();
    if (named.has(code) || (index > 0 && (isCoded || languages < 2))) return { kind: 'term', language: code };
    return code === 'id' ? role : { kind: 'unknown' };
  });
}

import { lazy } from '../../../model/lazy.ts';
import { isGlossaryLanguage, isLanguageCode, languageByName } from '../../languages/check-language.ts';
import { languageCode } from '../termbase.ts';
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
export function isOtherLanguage(code: string): boolean {
  const base = code.toLowerCase().split(/[-_]/)[0] ?? '';
  return Object.hasOwn(others, base) && isLanguageCode(languageCode(code));
}

/** True for a language that a dictionary may have: one of the built-in list, or one that the target decides about. */
export const isDictionaryLanguage = (code: string): boolean => isGlossaryLanguage(code) || Object.hasOwn(others, code);

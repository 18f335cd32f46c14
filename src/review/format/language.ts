import { LANGUAGES } from '../../contract/language-catalogue.ts';

const NAMES: ReadonlyMap<string, string> = new Map(LANGUAGES.map(({ code, name }) => [code, name]));

/** Languages that are written only from right to left. Source: Unicode CLDR 48, `layout/orientation`. */
const RIGHT_TO_LEFT: ReadonlySet<string> = new Set(
  'ar ary arc arz azb bal bgn ckb dv fa glk he lrc mzn nqo pnb ps sd skr syc syr ug ur yi'.split(' '),
);

/** A code that is valid in an attribute `lang`. */
const TAG = /^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/i;

/** `German`: our own word. `undefined` for a code that is not in the list, which may be any text. */
export const languageName = (code: string): string | undefined => NAMES.get(code);

/** Attributes for the language of a text, for browsers and screen readers. */
export interface LanguageOfText {
  /** BCP 47. Absent: unknown. */
  readonly lang?: string;
  /** Absent: the text determines the direction. */
  readonly dir?: 'rtl';
}

export const languageOfText = (code: string | undefined): LanguageOfText => ({
  ...(code !== undefined && TAG.test(code) && { lang: code }),
  ...(RIGHT_TO_LEFT.has(code?.split('-')[0] ?? '') && { dir: 'rtl' }),
});

/** The name of a language in another one, or in itself, such as `日本語`. `undefined`: the runtime does not know it. */
export function languageNameIn(code: string, locale: string): string | undefined {
  if (!TAG.test(code) || !TAG.test(locale)) return undefined;
  try {
    const names = new Intl.DisplayNames([locale], { type: 'language', languageDisplay: 'standard', fallback: 'none' });
    // For a locale that it does not know, the runtime uses its own.
    const [used, wanted] = [names.resolvedOptions().locale, locale].map((tag) => tag.split('-')[0]?.toLowerCase());
    return used === wanted ? names.of(code) : undefined;
  } catch {
    return undefined;
  }
}

/** Only the attributes that change the direction of a text, for places with little room. */
export const turnedText = (language: LanguageOfText): LanguageOfText => (language.dir === undefined ? {} : language);

/** The languages of a child from its name, such as `en->de`; both `undefined` for any other name. */
export function languagesIn(name: string): readonly [source: string | undefined, target: string | undefined] {
  const [source, target, ...more] = name.split('->');
  return target === undefined || more.length > 0 ? [undefined, undefined] : [source, target];
}

/** `English → German (en->de)`: with the name for address patterns. */
export const pairTitle = (name: string): string => {
  const words = pairName(name);
  return words === name ? name : `${words} (${name})`;
};

/** `English → German` for `en->de`; any other name unchanged. May contain text of a user or of the service. */
export function pairName(name: string): string {
  const codes = languagesIn(name);
  return codes.includes(undefined) ? name : codes.map((code = '') => languageName(code) ?? code).join(' → ');
}

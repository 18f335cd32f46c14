import { type LanguageOfText, languageName, languageNameIn, languageOfText, languagesIn } from '../format/language.ts';
import { type Markup, markup } from './markup.ts';
import { languageAttributes, textMarkup } from './pieces.ts';

/** A language as a page names it. */
export interface NamedLanguage extends LanguageOfText {
  /** In English; a code that has no name, as it is. */
  readonly words: string;
  /** In the language itself. Absent: it is the same word, or unknown. */
  readonly own?: string;
}

function namedLanguage(code = ''): NamedLanguage {
  const words = languageName(code) ?? languageNameIn(code, 'en') ?? code;
  const own = /^en\b/i.test(code) ? undefined : languageNameIn(code, code);
  const hasOwn = own !== undefined && own.toLowerCase() !== words.toLowerCase();
  return { ...languageOfText(code), words, ...(hasOwn && { own }) };
}

/** Source and target language of a child by its name, such as `en->de`. Empty for any other name. */
export function namedLanguages(name: string): readonly NamedLanguage[] {
  const codes = languagesIn(name);
  return codes.includes(undefined) ? [] : codes.map(namedLanguage);
}

/** `English → Japanese · 日本語`: the name of a child. */
export function pairMarkup(name: string): Markup {
  const languages = namedLanguages(name);
  if (languages.length === 0) return textMarkup(name);
  return markup`${languages.map(({ words, own, ...language }, index) => {
    const bdi = own !== undefined && markup` · <bdi${languageAttributes(language)}>${own}</bdi>`;
    return markup`${index > 0 && ' '}<span class="language">${textMarkup(words)}${bdi}${index === 0 && ' →'}</span>`;
  })}`;
}

import type { TranslatedText } from '../model/translation.ts';
import { jsonText } from './json-text.ts';
import { visible } from './visible.ts';
import { counted } from './words.ts';

/** A glossary or style list that a translation went by. */
export interface UsedTerms {
  readonly address: string;
  readonly id: string;
  readonly name: string;
}

/** What a translation went by. */
export interface TranslationUse {
  readonly target: string;
  readonly from?: string;
  readonly to: string;
  readonly glossary?: UsedTerms;
  readonly style?: UsedTerms;
}

/** Text for a terminal: nothing in it that a terminal obeys, but with its lines and tabs. */
export const textForTerminal = (text: string): string =>
  text
    .split(/\r?\n/)
    .map((line) => line.split('\t').map(visible).join('\t'))
    .join('\n');

const used = ({ address, name }: UsedTerms): string => `${visible(address)} "${visible(name)}"`;

/** One line: `prod: en → de with glossary.product "Product terms"; 2 texts, 34 characters`. */
export function usedText(
  { target, from, to, glossary, style }: TranslationUse,
  texts: readonly TranslatedText[],
): string {
  const detected = [...new Set(texts.flatMap(({ detectedSourceLanguage: language }) => language ?? []))];
  const source = from ?? (detected.length === 0 ? 'nothing' : `${detected.join(', ')} (detected)`);
  const terms = [glossary, style].flatMap((each) => (each === undefined ? [] : [used(each)]));
  const by = terms.length === 0 ? '' : ` with ${terms.join(' and ')}`;
  const billed = texts.map(({ billedCharacters = 0 }) => billedCharacters).reduce((sum, count) => sum + count, 0);
  const cost = billed === 0 ? '' : `, ${counted(billed, 'character')}`;
  return `${visible(target)}: ${visible(source)} → ${visible(to)}${by}; ${counted(texts.length, 'text')}${cost}\n`;
}

export const translationJson = (use: TranslationUse, texts: readonly TranslatedText[]): string =>
  jsonText({
    formatVersion: 1,
    target: use.target,
    from: use.from ?? null,
    to: use.to,
    glossary: use.glossary ?? null,
    style: use.style ?? null,
    texts: texts.map(({ text, detectedSourceLanguage, billedCharacters, modelTypeUsed }) => ({
      text,
      detectedSourceLanguage: detectedSourceLanguage ?? null,
      billedCharacters: billedCharacters ?? null,
      modelTypeUsed: modelTypeUsed ?? null,
    })),
  });

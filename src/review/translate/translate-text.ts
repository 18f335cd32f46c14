import type { TranslatedText } from '../../model/account/translation.ts';
import { codePoint, visible } from '../format/escape.ts';
import { jsonText } from '../format/json-text.ts';
import { counted } from '../format/text.ts';

/** A glossary or style list that a translation used. */
export interface UsedTerms {
  readonly address: string;
  readonly id: string;
  readonly name: string;
}

/** The languages and terms that a translation used. */
export interface TranslationUse {
  readonly target: string;
  readonly from?: string;
  readonly to: string;
  readonly glossary?: UsedTerms;
  readonly style?: UsedTerms;
}

/** Text for a terminal: without characters that the terminal interprets, but with its lines and tabs. */
export const textForTerminal = (text: string): string =>
  text
    .split(/\r?\n/)
    .map((line) => line.split('\t').map(visible).join('\t'))
    .join('\n');

/** Text for the log of a CI system: like `textForTerminal`, but its line ends stay unchanged. */
export const textForLog = (text: string): string =>
  text
    .split('\n')
    .map((line) => (line.endsWith('\r') ? `${textForTerminal(line.slice(0, -1))}\r` : textForTerminal(line)))
    .join('\n');

/**
 * Text for a pipe: control characters except tabs and line ends are shown, because the pipe may lead to a terminal. All
 * other characters stay, even invisible ones: words of some languages need them.
 */
export const textForPipe = (text: string): string =>
  text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]|\r(?!\n)/g, codePoint);

/** The line on standard error for a text that was written with changes. */
export const notAsItIsText = (): string =>
  'note: the text contains control characters or log commands, which were changed here; --out FILE writes ' +
  'it unchanged\n';

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

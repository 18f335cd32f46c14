import { lazy } from '../../../model/lazy.ts';
import { plainPrompt, QUOTE, quotedIn, words } from '../../prompts/prompt-text.ts';
import type { StyleListRule } from '../../rule.ts';

/** A verb of translating, in the languages of style lists. */
const TRANSLATES = /(?<![0-9a-z\u00df-\u024f])(?:translat|render|übersetz|tradu[cz]|tradui|localiz|localis)|译|訳|번역/;

/** Words that replace something by something else. */
const REPLACES =
  /(?<![0-9a-z\u00df-\u024f])(?:replace|substitute|ersetze|reemplaz|sustitu|remplace|sostitui)|替换|置き換え|바꾸/;

/** A text that should stay unchanged. */
const keeps = lazy(
  () =>
    new RegExp(
      `(?:do not|don't|never) (?:translate|localise|localize) (?:the (?:term|word|name|brand)s? )?${QUOTE}|` +
        `(?:keep|leave) (?:the (?:term|word|name|brand)s? )?${QUOTE}.{0,300}` +
        '(?:in english|untranslated|as (?:it )?is|unchanged)|' +
        `${QUOTE}.{0,20}(?:nicht übersetzen|unübersetzt)|${QUOTE}(?:は|を)(?:翻訳|訳さ)(?:し)?ない|不要翻译${QUOTE}`,
    ),
);

/** `basket → Warenkorb`. */
const arrow = lazy(
  () => /(?<![0-9A-Za-z\u00c0-\u024f])(\p{L}[\p{L} '-]{1,40}) ?(?:->|=>|→|⇒) ?(\p{L}[\p{L} '-]{1,40})/u,
);

/** `translate the term basket as Warenkorb`: without quotes, only if the prompt calls it a term. */
const namedTerm = words(
  '(?:translate|render) the (?:term|word|name) [a-z\\u00df-\\u024f-]{3,40} (?:as|to|by|with|into)',
  'übersetze(?:n sie)? (?:den begriff|das wort) [a-z\\u00df-\\u024f-]{3,40} (?:mit|als)',
);

/** Words of grammar, which do not belong in a glossary, and formats of dates. */
const NO_TERM =
  /^(?:you|your|du|sie|ihr|dich|dir|ihnen|tu|vous|te|toi|tú|usted|ustedes|vos|lei|voi|loro|[dmyhs]{1,4}(?:[ ./:-]+[dmyhs]{1,4})+|あなた|您|你|당신)$/i;

/** True for at least three Latin letters, or one character of a script with shorter words. */
const isTerm = (text: string): boolean =>
  /(?:[A-Za-z\u00c0-\u024f].*){3}|[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/.test(text) && !NO_TERM.test(text);

function mapsTerm(prompt: string): boolean {
  const terms = quotedIn(prompt).filter(isTerm);
  const text = plainPrompt(prompt);
  if (terms.length >= 2 && (TRANSLATES.test(text) || REPLACES.test(text))) return true;
  if (terms.length >= 1 && keeps().test(text)) return true;
  const [, left = '', right = ''] = (/[>→⇒]/.test(prompt) ? arrow().exec(prompt) : undefined) ?? [];
  return (isTerm(left.trim()) && isTerm(right.trim())) || namedTerm().test(text);
}

/** A prompt that should be an entry of a glossary. */
export const instructionsTermMapping: StyleListRule = {
  id: 'instructions/term-mapping',
  level: 'note',
  strict: 'warning',
  scope: 'style-list',
  summary: 'A custom instruction contains the translation of one term.',
  why:
    'A glossary applies the term reliably, in every inflected form, and reviewers find the term there. A list can ' +
    'have few instructions, but a dictionary many thousand terms.',
  message: 'instruction {quoted term} contains the translation of a term; move the term to a glossary',
  exceptions: ['Pronouns and forms of dates.', 'Signs and single letters, such as ß and ss.'],
  precision: [
    { right: 11, hits: 11, lists: 'prompts made up with the rule' },
    { right: 5, hits: 5, lists: 'prompts made up after it' },
  ],
  bad: [
    { language: 'de', prompt: 'Translate "basket" as "Warenkorb".' },
    { language: 'de', prompt: 'Do not translate "Cloud Console".' },
    { language: 'fr', prompt: 'Traduire « checkout » par « paiement ».' },
    { language: 'ja', prompt: '「basket」は「カート」と訳してください。' },
    { language: 'es', prompt: 'checkout → pago' },
  ],
  good: [
    { language: 'de', prompt: 'Translate "you" as "du".', note: 'a pronoun is not a term' },
    { language: 'de', prompt: 'Replace "ß" with "ss".' },
    { language: 'de', prompt: 'Translate headings as noun phrases.' },
    { language: 'en', prompt: 'Do not translate product names.' },
  ],
  check: ({ instructions }) =>
    instructions.flatMap(({ prompt }, instruction) => (mapsTerm(prompt) ? [{ instruction }] : [])),
};

import { asWritten, type ByLanguage, firstMatch, forList, plainPrompt, words } from '../../prompts/prompt-text.ts';
import type { StyleListRule } from '../../rule.ts';

/** Words that forbid something. `not` next to a positive directive does not count. */
const NEGATIVE: ByLanguage<RegExp> = {
  en: words(
    "(?:do not|don't|never|avoid|refrain from)",
    '(?:must|should|shall|may|can) ?not',
    "(?:mustn't|shouldn't|can't)",
    '(?:are|is) (?:forbidden|prohibited|not allowed)',
    '(?:use|add|insert|put) no',
    '^no',
  ),
  de: words(
    'niemals?',
    'vermeide(?:n(?: sie)?)?',
    'verzichte[nt]?',
    '(?:verwende|nutze|benutze|schreibe)(?:n sie)? kein(?:e[nrms]?)?',
    'kein(?:e[nrms]?)? .{1,60} (?:verwenden|nutzen|benutzen|schreiben)',
    'nicht (?:verwenden|übersetzen|benutzen|nutzen|schreiben)',
    '(?:darf|dürfen|soll|sollen) nicht',
  ),
  es: words('no (?:us[ae]r?s?|utilices?|traduzcas?|escribas?|pongas?|traducir|utilizar)', 'nunca', 'evit[ae]r?'),
  fr: words("n[e'] ?[a-z\\u00df-\\u024f]+ (?:pas|jamais)", 'ne (?:pas|jamais)', 'évite[zr]?', 'jamais'),
  it: words('non (?:usare|utilizzare|tradurre|scrivere|usate)', 'mai', 'evita(?:re|te)?'),
  ja: () => /(?:しない|使わない|用いない|訳さない|避け(?:て|る)|禁止)/u,
  ko: () => /(?:하지|쓰지|마세요|마십시오|피하|금지)/u,
  zh: () => /(?:不要|避免|切勿|禁止|不得|请勿|勿)/u,
};

/** A positive directive, at the beginning or after a comma, or a replacement. */
const POSITIVE: ByLanguage<RegExp> = {
  en: () =>
    /(?:^|[,;.:]\s*|\s(?:and|but)\s)(?:always |only |instead,? )?(?:use|write|keep|prefer|replace|choose|address|spell|put|translate|phrase|say|refer|split|add|make|capitali[sz]e|shorten|rephrase)\s|(?<![0-9a-z\u00df-\u024f])(?:instead|rather)(?![0-9a-z\u00df-\u024f])/,
  de: () =>
    /(?:^|[,;.:]\s*|\sund\s)(?:verwende|nutze|benutze|schreibe?|sprich|setze)|(?:verwenden|nutzen|schreiben),? (?:und|aber) |(?<![0-9a-z\u00df-\u024f])(?:stattdessen|sondern|statt|anstelle)(?![0-9a-z\u00df-\u024f])/,
  es: () =>
    /(?:^|[,;.:]\s*|\sy\s)(?:us[ae]|utili[cz]|escrib)|(?<![0-9a-z\u00df-\u024f])(?:sino|en lugar de|en vez de)(?![0-9a-z\u00df-\u024f])/,
  fr: () =>
    /(?:^|[,;.:]\s*|\set\s)(?:utilise|écri|emplo|préf)|(?<![0-9a-z\u00df-\u024f])(?:plutôt|au lieu)(?![0-9a-z\u00df-\u024f])/,
  it: () =>
    /(?:^|[,;.:]\s*|\se\s)(?:usa|utilizza|scriv)|(?<![0-9a-z\u00df-\u024f])(?:invece|bensì|piuttosto)(?![0-9a-z\u00df-\u024f])/,
  ja: () => /代わり|ではなく|[、。].{0,40}(?:使用し|使って|用いて)/u,
  ko: () => /대신|아니라|말고|(?:사용|작성|번역|표기)하고/u,
  zh: () => /而是|改用|而应|(?:^|[，。；])请?(?:使用|采用|用|保持)/u,
};

/** The verb that belongs to the negation. */
const OWN_VERB = /^\s*(?:the use of|using|use|write|writing|keep|put|translate|spell|address|say|使用|采用|用)/;

/** The first negative words, if the prompt has no positive directive. */
function negativeIn(prompt: string, language: string): string | undefined {
  const text = plainPrompt(prompt);
  const match = firstMatch(forList(NEGATIVE, language), text);
  if (match === undefined) return undefined;
  const [word] = match;
  const rest = `${text.slice(0, match.index)}–${text.slice(match.index + word.length).replace(OWN_VERB, '')}`;
  return forList(POSITIVE, language).some((pattern) => pattern.test(rest)) ? undefined : asWritten(prompt, match);
}

/** A prompt that only forbids something. */
export const instructionsNegativeWording: StyleListRule = {
  id: 'instructions/negative-wording',
  level: 'note',
  strict: 'warning',
  scope: 'style-list',
  summary: 'A custom instruction forbids something, and does not name the alternative.',
  why:
    'Positive instructions are followed more often than negative ones: "use everyday words" instead of "avoid ' +
    'jargon".',
  message: 'instruction {quoted term} only forbids something ({quoted word}); write what to do instead',
  exceptions: ['A prompt that also names the alternative.'],
  precision: [
    { right: 18, hits: 18, lists: 'prompts made up with the rule' },
    { right: 11, hits: 14, lists: 'prompts made up after it' },
  ],
  bad: [
    { language: 'de', prompt: 'Avoid technical jargon.' },
    { language: 'fr', prompt: 'Do not use the passive voice.' },
    { language: 'de', prompt: 'Keine Anglizismen verwenden.' },
    { language: 'zh', prompt: '不要使用网络用语。' },
  ],
  good: [
    { language: 'de', prompt: 'Use everyday words.' },
    { language: 'de', prompt: 'Do not use "Sie"; use "du" instead.' },
    { language: 'fr', prompt: 'Use digits, not words, for numbers.' },
    { language: 'en', prompt: 'Spell "cannot" as one word.' },
  ],
  check: ({ instructions, language }) =>
    instructions.flatMap(({ prompt }, instruction) => {
      const word = negativeIn(prompt, language);
      return word === undefined ? [] : [{ instruction, details: { word } }];
    }),
};

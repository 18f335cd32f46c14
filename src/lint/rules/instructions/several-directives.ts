import { lazy } from '../../../model/lazy.ts';
import {
  anyWord,
  type ByLanguage,
  everywhere,
  forList,
  matchesIn,
  plainPrompt,
  words,
} from '../../prompts/prompt-text.ts';
import type { StyleListRule } from '../../rule.ts';

/** The forms of directives in a language. Pieces of regular expressions. */
interface Verbs {
  /** Verbs that begin a directive at the start and after `and`; `adverb` may precede one. */
  readonly plain?: string;
  readonly adverb?: string;
  /** Verbs that begin a directive only at the start, because elsewhere they are nouns. */
  readonly first?: string;
  readonly and?: string;
  /** For languages with the verb at the end: the end of a directive, and the end of one that another follows. */
  readonly ending?: RegExp;
  readonly joining?: RegExp;
}

/** Matches nothing. */
const NOTHING = '(?!)';

const ADVERB = /^(?:please|also|always|then|only|generally|bitte) /;

/** The patterns of the verbs of one language: the beginning of a directive, and the text before a further one. */
interface VerbPatterns extends Pick<Verbs, 'ending' | 'joining'> {
  readonly plain: RegExp;
  readonly adverb: RegExp;
  readonly first: RegExp;
  readonly joint: RegExp;
}

/** Separate patterns: V8 compiles the text after a choice once for each alternative. */
function patternsOf({ plain, adverb, first, and = NOTHING, ending, joining }: Verbs): VerbPatterns {
  const atStart = (pieces = NOTHING): RegExp => new RegExp(`^${anyWord(pieces).source}`);
  return {
    plain: atStart(plain),
    adverb: new RegExp(`^(?:${adverb ?? NOTHING}) `),
    first: atStart(first),
    joint: new RegExp(`(?:[,，、]|(?<!\\s))\\s+(?:${and})\\s+(?:(?:also|always|then|please) )?|,\\s+`, 'g'),
    ending,
    ...(joining !== undefined && { joining: everywhere(joining) }),
  };
}

const CHINESE_VERBS = '(?:请)?(?:使用|采用|避免|不要|保持|保留|翻译|译为|省略|不得|应|须|禁止|确保|写|用|将|把)';

const VERBS: ByLanguage<VerbPatterns> = {
  en: lazy(() =>
    patternsOf({
      adverb: 'always|never|only',
      plain:
        '(?:use(?! cases?\\b)|keep|write|avoid|translate|replace|prefer|omit|spell|' +
        "capitali[sz]e|abbreviate|ensure|convert|remove|insert|leave|add|put|do not|don't|maintain|preserve|" +
        'include|exclude|adopt|choose|render|apply|transliterate|hyphenate|italici[sz]e|refrain|rephrase|' +
        'retain|limit the|address (?:the|readers|users|customers|people)|refer to|sound|simplify|shorten)',
      first:
        'address|format|place|set|start|begin|end|mark|call|change|adapt|follow|match|separate|' +
        'combine|break|express|employ|make|treat|give|show|speak|be|drop|skip|stick|opt|favou?r|quote|' +
        'mention|round|reduce|split|limit|respect|all|every',
      and: 'and|but|then|while also',
    }),
  ),
  de: lazy(() =>
    patternsOf({
      adverb: 'immer|nie|stets',
      plain:
        '(?:(?:verwende|nutze|benutze|schreibe?|übersetze|vermeide|ersetze|setze|' +
        'behalte|belasse|füge|formuliere|sprich|achte|halte|lasse?|kürze|gib)(?:n sie|n|t)?)',
      and: 'und|aber|dann|sowie',
      ending:
        /(?:verwenden|nutzen|benutzen|schreiben|übersetzen|vermeiden|ersetzen|setzen|behalten|belassen|formulieren|ansprechen|achten|kürzen|anpassen|weglassen|siezen|duzen)[.!]?$/,
      joining:
        /(?:verwenden|nutzen|benutzen|schreiben|übersetzen|vermeiden|ersetzen|setzen|behalten|belassen|formulieren|ansprechen|achten|kürzen|anpassen|weglassen|siezen|duzen),? (?:und|aber|sowie) /,
    }),
  ),
  es: lazy(() =>
    patternsOf({
      adverb: 'siempre',
      plain:
        '(?:us[ae]|utili[cz]an?|utilice|escrib[ae]|evit[ae]|traduce|traduzca|mant[eé]n|mantenga|' +
        'reemplaz[ae]|reemplace|sustituy[ae]|no us[ae]s?|no utilices?|no traduzcas?|prefiere|prefiera|' +
        'a[ñn]ad[ea]|omit[ae]|conserv[ae])',
      and: 'y|e|pero|luego',
    }),
  ),
  fr: lazy(() =>
    patternsOf({
      plain:
        '(?:utilise[zr]?|emploie|employe[zr]|écri(?:s|vez|re)|évite[zr]?|tradui(?:s|sez|re)|garde[zr]?|' +
        "conserve[zr]?|remplace[zr]?|n'utilise[zr]?|ne tradui(?:s|sez)|ne pas|préfère[zr]?|préférez|" +
        'ajoute[zr]?|respecte[zr]?|adopte[zr]?)',
      and: 'et|mais|puis',
    }),
  ),
  it: lazy(() =>
    patternsOf({
      plain:
        '(?:usa(?:re|te)?|utilizza(?:re|te)?|scriv(?:i|ere|ete)|evita(?:re|te)?|tradu(?:ci|rre|cete)|' +
        'mant(?:ieni|enere|enete)|sostituisci|sostituire|non usare|non tradurre|preferisci|preferire|' +
        'aggiungi|conserva(?:re)?|adotta(?:re)?)',
      and: 'e|ed|ma|poi',
    }),
  ),
  ja: lazy(() =>
    patternsOf({
      ending: /(?:ください|なさい|こと|する|用いる|使う|避ける|訳す|ます|しない)$/u,
      joining: /(?:使用し|使い|用い|避け|書き|表記し|翻訳し|訳し|統一し|省略し)て?、/u,
    }),
  ),
  ko: lazy(() =>
    patternsOf({
      ending: /(?:세요|십시오|것|한다|하기|합니다|마라)\.?$/u,
      joining: /(?:사용|작성|번역|표기|유지|피|통일|생략)하고[\s,]/u,
    }),
  ),
  zh: lazy(() => patternsOf({ plain: CHINESE_VERBS })),
};

/** A dot that does not end a sentence. */
const abbreviations = lazy(
  () =>
    /(?<![0-9a-z\u00df-\u024f])(?:e\.g|i\.e|etc|z\. ?b|u\. ?a|d\. ?h|bzw|p\. ?ex|vs|dr|mrs?|ms|nr|no|st|ca|approx|incl|ej|ecc|a\.m|p\.m)\./g,
);

/** Sentences, items of lists, and parts between semicolons. Text in brackets is an explanation and is removed. */
const partsOf = (prompt: string): readonly string[] =>
  plainPrompt(prompt)
    .replace(/\([^()]*\)|（[^（）]*）/gu, ' ')
    .replace(abbreviations(), (found) => found.replaceAll('.', ''))
    .split(/(?<=[.!?])\s+|[。！？；\n]+|;\s/u)
    .map((part) => part.trim().replace(/^(?:[-–•*]|\d+[.)])\s*/u, ''));

const modal = words('must', 'should', 'shall', 'has to', 'have to', 'needs? to');

const chineseClause = lazy(() => new RegExp(`^(?:并|且|而|同时|并且)?${CHINESE_VERBS}`, 'u'));

/** In Chinese, a comma also separates directives. */
const chineseDirectives = (part: string): number =>
  part.split(/[，,]/u).filter((clause) => chineseClause().test(clause.trim())).length;

/** True if a text begins with one of these verbs. */
const beginsPlain = (text: string, { plain, adverb }: VerbPatterns): boolean => plain.test(text.replace(adverb, ''));

/** True for a part that contains a directive. */
function isDirective(part: string, verbs: readonly VerbPatterns[]): boolean {
  const text = part.replace(ADVERB, '');
  const begins = verbs.some(
    (each) => beginsPlain(text, each) || each.first.test(text) || each.ending?.test(part) === true,
  );
  return begins || modal().test(part);
}

/** The number of directives that follow another one in the same part. */
function furtherIn(part: string, verbs: VerbPatterns): number {
  const { joint, joining } = verbs;
  let count = joining === undefined ? 0 : matchesIn(part, joining);
  joint.lastIndex = 0;
  for (let match = joint.exec(part); match !== null; match = joint.exec(part)) {
    if (beginsPlain(part.slice(joint.lastIndex), verbs)) count += 1;
    // A false connection may contain the beginning of a real one.
    else joint.lastIndex = match.index + 1;
  }
  return count;
}

/**
 * The number of directives in a prompt. Sentences that only explain do not count. A prompt of one sentence without a
 * further directive counts as 1, whatever its text, so that its verb need not be searched.
 */
function directivesIn(prompt: string, language: string): number {
  const verbs = forList(VERBS, language);
  const parts = partsOf(prompt);
  return parts.reduce((sum, part) => {
    const isChinese = language === 'zh' && /\p{Script=Han}/u.test(part);
    if (isChinese) return sum + chineseDirectives(part);
    const further = verbs.reduce((count, each) => count + furtherIn(part, each), 0);
    return sum + further + ((parts.length === 1 && further === 0) || isDirective(part, verbs) ? 1 : 0);
  }, 0);
}

/** A prompt with more than one directive. */
export const instructionsSeveralDirectives: StyleListRule = {
  id: 'instructions/several-directives',
  level: 'note',
  strict: 'warning',
  scope: 'style-list',
  summary: 'A custom instruction gives more than one directive.',
  why:
    'An instruction with one directive is followed more often, and is easier to review. A list can have 200 ' +
    'instructions.',
  message:
    'instruction {quoted term} gives {directives} directives; a separate instruction for each is followed more ' +
    'often',
  exceptions: ['A sentence that only explains or gives an example does not count as a directive.'],
  precision: [
    { right: 18, hits: 18, lists: 'prompts made up with the rule' },
    { right: 9, hits: 10, lists: 'prompts made up after it' },
  ],
  bad: [
    { language: 'de', prompt: 'Use a friendly tone and avoid jargon.' },
    { language: 'de', prompt: 'Keep product names in English. Use the 24-hour clock.' },
    { language: 'fr', prompt: 'Utilisez le vouvoiement et évitez les anglicismes.' },
    { language: 'ja', prompt: 'です・ます調を使用してください。数字は半角で表記してください。' },
  ],
  good: [
    { language: 'de', prompt: 'Use short and simple sentences.' },
    { language: 'de', prompt: 'Use the 24-hour clock. Example: 14:30.' },
    { language: 'en', prompt: 'Put the currency symbol before the amount, e.g. $5 and €20.' },
    { language: 'zh', prompt: '使用正式的书面语气。' },
  ],
  check: ({ instructions, language }) =>
    instructions.flatMap(({ prompt }, instruction) => {
      const directives = directivesIn(prompt, language);
      return directives > 1 ? [{ instruction, details: { directives } }] : [];
    }),
};

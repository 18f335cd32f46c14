import { lazy } from '../../model/lazy.ts';
import { anyWord, type ByLanguage, everywhere, forList, matchesIn, plainPrompt, words } from './prompt-text.ts';

/** How a language gives directives. Pieces of regular expressions. */
interface Verbs {
  /** Begin a directive at the start and behind `and`. */
  readonly plain?: string;
  /** Begin one at the start alone, since elsewhere they are nouns. */
  readonly first?: string;
  readonly and?: string;
  /** Where the verb comes last: how a directive ends, and how one ends that another one follows. */
  readonly ending?: RegExp;
  readonly joining?: RegExp;
}

/** Finds nothing. */
const NOTHING = '(?!)';

const ADVERB = '(?:please |also |always |then |only |generally |bitte )?';

/** The patterns of the verbs of one language: how a directive begins, and one behind the first one of a sentence. */
interface VerbPatterns extends Pick<Verbs, 'ending' | 'joining'> {
  readonly begin: RegExp;
  readonly further: RegExp;
}

function patternsOf({ plain = NOTHING, first = NOTHING, and = NOTHING, ending, joining }: Verbs): VerbPatterns {
  const further = `(?:,\\s+|[,，、]?\\s+(?:${and})\\s+(?:also |always |then |please )?)${anyWord(plain).source}`;
  return {
    begin: new RegExp(`^${ADVERB}${anyWord(plain, first).source}`),
    further: new RegExp(further, 'g'),
    ...(ending !== undefined && { ending }),
    ...(joining !== undefined && { joining: everywhere(joining) }),
  };
}

const CHINESE_VERBS = '(?:请)?(?:使用|采用|避免|不要|保持|保留|翻译|译为|省略|不得|应|须|禁止|确保|写|用|将|把)';

const VERBS: ByLanguage<VerbPatterns> = {
  en: lazy(() =>
    patternsOf({
      plain:
        '(?:always |never |only )?(?:use(?! cases?\\b)|keep|write|avoid|translate|replace|prefer|omit|spell|' +
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
      plain:
        '(?:immer |nie |stets )?(?:(?:verwende|nutze|benutze|schreibe?|übersetze|vermeide|ersetze|setze|' +
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
      plain:
        '(?:siempre )?(?:us[ae]|utili[cz]an?|utilice|escrib[ae]|evit[ae]|traduce|traduzca|mant[eé]n|mantenga|' +
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

/** A dot that ends no sentence. */
const abbreviations = lazy(
  () =>
    /(?<![0-9a-z\u00df-\u024f])(?:e\.g|i\.e|etc|z\. ?b|u\. ?a|d\. ?h|bzw|p\. ?ex|vs|dr|mrs?|ms|nr|no|st|ca|approx|incl|ej|ecc|a\.m|p\.m)\./g,
);

/** Sentences, items of lists, and what semicolons part. What stands in brackets explains. */
const partsOf = (prompt: string): readonly string[] =>
  plainPrompt(prompt)
    .replace(/\([^()]*\)|（[^（）]*）/gu, ' ')
    .replace(abbreviations(), (found) => found.replaceAll('.', ''))
    .split(/(?<=[.!?])\s+|[。！？；\n]+|;\s/u)
    .map((part) => part.trim().replace(/^(?:[-–•*]|\d+[.)])\s*/u, ''))
    .filter((part) => part !== '');

const modal = words('must', 'should', 'shall', 'has to', 'have to', 'needs? to');

const chineseClause = lazy(() => new RegExp(`^(?:并|且|而|同时|并且)?${CHINESE_VERBS}`, 'u'));

/** In Chinese a comma parts directives as well. */
const chineseDirectives = (part: string): number =>
  part.split(/[，,]/u).filter((clause) => chineseClause().test(clause.trim())).length;

function directivesOfPart(part: string, verbs: readonly VerbPatterns[]): number {
  const isOne =
    verbs.some(({ begin, ending }) => begin.test(part) || ending?.test(part) === true) || modal().test(part);
  const more = verbs.reduce(
    (sum, { further, joining }) =>
      sum + matchesIn(part, further) + (joining === undefined ? 0 : matchesIn(part, joining)),
    0,
  );
  return more + (isOne ? 1 : 0);
}

/** How many things a prompt asks for. Sentences that only explain count for nothing. */
export function directivesIn(prompt: string, language: string): number {
  const verbs = forList(VERBS, language);
  return partsOf(prompt).reduce((sum, part) => {
    const isChinese = language === 'zh' && /\p{Script=Han}/u.test(part);
    return sum + (isChinese ? chineseDirectives(part) : directivesOfPart(part, verbs));
  }, 0);
}

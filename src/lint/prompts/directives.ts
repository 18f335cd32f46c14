import { lazy } from '../../model/lazy.ts';
import { anyWord, type ByLanguage, everywhere, flagsFor, forList, matchesIn, unquoted } from './prompt-text.ts';

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

const verbTable = lazy(
  (): ByLanguage<Verbs> => ({
    en: {
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
    },
    de: {
      plain:
        '(?:immer |nie |stets )?(?:(?:verwende|nutze|benutze|schreibe?|übersetze|vermeide|ersetze|setze|' +
        'behalte|belasse|füge|formuliere|sprich|achte|halte|lasse?|kürze|gib)(?:n sie|n|t)?)',
      and: 'und|aber|dann|sowie',
      ending:
        /(?:verwenden|nutzen|benutzen|schreiben|übersetzen|vermeiden|ersetzen|setzen|behalten|belassen|formulieren|ansprechen|achten|kürzen|anpassen|weglassen|siezen|duzen)[.!]?$/i,
      joining:
        /(?:verwenden|nutzen|benutzen|schreiben|übersetzen|vermeiden|ersetzen|setzen|behalten|belassen|formulieren|ansprechen|achten|kürzen|anpassen|weglassen|siezen|duzen),? (?:und|aber|sowie) /i,
    },
    es: {
      plain:
        '(?:siempre )?(?:us[ae]|utili[cz]an?|utilice|escrib[ae]|evit[ae]|traduce|traduzca|mant[eé]n|mantenga|' +
        'reemplaz[ae]|reemplace|sustituy[ae]|no us[ae]s?|no utilices?|no traduzcas?|prefiere|prefiera|' +
        'a[ñn]ad[ea]|omit[ae]|conserv[ae])',
      and: 'y|e|pero|luego',
    },
    fr: {
      plain:
        '(?:utilise[zr]?|emploie|employe[zr]|écri(?:s|vez|re)|évite[zr]?|tradui(?:s|sez|re)|garde[zr]?|' +
        "conserve[zr]?|remplace[zr]?|n'utilise[zr]?|ne tradui(?:s|sez)|ne pas|préfère[zr]?|préférez|" +
        'ajoute[zr]?|respecte[zr]?|adopte[zr]?)',
      and: 'et|mais|puis',
    },
    it: {
      plain:
        '(?:usa(?:re|te)?|utilizza(?:re|te)?|scriv(?:i|ere|ete)|evita(?:re|te)?|tradu(?:ci|rre|cete)|' +
        'mant(?:ieni|enere|enete)|sostituisci|sostituire|non usare|non tradurre|preferisci|preferire|' +
        'aggiungi|conserva(?:re)?|adotta(?:re)?)',
      and: 'e|ed|ma|poi',
    },
    ja: {
      ending: /(?:ください|なさい|こと|する|用いる|使う|避ける|訳す|ます|しない)$/u,
      joining: /(?:使用し|使い|用い|避け|書き|表記し|翻訳し|訳し|統一し|省略し)て?、/u,
    },
    ko: {
      ending: /(?:세요|십시오|것|한다|하기|합니다|마라)\.?$/u,
      joining: /(?:사용|작성|번역|표기|유지|피|통일|생략)하고[\s,]/u,
    },
    zh: { plain: '(?:请)?(?:使用|采用|避免|不要|保持|保留|翻译|译为|省略|不得|应|须|禁止|确保|写|用|将|把)' },
  }),
);

/** A dot that ends no sentence. */
const abbreviations = lazy(
  () =>
    /(?<![0-9A-Za-z\u00c0-\u024f])(?:e\.g|i\.e|etc|z\. ?b|u\. ?a|d\. ?h|bzw|p\. ?ex|vs|dr|mrs?|ms|nr|no|st|ca|approx|incl|ej|ecc|a\.m|p\.m)\./gi,
);

/** Sentences, items of lists, and what semicolons part. What stands in brackets explains. */
const partsOf = (prompt: string): readonly string[] =>
  unquoted(prompt)
    .replace(/\([^()]*\)|（[^（）]*）/gu, ' ')
    .replace(abbreviations(), (found) => found.replaceAll('.', ''))
    .split(/(?<=[.!?])\s+|[。！？；\n]+|;\s/u)
    .map((part) => part.trim().replace(/^(?:[-–•*]|\d+[.)])\s*/u, ''))
    .filter((part) => part !== '');

const modal = lazy(() => anyWord('must', 'should', 'shall', 'has to', 'have to', 'needs? to'));

const ADVERB = '(?:please |also |always |then |only |generally |bitte )?';

/** The patterns of the verbs of one language: how a directive begins, and one behind the first one of a sentence. */
interface VerbPatterns {
  readonly begin: RegExp;
  readonly further: RegExp;
  readonly joining: RegExp | undefined;
}

const patternsOfVerbs = new WeakMap<Verbs, VerbPatterns>();

function patternsOf(verbs: Verbs): VerbPatterns {
  const known = patternsOfVerbs.get(verbs);
  if (known !== undefined) return known;
  const { plain = NOTHING, first = NOTHING, and = NOTHING, joining } = verbs;
  const further = `(?:,\\s+|[,，、]?\\s+(?:${and})\\s+(?:also |always |then |please )?)${anyWord(plain).source}`;
  const begin = `^${ADVERB}${anyWord(plain, first).source}`;
  const made = {
    begin: new RegExp(begin, flagsFor(begin)),
    further: new RegExp(further, `g${flagsFor(further)}`),
    joining: joining && everywhere(joining),
  };
  patternsOfVerbs.set(verbs, made);
  return made;
}

/** In Chinese a comma parts directives as well. */
const chineseDirectives = (part: string): number =>
  part
    .split(/[，,]/u)
    .filter((clause) => new RegExp(`^(?:并|且|而|同时|并且)?${verbTable().zh?.plain}`, 'u').test(clause.trim())).length;

function directivesOfPart(part: string, verbs: readonly Verbs[]): number {
  const all = verbs.map(patternsOf);
  const isOne =
    all.some(({ begin }) => begin.test(part)) ||
    verbs.some(({ ending }) => ending?.test(part) === true) ||
    modal().test(part);
  const more = all.reduce(
    (sum, { further, joining }) =>
      sum + matchesIn(part, further) + (joining === undefined ? 0 : matchesIn(part, joining)),
    0,
  );
  return more + (isOne ? 1 : 0);
}

/** How many things a prompt asks for. Sentences that only explain count for nothing. */
export function directivesIn(prompt: string, language: string): number {
  const verbs = forList(verbTable(), language);
  return partsOf(prompt).reduce((sum, part) => {
    const isChinese = language === 'zh' && /\p{Script=Han}/u.test(part);
    return sum + (isChinese ? chineseDirectives(part) : directivesOfPart(part, verbs));
  }, 0);
}

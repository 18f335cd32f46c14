import { CLASS } from '../../phrase-classes.ts';
import type { TermRule } from '../../rule.ts';

const GROUP = /\([^()]*\)|（[^（）]*）|\[[^[\]]*\]|【[^【】]*】/gu;
/** A parenthesis at the end, or at the beginning followed by a space. */
const OUTER = new RegExp(
  [
    /^(?<last>.*?\S)\s*(?:\((?<a>[^()]*)\)|（(?<b>[^（）]*)）)$/u,
    /^(?:\((?<c>[^()]*)\)|（(?<d>[^（）]*)）)\s+(?<first>\S.*)$/u,
  ]
    .map(({ source }) => source)
    .join('|'),
  'u',
);

/** The rest of a phrase, and the text of its outer parenthesis. */
function split(target: string): { readonly text: string; readonly toNote: string } | undefined {
  const { last, first, a, b, c, d } = OUTER.exec(target)?.groups ?? {};
  const text = last ?? first;
  const toNote = a ?? b ?? c ?? d;
  // `Arzt(in)` is one word with two forms.
  const isTight =
    last !== undefined &&
    /(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}])\p{L}\(/u.test(target);
  if (text === undefined || toNote === undefined || isTight || toNote.trim() === '' || text.search(GROUP) >= 0)
    return undefined;
  return { text, toNote: toNote.trim() };
}

const WITHOUT_SPACES = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;

const wordCount = (phrase: string): number => (phrase.match(/[\p{L}\p{M}\p{N}’'-]+/gu) ?? []).length;

/**
 * True if a phrase seems complete without its parenthesis, by the number of words. In names of languages and species,
 * the parenthesis contains a word of the source: `Inari Sami`, `sámština (inarijská)`.
 */
function isComplete(source: string, target: string): boolean {
  const rest = target.replace(GROUP, ' ');
  const words = wordCount(source);
  return WITHOUT_SPACES.test(rest) ? words <= 1 : wordCount(rest) >= words;
}

/** An explanation in brackets. */
export const contentParenthesis: TermRule = {
  id: 'content/parenthesis',
  level: 'note',
  strict: 'warning',
  scope: 'term',
  summary: 'A target phrase is followed by a parenthesis, and the source phrase has none.',
  why: 'The service writes an explanation for translators into every translation.',
  message: '{side} phrase {quoted text} has a parenthesis and the source phrase {quoted term} has none',
  fixes: {
    safety: 'suggested',
    how: 'A parenthesis at the beginning or the end is moved to the note of the row.',
  },
  exceptions: ['A target phrase that, without its parenthesis, has fewer words than the source phrase.'],
  precision: [
    { right: 39, hits: 45, lists: 'OpenStreetMap presets' },
    { right: 12, hits: 15, lists: 'names of countries and languages, and TICO-19' },
  ],
  bad: [
    { pair: 'en->de', source: 'order', target: 'Bestellung (Substantiv)', fixed: 'Bestellung' },
    { pair: 'en->ja', source: 'order', target: '注文（名詞）', fixed: '注文' },
    { pair: 'en->fr', source: 'read', target: '(se) lire', fixed: 'lire' },
    { pair: 'en->de', source: 'doctor', target: 'Arzt(in)', note: 'no fix' },
  ],
  good: [
    { pair: 'en->de', source: 'order (noun)', target: 'Bestellung (Substantiv)' },
    { pair: 'en->cs', source: 'Inari Sami', target: 'sámština (inarijská)', note: 'a word of the source phrase' },
  ],
  needs: () => ({ target: CLASS.bracket | CLASS.cjkSign }),
  check: ({ source, target }) => {
    if (source.search(GROUP) >= 0 || target.search(GROUP) < 0 || !isComplete(source, target)) return [];
    const fix = split(target);
    return [{ side: 'target', ...(fix !== undefined && { fix: { safety: 'suggested' as const, ...fix } }) }];
  },
};

import { CLASS } from '../../phrase-classes.ts';
import type { TermRule } from '../../rule.ts';

const GROUP = /\([^()]*\)|（[^（）]*）|\[[^[\]]*\]|【[^【】]*】/u;
/** At the end, or at the beginning with a space behind it. */
const OUTER = new RegExp(
  [
    /^(?<last>.*?\S)\s*(?:\((?<a>[^()]*)\)|（(?<b>[^（）]*)）)$/u,
    /^(?:\((?<c>[^()]*)\)|（(?<d>[^（）]*)）)\s+(?<first>\S.*)$/u,
  ]
    .map(({ source }) => source)
    .join('|'),
  'u',
);

/** What stays of a phrase, and what its outer parenthesis says. */
function split(target: string): { readonly text: string; readonly toNote: string } | undefined {
  const { last, first, a, b, c, d } = OUTER.exec(target)?.groups ?? {};
  const text = last ?? first;
  const toNote = a ?? b ?? c ?? d;
  // `Arzt(in)` is one word with two forms.
  const isTight =
    last !== undefined &&
    /(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}])\p{L}\(/u.test(target);
  if (text === undefined || toNote === undefined || isTight || toNote.trim() === '' || GROUP.test(text))
    return undefined;
  return { text, toNote: toNote.trim() };
}

/** An explanation in brackets. */
export const contentParenthesis: TermRule = {
  id: 'content/parenthesis',
  level: 'note',
  strict: 'warning',
  scope: 'term',
  summary: 'A target phrase has a parenthesis, and the source phrase has none.',
  why: 'An explanation for translators is written into every translation.',
  message: '{side} phrase {quoted text} has a parenthesis and the source phrase {quoted term} has none',
  fixes: { safety: 'suggested', how: 'A parenthesis at the beginning or the end goes to the note of the row.' },
  precision: [
    { right: 19, hits: 37, lists: 'OpenStreetMap presets' },
    { right: 3, hits: 15, lists: 'names of countries and languages' },
    { right: 8, hits: 8, lists: 'names of the UN, and TICO-19' },
  ],
  bad: [
    { pair: 'en->de', source: 'order', target: 'Bestellung (Substantiv)', fixed: 'Bestellung' },
    { pair: 'en->ja', source: 'order', target: '注文（名詞）', fixed: '注文' },
    { pair: 'en->fr', source: 'read', target: '(se) lire', fixed: 'lire' },
    { pair: 'en->de', source: 'doctor', target: 'Arzt(in)', note: 'no fix' },
  ],
  good: [{ pair: 'en->de', source: 'order (noun)', target: 'Bestellung (Substantiv)' }],
  needs: () => ({ target: CLASS.bracket | CLASS.cjkSign }),
  check: ({ source, target }) => {
    if (GROUP.test(source) || !GROUP.test(target)) return [];
    const fix = split(target);
    return [{ side: 'target', ...(fix !== undefined && { fix: { safety: 'suggested' as const, ...fix } }) }];
  },
};

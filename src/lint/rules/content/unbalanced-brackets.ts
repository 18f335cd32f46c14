import { CLASS } from '../../phrase-classes.ts';
import { bothSides, type TermRule } from '../../rule.ts';

const CLOSING: ReadonlyMap<string, string> = new Map([
  [')', '('],
  [']', '['],
  ['}', '{'],
  ['）', '（'],
  ['」', '「'],
  ['』', '『'],
  ['】', '【'],
]);
const OPENING: ReadonlySet<string> = new Set(CLOSING.values());

/** `a)`, `1)` and `12.)` number items; `:)` is an emoticon. */
const NO_BRACKET = /^\s*[\p{L}\d]{1,2}\.?\)|[:;=]-?[()]/gu;

/** `[0, 1)`. */
const INTERVAL = /[[(]\s?[-+∞\d.a-z]{1,9}\s?[,;]\s?[-+∞\d.a-z]{1,9}\s?[\])]/gu;

/** The first bracket without a partner. `（` and `)` are partners in texts that mix widths. */
function lonely(phrase: string): string | undefined {
  const open: string[] = [];
  const kind = (bracket: string | undefined): string | undefined => (bracket === '（' ? '(' : bracket);
  for (const character of phrase.replace(NO_BRACKET, '')) {
    const opening = CLOSING.get(character);
    if (OPENING.has(character)) open.push(character);
    else if (opening !== undefined && kind(open.pop()) !== kind(opening)) return character;
  }
  return open[0];
}

/** A bracket without its partner. */
export const contentUnbalancedBrackets: TermRule = {
  id: 'content/unbalanced-brackets',
  level: 'warning',
  scope: 'term',
  summary: 'A bracket is opened but not closed, or closed but not opened.',
  why:
    'A part of the phrase is missing, or the bracket is a mistake. The service writes the single bracket into the ' +
    'text.',
  message: '{side} phrase {quoted text} has {quoted bracket} without the matching bracket',
  precision: [{ right: 1, hits: 1, lists: 'OpenStreetMap presets' }],
  bad: [
    { pair: 'en->de', source: 'domain (general vocabulary', target: 'Bereich' },
    { pair: 'en->ja', source: 'order', target: '注文）' },
  ],
  good: [
    { pair: 'en->de', source: 'order (noun)', target: 'Bestellung (Substantiv)' },
    { pair: 'en->de', source: 'a) first', target: 'a) zuerst', note: 'the bracket belongs to a number of a list' },
    { pair: 'en->de', source: 'interval [0, 1)', target: 'Intervall [0, 1)', note: 'mathematics' },
  ],
  needs: () => ({ source: CLASS.bracket | CLASS.cjkSign, target: CLASS.bracket | CLASS.cjkSign }),
  check: (term) =>
    bothSides(term, (phrase) => {
      if (!/\p{L}/u.test(phrase)) return undefined;
      const bracket = lonely(phrase.replace(INTERVAL, ''));
      return bracket === undefined ? undefined : { details: { bracket } };
    }),
};

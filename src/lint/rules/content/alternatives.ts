import { CLASS } from '../../phrase-classes.ts';
import { LIST_SIGNS, outsideBrackets } from '../../phrase-parts.ts';
import type { TermRule } from '../../rule.ts';

/** A separator of alternatives. The semicolon at the end of an HTML entity does not count. */
const SEPARATOR = /(?<!\s)\s+[/／|｜]\s+|(?:(?<!\s)\s+)?(?<!&#?\w{1,9})[;；、]\s*/gu;

/** With these words, Japanese and Chinese lists are one translation: and, or, and so on. */
const IS_ONE_LIST = /など|等|および|及び|または|又は|以及|[或和与與]/u;

const SIGNS = CLASS.slash | CLASS.semicolon | CLASS.bar | CLASS.cjkSign;

/** The first separator outside brackets and quotation marks with a letter on both sides. */
function firstSplit(
  target: string,
): { readonly first: string; readonly rest: string; readonly separator: string } | undefined {
  const letter = target.search(/\p{L}/u);
  if (letter < 0) return undefined;
  for (const { 0: separator, index } of outsideBrackets(target).matchAll(SEPARATOR)) {
    if (index <= letter) continue;
    const rest = target.slice(index + separator.length).trim();
    if (!/\p{L}/u.test(rest)) return undefined;
    return { first: target.slice(0, index).trim(), rest, separator: separator.trim() };
  }
  return undefined;
}

/** Languages whose nouns precede their modifiers: `vía de metro / subterráneo` can be cut at the slash. */
const NOUN_FIRST: ReadonlySet<string> = new Set('ar ca cy es fa fr ga gl he id it ms oc pt ro th ur vi'.split(' '));

const wordCount = (phrase: string): number => phrase.split(/\s+/u).length;

/**
 * True if the text before the separator is a whole translation: `primary / secondary school` does not begin with one.
 */
const isWhole = (language: string, first: string, rest: string): boolean =>
  NOUN_FIRST.has(language) || wordCount(first) >= wordCount(rest.split(SEPARATOR)[0] ?? '');

/** Several translations in one cell. */
export const contentAlternatives: TermRule = {
  id: 'content/alternatives',
  level: 'warning',
  scope: 'term',
  summary: 'A target phrase lists several translations, separated by " / ", ";", "、" or " | ".',
  why: 'The service writes the whole cell into the text, with all translations and the separator.',
  message:
    '{side} phrase {quoted text} lists several translations, separated by {quoted separator}; the service would ' +
    'write all of them, so keep one',
  fixes: {
    safety: 'suggested',
    how: 'The first translation stays if it is complete. The others are moved to the note of the row.',
  },
  exceptions: ['Phrases whose source phrase is a list too.'],
  precision: [
    { right: 25, hits: 25, lists: 'UI lists' },
    { right: 19, hits: 20, lists: 'medical lists' },
    { right: 60, hits: 60, lists: 'OpenStreetMap presets' },
  ],
  bad: [
    { pair: 'en->de', source: 'sign in', target: 'anmelden / einloggen', fixed: 'anmelden' },
    { pair: 'en->es', source: 'mobile', target: 'móvil; celular', fixed: 'móvil' },
    { pair: 'en->ja', source: 'delete', target: '削除、消去', fixed: '削除' },
    {
      pair: 'en->sk',
      source: 'yard',
      target: 'zoraďovacia / nákladná stanica',
      note: 'no fix: the first part is not a term',
    },
    { pair: 'en->fr', source: 'mail', target: 'courriel | e-mail | mél', fixed: 'courriel' },
  ],
  good: [
    { pair: 'en->de', source: 'on / off', target: 'an / aus', note: 'the source phrase has both' },
    { pair: 'en->ja', source: 'bread, milk and butter', target: 'パン、牛乳、バター', note: 'a list' },
    {
      pair: 'en->ja',
      source: 'register office',
      target: '出生、死亡などの登録所',
      note: 'one translation that is a list',
    },
    { pair: 'en->el', source: 'what?', target: 'τι;', note: 'a question' },
  ],
  needs: () => ({ target: SIGNS }),
  check: ({ source, target, pair }) => {
    if (LIST_SIGNS.test(source) || (target.includes('、') && IS_ONE_LIST.test(target))) return [];
    const split = firstSplit(target);
    if (split === undefined) return [];
    const { first, rest, separator } = split;
    return [
      {
        side: 'target',
        details: { separator },
        ...(isWhole(pair.target, first, rest) && { fix: { safety: 'suggested' as const, text: first, toNote: rest } }),
      },
    ];
  },
};

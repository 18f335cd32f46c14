import { bothSides } from '../../both-sides.ts';
import { CLASS } from '../../phrase-classes.ts';
import type { TermRule } from '../../rule.ts';

/** Articles that stand before their noun. */
const ARTICLES: ReadonlyMap<string, RegExp> = new Map(
  Object.entries({
    en: 'the |an? ',
    de: 'der |die |das |den |dem |des |ein |eine |einen |einem |einer |eines ',
    fr: "les? |la |l['’]|une? |des ",
    es: 'el |la |los |las |un |una |unos |unas ',
    it: "il |lo |la |i |gli |le |l['’]|un |uno |una |un['’]",
    pt: 'os? |as? |um |uma |uns |umas ',
    nl: 'de |het |een ',
    sv: 'en |ett |den |det |de ',
    da: 'en |et |den |det |de ',
    nb: 'en |ei |et |den |det |de ',
    hu: 'az? |egy ',
    el: 'ο |η |το |οι |τα |ένας |μία |ένα ',
  }).map(([language, articles]) => [language, new RegExp(`^(?:${articles})(?=\\S)`, 'iu')]),
);

/** An article before a term. */
export const contentLeadingArticle: TermRule = {
  id: 'content/leading-article',
  level: 'off',
  scope: 'term',
  summary: 'A phrase begins with an article.',
  why:
    'A term with its article matches only where the text has that very article, and the target phrase brings one ' +
    'into sentences that need another.',
  message: '{side} phrase {quoted text} begins with the article {quoted article}; terms are kept without it',
  precision: [{ right: 1, hits: 10, lists: 'UI lists: about 10 %' }],
  bad: [
    { pair: 'en->de', source: 'the basket', target: 'Warenkorb' },
    { pair: 'en->fr', source: 'image', target: "l'image" },
  ],
  good: [{ pair: 'en->de', source: 'theatre', target: 'Theater' }],
  needs: () => ({ source: CLASS.latin | CLASS.greek, target: CLASS.latin | CLASS.greek }),
  check: (term) =>
    bothSides(term, (phrase, language) => {
      const [article] = ARTICLES.get(language)?.exec(phrase) ?? [];
      return article === undefined ? undefined : { details: { article: article.trim() } };
    }),
};

import { lazy } from '../../../model/lazy.ts';
import { CLASS } from '../../phrase-classes.ts';
import { LIST_SIGNS, outsideBrackets } from '../../phrase-parts.ts';
import type { TermRule } from '../../rule.ts';

const slashed = lazy(() => /(?<![\p{L}\p{M}\p{N}.’'-])[\p{L}\p{M}\p{N}.’'-]+(?:[/／][\p{L}\p{M}\p{N}.’'-]+)+/gu);

/** Conjunctions, units, abbreviations and compounds: `and/or`, `km/h`, `TCP/IP`, `n/a`, `Feld-/Waldweg`. */
function isOneThing(word: string): boolean {
  const parts = word.split(/[/／]/u);
  return (
    AND_OR.has(word.toLowerCase()) ||
    parts.some((part) => /^[^\p{L}]*$/u.test(part) || /^-|-$/u.test(part)) ||
    parts.every((part) => part.length <= 2) ||
    /^\p{L}$/u.test(parts[0] ?? '') ||
    parts.every((part) => /^[\P{L}\p{Lu}]+$/u.test(part) && part.toLowerCase() !== part)
  );
}

const AND_OR: ReadonlySet<string> = new Set(
  (
    'and/or und/oder et/ou y/o e/o e/ou en/of och/eller og/eller ja/tai i/lub и/или і/або та/або a/nebo a/alebo ' +
    'in/ali és/vagy și/sau si/sau ve/veya dan/atau và/hoặc и/или και/ή ir/arba un/vai ja/või i/ili'
  ).split(' '),
);

/** Several translations in one cell, without spaces. */
export const contentTightAlternatives: TermRule = {
  id: 'content/tight-alternatives',
  level: 'warning',
  scope: 'term',
  summary: 'A target phrase has a slash between words, and the source phrase has none.',
  why: 'The service writes both words and the slash into the text.',
  message: '{side} phrase {quoted text} has alternatives in {quoted words}; the service would write both, so keep one',
  fixes: {
    safety: 'suggested',
    how:
      'If the phrase contains only the alternatives, the first one stays. The others are moved to the note of the ' +
      'row.',
  },
  exceptions: [
    '"and/or" in any language, units, abbreviations, numbers, compounds such as Feld-/Waldweg, and a slash with ' +
      'words on both sides.',
  ],
  precision: [
    { right: 24, hits: 25, lists: 'UI lists' },
    { right: 58, hits: 60, lists: 'OpenStreetMap presets and names of scripts' },
  ],
  bad: [
    { pair: 'en->de', source: 'sign in', target: 'anmelden/einloggen', fixed: 'anmelden' },
    { pair: 'en->es', source: 'doctor', target: 'médico/médica de familia', note: 'no fix' },
  ],
  good: [
    { pair: 'en->de', source: 'speed', target: 'Geschwindigkeit in km/h', note: 'a unit' },
    { pair: 'en->pt', source: 'bicycle lane', target: 'faixa p/ciclistas', note: 'an abbreviation' },
    { pair: 'en->de', source: 'read/write', target: 'lesen/schreiben', note: 'the source phrase has both' },
    { pair: 'en->fr', source: 'or', target: 'et/ou' },
  ],
  needs: () => ({ target: CLASS.slash | CLASS.cjkSign }),
  check: ({ source, target }) => {
    if (LIST_SIGNS.test(source) || /[:/]\/|www\./u.test(target)) return [];
    const outside = outsideBrackets(target);
    // In the middle of a phrase, the words belong to the text around them: `yolcu indirme/bindirme noktası`.
    const found = Array.from(target.matchAll(slashed())).filter(({ 0: word, index }) => {
      const end = index + word.length;
      const isMiddle = /\p{L}/u.test(target.slice(0, index)) && /\p{L}/u.test(outside.slice(end));
      return outside.slice(index, end) === word && !isMiddle && !isOneThing(word);
    });
    const [words] = found[0] ?? [];
    if (words === undefined) return [];
    const [first = '', ...rest] = words.split(/[/／]/u);
    const isWhole = words === target;
    return [
      {
        side: 'target',
        details: { words },
        ...(isWhole && { fix: { safety: 'suggested' as const, text: first, toNote: rest.join('/') } }),
      },
    ];
  },
};

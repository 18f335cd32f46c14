import { CLASS } from '../../phrase-classes.ts';
import { LIST_SIGNS, outsideBrackets } from '../../phrase-parts.ts';
import type { TermRule } from '../../rule.ts';

/** A comma between digits is part of a number. */
const COMMA = /(?<!\d)[,،，]|[,،，](?!\d)/gu;

/** Words before the last item of a list, or at the beginning of a clause: such a comma belongs to one translation. */
const ONE_TRANSLATION = new Set(
  [
    'and or und oder sowie og eller och en of et ou y e o i u и или і та або й a nebo alebo ali in ja tai või és vagy',
    'și sau ve veya dan atau và hoặc va yoki ва ҳам και ή un vai ir arba eta edo ac neu agus nó և و یا או',
    'which that who whose with without die der das dem den welche mit ohne qui que dont sans avec che sin con sem com',
    'który która które którego których że bez z který která které jenž ktorý ktorá ktoré hogy amely aki що який яка',
    'яке які якого котрий без не что который которая которое которые где чтобы који која које koji koja koje ki',
    'joka jossa jolla mis kes kus kur kas som där hvor hvis när waar die wat mikä που ο η',
  ].flatMap((words) => words.split(' ')),
);

/** Capitals in both phrases are a title after a name: `Macao SAR China`, `Macau, RAE da China`. */
const TITLE = /(?<!\p{L})\p{Lu}{2,}(?!\p{L})/u;

/** Maximum number of words in a translation. A longer text is a clause. */
const PART_WORDS = 3;

const wordsIn = (part: string): readonly string[] => part.toLowerCase().match(/[\p{L}\p{M}\p{N}’'-]+/gu) ?? [];

/** True for a phrase whose commas seem to separate translations. */
function isList(parts: readonly string[]): boolean {
  const words = parts.map(wordsIn);
  const last = words.at(-1) ?? [];
  return (
    words.every(({ length }) => length > 0 && length <= PART_WORDS) &&
    parts.every((part) => /\p{L}/u.test(part) && !part.trim().endsWith('-')) &&
    !last.some((word) => ONE_TRANSLATION.has(word)) &&
    !words.slice(1).some(([first = '']) => ONE_TRANSLATION.has(first))
  );
}

/** A list of translations with commas. */
export const contentComma: TermRule = {
  id: 'content/comma',
  level: 'warning',
  scope: 'term',
  summary: 'A target phrase is a list of short texts with commas, and the source phrase has no comma.',
  why:
    'The cell lists several translations, or has the form of an index ("Islands, Cook"). The service writes it ' +
    'into the text with its commas.',
  message: '{side} phrase {quoted text} has a comma and the source phrase {quoted term} has none; keep one translation',
  exceptions: [
    'Lists that end with "and" or "or", clauses, parts of more than three words, and titles in capitals after a name.',
  ],
  precision: [
    { right: 20, hits: 25, lists: 'UI lists, before clauses were left out' },
    { right: 8, hits: 20, lists: 'medical lists, before clauses were left out' },
    { right: 80, hits: 87, lists: 'OpenStreetMap presets' },
    { right: 5, hits: 15, lists: 'names of countries and languages' },
  ],
  bad: [
    { pair: 'en->de', source: 'sign in', target: 'anmelden, einloggen' },
    { pair: 'en->ar', source: 'delete', target: 'حذف، إزالة' },
  ],
  good: [
    { pair: 'en->de', source: 'bread, milk', target: 'Brot, Milch', note: 'the source phrase has one' },
    { pair: 'en->de', source: '1.5 litres', target: '1,5 Liter', note: 'a number' },
    { pair: 'en->de', source: 'HVAC', target: 'Heizung, Lüftung und Klima', note: 'one translation that is a list' },
    { pair: 'en->ru', source: 'drive-through', target: 'обслуживание, не выходя из машины', note: 'a clause' },
  ],
  needs: () => ({ target: CLASS.comma | CLASS.arabic | CLASS.cjkSign }),
  check: ({ source, target }) => {
    if (LIST_SIGNS.test(source) || (TITLE.test(source) && TITLE.test(target))) return [];
    const parts = outsideBrackets(target).split(COMMA);
    return parts.length > 1 && isList(parts) ? [{ side: 'target' }] : [];
  },
};

import { outsideBrackets } from '../../outside-brackets.ts';
import { CLASS } from '../../phrase-classes.ts';
import type { TermRule } from '../../rule.ts';

/** A comma between digits is part of a number. */
const COMMA = /(?<!\d)[,،，]|[,،，](?!\d)/gu;

/** A list of translations with commas. */
export const contentComma: TermRule = {
  id: 'content/comma',
  level: 'warning',
  scope: 'term',
  summary: 'A target phrase has a comma, and the source phrase has none.',
  why: 'The cell often lists several translations, and the service writes all of them into the text.',
  message: '{side} phrase {quoted text} has a comma and the source phrase {quoted term} has none; keep one translation',
  precision: [
    { right: 20, hits: 25, lists: 'UI lists' },
    { right: 8, hits: 20, lists: 'medical lists' },
  ],
  bad: [
    { pair: 'en->de', source: 'sign in', target: 'anmelden, einloggen' },
    { pair: 'en->ar', source: 'delete', target: 'حذف، إزالة' },
  ],
  good: [
    { pair: 'en->de', source: 'bread, milk', target: 'Brot, Milch', note: 'the source phrase has one' },
    { pair: 'en->de', source: '1.5 litres', target: '1,5 Liter', note: 'a number' },
  ],
  needs: () => ({ target: CLASS.comma | CLASS.arabic | CLASS.cjkSign }),
  check: ({ source, target }) => {
    if (/[,،，;；、/／|]/u.test(source)) return [];
    const parts = outsideBrackets(target).split(COMMA);
    return parts.length > 1 && parts.every((part) => /\p{L}/u.test(part)) ? [{ side: 'target' }] : [];
  },
};

import { byCodeUnit } from '../../../model/order.ts';
import type { TermRule } from '../../rule.ts';

/** Zeros of decimal digits below U+FFFF stand where the block of ten begins. */
function digitValue(digit: string): string {
  let code = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - 1))) {
    code -= 1;
    value += 1;
  }
  return String(value);
}

/** The numbers of a phrase in ASCII digits, sorted. */
const numbersIn = (phrase: string): readonly string[] =>
  (phrase.match(/\p{Nd}+/gu) ?? [])
    .map((number) => (/^\d+$/.test(number) ? number : Array.from(number, digitValue).join('')))
    .sort(byCodeUnit);

/** Numbers that differ. */
export const contentNumberMismatch: TermRule = {
  id: 'content/number-mismatch',
  level: 'off',
  scope: 'term',
  summary: 'Source and target phrase have different numbers.',
  why: 'A wrong number in a translation is a wrong fact.',
  message: '{side} phrase {quoted text} has other numbers than the source phrase {quoted term}',
  exceptions: ['Digits of other scripts count by their value.'],
  precision: [{ right: 1, hits: 10, lists: 'UI and medical lists: about 10 %' }],
  bad: [{ pair: 'en->de', source: 'level 2', target: 'Stufe 3' }],
  good: [
    { pair: 'en->de', source: 'level 2', target: 'Stufe 2' },
    { pair: 'en->ar', source: 'level 2', target: 'المستوى ٢' },
  ],
  needs: () => ({ targetLacks: 0 }),
  check: ({ source, target }) =>
    numbersIn(source).join(' ') === numbersIn(target).join(' ') ? [] : [{ side: 'target' }],
};

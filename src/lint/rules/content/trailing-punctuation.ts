import type { TermRule } from '../../rule.ts';

const END = /(?<![.!?:;,…。！？：；，、։।؟])[.!?:;,…。！？：；，、։।؟]+$/u;

/** Marks with the same meaning in different scripts. */
const SAME: ReadonlyMap<string, string> = new Map([
  ['。', '.'],
  ['։', '.'],
  ['।', '.'],
  ['！', '!'],
  ['？', '?'],
  ['؟', '?'],
  ['：', ':'],
  ['；', ';'],
  ['，', ','],
  ['…', '...'],
]);

const endOf = (phrase: string, language: string): string => {
  const end = Array.from(END.exec(phrase)?.[0] ?? '', (mark) => SAME.get(mark) ?? mark).join('');
  return language === 'el' ? end.replaceAll(';', '?') : end;
};

/** `etc.`, `ref.`, `U.S.`: the full stop belongs to the word. */
const isAbbreviation = (phrase: string): boolean => /(?:^|[\s.(])\p{L}{1,5}\.$/u.test(phrase);

/** A mark at the end of only one side. */
export const contentTrailingPunctuation: TermRule = {
  id: 'content/trailing-punctuation',
  level: 'off',
  scope: 'term',
  summary: 'Source phrase and target phrase end with different punctuation marks.',
  why: 'If only one of them has a mark, the text gets the mark twice, or loses it.',
  message: '{side} phrase {quoted text} ends with {quoted found}, but the source phrase ends with {quoted wanted}',
  exceptions: ['Abbreviations, and marks of other scripts with the same meaning.'],
  precision: [
    { right: 3, hits: 11, lists: 'UI lists' },
    { right: 14, hits: 20, lists: 'UI lists, without ellipsis' },
  ],
  bad: [{ pair: 'en->de', source: 'sign in', target: 'anmelden.' }],
  good: [
    { pair: 'en->de', source: 'reference', target: 'Ref.', note: 'an abbreviation' },
    { pair: 'en->ja', source: 'Done!', target: '完了！' },
  ],
  needs: () => ({ targetLacks: 0 }),
  check: ({ source, target, pair }) => {
    const [wanted, found] = [endOf(source, pair.source), endOf(target, pair.target)];
    if (wanted === found || isAbbreviation(source) || isAbbreviation(target)) return [];
    return [{ side: 'target', details: { wanted, found } }];
  },
};

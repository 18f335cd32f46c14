import { composed } from '../../fold-phrase.ts';
import { looksOf } from '../../letters/odd-letters.ts';
import { CLASS } from '../../phrase-classes.ts';
import { bothSides, type TermRule } from '../../rule.ts';

const KANA = '[ァ-ヺ]';
const KANA_OR_LONG = '[ァ-ヺー]';
const HAN = '[\\u3400-\\u9fff々]';

/** A sign for a long vowel follows a vowel, and never another such sign. */
const VOWEL = '[ァ-ヺ](?<![ンッ])';

/** No word begins with these, and none follows a numeral. */
const INSIDE = '[ーァィゥェォャュョ]';

/** Numerals are written before counters and salts: `一カ月`, `アデノシン一リン酸`. */
const NO_COUNTED = '(?![カケヶヵツッノ]|リン|ナトリウム|カリウム|アンモニウム|カルシウム)';

/** Ends of words from English: `er`, `or` and `y`. */
const ENDING = '[アカサタナハマヤラワガザダバパァャリシキピィ]';

const DASHES = '\\-‐‑‒–—―−─━ｰ';

/** A place where a character is not what it looks like. `unless`: the other phrase of the row has this. */
interface OddPlace {
  readonly found: RegExp;
  readonly unless?: RegExp;
}

const ONE = /1|１|\b(?:i|one|first|single|best|top|mono\w*)\b/iu;

const ODD_PLACES: readonly OddPlace[] = [
  // シ一ト, and エラ一 at the end; ピカ一 is a word.
  {
    found: new RegExp(
      `(?<=${VOWEL})一(?=${NO_COUNTED}${KANA})|(?<=[ァ-ヺー一]${ENDING}(?<!ピカ))一(?!${KANA_OR_LONG}|${HAN})`,
      'gu',
    ),
    unless: ONE,
  },
  // エラ―, ユ−ザ; a hyphen between words stays: コロナ-ウイルス
  {
    found: new RegExp(`(?<=${VOWEL})(?:[‒–—―−─━ｰ]|[-‐‑](?=$|[\\s)）」』:：。、]))(?![${DASHES}])`, 'gu'),
    unless: new RegExp(`[${DASHES}]`, 'u'),
  },
  // 力ード, 二ュース, 工ラー; ユ二コード, コン夕クト, プ口グラム
  {
    found: new RegExp(
      [
        `[力工才夕千卜二又厶乂口囗八](?=${INSIDE})`,
        `(?<!${KANA_OR_LONG}|${HAN})[工卜](?=${KANA})`,
        `(?<=${KANA})力(?=ン)`,
        `(?<=(?<!${KANA_OR_LONG})${KANA})[力千二八](?=${NO_COUNTED}${KANA})`,
        `(?<=${KANA_OR_LONG})(?!口(?:コミ|パク|ゲンカ|ピアス))[工才夕卜又厶乂囗口](?=${KANA})`,
      ].join('|'),
      'gu',
    ),
  },
  // へルプ and べトナム with hiragana; への between words is a particle.
  { found: /^へ(?=[ァ-ヺ])|(?<![ぁ-ゟ\u3400-\u9fff々])[べぺ](?=ー?[ァ-ヺ])/gu },
  // 第ー回, ー覧
  { found: new RegExp(`(?<=^|${HAN})ー(?=${HAN})`, 'gu') },
];

/** Every odd phrase matches this quick test. */
const MAY_BE_ODD = new RegExp(`^へ|[べぺ一力工才夕千卜二又厶乂口囗八${DASHES}]|ー(?=${HAN})`, 'u');

const isJapanese = (language: string): boolean => /^ja\b/.test(language);

const IS_DASH = new RegExp(`[${DASHES}]`, 'u');

/** The character that is meant. */
const meant = (character: string): string =>
  IS_DASH.test(character) ? 'ー' : character === 'ー' ? '一' : composed(looksOf(character));

/** `一 (U+4E00) in place of ー`. */
const oddText = (character: string): string => {
  const code = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
  return `${character} (U+${code}) in place of ${meant(character)}`;
};

/** Signs in Japanese words that look like katakana or like 一. */
export const scriptKana: TermRule = {
  id: 'script/kana',
  level: 'warning',
  scope: 'term',
  summary: 'A Japanese word has an ideograph, a hiragana or a dash instead of the katakana that looks like it.',
  why:
    'An input method or text recognition wrote the wrong character. Such a source phrase never matches, and no ' +
    'search finds the target phrase.',
  message: '{side} phrase {quoted text} has {all characters}',
  fixes: {
    safety: 'suggested',
    how: 'The right character replaces its look-alike.',
  },
  exceptions: [
    'Numerals before counters and salts (一カ月, アデノシン一リン酸), and words such as 口コミ and ピカ一.',
    'A dash, if the other phrase has a dash or a hyphen; 一, if the other phrase contains the number one.',
  ],
  precision: [{ right: 8, hits: 8, lists: '557,000 Japanese phrases: dictionaries, names and UI strings' }],
  bad: [
    { pair: 'en->ja', source: 'sheet', target: 'シ一ト', fixed: 'シート' },
    { pair: 'en->ja', source: 'error code', target: 'エラ一コード', fixed: 'エラーコード' },
    { pair: 'en->ja', source: 'error', target: 'エラ―', fixed: 'エラー' },
    { pair: 'en->ja', source: 'user ID', target: 'ユ−ザ ID', fixed: 'ユーザ ID' },
    { pair: 'en->ja', source: 'card', target: '力ード', fixed: 'カード' },
    { pair: 'en->ja', source: 'contact', target: 'コン夕クト', fixed: 'コンタクト' },
    { pair: 'ja->en', source: 'べトナム', target: 'Vietnam', fixed: 'ベトナム' },
    { pair: 'en->ja', source: 'list', target: 'ー覧', fixed: '一覧' },
  ],
  good: [
    { pair: 'en->ja', source: 'task list', target: 'タスク一覧' },
    { pair: 'en->ja', source: 'one month', target: '一カ月' },
    { pair: 'en->ja', source: 'adenosine monophosphate', target: 'アデノシン一リン酸' },
    { pair: 'en->ja', source: 'word of mouth', target: 'ネット口コミ' },
    { pair: 'en->ja', source: '7-Eleven', target: 'セブン―イレブン' },
    { pair: 'en->ja', source: 'link to the address', target: 'アドレスへリンク', note: 'the particle へ' },
  ],
  needs: ({ source, target }) => {
    const ifJapanese = (language: string): number => (isJapanese(language) ? CLASS.kana : 0);
    return { source: ifJapanese(source), target: ifJapanese(target) };
  },
  check: (term) =>
    bothSides(term, (phrase, language) => {
      if (!isJapanese(language) || !MAY_BE_ODD.test(phrase)) return undefined;
      const other = phrase === term.source ? term.target : term.source;
      const odd = new Set<string>();
      const text = ODD_PLACES.reduce(
        (mended, { found, unless }) =>
          unless?.test(other) === true
            ? mended
            : mended.replace(found, (character) => {
                odd.add(oddText(character));
                return meant(character);
              }),
        phrase,
      );
      return odd.size === 0 ? undefined : { details: { characters: [...odd] }, fix: { safety: 'suggested', text } };
    }),
};

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { scriptKana } from '../../src/lint/rules/script/kana.ts';
import { runs } from '../support/runs.ts';

const fixOf = (target: string, source = 'x'): string | undefined =>
  scriptKana.check({ source, target, pair: { source: 'en', target: 'ja' } })[0]?.fix?.text;

test.each([
  ['シ一ト', 'シート'],
  ['サ一バ一', 'サーバー'],
  ['エラ一', 'エラー'],
  ['メモリ一（', 'メモリー（'],
  ['エラ―', 'エラー'],
  ['エラー―', undefined],
  ['エラ‐', 'エラー'],
  ['エラ-', 'エラー'],
  ['（エラ-）', '（エラー）'],
  ['エラ− コ─ド', 'エラー コード'],
  ['エラｰ', 'エラー'],
  ['エラ--', undefined],
  ['力ード', 'カード'],
  ['千ェック', 'チェック'],
  ['二ュース', 'ニュース'],
  ['八ードディスク', 'ハードディスク'],
  ['卜マト', 'トマト'],
  ['工ラー', 'エラー'],
  ['アメリ力ン', 'アメリカン'],
  ['ス力イ', 'スカイ'],
  ['ユ二コード', 'ユニコード'],
  ['コン夕クト', 'コンタクト'],
  ['ラジ才カセット', 'ラジオカセット'],
  ['プ口グラム', 'プログラム'],
  ['べトナム', 'ベトナム'],
  ['アルファべット', 'アルファベット'],
  ['ぺージ', 'ページ'],
  ['へルプ', 'ヘルプ'],
  ['ー覧', '一覧'],
  ['第ー回', '第一回'],
])('what only looks like it: %s', (odd, meant) => {
  expect(fixOf(odd)).toBe(meant);
});

test.each([
  'タスク一覧',
  '一カ月',
  'データ一ヶ所',
  'アデノシン一リン酸',
  'フルクトース二リン酸',
  'ピカ一',
  'デジ一',
  'ナンバー一',
  'エディタ一括',
  'クラス一',
  '三力国',
  'ブランド力アップ',
  '口コミ',
  'ネット口コミ',
  '八ッ橋',
  '二ノ宮',
  '人工知能',
  '大工ツール',
  '夕刊',
  'リンカーン―ダグラス',
  'コロナ-ウイルス',
  'ジョンズ‐ホプキンス',
  'アドレスへリンク',
  'ぺーぺー',
  '食べログ',
  'すべて',
  'サーバー',
  'スーパー一覧',
])('what is as it should be: %s', (phrase) => {
  expect(fixOf(phrase)).toBeUndefined();
});

test('the other phrase may say that it is meant', () => {
  expect(fixOf('ステージ一ビデオ', 'stage video')).toBe('ステージービデオ');
  expect(fixOf('ステージ一ビデオ', 'stage one video')).toBeUndefined();
  expect(fixOf('メキシコ―アメリカ国境', 'border of Mexico')).toBe('メキシコーアメリカ国境');
  expect(fixOf('メキシコ―アメリカ国境', 'Mexico–US border')).toBeUndefined();
});

test('it looks at Japanese only, on either side', () => {
  const at = (source: string, target: string) =>
    scriptKana.check({ source: 'エラ―', target: 'エラ―', pair: { source, target } }).map(({ side }) => side);
  expect(at('ja', 'en')).toEqual([]);
  expect(scriptKana.check({ source: 'エラ―', target: 'x', pair: { source: 'ja', target: 'en' } })).toMatchObject([
    { side: 'source', details: { characters: ['― (U+2015) in place of ー'] }, fix: { text: 'エラー' } },
  ]);
  expect(scriptKana.check({ source: 'エラ―', target: 'x', pair: { source: 'zh', target: 'en' } })).toEqual([]);
});

test('a long vowel that is written with a dash is mended, wherever it is in a word', () => {
  const syllable = fc.constantFrom(...'アイウカキサシスタテトナニハフマミムメモラリルレロワ', 'シャ', 'チェ', 'ティ');
  const long = syllable.map((kana) => `${kana}ー`);
  const word = fc
    .tuple(fc.array(fc.oneof(syllable, long)), long, fc.array(fc.oneof(syllable, long)))
    .map((all) => all.flat().join(''));
  fc.assert(
    fc.property(word, fc.constantFrom(...'‒–—―−─━ｰ'), (text, dash) => {
      expect(fixOf(text)).toBeUndefined();
      expect(fixOf(text.replaceAll('ー', dash))).toBe(text);
    }),
    { numRuns: runs(300) },
  );
});

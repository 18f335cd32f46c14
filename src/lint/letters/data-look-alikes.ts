/**
 * Letters that look alike: Latin, Cyrillic, Greek; blank if a script has none. Source: Unicode, UTS #39,
 * `confusables.txt`. The small Greek letters of the last row are less similar; they are included because keyboards mix
 * them.
 */
export const LOOK_ALIKES: readonly (readonly [latin: string, cyrillic: string, greek: string])[] = [
  ['A', 'А', 'Α'],
  ['B', 'В', 'Β'],
  ['C', 'С', ''],
  ['E', 'Е', 'Ε'],
  ['H', 'Н', 'Η'],
  ['I', 'І', 'Ι'],
  ['J', 'Ј', ''],
  ['K', 'К', 'Κ'],
  ['M', 'М', 'Μ'],
  ['N', '', 'Ν'],
  ['O', 'О', 'Ο'],
  ['P', 'Р', 'Ρ'],
  ['S', 'Ѕ', ''],
  ['T', 'Т', 'Τ'],
  ['X', 'Х', 'Χ'],
  ['Y', 'У', 'Υ'],
  ['Z', '', 'Ζ'],
  ['a', 'а', 'α'],
  ['c', 'с', ''],
  ['e', 'е', ''],
  ['h', 'һ', ''],
  ['i', 'і', 'ι'],
  ['j', 'ј', ''],
  ['k', 'к', 'κ'],
  ['o', 'о', 'ο'],
  ['p', 'р', 'ρ'],
  ['s', 'ѕ', ''],
  ['u', '', 'υ'],
  ['v', '', 'ν'],
  ['x', 'х', 'χ'],
  ['y', 'у', ''],
];

/** Greek letters that a reader cannot distinguish from Latin ones. All others may be symbols: `TNFα`, `kΩ`, `μm`. */
export const GREEK_TWINS = 'ΑΒΕΖΗΙΚΜΝΟΡΤΥΧον';

/**
 * More characters that look alike, in one script or between scripts: a line for each shape, represented by its first
 * character. They are used to compare the two texts of a change. A text is never checked against them without another
 * text, because `タスク一覧` and `V1` are correct. Source: Unicode, UTS #39, `confusables.txt`, and chapter 12 of the
 * standard for vowels of Devanagari.
 */
export const SAME_LOOKS: readonly string[] = [
  // Latin, digits, Armenian and further letters of Cyrillic
  'l 1 I ǀ ӏ Ӏ',
  'i ı ɩ',
  'O 0 Օ',
  'o օ',
  'a ɑ',
  'd ԁ',
  'g ɡ ց',
  'h հ',
  'n ո',
  'q ԛ',
  'u ս',
  'w ԝ',
  'L Լ',
  'S Տ',
  'Đ Ð Ɖ',
  'ß β',
  'ə ǝ ә',
  'Ə Ǝ Ә',
  'μ µ',
  '\u0326 \u0327',
  'º °',
  '’ ʼ',
  // Arabic
  'ي ی ى',
  'ك ک ڪ',
  'ه ە ہ',
  'ة ۃ',
  '٠ ۰',
  '١ ۱',
  '٢ ۲',
  '٣ ۳',
  '٧ ۷',
  '٨ ۸',
  '٩ ۹',
  // Katakana, Hiragana and ideographs
  'エ 工',
  'オ 才',
  'カ 力',
  'タ 夕',
  'チ 千',
  'ト 卜',
  'ニ 二',
  'ヌ 又',
  'ノ 丿',
  'ハ 八',
  'ヘ へ',
  'ム 厶',
  'メ 乂',
  'リ り',
  'ロ 口 囗',
  'ー 一',
  // Thai and Devanagari: two signs and one
  'เเ แ',
  'ํา ำ',
  'अा आ',
  'अो ओ',
  'अौ औ',
  'अॉ ऑ',
  'एे ऐ',
];

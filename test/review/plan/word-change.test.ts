import pc from 'picocolors';
import { describe, expect, test } from 'vitest';
import { nature, wordChange } from '../../../src/review/values/word-change.ts';

const PLAIN = pc.createColors(false);

describe('two texts and what differs', () => {
  test.each([
    ['Use a formal tone.', 'Use a friendly tone.', 'Use a [-formal-]{+friendly+} tone.', ''],
    ['корзина покупок', 'корзину покупок', '[-корзина-]{+корзину+} покупок', ''],
    ['शॉपिंग कार्ट', 'शॉपिंग कार्टि', 'शॉपिंग [-कार्ट-]{+कार्टि+}', ''],
    ['会員登録が必要です', 'ユーザー登録が必要です', '[-会員-]{+ユーザー+}登録が必要です', ''],
    ['вход', 'выход', 'вход → выход', ''],
    ['Anmelden', 'anmelden', 'Anmelden → anmelden', ' (case only)'],
    ['Bonjour !', 'Bonjour\u00a0!', 'Bonjour[-␠-]{+⟨U+00A0⟩+}!', ' (white space only)'],
    ['a b', 'ab', 'a␠b → ab', ' (white space only)'],
    ['Soft\u00adware', 'Software', 'Soft⟨U+00AD⟩ware → Software', ' (invisible characters only)'],
    ['a\u200b b', 'ab', 'a⟨U+200B⟩␠b → ab', ' (white space and invisible characters only)'],
    ['Warenkorb', 'W\u0430renkorb', '[-Wa⟨U+0061⟩-]{+W\u0430⟨U+0430⟩+}renkorb', ' (look-alike letters only)'],
    [
      'cop',
      '\u0441\u043e\u0440',
      'c⟨U+0063⟩o⟨U+006F⟩p⟨U+0070⟩ → \u0441⟨U+0441⟩\u043e⟨U+043E⟩\u0440⟨U+0440⟩',
      ' (look-alike letters only)',
    ],
    ['Tax due', 'T\u0430x paid', '[-Ta⟨U+0061⟩-]{+T\u0430⟨U+0430⟩+}x [-due-]{+paid+}', ''],
    ['new', 'n\u0435w word', '[-ne⟨U+0065⟩-]{+n\u0435⟨U+0435⟩+}w{+ word+}', ''],
    ['TNFα', 'TNFα 2', 'TNFα{+ 2+}', ''],
    ['Acme Cloud', 'Acme CIoud', 'Acme [-Cl⟨U+006C⟩-]{+CI⟨U+0049⟩+}oud', ' (look-alike letters only)'],
    ['Datei', 'Date\u0131', 'Datei⟨U+0069⟩ → Date\u0131⟨U+0131⟩', ' (look-alike letters only)'],
    ['Typ 0', 'Typ O', 'Typ [-0⟨U+0030⟩-]{+O⟨U+004F⟩+}', ' (look-alike letters only)'],
    ['Eint\u021b', 'Eint\u0163', 'Eint\u021b⟨U+021B⟩ → Eint\u0163⟨U+0163⟩', ' (look-alike letters only)'],
    [
      '\u30a2\u30c3\u30d7\u30ed\u30fc\u30c9',
      '\u30a2\u30c3\u30d7\u53e3\u4e00\u30c9',
      '[-\u30a2\u30c3\u30d7\u30ed⟨U+30ED⟩\u30fc⟨U+30FC⟩-]{+\u30a2\u30c3\u30d7\u53e3⟨U+53E3⟩\u4e00⟨U+4E00⟩+}\u30c9',
      ' (look-alike letters only)',
    ],
    ['\u53e3座', '\u2f1d座', '[-\u53e3⟨U+53E3⟩-]{+\u2f1d⟨U+2F1D⟩+}座', ' (look-alike letters only)'],
    [
      'رف\u064a',
      'رف\u06cc',
      '\u200eرف\u064a⟨U+064A⟩\u200e → \u200eرف\u06cc⟨U+06CC⟩\u200e',
      ' (look-alike letters only)',
    ],
    ['\u0643تاب', '\u06a9تاب', '\u200e[-\u0643⟨U+0643⟩-]{+\u06a9⟨U+06A9⟩+}تاب\u200e', ' (look-alike letters only)'],
    ['\u0e41ก้', '\u0e40\u0e40ก้', '[-\u0e41⟨U+0E41⟩-]{+\u0e40⟨U+0E40⟩\u0e40⟨U+0E40⟩+}ก้', ' (look-alike letters only)'],
    ['Version 1', 'Version 2', 'Version [-1-]{+2+}', ''],
    ['Kilo', 'Kiel', 'Kilo → Kiel', ''],
    ['cafe\u0301 noir', 'caf\u00e9 noir', '[-cafe⟨U+0301⟩-]{+caf⟨U+00E9⟩+} noir', ' (Unicode form only)'],
  ])('%j and %j are shown as %j', (from, to, shown, note) => {
    expect(wordChange(from, to, PLAIN) + nature(from, to)).toBe(shown + note);
  });

  test('left-to-right marks keep the old one before the new one where both are right-to-left', () => {
    expect(wordChange('عربة', 'سلة', PLAIN)).toBe('\u200eعربة\u200e → \u200eسلة\u200e');
  });

  test('nothing that was broken apart comes together again where a stretch is left out or marked', () => {
    const colored = wordChange('##[error] x', '## y [error] x', pc.createColors(true));
    expect(colored.replace(/\u001b\[\d+m/g, '')).not.toContain('##[');
    expect(wordChange('## a', '##b a', PLAIN)).not.toContain('##[');
  });
});

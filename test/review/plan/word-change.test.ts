import pc from 'picocolors';
import { describe, expect, test } from 'vitest';
import { nature, wordChange } from '../../../src/review/plan/word-change.ts';

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

import { describe, expect, test } from 'vitest';
import { alike, formOf, placesOf, type SameToken, tokensOf } from '../../../src/steps/preview/tokens.ts';

const found = (phrase: string, text: string, same: SameToken = alike): readonly string[] => {
  const tokens = tokensOf(text);
  return placesOf(tokensOf(phrase), tokens, same).map(({ first, last }) =>
    text.slice(tokens[first]?.start, tokens[last]?.end),
  );
};

describe('a phrase stands in a text', () => {
  test.each([
    ['as whole words', 'house', 'A house, two houses, a housewife.', ['house']],
    ['in whatever case and Unicode form', 'Café', 'CAFE\u0301 and café', ['CAFE\u0301', 'café']],
    [
      'with any white space between its words',
      'due date',
      'the due\u00a0date, the due  date',
      ['due\u00a0date', 'due  date'],
    ],
    ['again and again', 'a', 'a b a', ['a', 'a']],
    ['beside marks and behind an elision', 'ordinateur', "l'ordinateur (ordinateur)", ['ordinateur', 'ordinateur']],
    ['with marks of its own', 'C++', 'C, C+ and C++', ['C++']],
    ['anywhere in a script without spaces', '請求書', 'この請求書を送る', ['請求書']],
    ['anywhere in Chinese', '发票', '请发发票来', ['发票']],
    ['anywhere in hiragana', 'てがみ', 'このてがみをおくる', ['てがみ']],
    ['anywhere in katakana, with its long vowels', 'カード', 'ポイントカードール', ['カード']],
    ['anywhere in Thai', 'บ้าน', 'นี่คือบ้านหลัง', ['บ้าน']],
    ['anywhere in Lao', 'ເຮືອນ', 'ນີ້ເຮືອນໃຫຍ່', ['ເຮືອນ']],
    ['anywhere in Khmer', 'ផ្ទះ', 'នេះផ្ទះធំ', ['ផ្ទះ']],
    ['anywhere in Burmese', 'အိမ်', 'ဒါအိမ်ပါ', ['အိမ်']],
    ['never with a mark of its last letter left out', 'か', 'か\u3099', []],
    ['and none that is only white space', ' ', 'a b', []],
  ])('%s', (_, phrase, text, expected) => {
    expect(found(phrase, text)).toEqual(expected);
  });
});

describe('a form of a phrase', () => {
  test.each([
    ['Rechnung', 'Rechnungen', true],
    ['Haus', 'Häuser', true],
    ['Haus', 'Häusern', true],
    ['Haus', 'Hausarzt', false],
    ['Rechnung', 'Rechnungsdatum', false],
    ['facture', 'factures', true],
    ['счёт', 'счёта', true],
    ['talo', 'taloissa', false],
    ['go', 'going', false],
    ['gehen', 'ging', false],
    ['invoice', 'invoicing', true],
    ['Haus', 'Maus', false],
    ['cafe', 'café', true],
  ])('of %s: %s is %s', (phrase, word, expected) => {
    expect(found(phrase, word, formOf)).toEqual(expected ? [word] : []);
    expect(found(word, phrase, formOf)).toEqual(expected ? [phrase] : []);
  });

  test('has every word of it in a form, in the same order', () => {
    expect(found('offene Rechnung', 'die offenen Rechnungen', formOf)).toEqual(['offenen Rechnungen']);
    expect(found('offene Rechnung', 'Rechnungen, offene', formOf)).toEqual([]);
  });
});

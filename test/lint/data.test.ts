import { describe, expect, test } from 'vitest';
import { KEEP_THE_SOURCE, MEANT_SO, NOTES_TO_READERS } from '../../src/lint/data-instructions.ts';
import { INVISIBLE, neededIn } from '../../src/lint/data-invisible.ts';
import { foldedPhrase } from '../../src/lint/fold-phrase.ts';
import { GREEK_TWINS, LOOK_ALIKES, SAME_LOOKS } from '../../src/lint/letters/data-look-alikes.ts';
import { withOddLetters } from '../../src/lint/letters/odd-letters.ts';
import { hitsOfTerm } from '../../src/lint/lint-dictionary.ts';
import { CLASS, scriptsOf } from '../../src/lint/phrase-classes.ts';
import type { TermRule } from '../../src/lint/rule.ts';
import { ruleNamed } from '../../src/lint/rules/registry.ts';
import type { LanguagePair } from '../../src/model/entries/language-pair.ts';

const EN_DE: LanguagePair = { source: 'en', target: 'de' };

/** What a rule of terms finds in a target phrase. */
function detailsOf(id: string, source: string, target: string, pair = EN_DE): readonly unknown[] {
  const rule = ruleNamed(id) as TermRule;
  return hitsOfTerm([rule], { pair, source, target }, [rule]).map(({ side, details, fix }) => [
    side,
    details,
    fix?.text,
  ]);
}

describe('invisible characters', () => {
  test.each([
    ['\u00a0', 'U+00A0 (no-break space)'],
    ['\u00ad', 'U+00AD (soft hyphen)'],
    ['\u034f', 'U+034F (combining grapheme joiner)'],
    ['\u061c', 'U+061C (Arabic letter mark)'],
    ['\u180e', 'U+180E (Mongolian vowel separator)'],
    ['\u200b', 'U+200B (zero width space)'],
    ['\u200c', 'U+200C (zero width non-joiner)'],
    ['\u200d', 'U+200D (zero width joiner)'],
    ['\u200e', 'U+200E (left-to-right mark)'],
    ['\u200f', 'U+200F (right-to-left mark)'],
    ['\u202a', 'U+202A (left-to-right embedding)'],
    ['\u202b', 'U+202B (right-to-left embedding)'],
    ['\u202c', 'U+202C (pop directional formatting)'],
    ['\u202d', 'U+202D (left-to-right override)'],
    ['\u202e', 'U+202E (right-to-left override)'],
    ['\u202f', 'U+202F (narrow no-break space)'],
    ['\u2060', 'U+2060 (word joiner)'],
    ['\u2066', 'U+2066 (left-to-right isolate)'],
    ['\u2067', 'U+2067 (right-to-left isolate)'],
    ['\u2068', 'U+2068 (first strong isolate)'],
    ['\u2069', 'U+2069 (pop directional isolate)'],
    ['\u3164', 'U+3164 (Hangul filler)'],
    ['\ufeff', 'U+FEFF (byte order mark)'],
    ['\uffa0', 'U+FFA0 (half-width Hangul filler)'],
  ])('%j is found as %s', (character, name) => {
    const found = detailsOf('character/invisible', 'house', `Haus${character}boot`);
    expect(JSON.stringify(found)).toContain(name);
  });

  test('there are no others', () => {
    expect(INVISIBLE.size).toBe(24);
  });

  test.each([
    ['de', ''],
    ['ar', '\u200e\u200f\u061c\u200c\u200d'],
    ['yi', '\u200e\u200f\u061c\u034f'],
    ['hi', '\u200c\u200d'],
    ['kk', '\u200c\u200d'],
    ['si', '\u200c\u200d'],
    ['th', '\u200b'],
    ['mnc', '\u180e'],
    ['fr', '\u00a0\u202f'],
    ['he', '\u200e\u200f\u061c\u034f'],
  ])('%s needs %j', (language, characters) => {
    expect(neededIn(language)).toBe(characters);
  });
});

describe('letters that look alike', () => {
  test('are these of Latin, Cyrillic and Greek', () => {
    const column = (at: number): string => LOOK_ALIKES.map((row) => row[at] || '_').join('');
    expect([column(0), column(1), column(2)]).toEqual([
      'ABCEHIJKMNOPSTXYZacehijkopsuvxy',
      'АВСЕНІЈКМ_ОРЅТХУ_асеһіјкорѕ__ху',
      'ΑΒ_ΕΗΙ_ΚΜΝΟΡ_ΤΧΥΖα___ι_κορ_υνχ_',
    ]);
    expect([...GREEK_TWINS].sort()).toEqual([...'ΑΒΕΖΗΙΚΜΝΟΡΤΥΧον'].sort());
  });

  test('are marked in a word of another script, and its marks and the other words are not', () => {
    const marked = (text: string): string => withOddLetters(text, '', () => '!');
    expect(['Wаrenkorb', 'дoм', 'a\u0301а b', 'TNFα', 'дом', 'а b'].map(marked)).toEqual([
      'Wа!renkorb',
      'дo!м',
      'a\u0301а! b',
      'TNFα',
      'дом',
      'а b',
    ]);
  });

  test('each look has at least two characters, which no other look has', () => {
    const looks = SAME_LOOKS.map((look) => look.split(' '));
    expect(looks.filter((look) => look.length < 2 || look.some((each) => each === ''))).toEqual([]);
    const all = looks.flat();
    expect(new Set(all).size).toBe(all.length);
    expect([looks.length, all.length]).toEqual([56, 126]);
  });
});

test('each language has texts that stand in place of a translation', () => {
  for (const list of [KEEP_THE_SOURCE, NOTES_TO_READERS]) {
    expect(list.filter((text) => text.trim() === '' || text !== text.toLowerCase())).toEqual([]);
  }
  expect([KEEP_THE_SOURCE.length, NOTES_TO_READERS.length]).toEqual([125, 139]);
  const means = (source: string): boolean => MEANT_SO.test(source);
  expect(['n/a', 'n.a.', 'tbd', 't.b.c', 'unknown', 'in context', 'do not'].every(means)).toBe(true);
  expect(['nothing', 'nóx', 'seed', 'house', 'the unknown'].some(means)).toBe(false);
});

test.each([
  ['ru', CLASS.cyrillic],
  ['sr', CLASS.cyrillic | CLASS.latin],
  ['el', CLASS.greek],
  ['yi', CLASS.hebrew],
  ['fa', CLASS.arabic],
  ['ku', CLASS.arabic | CLASS.latin],
  ['pa', CLASS.arabic | CLASS.indic],
  ['hi', CLASS.indic],
  ['mni', CLASS.indic | CLASS.other],
  ['th', CLASS.southEastAsian],
  ['ko', CLASS.hangul | CLASS.han],
  ['ja', CLASS.kana | CLASS.han],
  ['zh', CLASS.han],
  ['am', CLASS.other],
  ['iu', CLASS.other | CLASS.latin],
  ['de', CLASS.latin],
])('%s has its scripts', (language, scripts) => {
  expect(scriptsOf(language)).toBe(scripts);
});

test('wide characters are folded to their usual width, from the first to the last', () => {
  expect(foldedPhrase('！Ａ～')).toBe('!a~');
  expect(foldedPhrase('\uff00\uff5f')).toBe('\uff00\uff5f');
});

describe('brackets without a partner', () => {
  test.each(['()', '[]', '{}', '（）', '「」', '『』', '【】'])('%s', ([open = '', close = '']) => {
    const found = (text: string): unknown => detailsOf('content/unbalanced-brackets', 'house', text);
    expect(found(`Haus ${open}alt`)).toEqual([['target', { bracket: open }, undefined]]);
    expect(found(`Haus alt${close}`)).toEqual([['target', { bracket: close }, undefined]]);
    expect(found(`Haus ${open}alt${close}`)).toEqual([]);
  });

  test.each([
    'Intervall [0,1)',
    'Intervall [0, 1)',
    'Intervall ( 0 ;1 ]',
    'a) Haus',
    '12.) Haus',
    'Haus :)',
    'Haus =-(',
  ])('none in %s', (text) => {
    expect(detailsOf('content/unbalanced-brackets', 'house', text)).toEqual([]);
  });
});

describe('several translations in one cell', () => {
  test.each([
    ['Haus / Heim', { separator: '/' }, 'Haus'],
    ['  Haus ; Heim', { separator: ';' }, 'Haus'],
    ['Haus | Heim', { separator: '|' }, 'Haus'],
    ['Haus、Heim', { separator: '、' }, 'Haus'],
  ])('%j', (target, details, fixed) => {
    expect(detailsOf('content/alternatives', 'house', target)).toEqual([['target', details, fixed]]);
  });

  test.each([
    ['Haus/Heim', 'Haus/Heim', 'Haus'],
    ['Haus2/Heim3', 'Haus2/Heim3', 'Haus2'],
    ['altes Haus/Heim', 'Haus/Heim', undefined],
  ])('%j', (target, words, fixed) => {
    expect(detailsOf('content/tight-alternatives', 'house', target)).toEqual([['target', { words }, fixed]]);
  });
});

test('letters of Vietnamese that were read in the wrong encoding are found in a phrase of it, and in no other', () => {
  const wrong = 'lá»‡nh';
  const at = (target: string): number =>
    detailsOf('character/encoding', 'command', wrong, { source: 'en', target }).length;
  expect([at('vi'), at('nvi')]).toEqual([1, 0]);
});

test('U+2018 is a letter in languages whose alphabet has it, and a quotation mark in all others', () => {
  const at = (target: string): number =>
    detailsOf('character/apostrophe', 'house', 'o\u2018z', { source: 'en', target }).length;
  const letters = ['uz', 'haw', 'to', 'sm', 'ty', 'niu', 'rar', 'mi', 'wls', 'kaa', 'crh'];
  expect(letters.filter((language) => at(language) > 0)).toEqual([]);
  expect(['de', 'fr', 'tr'].map(at)).toEqual([1, 1, 1]);
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { makeTermIndex, type TermMatch } from '../../../src/service/translate/term-index.ts';
import { testService } from '../../support/in-process.ts';
import { runs } from '../../support/runs.ts';
import { caller } from '../../support/service-caller.ts';

/** The text with every term put in, between ‹ and ›. */
function applied(text: string, entries: Readonly<Record<string, string>>): string {
  let result = '';
  let end = 0;
  for (const match of makeTermIndex(Object.entries(entries)).find(text)) {
    result += `${text.slice(end, match.start)}‹${match.target}›`;
    end = match.end;
  }
  return result + text.slice(end);
}

describe('whole words', () => {
  test.each([
    ['cat concatenate cats bobcat (cat) cat', '‹C› concatenate cats bobcat (‹C›) ‹C›'],
    ['cat_a _cat cat1 1cat', 'cat_a _cat cat1 1cat'],
    ["cat's cat-like x.cat", "‹C›'s ‹C›-like x.‹C›"],
    ['caté cat\u0301 é cat', 'caté cat\u0301 é ‹C›'],
    ['cat\u00ADalogue cat\u200Ds', 'cat\u00ADalogue cat\u200Ds'],
    ['cat猫cat', '‹C›猫‹C›'],
    ['𝒜cat cat😀cat', '𝒜cat ‹C›😀‹C›'],
  ])('%j: a letter, digit, mark, underscore or joiner beside it makes a fragment', (text, expected) => {
    expect(applied(text, { cat: 'C' })).toBe(expected);
  });

  test('a phrase is bound only at the edges that are word characters', () => {
    expect(applied('C++17 xC++ C++', { 'C++': 'P' })).toBe('‹P›17 xC++ ‹P›');
    expect(applied('x.NET .NETs .NET', { '.NET': 'N' })).toBe('x‹N› .NETs ‹N›');
    expect(applied('a...b', { '...': '…' })).toBe('a‹…›b');
  });

  test.each([
    ['Han', '東京都庁', '京都', '東‹京都›庁'],
    ['Hiragana', 'これはねこです', 'ねこ', 'これは‹ねこ›です'],
    ['Katakana with its long mark', 'スーパーマーケット', 'マーケット', 'スーパー‹マーケット›'],
    ['Katakana beside a digit', 'スーパー2', 'スーパー', '‹スーパー›2'],
    ['half-width Katakana', 'ｽｰﾊﾟｰ2ﾈｺ', 'ｽｰﾊﾟｰ', '‹ｽｰﾊﾟｰ›2ﾈｺ'],
    ['Thai', 'ฉันรักแมวมาก', 'แมว', 'ฉันรัก‹แมว›มาก'],
    ['Lao', 'ຂ້ອຍຮັກແມວ', 'ແມວ', 'ຂ້ອຍຮັກ‹ແມວ›'],
    ['Khmer', 'ខ្ញុំស្រឡាញ់ឆ្មា', 'ឆ្មា', 'ខ្ញុំស្រឡាញ់‹ឆ្មា›'],
    ['Myanmar', 'ငါကြောင်ချစ်', 'ကြောင်', 'ငါ‹ကြောင်›ချစ်'],
  ])('%s has no spaces, so a phrase may stand anywhere', (_, text, phrase, expected) => {
    expect(applied(text, { [phrase]: phrase })).toBe(expected);
  });

  test.each([
    ['Hangul', '고양이가 고양이', '고양이', '고양이가 ‹고양이›'],
    ['Cyrillic', 'кошка кошкам', 'кошка', '‹кошка› кошкам'],
    ['Arabic', 'القطة قطة', 'قطة', 'القطة ‹قطة›'],
    ['Devanagari', 'घरों घर', 'घर', 'घरों ‹घर›'],
  ])('%s puts spaces between words', (_, text, phrase, expected) => {
    expect(applied(text, { [phrase]: phrase })).toBe(expected);
  });

  test('a match never begins or ends inside a character', () => {
    expect(applied('か\u3099 か', { か: 'ka' })).toBe('か\u3099 ‹ka›');
    expect(applied('😀', { '\uD83D': 'high', '\uDE00': 'low' })).toBe('😀');
    expect(applied('\uD83D \uDE00', { '\uD83D': 'high', '\uDE00': 'low' })).toBe('‹high› ‹low›');
    expect(applied('😀😁', { '😁': 'grin' })).toBe('😀‹grin›');
  });
});

describe('which phrase', () => {
  test('the longest at a place wins, and the next is looked for behind it', () => {
    const terms = { big: 'B', 'big house': 'BH', 'house party': 'HP', house: 'H' };
    expect(applied('big house party', terms)).toBe('‹BH› party');
    expect(applied('big house-party house party', terms)).toBe('‹BH›-party ‹HP›');
  });

  test('a longer one that would be a fragment gives way to a shorter one', () => {
    expect(applied('big houses', { big: 'B', 'big house': 'BH' })).toBe('‹B› houses');
  });

  test('the longest wins over the one in the very case; of equally long ones the very case wins', () => {
    expect(applied('Polish polish', { Polish: 'polnisch', polish: 'polieren' })).toBe('‹polnisch› ‹polieren›');
    expect(applied('Big house', { Big: 'X', 'big house': 'haus' })).toBe('‹Haus›');
  });

  test('names that objects have are phrases like others', () => {
    expect(
      makeTermIndex([
        ['__proto__', 'p'],
        ['constructor', 'c'],
      ]).find('__proto__ constructor toString'),
    ).toEqual([
      { start: 0, end: 9, source: '__proto__', target: 'p' },
      { start: 10, end: 21, source: 'constructor', target: 'c' },
    ]);
  });

  test('a phrase given twice keeps its last target, an empty one is never found, an empty dictionary finds nothing', () => {
    const index = makeTermIndex([
      ['a', '1'],
      ['a', '2'],
      ['', 'x'],
    ]);
    expect(index.size).toBe(1);
    expect(index.find('a b')).toEqual([{ start: 0, end: 1, source: 'a', target: '2' }]);
    expect(makeTermIndex([]).find('a b')).toEqual([]);
  });
});

describe('case', () => {
  test('a text may raise any letter of a phrase, and lower none but the first', () => {
    expect(applied('house House hOUSE HOUSE', { house: 'maison' })).toBe('‹maison› ‹Maison› ‹maison› ‹Maison›');
    expect(applied('SIGN IN, Sign In', { 'sign in': 'anmelden' })).toBe('‹Anmelden›, ‹Anmelden›');
    expect(applied('us', { US: 'Amerika' })).toBe('us');
    expect(applied('IT it', { it: 'es', IT: 'EDV' })).toBe('‹EDV› ‹es›');
    expect(applied('ÉCOLE', { école: 'Schule' })).toBe('‹Schule›');
  });

  test('a source in upper case found in lower case leaves the target alone', () => {
    expect(applied('API aPI Api', { API: 'Schnittstelle' })).toBe('‹Schnittstelle› ‹Schnittstelle› Api');
    expect(applied('house House', { House: 'Haus' })).toBe('‹Haus› ‹Haus›');
    expect(applied('House', { House: 'haus' })).toBe('‹haus›');
  });

  test('a target is raised by one character, without a locale, or not at all', () => {
    expect(applied('House', { house: 'édifice' })).toBe('‹Édifice›');
    expect(applied('House', { house: 'ijs' })).toBe('‹Ijs›');
    expect(applied('House', { house: 'ßa' })).toBe('‹ßa›');
    expect(applied('House', { house: '«maison»' })).toBe('‹«maison»›');
    expect(applied('House', { house: '' })).toBe('‹›');
    expect(applied('𐐀', { 𐐨: '𐐩' })).toBe('‹𐐁›');
  });

  test.each([
    ['ß', 'SS', 'ẞ'],
    ['ı', 'I', 'İ'],
    ['İ', 'i̇', 'i'],
    ['ſ', 'S', 's'],
    ['ŉ', 'ʼN', 'N'],
  ])('%s has no single other case that leads back, so only itself is found', (letter, ...others) => {
    const index = makeTermIndex([[`${letter}x`, 'y']]);
    expect(index.find(`${letter}x`)).toHaveLength(1);
    for (const other of others) {
      expect(index.find(`${other}x`)).toEqual([]);
      expect(makeTermIndex([[`${other}x`, 'y']]).find(`${letter}x`)).toEqual([]);
    }
  });
});

describe('endings', () => {
  const inLanguage = (text: string, language: string, entries: Readonly<Record<string, string>>) =>
    makeTermIndex(Object.entries(entries), language)
      .find(text)
      .map(({ start, end, target }) => `${text.slice(start, end)}=${target}`);

  test.each([
    ['en', 'Dashboards', 'dashboard', ['Dashboards']],
    ['en', 'the DASHBOARDS of', 'dashboard', ['DASHBOARDS']],
    ['en', 'boxes, box', 'box', ['boxes', 'box']],
    ['en', 'Categories', 'category', ['Categories']],
    ['en', 'days dayies', 'day', ['days']],
    ['en', 'two shopping carts', 'shopping cart', ['shopping carts']],
    ['en', 'catsuit cat5s', 'cat', []],
    ['en', 'as is', 'a', []],
    ['de', 'des Hauses, den Tischen', 'Haus', ['Hauses']],
    ['de', 'des Hauses, den Tischen', 'Tisch', ['Tischen']],
    ['fr', 'deux tableaux', 'tableau', ['tableaux']],
    ['ja', 'ねこs', 'ねこ', ['ねこ']],
    ['fi', 'talossa', 'talo', []],
  ])('%s: %s has %s as %j', (language, text, phrase, expected) => {
    const found = makeTermIndex([[phrase, 'x']], language).find(text);
    expect(found.map(({ start, end }) => text.slice(start, end))).toEqual(expected);
  });

  test('what stands there as it is wins over a form as long, and the longer phrase over both', () => {
    expect(inLanguage('cats', 'en', { cat: '1', cats: '2' })).toEqual(['cats=2']);
    expect(inLanguage('big houses', 'en', { big: '1', 'big house': '2' })).toEqual(['big houses=2']);
    expect(inLanguage('big houses', 'en', { 'big houses': '1', 'big house': '2' })).toEqual(['big houses=1']);
  });

  test('a translation with a glossary puts the term for its forms', async () => {
    const call = caller(testService());
    const dictionaries = [
      {
        source_lang: 'en',
        target_lang: 'de',
        entries: 'dashboard\tÜbersicht\nsign in\tanmelden',
        entries_format: 'tsv',
      },
    ];
    const { glossary_id } = (await call('POST', '/v3/glossaries', { name: 'A', dictionaries })).body;
    const text = ['SIGN IN to see all Dashboards'];
    const { translations } = (
      await call('POST', '/v2/translate', { text, source_lang: 'en', target_lang: 'de', glossary_id })
    ).body;
    expect(translations[0].text).toBe('[DE] ‹Anmelden› to see all ‹Übersicht›');
  });
});

/** The rules once more, in the plainest way: every phrase is tried at every place. */
function naiveMatches(text: string, entries: ReadonlyMap<string, string>): readonly TermMatch[] {
  const isWord = (character: string | undefined): boolean => character !== undefined && /^[A-Za-z_]$/.test(character);
  const cuts = (at: number): boolean => !(isWord(text[at - 1]) && isWord(text[at]));
  const found: TermMatch[] = [];
  for (let start = 0; start < text.length; ) {
    let best: TermMatch | undefined;
    let bestRank = 0;
    for (const [source, target] of entries) {
      const end = start + source.length;
      const there = text.slice(start, end);
      const isSame = there === source;
      const isCased =
        there.slice(1) === source.slice(1) && there.charAt(0).toLowerCase() === source.charAt(0).toLowerCase();
      const raisesOnly = [...there].every((letter, at) => letter === source[at] || letter.toLowerCase() === source[at]);
      if (!(isCased || raisesOnly) || end > text.length || !cuts(start) || !cuts(end)) continue;
      const rank = isSame ? 2 : isCased ? 1 : 0;
      if (best !== undefined && (best.end > end || (best.end === end && bestRank >= rank))) continue;
      bestRank = rank;
      const isRaised = there[0] !== source[0] && /^[A-Z]/.test(there);
      best = { start, end, source, target: isRaised ? target.charAt(0).toUpperCase() + target.slice(1) : target };
    }
    if (best !== undefined) found.push(best);
    start = best?.end ?? start + 1;
  }
  return found;
}

describe('for any dictionary and text', () => {
  const letters = fc.constantFrom('a', 'b', 'A', '_', ' ', '-', '中');
  const phrase = fc.string({ unit: letters, minLength: 1, maxLength: 5 });

  test('the index finds what trying every phrase at every place finds', () => {
    const dictionary = fc.array(fc.tuple(phrase, fc.constantFrom('x', 'Y', 'zz')), { maxLength: 30 });
    const crowded = fc.array(fc.tuple(phrase, fc.constantFrom('x', 'Y')), {
      minLength: 100,
      maxLength: 300,
      size: 'max',
    });
    fc.assert(
      fc.property(fc.oneof(dictionary, crowded), fc.string({ unit: letters, maxLength: 40 }), (rows, text) => {
        expect(makeTermIndex(rows).find(text)).toEqual(naiveMatches(text, new Map(rows)));
      }),
      // The text raises a letter of the phrase, but not its first one.
      { numRuns: runs(500), examples: [[[['Aa', 'x']], 'AA']] },
    );
  });

  test('hostile code units never throw, and matches are in order and cut no character', () => {
    const unit = fc.constantFrom(
      'a',
      'A',
      'ß',
      'İ',
      '\uD83D',
      '\uDE00',
      '\u0301',
      '\u200D',
      '\u202E',
      '\0',
      '中',
      '😀',
      ' ',
    );
    const hostile = fc.string({ unit, maxLength: 12 });
    fc.assert(
      fc.property(fc.array(fc.tuple(hostile, hostile), { maxLength: 10 }), hostile, (rows, text) => {
        let end = 0;
        for (const match of makeTermIndex(rows).find(text)) {
          expect(match.start).toBeGreaterThanOrEqual(end);
          expect(match.end - match.start).toBe(match.source.length);
          for (const at of [match.start, match.end]) {
            expect(/[\uD800-\uDBFF]$/.test(text.slice(0, at)) && /^[\uDC00-\uDFFF]/.test(text.slice(at))).toBe(false);
          }
          end = match.end;
        }
      }),
      { numRuns: runs(1000) },
    );
  });
});

describe('size', () => {
  test('a text of 128 KiB against 100,000 phrases finds the same as against those that stand in it', () => {
    const rows = Array.from({ length: 100_000 }, (_, place): [string, string] => [`term ${place} here`, `t${place}`]);
    const text = 'Term 7 here and term 99999 here, not term 7. '.repeat(2900);
    const few = rows.filter(([source]) => source === 'term 7 here' || source === 'term 99999 here');
    const found = makeTermIndex(rows).find(text);
    expect(found).toHaveLength(5800);
    expect(found).toEqual(makeTermIndex(few).find(text));
  });

  test('phrases that all but match at every place cost steps, not searches of the rest', () => {
    const rows = Array.from({ length: 340 }, (_, length): [string, string] => [`${'中'.repeat(length + 1)}文`, 'x']);
    expect(makeTermIndex(rows).find('中'.repeat(43_690))).toEqual([]);
  });
});

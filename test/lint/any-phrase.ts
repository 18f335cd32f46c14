import fc from 'fast-check';

/** Pieces of phrases that rules look for, and letters of every script between them. */
const PIECES = [
  ...['a', 'b', 'O', 'word', 'Anmelden', 'checkbox', 'COVID-19', 'do not translate', 'TBD', 'n/a', 'the ', 'Straße'],
  ...[
    'а',
    'о',
    'корзина',
    'И',
    'α',
    'ο',
    'Χ',
    'ά',
    'Ω',
    '\u2126',
    '\u212a',
    '\u212b',
    'ö',
    'o\u0308',
    'и\u0306',
    'e\u0301',
  ],
  ...[
    '日本',
    'カ\u3099',
    'ワクチン',
    '中文',
    '한국',
    '\u1112\u1161\u11ab',
    'ไทย',
    'א',
    'שלום',
    'مصر',
    'ا\u0653',
    '\u0958',
    'क',
  ],
  ...[' ', ' ', ' ', '  ', '/', ' / ', ';', '; ', '、', ' | ', '|', ',', ', ', '،', '，', '／', '；'],
  ...['(', ')', '（', '）', '[', ']', '「', '」', '"', '“', '”', '„', '«', '\u2018', '\u2019', "'", '\u201a'],
  ...['&amp;', '&lt;', '&nbsp;', '&#39;', '&', 'amp;', 'amp', ';', '#39;', '&amp;amp;'],
  ...[
    '\u00a0',
    '\u00ad',
    '\u200b',
    '\u200c',
    '\u200d',
    '\u200e',
    '\u200f',
    '\u202a',
    '\u202e',
    '\u202f',
    '\u2060',
    '\ufeff',
  ],
  ...[
    '\u3164',
    '\uffa0',
    '\u034f',
    '\u180e',
    '\u061c',
    '👩',
    '\ufe0f',
    '👨\u200d👩',
    '\u{1d400}',
    '\u{10400}',
    'ꬠ',
    'ꜣ',
    'Ⅷ',
  ],
  ...[
    '.',
    '...',
    '…',
    '!',
    '?',
    ':',
    '。',
    '٢',
    '２',
    '2',
    '10',
    '1,5',
    '%',
    '=',
    '+',
    '-',
    '@',
    '$',
    '不翻译',
    '\u037e',
    '\u0387',
  ],
];

const isPhrase = (phrase: string): boolean =>
  phrase !== '' && !/^[\s\x85]|[\s\x85]$|\p{Cc}|[\u2028\u2029]/u.test(phrase);

/** A phrase that the service would take, of pieces that rules look for or of any characters. */
export const anyPhrase: fc.Arbitrary<string> = fc
  .oneof(
    {
      weight: 4,
      arbitrary: fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 6 }).map((all) => all.join('')),
    },
    { weight: 1, arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', minLength: 1, maxLength: 12 }) },
  )
  .map((phrase) => phrase.trim())
  .filter(isPhrase);

const LANGUAGES = 'en de fr es ru uk el ja zh ko ar he fa hi th sr uz vi'.split(' ');

export const anyPair = fc.record({ source: fc.constantFrom(...LANGUAGES), target: fc.constantFrom(...LANGUAGES) });

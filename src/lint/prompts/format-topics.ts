import { OFF, onOff, type RuleTopic, unwanted } from './rule-topic.ts';

/** Dates, numbers and punctuation. The function is longer than 60 lines because it is one table. */
export const formatTopics = (): readonly RuleTopic[] => [
  {
    rules: ['dates_and_times.time_format'],
    choices: () => [
      { words: /\b24[- ]?(?:hours?|h|stunden|horas|heures|ore)\b|24小时|24時間|24시간/i, option: /24_hour|^use_hh_/ },
      {
        words:
          /\b12[- ]?(?:hours?|h|stunden|horas|heures|ore)\b|\b[ap]\.m\.|\bam(?:\/|,? (?:and|or) )pm\b|12小时|12時間|12시간/i,
        option: /12_hour/,
      },
    ],
  },
  {
    rules: ['dates_and_times.calendar_era'],
    choices: () => [
      { words: /\bBCE\b|\bB\.C\.E\./, option: /bce_and_ce/ },
      { words: /\bBC\b|\bAD\b|\bB\.C\.(?!E)/, option: /bc_and_ad/ },
    ],
  },
  {
    rules: ['dates_and_times.date_format', 'dates_and_times.dates_in_numerical_form'],
    choices: () => [
      { words: /\bd{1,2}\.m{1,2}\.yy/i, option: /dd_period_mm_period/ },
      { words: /\bd{1,2}\/m{1,2}\/yy/i, option: /dd_slash_mm_slash/ },
      { words: /\bm{1,2}\/d{1,2}\/yy/i, option: /mm_slash_dd_slash/ },
      { words: /\bd{1,2}-m{1,2}-yy/i, option: /dd_hyphen_mm_hyphen/ },
      { words: /\by{2,4}-m{1,2}-d|\bISO[ -]?8601\b/i, option: /yyyy_hyphen_mm/ },
      { words: /\by{2,4}\/m{1,2}\/d/i, option: /yyyy_slash_mm/ },
      { words: /\by{2,4}\. ?m{1,2}\. ?d/i, option: /yyyy_period_(?:space_)?mm/ },
    ],
  },
  onOff(
    () => /leading zeros?\b.{0,300}\b(?:days?|months?|dates?)|\b(?:days?|months?|dates?)\b.{0,300}leading zeros?/i,
    'dates_and_times.single_digit_days_and_months',
  ),
  {
    rules: ['numbers.decimal_separator', 'numbers.numbers_up_to_4_digits', 'numbers.numbers_of_5_digits_or_more'],
    choices: () => [
      {
        words: /decimal comma|comma (?:as|for) (?:the |a )?decimal|komma als dezimal|dezimalkomma/i,
        option: /comma_as_decimal|^use_comma_(?:and_)?do_not/,
      },
      {
        words:
          /decimal point|(?:period|point|dot|full stop) (?:as|for) (?:the |a )?decimal|punkt als dezimal|dezimalpunkt/i,
        option: /period_as_decimal|^use_period_and_do_not/,
      },
    ],
  },
  {
    rules: ['numbers.thousands_separator'],
    choices: () => [
      {
        words: /comma as (?:the |a )?thousands?|commas? (?:to separate|between) (?:the )?thousands/i,
        option: /^use_comma/,
      },
      { words: /(?:period|point|dot) as (?:the |a )?thousands?|punkt als tausender/i, option: /^use_period/ },
      { words: /(?<!no )space as (?:the |a )?thousands?|leerzeichen als tausender/i, option: /^use_space/ },
      { words: /\bno thousands? separators?|without thousands? separators?/i, option: OFF },
    ],
  },
  {
    rules: ['numbers.currency_format'],
    choices: () => [
      {
        words:
          /currency (?:symbols?|signs?) (?:always )?(?:before|in front of|precedes?)|currency (?:symbol|sign)s? (?:first|before)/i,
        option: /currency_symbol_followed_by/,
      },
      {
        words: /currency (?:symbols?|signs?) (?:always )?(?:after|behind|follows?)/i,
        option: /amount_followed_by_(?:space_then_)?currency_symbol/,
      },
      { words: /\bISO\b.{0,20}\b(?:codes?|currenc)|currenc.{0,20}\bISO\b/i, option: /^use_iso_code|then_iso_code/ },
    ],
  },
  {
    rules: ['numbers.units_of_measure_spacing'],
    choices: () => [
      {
        words:
          /spaces? between (?:the |a )?(?:numbers?|numerals?|values?|figures?|amounts?) and (?:the |its |their )?(?:units?)/i,
        option: /^use_space/,
        opposite: OFF,
      },
    ],
  },
  {
    rules: ['punctuation.apostrophe', 'punctuation.quotation_mark_and_apostrophe'],
    choices: () => [
      {
        words: /(?:curly|typographic(?:al)?|smart) (?:quotation marks and )?apostrophes?/i,
        option: /curly_apostrophes/,
      },
      { words: /straight (?:quotation marks and )?apostrophes?/i, option: /straight_apostrophes/ },
    ],
  },
  {
    rules: ['punctuation.quotation_mark', 'punctuation.quotation_mark_and_apostrophe', 'punctuation.quotation_style'],
    choices: () => [
      { words: /(?:curly|typographic(?:al)?|smart) (?:double )?(?:quotes?|quotation)/i, option: /curly_quotation/ },
      { words: /straight (?:double )?(?:quotes?|quotation)/i, option: /straight_quotation/ },
      { words: /guillemets|comillas (?:latinas|angulares)|virgolette caporali/i, option: /guillemets/ },
      { words: /german (?:quotes|quotation)|gänsefüßchen|deutsche anführungszeichen/i, option: /german_quotation/ },
    ],
  },
  onOff(() => /(?:oxford|serial) commas?|coma de oxford|virgule d'oxford/i, 'punctuation.serial_comma'),
  unwanted(
    () =>
      /exclamation (?:marks?|points?)|ausrufezeichen|signos? de exclamación|points? d'exclamation|punti esclamativi/i,
    'punctuation.exclamation_marks',
  ),
  {
    rules: ['punctuation.ellipsis'],
    choices: () => [
      { words: /ellipsis characters?|U\+2026/i, option: /ellipsis_character/ },
      { words: /three (?:periods|dots|full stops)/i, option: /three_(?:dots|periods|spaced)/ },
    ],
  },
  {
    rules: ['punctuation.dash', 'punctuation.sentence_break_indicator'],
    choices: () => [
      { words: /(?<!-)\bem[ -]dash/i, option: /em_dash/ },
      { words: /\ben[ -]dash(?!.{0,300}\brange)/i, option: /en_dash/ },
    ],
  },
  {
    rules: ['punctuation.range_indicator'],
    choices: () => [
      { words: /en[ -]dash.{0,300}\branges?|\branges?\b.{0,300}en[ -]dash/i, option: /en_dash/ },
      { words: /hyphens?\b.{0,300}\branges?|\branges?\b.{0,300}\bhyphens?/i, option: /hyphen/ },
    ],
  },
  onOff(
    () => /\bperiods?\b.{0,300}academic (?:degrees|titles)|academic (?:degrees|titles).{0,300}\bperiods?\b/i,
    'punctuation.periods_in_academic_degrees',
  ),
  {
    rules: ['punctuation.ampersand_usage'],
    choices: () => [{ words: /\bampersands?\b/i, option: /width_ampersand/, opposite: /word_(?:and|und)/ }],
  },
  ...(
    [
      ['punctuation.colon', /colons?|冒号|コロン|콜론/i],
      ['punctuation.round_brackets', /(?:round )?brackets|parentheses|括号|括弧|괄호/i],
      ['numbers.writing_numbers', /numerals|digits|numbers|数字|숫자/i],
    ] as const
  ).map(
    ([rule, { source }]): RuleTopic => ({
      rules: [rule],
      choices: () => [
        {
          words: new RegExp(
            `(?:full[- ]width|全角|전각).{0,12}(?:${source})|(?:${source}).{0,12}(?:full[- ]width|全角|전각)`,
            'iu',
          ),
          option: /full_width/,
        },
        {
          words: new RegExp(
            `(?:half[- ]width|半角|반각).{0,12}(?:${source})|(?:${source}).{0,12}(?:half[- ]width|半角|반각)`,
            'iu',
          ),
          option: /half_width/,
        },
      ],
    }),
  ),
];

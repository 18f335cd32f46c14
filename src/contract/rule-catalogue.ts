/** The seven categories of configured rules. Source: description, "Configured rules". */
export const RULE_CATEGORIES = [
  'dates_and_times',
  'formatting',
  'numbers',
  'punctuation',
  'spelling_and_grammar',
  'style_and_tone',
  'vocabulary',
] as const;

/**
 * Category → rule → the options that are given. The full catalogue is open: an unknown rule is kept, an unknown option of one of these is refused.
 * Source: description, table "Rule names and options that are given".
 */
export const KNOWN_RULES: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  dates_and_times: { calendar_era: ['use_bc_and_ad'] },
  punctuation: { periods_in_academic_degrees: ['do_not_use'], apostrophe: ['use_curly_apostrophes'] },
  style_and_tone: { abbreviations: ['use_abbreviations_and_symbols'], short_vs_long_words: ['use_short_words'] },
};

/**
 * Characters that NFC decomposes or replaces, and that people write on purpose: letters of Indic scripts, Hebrew and
 * Tibetan, ideographs of names, the Greek ano teleia. Source: Unicode, `CompositionExclusions.txt`, and the canonical
 * singletons of CJK compatibility ideographs and U+0387.
 */
const KEPT =
  '\\u0387\\u0958-\\u095f\\u09dc\\u09dd\\u09df\\u0a33\\u0a36\\u0a59-\\u0a5b\\u0a5e\\u0b5c\\u0b5d\\u0f43\\u0f4d\\u0f52' +
  '\\u0f57\\u0f5c\\u0f69\\u0f73\\u0f75\\u0f76\\u0f78\\u0f81\\u0f93\\u0f9d\\u0fa2\\u0fa7\\u0fac\\u0fb9\\u2adc' +
  '\\uf900-\\ufaff\\ufb1d-\\ufb4e\\u{1d15e}-\\u{1d164}\\u{1d1bb}-\\u{1d1c0}\\u{2f800}-\\u{2fa1f}';

const OTHERS = new RegExp(`[^${KEPT}]+`, 'gu');

/** A phrase in NFC, except for characters that NFC would decompose. */
export function composed(phrase: string): string {
  const nfc = phrase.normalize('NFC');
  return nfc === phrase ? phrase : phrase.replace(OTHERS, (part) => part.normalize('NFC'));
}

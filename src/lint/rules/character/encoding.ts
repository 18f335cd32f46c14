import { lazy } from '../../../model/lazy.ts';
import { CLASS, classesOf, scriptsOf } from '../../phrase-classes.ts';
import { bothSides, type TermRule } from '../../rule.ts';

/** Replaces a character that a program could not read. */
const LOST = '\ufffd';

/** The characters of the bytes 0x80 to 0x9f in Windows-1252; those without one are control characters. */
const HIGH = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/** A UTF-8 continuation byte decoded as Windows-1252. */
const NEXT = `[${HIGH}\u00a0-\u00bf]`;

const sequences = lazy(
  () => new RegExp(`[\u00c2-\u00df]${NEXT}|[\u00e0-\u00ef]${NEXT}{2}|[\u00f0-\u00f4]${NEXT}{3}`, 'gu'),
);

/** A necessary condition that is faster to check; it rarely matches. */
const MAY_BE_ONE = /[\u00c2-\u00f4][^\0-\x7f]/;

/** Accented Latin letters, typographic signs, and emoji: they occur in any language. */
const ANYWHERE = /[\u00a0-\u017f\u0218-\u021b\u2010-\u203a\u20ac\u2122\u{1f300}-\u{1faff}]/u;

const byteOf = (character: string): number => {
  const place = HIGH.indexOf(character);
  return place < 0 ? character.charCodeAt(0) : 0x80 + place;
};

/**
 * The character whose UTF-8 bytes were decoded as Windows-1252; `undefined` if phrases of the language have no such
 * character.
 */
function decoded(sequence: string, language: string): string | undefined {
  const text = new TextDecoder().decode(Uint8Array.from([...sequence], byteOf));
  const scripts = scriptsOf(language) & ~CLASS.latin;
  const isVietnamese = /^vi\b/.test(language) && /[\u01a0-\u01b0\u1e00-\u1eff]/.test(text);
  return ANYWHERE.test(text) || isVietnamese || (classesOf(text) & scripts) !== 0 ? text : undefined;
}

/**
 * True for two characters that can be correct: the capital at the end of a word, followed by a sign, as in `“IRMÔ`. In
 * a word, a capital never follows a small letter.
 */
function mayStand(sequence: string, phrase: string, at: number): boolean {
  const before = phrase.slice(0, at);
  if (!/^[\u00c2-\u00df][\u2010-\u203a™\u00a0©«®°²³·»]$/u.test(sequence) || /\p{Ll}$/u.test(before)) return false;
  if (/\p{Lu}$/u.test(before)) return true;
  return /[\u2010-\u203a«»]$/u.test(sequence) && !/^\p{Ll}/u.test(phrase.slice(at + sequence.length));
}

/** The phrase before it was decoded with the wrong encoding; `undefined` if it was decoded correctly. */
function repaired(phrase: string, language: string): { readonly text: string; readonly found: string } | undefined {
  if (!MAY_BE_ONE.test(phrase)) return undefined;
  let found: string | undefined;
  const text = phrase.replace(sequences(), (sequence, at: number) => {
    const character = decoded(sequence, language);
    if (character !== undefined && !mayStand(sequence, phrase, at)) found ??= sequence;
    return character?.replace('\u00a0', ' ') ?? sequence;
  });
  return found === undefined ? undefined : { text, found };
}

/** Phrases with characters that a program lost or changed by using the wrong encoding. */
export const characterEncoding: TermRule = {
  id: 'character/encoding',
  level: 'error',
  scope: 'term',
  summary: 'A phrase was read with the wrong encoding: it contains Ã¼ instead of ü, or the character �.',
  why:
    'Texts do not contain these characters, so the source phrase never matches. A target phrase would insert them ' +
    'into every translation. Usually a spreadsheet opened a UTF-8 file as Windows-1252, and other rows of the file ' +
    'are damaged too.',
  message: '{side} phrase {quoted text} contains {quoted characters}, the result of a wrong encoding',
  fixes: {
    safety: 'suggested',
    how:
      'The bytes of the phrase are read as UTF-8. The character behind � is lost: restore it from an earlier ' +
      'version.',
  },
  exceptions: [
    'A capital letter at the end of a word, followed by a quotation mark, a dash or a sign such as ®. Characters ' +
      'that would become letters of a script in which the language is not written.',
  ],
  precision: [],
  bad: [
    { pair: 'en->de', source: 'exercise', target: 'Ãœbung', fixed: 'Übung' },
    { pair: 'en->de', source: 'Austria', target: 'Ã–sterreich', fixed: 'Österreich' },
    { pair: 'en->fr', source: 'donâ€™t', target: 'ne pas', fixed: 'don’t' },
    { pair: 'en->es', source: 'country', target: 'paÃ\u00ads', fixed: 'país' },
    { pair: 'en->cs', source: 'matter', target: 'vÄ›c', fixed: 'věc' },
    { pair: 'en->ru', source: 'basket', target: 'Ð¡ÑƒÐ¼ÐºÐ°', fixed: 'Сумка' },
    { pair: 'en->ja', source: 'Japan', target: 'æ—¥æœ¬', fixed: '日本' },
    { pair: 'en->de', source: 'exercise', target: '\ufffdbung', note: 'no fix' },
  ],
  good: [
    { pair: 'en->pt', source: 'sister', target: '“IRMÔ', note: 'a capital before a quotation mark' },
    { pair: 'en->de', source: 'fun', target: '„Spaß“' },
    { pair: 'en->en', source: 'cafe', target: '“the ‘café’”' },
    { pair: 'en->de', source: 'replacement character', target: '\ufffd', note: 'the term is the sign' },
  ],
  needs: () => {
    const signs = CLASS.latinSign | CLASS.punctuation | CLASS.cjkSign | CLASS.latinExtended | CLASS.other;
    return { source: signs, target: signs };
  },
  check: (term) =>
    bothSides(term, (phrase, language) => {
      if (phrase.includes(LOST) && phrase !== LOST) return { details: { characters: LOST } };
      const found = repaired(phrase, language);
      return found && { details: { characters: found.found }, fix: { safety: 'suggested', text: found.text } };
    }),
};

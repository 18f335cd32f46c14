/**
 * The source language of a text, as an upper-case code, for `detected_source_language` if a request names no source.
 *
 * A choice without statistics. The script with the most letters decides: kana and Han together are Japanese, only Han
 * is Chinese; Cyrillic is Ukrainian if it has ґ, є, і or ї, else Russian. Stop words and rare letters tell languages
 * with Latin letters apart. A text without any of them, or without letters, is English. Deterministic and linear.
 */
export function detectLanguage(text: string): string {
  const counts = SCRIPTS.map(({ letters }) => text.match(letters)?.length ?? 0);
  const most = Math.max(...counts);
  if (most === 0) return 'EN';
  return SCRIPTS[counts.indexOf(most)]!.language(text);
}

interface Script {
  readonly letters: RegExp;
  readonly language: (text: string) => string;
}

/**
 * If two scripts have equally many letters, the first in this list wins: a Han character means more than a Latin
 * letter.
 */
const SCRIPTS: readonly Script[] = [
  { letters: /\p{Script=Hangul}/gu, language: () => 'KO' },
  {
    letters: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu,
    language: (text) => (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text) ? 'JA' : 'ZH'),
  },
  { letters: /\p{Script=Cyrillic}/gu, language: (text) => (/[ґєії]/i.test(text) ? 'UK' : 'RU') },
  { letters: /\p{Script=Arabic}/gu, language: () => 'AR' },
  { letters: /\p{Script=Greek}/gu, language: () => 'EL' },
  { letters: /\p{Script=Hebrew}/gu, language: () => 'HE' },
  { letters: /\p{Script=Thai}/gu, language: () => 'TH' },
  { letters: /\p{Script=Latin}/gu, language: latinLanguage },
];

/**
 * The language with the most signs; each stop word and each rare letter is one. On a tie, the first in the list wins.
 */
function latinLanguage(text: string): string {
  const words =
    text
      .normalize('NFC')
      .toLowerCase()
      .match(/\p{L}+/gu) ?? [];
  let best = { code: 'EN', telltales: 0 };
  for (const [code, stopWords] of STOP_WORDS) {
    let telltales = 0;
    for (const word of words) {
      if (stopWords.has(word)) telltales += 1;
      if (LETTERS[code]?.test(word)) telltales += 1;
    }
    if (telltales > best.telltales) best = { code, telltales };
  }
  return best.code;
}

/**
 * A word may belong to several languages; the rest of the text tells them apart. Each line begins with the code of its
 * language.
 */
const STOP_WORDS = new Map(
  `
  EN the and is are was of to in that it for with this you your not have on be from or we our will can a an i as at
     by do if my no so me he she they
  DE der die das und ist sind nicht ein eine einen mit für auf von zu im den dem wir sie ich auch wird haben in
  FR le la les et est sont un une des du de dans pour avec pas nous vous je que qui sur ce cette au aux
  ES el la los las y es son un una de del en para con no por que se su nosotros usted está este como
  IT il lo la gli i e è sono un una di del della in per con non che si nel alla noi voi questo come
  PT o a os as e é são um uma de do da em para com não por que se no na nós você este como
  NL de het een en is zijn niet van voor met op in dat die wij u ik ook wordt hebben deze naar te bij
  PL i w z na do jest są nie się to że dla jak oraz ten ta przez od po czy my wy ich tego
  `
    .trim()
    .split(/(?<!\s)\s+(?=[A-Z]{2} )/)
    .map((language) => language.split(/\s+/))
    .map(([code = '', ...words]): [string, ReadonlySet<string>] => [code, new Set(words)]),
);

/** Letters that few other languages have; a word counts once. */
const LETTERS: Readonly<Record<string, RegExp>> = {
  DE: /[äöüß]/,
  FR: /^(?!.*[ãõ]).*[çœèêùû]/, // a c with a cedilla beside a tilde is Portuguese
  ES: /ñ/,
  IT: /[ìò]/,
  PT: /[ãõ]/,
  PL: /[ąćęłńśźż]/,
};

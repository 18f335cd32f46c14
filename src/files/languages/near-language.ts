import { languageByName } from './check-language.ts';
import { editDistance } from './nearest-name.ts';

/** The name of each glossary language, in English and in the language itself. */
const USUAL_NAMES: readonly string[] = (
  'arabic|bulgarian|czech|danish|german|greek|english|spanish|estonian|finnish|french|hebrew|hungarian|indonesian|' +
  'italian|japanese|korean|lithuanian|latvian|norwegian|dutch|polish|portuguese|romanian|russian|slovak|slovenian|' +
  'swedish|thai|turkish|ukrainian|vietnamese|chinese|castilian|slovene|bokmål|' +
  'العربية|български|čeština|dansk|deutsch|ελληνικά|español|eesti|suomi|français|עברית|magyar|italiano|日本語|한국어|' +
  'lietuvių|latviešu|norsk|nederlands|polski|português|română|русский|slovenčina|slovenščina|svenska|ไทย|türkçe|' +
  'українська|中文|汉语|漢語|日语|日文|英语|英文|英語|德语|德文|法语|法文'
).split('|');

/** Languages that no glossary has, with names that are a letter or two away from that of a glossary language. */
const OTHER_LANGUAGES: ReadonlySet<string> = new Set(['javanese', 'latin', 'kurdish', 'belarusian', 'serbian']);

/** Characters of scripts that put no spaces between words. */
const WITHOUT_SPACES = /[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/;

/** Shorter names are too similar to other words: `Greek` and `Green` differ in one letter. */
const COMPARED_MIN_CHARS = 6;

/** Longer headers are not compared. */
const COMPARED_MAX_CHARS = 300;

/** Maximum letters that may differ: one in a name such as `Finnish`, two in a longer name. */
const allowance = (name: string): number => (name.length < 9 ? 1 : 2);

/**
 * The code of the language that a header probably means. The header contains the name of a language, as `Spanish
 * (Modern)` does, or misspells it by a letter or two, as `Ukranian` does. `undefined`: it means something else.
 */
export function nearLanguage(header: string): string | undefined {
  if (header.length > COMPARED_MAX_CHARS) return undefined;
  const text = header.normalize('NFC').toLowerCase().trim();
  const tokens = text.split(/[^\p{L}\p{M}]+/u).filter((token) => token !== '');
  const named =
    USUAL_NAMES.find((name) => tokens.includes(name)) ??
    USUAL_NAMES.find((name) => WITHOUT_SPACES.test(name) && text.includes(name));
  if (named !== undefined) return languageByName(named);
  for (const token of tokens) {
    if (OTHER_LANGUAGES.has(token)) continue;
    const meant = USUAL_NAMES.find(
      (name) =>
        name.length >= COMPARED_MIN_CHARS &&
        Math.abs(name.length - token.length) <= 2 &&
        editDistance(token, name) <= allowance(name),
    );
    if (meant !== undefined) return languageByName(meant);
  }
  return undefined;
}

import { STYLE_LIST_LANGUAGES } from '../../../contract/languages.ts';
import { ASCII_CLASSES, CLASS, classesOf, scriptsOf } from '../../phrase-classes.ts';
import { unquoted } from '../../prompts/prompt-text.ts';
import type { StyleListRule } from '../../rule.ts';

/** The minimum share of letters that determines the language: Japanese has more Han letters than kana. */
const SHARE = 0.2;

/** Minimum number of letters of one script: a shorter text is a name. */
const LETTERS_MIN = 4;

/**
 * True if the letters outside quotes show that a prompt is neither in English nor in the language of the list.
 * Languages that share a script are not distinguished.
 */
function isForeign(prompt: string, language: string): boolean {
  const languageScripts = scriptsOf(language);
  // Usually a prompt has no such letter, so it need not be split.
  if ((classesOf(prompt) & ~(ASCII_CLASSES | languageScripts)) === 0) return false;
  const letters = unquoted(prompt).match(/\p{L}/gu) ?? [];
  const latin = letters.filter((letter) => (classesOf(letter) & CLASS.latin) !== 0).length;
  const foreign = letters.filter((letter) => (classesOf(letter) & (CLASS.latin | languageScripts)) === 0).length;
  return foreign >= LETTERS_MIN && foreign > latin && foreign >= letters.length * SHARE;
}

/** A prompt in a third language. */
export const instructionsWrongLanguage: StyleListRule = {
  id: 'instructions/wrong-language',
  level: 'note',
  strict: 'warning',
  scope: 'style-list',
  summary: 'A custom instruction is written in a script that neither English nor the language of its list uses.',
  why:
    'The service follows instructions in English or in the language of the list best. It promises nothing for ' +
    'other languages.',
  message: 'instruction {quoted term} is neither in English nor in the language of the list, {language}',
  exceptions: [
    'Languages with the same script count as one: a French instruction in a German list is accepted, and a ' +
      'Chinese one in a Japanese list.',
  ],
  precision: [
    { right: 4, hits: 4, lists: 'prompts made up with the rule' },
    { right: 3, hits: 3, lists: 'prompts made up after it' },
  ],
  bad: [
    { language: 'de', prompt: 'Используйте официальный стиль.' },
    { language: 'en', prompt: '敬語を使用してください。' },
    { language: 'zh', prompt: 'です・ます調を使用してください。' },
    { language: 'ja', prompt: '격식체를 사용하세요.' },
  ],
  good: [
    { language: 'ja', prompt: '敬語を使用してください。' },
    { language: 'ja', prompt: 'Use the polite form.' },
    { language: 'de', prompt: 'Translate «привет» informally.', note: 'a quoted word' },
    { language: 'ja', prompt: '使用敬語', note: 'Han letters are Japanese too' },
  ],
  check: ({ instructions, language }) =>
    // For a language that is newer than this list, the script is unknown.
    STYLE_LIST_LANGUAGES.includes(language)
      ? instructions.flatMap(({ prompt }, instruction) =>
          isForeign(prompt, language) ? [{ instruction, details: { language } }] : [],
        )
      : [],
};

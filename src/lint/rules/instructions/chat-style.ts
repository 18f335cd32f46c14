import { asWritten, type ByLanguage, firstMatch, forList, plainPrompt, words } from '../../prompts/prompt-text.ts';
import type { StyleListRule } from '../../rule.ts';

/**
 * Phrases that address a person instead of describing a text. `ください`, `세요` and `请` do not count: they are the normal
 * form of directives.
 */
const CHAT: ByLanguage<RegExp> = {
  en: words(
    'please',
    'kindly',
    "you(?: are|'re) (?:an?|the|my|our)",
    'act as',
    'pretend',
    '(?:make|be) sure',
    'i (?:want|need|would like)',
    "i'd like",
    '(?:can|could|would) you',
    'your (?:task|job|role|goal) is',
    'thank you',
    'thanks',
    'hello',
    'remember (?:to|that)',
  ),
  de: words(
    'bitte',
    'du bist',
    'sie sind ein(?:e|er)?',
    'stell(?:e|en)? (?:sie )?sicher',
    'ich möchte',
    'deine aufgabe',
    'danke',
    'denk(?:e|en)? (?:sie )?daran',
  ),
  es: words('por favor', 'eres una?', 'asegúrate', 'asegúrese', 'quiero que', 'tu tarea', 'gracias'),
  fr: words(
    "s'il (?:te|vous) plaît",
    'tu es une?',
    'vous êtes une?',
    'assure-toi|assurez-vous',
    'veuille[zr]',
    'merci',
    'je (?:veux|voudrais)',
  ),
  it: words('per favore', 'per piacere', 'sei una?', 'assicurati', 'assicuratevi', 'voglio che', 'vorrei', 'grazie'),
  ja: () => /お願い(?:し|いた)?|あなたは|必ずご確認/u,
  ko: () => /부탁|당신은|감사합니다/u,
  zh: () => /你是|您是|谢谢|麻烦|我希望|我想/u,
};

/** A prompt that addresses a person. */
export const instructionsChatStyle: StyleListRule = {
  id: 'instructions/chat-style',
  level: 'note',
  strict: 'warning',
  scope: 'style-list',
  summary: 'A custom instruction addresses a person, as in a chat.',
  why:
    'The service does not answer, and words such as "please", "you are a translator" and "make sure" use ' +
    'characters that the instruction needs.',
  message: 'instruction {quoted term} contains {quoted word}, as in a chat; describe only the translation',
  exceptions: ['Polite forms that a language always uses for directives, such as ください, 세요 and 请.'],
  precision: [
    { right: 14, hits: 14, lists: 'prompts made up with the rule' },
    { right: 7, hits: 7, lists: 'prompts made up after it' },
  ],
  bad: [
    { language: 'de', prompt: 'Please use informal language.' },
    { language: 'en', prompt: 'You are an experienced translator of legal texts.' },
    { language: 'fr', prompt: 'Make sure that the tone is friendly.' },
    { language: 'es', prompt: 'Por favor, usa un tono cercano.' },
  ],
  good: [
    { language: 'de', prompt: 'Use informal language.' },
    { language: 'en', prompt: 'Translate "please" as little as possible.', note: 'a quoted word' },
    { language: 'ja', prompt: 'です・ます調を使用してください。' },
  ],
  check: ({ instructions, language }) =>
    instructions.flatMap(({ prompt }, instruction) => {
      const text = plainPrompt(prompt);
      const match = firstMatch(forList(CHAT, language), text);
      return match === undefined ? [] : [{ instruction, details: { word: asWritten(prompt, match) } }];
    }),
};

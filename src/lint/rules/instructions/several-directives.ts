import { directivesIn } from '../../prompts/directives.ts';
import type { StyleListRule } from '../../rule.ts';

/** A prompt with more than one directive. */
export const instructionsSeveralDirectives: StyleListRule = {
  id: 'instructions/several-directives',
  level: 'note',
  strict: 'warning',
  scope: 'style-list',
  summary: 'A custom instruction gives more than one directive.',
  why:
    'An instruction with one directive is followed more often, and a reviewer sees what a change is about. ' +
    'A list may have 200 of them.',
  message: 'instruction {quoted term} gives {directives} directives; an instruction for each is followed more often',
  exceptions: ['A sentence that only explains or gives an example is no directive.'],
  precision: [
    { right: 18, hits: 18, lists: 'prompts made up with the rule' },
    { right: 9, hits: 10, lists: 'prompts made up after it' },
  ],
  bad: [
    { language: 'de', prompt: 'Use a friendly tone and avoid jargon.' },
    { language: 'de', prompt: 'Keep product names in English. Use the 24-hour clock.' },
    { language: 'fr', prompt: 'Utilisez le vouvoiement et évitez les anglicismes.' },
    { language: 'ja', prompt: 'です・ます調を使用してください。数字は半角で表記してください。' },
  ],
  good: [
    { language: 'de', prompt: 'Use short and simple sentences.' },
    { language: 'de', prompt: 'Use the 24-hour clock. Example: 14:30.' },
    { language: 'en', prompt: 'Put the currency symbol before the amount, e.g. $5 and €20.' },
    { language: 'zh', prompt: '使用正式的书面语气。' },
  ],
  check: ({ instructions, language }) =>
    instructions.flatMap(({ prompt }, instruction) => {
      const directives = directivesIn(prompt, language);
      return directives > 1 ? [{ instruction, details: { directives } }] : [];
    }),
};

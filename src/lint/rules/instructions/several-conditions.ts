import { conditionsIn } from '../../prompts/conditions.ts';
import type { StyleListRule } from '../../rule.ts';

/** A prompt with more than one condition or exception. */
export const instructionsSeveralConditions: StyleListRule = {
  id: 'instructions/several-conditions',
  level: 'note',
  strict: 'warning',
  scope: 'style-list',
  summary: 'A custom instruction has more than one condition or exception.',
  why:
    'Each additional condition makes it less certain which one applies to a sentence. A separate instruction for ' +
    'each case is clearer.',
  message: 'instruction {quoted term} has {conditions} conditions; use one condition for each instruction',
  exceptions: ['Words that only soften, such as "if possible" or "where necessary", do not count as conditions.'],
  precision: [
    { right: 5, hits: 5, lists: 'prompts made up with the rule' },
    { right: 1, hits: 1, lists: 'prompts made up after it' },
  ],
  bad: [
    { language: 'de', prompt: 'Use the formal address if the text is a contract, unless it is for employees.' },
    { language: 'es', prompt: 'Usa «tú» si el texto es informal, salvo cuando sea un contrato.' },
    { language: 'zh', prompt: '如果是标题则省略句号，除非标题是完整的句子。' },
  ],
  good: [
    { language: 'de', prompt: 'Use the formal address if the text is a contract.' },
    { language: 'de', prompt: 'If possible, use the active voice when the agent is known.' },
    { language: 'it', prompt: 'Il lettore si deve sentire accolto, se il testo è una lettera.' },
  ],
  check: ({ instructions, language }) =>
    instructions.flatMap(({ prompt }, instruction) => {
      const conditions = conditionsIn(prompt, language);
      return conditions > 1 ? [{ instruction, details: { conditions } }] : [];
    }),
};

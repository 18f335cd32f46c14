import { INSTRUCTION_PROMPT_MAX_CHARS } from '../../../contract/limits.ts';
import type { StyleListRule } from '../../rule.ts';

/** A prompt of this length is near the limit. */
const LONG_CHARS = INSTRUCTION_PROMPT_MAX_CHARS * 0.9;

const EXAMPLE =
  'Write the names of all products, services, plans and features exactly as they stand in the source text';

/** A prompt that has no room for another word. */
export const instructionsNearLimit: StyleListRule = {
  id: 'instructions/near-limit',
  level: 'note',
  strict: 'warning',
  scope: 'style-list',
  summary: `A custom instruction has more than ${LONG_CHARS} of ${INSTRUCTION_PROMPT_MAX_CHARS} allowed characters.`,
  why: 'The service may refuse the next added word. Such a long instruction often contains more than one directive.',
  message: 'instruction {quoted term} has {chars} of {max} characters; use fewer words, or split it',
  precision: [{ right: 1, hits: 1, lists: 'prompts made up with the rule' }],
  bad: [
    { language: 'de', prompt: `${EXAMPLE}, `.repeat(2) + EXAMPLE.slice(0, 90) },
    { language: 'ja', prompt: '用'.repeat(LONG_CHARS + 1) },
    { language: 'en', prompt: '😀'.repeat(LONG_CHARS + 1) },
  ],
  good: [
    { language: 'de', prompt: `${EXAMPLE}.` },
    { language: 'ja', prompt: '用'.repeat(LONG_CHARS) },
    { language: 'en', prompt: '😀'.repeat(LONG_CHARS), note: 'characters are counted, not code units' },
  ],
  check: ({ instructions }) =>
    instructions.flatMap(({ prompt }, instruction) => {
      const chars = prompt.length <= LONG_CHARS ? 0 : [...prompt].length;
      return chars > LONG_CHARS ? [{ instruction, details: { chars, max: INSTRUCTION_PROMPT_MAX_CHARS } }] : [];
    }),
};

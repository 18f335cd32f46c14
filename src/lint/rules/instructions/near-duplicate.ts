import type { CustomInstruction } from '../../../kinds/style-list/style-list.ts';
import { lazy } from '../../../model/lazy.ts';
import { byCodeUnit, grouped } from '../../../model/lists.ts';
import type { StyleListRule } from '../../rule.ts';

/** Words that do not change the meaning of a prompt. */
const EMPTY_WORDS: ReadonlySet<string> = new Set(
  (
    'a an the please always any all every your our for to in of with be is are should must make sure kindly text ' +
    'texts translation translations der die das ein eine einen bitte immer den dem im in le la les un une ' +
    'des du de dans el los las una por favor siempre il lo gli i per favore sempre'
  ).split(' '),
);

/** Verbs with the same meaning. */
const SAME_VERBS: ReadonlyMap<string, string> = new Map(
  ['use', 'employ', 'apply', 'adopt', 'prefer', 'choose', 'utilize', 'utilise', 'using'].map((verb) => [verb, 'use']),
);

/** Polite endings of directives in languages without spaces. */
const POLITE = /(?:してください|して下さい|すること|する|します)(?=。|$)|请|하세요|하십시오|해 주세요/gu;

/** `marks`, `mark`; `capitalise`, `capitalize`. */
const stem = (word: string): string =>
  (SAME_VERBS.get(word) ?? word).replace(/(?<=.{3})(?:e?s|e)$/u, '').replace(/(?<=.{3})is(?=$|ed$|ing$)/u, 'iz');

/** Words, and signs with a meaning. */
const word = lazy(() => /[\p{L}\p{N}%&°]+|[^\p{L}\p{N}\s.,;:!?。、，！？"“”'‘’()]/gu);

/** For a text in ASCII, which is the usual case: V8 takes half a millisecond to compile a class of all letters. */
const asciiWord = lazy(() => /[a-z0-9%&]+|[^a-z0-9\s.,;:!?"'()]/g);

/**
 * The essence of a prompt: its words without filler words and endings. Their order is kept, because it has a meaning.
 */
function gist({ prompt, sourceLanguage = '' }: CustomInstruction): string {
  const text = prompt.normalize('NFKC').toLowerCase();
  const words = text.match(/^[\0-\x7f]*$/) === null ? text.replace(POLITE, '').match(word()) : text.match(asciiWord());
  const stems = (words ?? []).filter((word) => !EMPTY_WORDS.has(word)).map(stem);
  return JSON.stringify([sourceLanguage, ...(stems.length === 0 ? [prompt] : stems)]);
}

/** Sorts prompts independently of their order in the list. */
const inOrder = (one: CustomInstruction, other: CustomInstruction): number =>
  byCodeUnit(one.prompt, other.prompt) || byCodeUnit(one.label, other.label);

/** Prompts with the same meaning in nearly the same words. */
export const instructionsNearDuplicate: StyleListRule = {
  id: 'instructions/near-duplicate',
  level: 'note',
  strict: 'warning',
  scope: 'style-list',
  summary: 'Two custom instructions of a list have the same meaning, in nearly the same words.',
  why: 'If one of them is changed and the other is forgotten, they contradict each other.',
  message: 'instructions {quoted term} and {quoted other} have the same meaning; keep one of them',
  exceptions: [
    'Instructions for different source languages.',
    'Instructions with the same label and the same prompt, which are reported when the file is read.',
  ],
  precision: [{ right: 9, hits: 9, lists: 'prompts made up with the rule' }],
  bad: [
    { language: 'de', prompt: 'Use a friendly tone.', others: ['Please use a friendly tone'] },
    { language: 'de', prompt: 'Always use the 24-hour clock.', others: ['Use the 24-hour clock!'] },
    { language: 'ja', prompt: '敬語を使用する。', others: ['敬語を使用してください。'] },
  ],
  good: [
    { language: 'de', prompt: 'Use a friendly tone.', others: ['Use a formal tone.'] },
    { language: 'de', prompt: 'Use the 24-hour clock.', others: ['Use the 12-hour clock.'] },
    { language: 'fr', prompt: 'Use guillemets in headings.', others: ['Use guillemets in tables.'] },
  ],
  check: ({ instructions }) =>
    [
      ...grouped(
        instructions.map((content, index) => ({ content, index })),
        ({ content }) => gist(content),
      ).values(),
    ].flatMap((same) => {
      const [first, ...others] = [...same].sort((one, other) => inOrder(one.content, other.content));
      return others.flatMap(({ content, index }) =>
        first === undefined || inOrder(first.content, content) === 0
          ? []
          : [{ instruction: index, related: first.index, details: { other: first.content.label } }],
      );
    }),
};

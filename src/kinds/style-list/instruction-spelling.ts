import type { CustomInstruction, LiveStyleList } from './style-list.ts';

/**
 * What the service has, with its source language as the file spells it where both mean the same: the service may report
 * the language of the list for none (public facts F12), and that is no difference to show or to approve.
 */
export function spelledAs(
  file: CustomInstruction | undefined,
  live: CustomInstruction,
  language: string,
): CustomInstruction {
  const spelled = file?.sourceLanguage;
  if ((live.sourceLanguage ?? language) !== (spelled ?? language)) return live;
  const { label, prompt } = live;
  return { label, prompt, ...(spelled !== undefined && { sourceLanguage: spelled }) };
}

/** A live list whose instructions name no source language where it is that of the list. */
export function withoutDefaults(list: LiveStyleList): LiveStyleList {
  const { language } = list.content;
  const instructions = list.instructions.map(({ id, content }) => ({
    id,
    content: spelledAs(undefined, content, language),
  }));
  return {
    ...list,
    instructions,
    content: { ...list.content, instructions: instructions.map(({ content }) => content) },
  };
}

import type { Items, ShownItem } from '../../change/pair-items.ts';
import type { CustomInstruction, LiveStyleList, StyleListContent } from './style-list.ts';

export const INSTRUCTIONS: Items<StyleListContent, LiveStyleList, CustomInstruction> = {
  part: 'instruction',
  of: ({ instructions }) => instructions,
  idsOf: ({ instructions }) => instructions.map(({ id }) => id),
  // A missing source language means the language of the list, so both spellings have the same name, even in lists with
  // different languages.
  names: ({ label, prompt, sourceLanguage: source = '' }, { language }) => [
    label,
    prompt,
    source === language ? '' : source,
  ],
  // The language of the list is written only if the files write it too, so that only real differences are visible.
  asWritten({ sourceLanguage, ...texts }, { language }, inFiles) {
    const source = sourceLanguage ?? language;
    return source === language && inFiles?.sourceLanguage !== source ? texts : { ...texts, sourceLanguage: source };
  },
};

/**
 * The live instruction, with its source language written as in the file if both have the same meaning. The service may
 * return the language of the list if none was set (public facts F12), which is not a difference to show or approve.
 */
function spelledAs(file: CustomInstruction | undefined, live: CustomInstruction, language: string): CustomInstruction {
  const spelled = file?.sourceLanguage;
  if ((live.sourceLanguage ?? language) !== (spelled ?? language)) return live;
  const { label, prompt } = live;
  return { label, prompt, ...(spelled !== undefined && { sourceLanguage: spelled }) };
}

/**
 * An instruction before and after its edit, as a plan shows it. The call of an edit always contains a source language:
 * if the file sets none, the language of the list. So the plan shows that language, unless the service has it already.
 */
export function editedSides(
  live: CustomInstruction,
  file: CustomInstruction | undefined,
  language: string,
): ShownItem<CustomInstruction> {
  if (file === undefined) return { from: spelledAs(file, live, language), to: file };
  const { sourceLanguage = language } = file;
  if (live.sourceLanguage !== sourceLanguage) return { from: live, to: { ...file, sourceLanguage } };
  return { from: spelledAs(file, live, language), to: file };
}

/** A live list whose instructions name a source language only if it differs from the language of the list. */
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

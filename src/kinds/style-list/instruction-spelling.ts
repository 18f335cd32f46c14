import type { ShownItem } from '../../change/pair-items.ts';
import type { CustomInstruction, LiveStyleList } from './style-list.ts';

/**
 * What the service has, with its source language as the file spells it where both mean the same: the service may report
 * the language of the list for none (public facts F12), and that is no difference to show or to approve.
 */
function spelledAs(file: CustomInstruction | undefined, live: CustomInstruction, language: string): CustomInstruction {
  const spelled = file?.sourceLanguage;
  if ((live.sourceLanguage ?? language) !== (spelled ?? language)) return live;
  const { label, prompt } = live;
  return { label, prompt, ...(spelled !== undefined && { sourceLanguage: spelled }) };
}

/**
 * An instruction before and after its edit, as a plan shows it. The call of an edit always has a source language: where
 * the file has none, it has that of the list. So the plan names that language, unless the service has it already.
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

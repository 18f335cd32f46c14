import type { Items } from '../../change/item.ts';
import type { CustomInstruction, LiveStyleList, StyleListContent } from './style-list.ts';

export const INSTRUCTIONS: Items<StyleListContent, LiveStyleList, CustomInstruction> = {
  part: 'instruction',
  of: ({ instructions }) => instructions,
  idsOf: ({ instructions }) => instructions.map(({ id }) => id),
  // An omitted source language is the language of the list, so in lists of two languages these two are alike.
  names: ({ label, prompt, sourceLanguage: source = '' }, { language }) => [
    label,
    prompt,
    source === language ? '' : source,
  ],
  // A source language that means the same is written as the files write it now, so that only what differs looks
  // different. An omitted one means another when the list gets another language, so then it is written out.
  asWritten({ sourceLanguage, ...texts }, { language }, { item, content }) {
    const source = sourceLanguage ?? language;
    const written = item?.sourceLanguage;
    const isOurs =
      item !== undefined &&
      (written === undefined ? content.language === language && source === language : written === source);
    const shown = isOurs ? written : source === language ? undefined : source;
    return shown === undefined ? texts : { ...texts, sourceLanguage: shown };
  },
};

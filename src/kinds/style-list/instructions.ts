import type { Items } from '../../change/item.ts';
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
  // A source language with the same meaning is written as in the files, so that only real differences are visible. If
  // the language of the list changes, a missing source language changes its meaning, so it is then written explicitly.
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

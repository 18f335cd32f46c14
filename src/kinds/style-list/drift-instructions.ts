import { driftItems } from '../drift/drift-items.ts';
import type { Item } from '../drift/pair-items.ts';
import type { DriftModel } from '../model/drift-model.ts';
import type { CustomInstruction, DesiredStyleList, LiveStyleList, StyleListContent } from './style-list.ts';

/**
 * Omitted and the language of the list are one; written so that a new language of the list is no change of its
 * instructions.
 */
const itemsOf = (
  list: readonly (CustomInstruction & { readonly id?: string })[],
  language: string,
): readonly Item<CustomInstruction>[] =>
  list.map(({ id, ...content }, index) => {
    const { label, prompt: text, sourceLanguage: source } = content;
    const key = JSON.stringify([label, text, source === language ? null : (source ?? null)]);
    return { key, content, label, text, index, ...(id !== undefined && { id }) };
  });

/**
 * Content as the files would write it: a source language that means the same is written as they write it now, so that
 * only what differs looks different. An omitted one means another when the list gets another language, so then it is
 * written out.
 */
function asWritten(
  { content }: Item<CustomInstruction>,
  language: string,
  ours: { readonly content: CustomInstruction; readonly language: string } | undefined,
): CustomInstruction {
  const { sourceLanguage: source = language, ...texts } = content;
  const written = ours?.content.sourceLanguage;
  const isOurs =
    ours !== undefined &&
    (written === undefined ? ours.language === language && source === language : written === source);
  const shown = isOurs ? written : source === language ? undefined : source;
  return shown === undefined ? texts : { ...texts, sourceLanguage: shown };
}

/** What the comparison has to know of style lists. The service changes the language of no list. */
export const STYLE_LIST_DRIFT: DriftModel<StyleListContent, DesiredStyleList, LiveStyleList> = {
  placeOf: (desired, [part, category = '', rule = '']) =>
    part === 'rule' ? desired.locateRule(category, rule) : undefined,
  unkeyed({ base, desired, live }, count) {
    const ours = desired?.content ?? base;
    return driftItems(
      {
        part: 'instruction',
        base: itemsOf(base.instructions, base.language),
        ours: itemsOf(ours.instructions, ours.language),
        theirs: itemsOf(
          live.instructions.map(({ id, content }) => ({ ...content, id })),
          live.content.language,
        ),
        places: desired?.instructionOrigins,
        asWritten: (item, side, wanted) =>
          asWritten(
            item,
            side === 'base' ? base.language : live.content.language,
            wanted && { content: wanted.content, language: ours.language },
          ),
      },
      count,
    );
  },
};

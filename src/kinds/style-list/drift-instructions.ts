import type { CustomInstruction, LiveInstruction } from '../../kinds/style-list/style-list.ts';
import { byCodeUnit } from '../../model/order.ts';
import type { SourceRef } from '../../model/source-ref.ts';
import type { DriftModel } from '../drift/drift-model.ts';
import type { ValueDrift } from '../drift/drift-values.ts';
import { type CountSettled, standing, valueDrift } from '../drift/drift-values.ts';
import { type Item, itemsOf, triplesOf } from '../drift/pair-items.ts';
import type { DesiredStyleList, LiveStyleList, StyleListContent } from './style-list.ts';

export interface InstructionSides {
  readonly base: readonly CustomInstruction[];
  readonly ours: readonly CustomInstruction[];
  readonly theirs: readonly LiveInstruction[];
  /** The language of the list on each side: an omitted source language is that one. */
  readonly languages: { readonly base: string; readonly ours: string; readonly theirs: string };
  /** Where the files have an instruction, by its index; `undefined`: no file has them. */
  readonly origins: readonly SourceRef[] | undefined;
}

/**
 * Content as the files would write it: a source language that means the same is written as they write it now, so that
 * only what differs looks different. An omitted one means another when the list gets another language, so then it is
 * written out.
 */
function asWritten(
  { content }: Item,
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

/** What became of each instruction: those of the base in its order, then the new ones by their content. */
export function driftInstructions(sides: InstructionSides, count: CountSettled): readonly ValueDrift[] {
  const { languages, origins } = sides;
  const live = itemsOf(
    sides.theirs.map(({ id, content }) => ({ ...content, id })),
    languages.theirs,
  );
  const inOrder = [...live].sort(
    (left, right) => byCodeUnit(left.key, right.key) || byCodeUnit(left.id ?? '', right.id ?? ''),
  );
  const triples = triplesOf(itemsOf(sides.base, languages.base), itemsOf(sides.ours, languages.ours), inOrder);
  return triples.flatMap((triple): readonly ValueDrift[] => {
    const found = standing(
      { base: triple.base, ours: triple.ours, theirs: triple.theirs },
      (left, right) => left.key === right.key,
    );
    if (found === 'unchanged') return [];
    if (found !== 'theirs' && found !== 'both') {
      count('instruction', found);
      return [];
    }
    const { base, ours, theirs } = triple;
    const ofFiles = ours === undefined ? undefined : { content: ours.content, language: languages.ours };
    const contents = {
      base: base && asWritten(base, languages.base, ofFiles),
      ours: ours?.content,
      theirs: theirs && asWritten(theirs, languages.theirs, ofFiles),
    };
    const index = origins === undefined ? undefined : ours?.index;
    return [
      {
        ...valueDrift(found, ['instruction'], contents, index === undefined ? undefined : origins?.[index]),
        ...(theirs?.id !== undefined && { id: theirs.id }),
        ...(index !== undefined && { index }),
      },
    ];
  });
}

/** What the comparison has to know of style lists. The service changes the language of no list. */
export const STYLE_LIST_DRIFT: DriftModel<StyleListContent, DesiredStyleList, LiveStyleList> = {
  placeOf: (desired, [part, category = '', rule = '']) =>
    part === 'rule' ? desired.locateRule(category, rule) : undefined,
  unkeyed({ base, desired, live }, count) {
    const ours = desired?.content ?? base;
    return driftInstructions(
      {
        base: base.instructions,
        ours: ours.instructions,
        theirs: live.instructions,
        languages: { base: base.language, ours: ours.language, theirs: live.content.language },
        origins: desired?.instructionOrigins,
      },
      count,
    );
  },
};

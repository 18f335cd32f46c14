import { byCodeUnit } from '../../model/order.ts';
import type { LiveInstruction } from '../../model/resources/live.ts';
import type { CustomInstruction } from '../../model/resources/style-list.ts';
import type { SourceRef } from '../../model/source-ref.ts';
import type { InstructionDrift } from './drift.ts';
import { type Item, itemsOf, triplesOf } from './drift-pairing.ts';
import { type CountSettled, differenceOf, standing } from './drift-sides.ts';

export interface InstructionSides {
  readonly base: readonly CustomInstruction[];
  readonly ours: readonly CustomInstruction[];
  readonly theirs: readonly LiveInstruction[];
  /** The language of the list on each side: an omitted source language is that one. */
  readonly languages: { readonly base: string; readonly ours: string; readonly theirs: string };
  /** Where the files have an instruction, by its index. */
  readonly origins: readonly SourceRef[];
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
export function driftInstructions(sides: InstructionSides, count: CountSettled): readonly InstructionDrift[] {
  const { languages, origins } = sides;
  const live = itemsOf(
    sides.theirs.map(({ id, content }) => ({ ...content, id })),
    languages.theirs,
  );
  const inOrder = [...live].sort(
    (left, right) => byCodeUnit(left.key, right.key) || byCodeUnit(left.id ?? '', right.id ?? ''),
  );
  const triples = triplesOf(itemsOf(sides.base, languages.base), itemsOf(sides.ours, languages.ours), inOrder);
  return triples.flatMap((triple): readonly InstructionDrift[] => {
    const found = standing(
      { base: triple.base, ours: triple.ours, theirs: triple.theirs },
      (left, right) => left.key === right.key,
    );
    if (found === 'unchanged') return [];
    if (found !== 'theirs' && found !== 'both') {
      count('instructions', found);
      return [];
    }
    const { base, ours, theirs } = triple;
    const at = ours === undefined ? undefined : origins[ours.index];
    const ofFiles = ours === undefined ? undefined : { content: ours.content, language: languages.ours };
    return [
      {
        ...differenceOf(found, {
          base: base === undefined ? undefined : asWritten(base, languages.base, ofFiles),
          ours: ours?.content,
          theirs: theirs === undefined ? undefined : asWritten(theirs, languages.theirs, ofFiles),
        }),
        ...(theirs?.id !== undefined && { id: theirs.id }),
        ...(ours !== undefined && { index: ours.index }),
        ...(at !== undefined && { at }),
      },
    ];
  });
}

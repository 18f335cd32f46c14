import type { OverrideMark, OverrideMarks } from '../../../files/edit/edit-overrides.ts';
import type { PairKey } from '../../../model/entries/language-pair.ts';
import type { FileValue } from '../../../model/resources/value.ts';
import type { GlossarySource } from './glossary-source.ts';

/** The edits of the rows of a glossary, and the marks in the column `override`. */
export interface LayeredEdits {
  readonly rows: readonly FileValue[];
  /** The marks to remove before the edits. */
  readonly clear: OverrideMarks;
  /** The marks to write after the edits. */
  readonly marks: OverrideMarks;
}

/**
 * Edits for values of the whole dictionary, inherited entries included. A value that the layers have is inherited, any
 * other one overrides them, and a missing one removes the inherited entry.
 */
export function layeredEdits(values: readonly FileValue[], { dictionaries, stack }: GlossarySource): LayeredEdits {
  const clear = new Map<PairKey, Map<string, OverrideMark>>();
  const marks = new Map<PairKey, Map<string, OverrideMark>>();
  const put = (to: typeof marks, pair: PairKey, source: string, mark: OverrideMark): void => {
    to.set(pair, (to.get(pair) ?? new Map<string, OverrideMark>()).set(source, mark));
  };
  const rows = values.map((value): FileValue => {
    const [, pair, source = ''] = value.key as readonly [string, PairKey, string];
    const dictionary = dictionaries.get(pair);
    if (dictionary?.fileDictionary?.overrides?.removed.has(source) === true) put(clear, pair, source, 'inherit');
    const inherited = dictionary?.inherited?.(source) ?? [];
    if (inherited.length === 0) return value;
    if (inherited.length === 1 && inherited[0] === value.to) return { ...value, to: undefined };
    if (value.to === undefined) put(marks, pair, source, 'remove');
    else if (stack?.mayOverride !== true) put(marks, pair, source, 'replace');
    return value;
  });
  return { rows, clear, marks };
}

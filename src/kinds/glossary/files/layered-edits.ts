import type { ChildEdit, FileEdit } from '../../../change/file-edit.ts';
import type { OverrideMark, OverrideMarks } from '../../../files/edit/edit-entries.ts';
import type { PairKey } from '../../../model/entries/language-pair.ts';
import { type ChildAddress, childName } from '../../../model/resources/address.ts';
import type { FileValue } from '../../../model/resources/resource.ts';
import type { GlossarySource } from './glossary-source.ts';
import { basePair, variantPair } from './split-variants.ts';

/** The pair of a dictionary, by its address. */
export const pairAt = (address: ChildAddress): PairKey => childName(address) as PairKey;

/** An edit of a variant with the language pairs of its files. */
export function inFilePairs(edit: FileEdit, source: GlossarySource): readonly [FileEdit, GlossarySource] {
  const { variant } = source;
  if (variant === undefined) return [edit, source];
  const children = edit.children.map((child): ChildEdit => {
    const pair = variantPair(pairAt(child.address), variant);
    const values = child.values.map(
      (value): FileValue => ({ ...value, key: [value.key[0], pair, ...value.key.slice(2)] }),
    );
    return { ...child, address: `${edit.address}/${pair}`, values };
  });
  const dictionaries = new Map([...source.dictionaries].map(([key, each]) => [each.filePair ?? key, each] as const));
  return [
    { ...edit, children },
    { ...source, dictionaries },
  ];
}

/** The pair of the dictionary of a layer from which a dictionary of a glossary inherits. `undefined`: it has none. */
export function pairInLayer(
  pair: PairKey,
  { dictionaries, variant }: GlossarySource,
  layer: GlossarySource,
): PairKey | undefined {
  const inFile = dictionaries.get(pair)?.filePair ?? pair;
  const wanted = variant === undefined || layer.variant !== undefined ? inFile : basePair(inFile, variant);
  return [...layer.dictionaries].find(([key, each]) => (each.filePair ?? key) === wanted)?.[0];
}

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
 * other one overrides them, and a missing one removes the inherited entry. `base`: the base of a variant with the edits
 * so far.
 */
export function layeredEdits(
  values: readonly FileValue[],
  { dictionaries, stack, variant }: GlossarySource,
  base?: GlossarySource,
): LayeredEdits {
  const clear = new Map<PairKey, Map<string, OverrideMark>>();
  const marks = new Map<PairKey, Map<string, OverrideMark>>();
  const put = (to: typeof marks, pair: PairKey, source: string, mark: OverrideMark): void => {
    to.set(pair, (to.get(pair) ?? new Map<string, OverrideMark>()).set(source, mark));
  };
  const rows = values.map((value): FileValue => {
    const [, pair, source = ''] = value.key as readonly [string, PairKey, string];
    const dictionary = dictionaries.get(pair);
    if (dictionary?.fileDictionary?.overrides?.removed.has(source) === true) put(clear, pair, source, 'inherit');
    const { targets = [], isBase = false } =
      dictionary?.inherited?.(source, variant && base?.dictionaries.get(basePair(pair, variant))) ?? {};
    if (targets.length === 0) return value;
    if (targets.length === 1 && targets[0] === value.to) return { ...value, to: undefined };
    if (value.to === undefined) put(marks, pair, source, 'remove');
    else if (stack?.mayOverride !== true && !isBase) put(marks, pair, source, 'replace');
    return value;
  });
  return { rows, clear, marks };
}

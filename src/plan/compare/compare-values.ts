import type { CustomInstruction, StyleListContent } from '../../kinds/style-list/style-list.ts';
import { STYLE_LIST } from '../../kinds/style-list/style-list-kind.ts';
import { byCodeUnit } from '../../model/order.ts';
import { keyText, parseKey, type Value, type ValueKey } from '../../model/resources/value.ts';
import type { Compared, PerTarget, ValueComparison } from './comparison.ts';

/** Values by the text of their key, or the entries of a dictionary by source phrase. */
interface NamedValues extends Iterable<readonly [name: string, value: Value | undefined]> {
  get(name: string): Value | undefined;
}

export const present = <Side>(sides: PerTarget<Side>): readonly Side[] => sides.filter((side) => side !== null);

/** The values that are not the same on all sides that are there, in the order of their names. */
export function compareValues(
  sides: PerTarget<NamedValues>,
  keyOf: (name: string) => ValueKey = parseKey,
): readonly ValueComparison[] {
  const all = present(sides);
  const differing = new Set<string>();
  for (const side of all)
    for (const [name, value] of side)
      if (all.some((other) => other !== side && other.get(name) !== value)) differing.add(name);
  return [...differing]
    .sort(byCodeUnit)
    .map((name) => ({ key: keyOf(name), values: sides.map((side) => side?.get(name) ?? null) }));
}

/**
 * The instructions of a list by their text, since labels are not unique; the same text again has a number of its own.
 * An omitted source language is the language of the list, so in lists of two languages these two are alike.
 */
function textsOf({ instructions, language }: StyleListContent): ReadonlyMap<string, CustomInstruction> {
  const texts = new Map<string, CustomInstruction>();
  for (const instruction of instructions) {
    const { label, prompt, sourceLanguage = language } = instruction;
    const text = [label, prompt, sourceLanguage === language ? '' : sourceLanguage];
    let count = 1;
    while (texts.has(keyText(['instruction', ...text, String(count)]))) count += 1;
    texts.set(keyText(['instruction', ...text, String(count)]), instruction);
  }
  return texts;
}

/**
 * What is left of the instructions of each list without those that all have. It is named by its label where every list
 * has at most one of that label left, so that these stand side by side; else by its text.
 */
function instructionsLeft(sides: PerTarget<StyleListContent>): PerTarget<NamedValues> {
  const texts = sides.map((side) => side && textsOf(side));
  const left = texts.map(
    (side) => side && [...side].filter(([name]) => !present(texts).every((other) => other.has(name))),
  );
  const isUnclear = (label: string): boolean =>
    present(left).some((side) => side.filter(([, instruction]) => instruction.label === label).length > 1);
  return left.map(
    (side) =>
      side &&
      new Map(
        side.map(([name, instruction]) => {
          const { label } = instruction;
          return [isUnclear(label) ? name : keyText(['instruction', label]), instruction];
        }),
      ),
  );
}

/** What differs between the style lists of one name. */
export const compareStyleLists = (sides: PerTarget<StyleListContent>): Compared => ({
  sizes: sides.map((side) => side && (STYLE_LIST.sizes?.(side) ?? {})),
  values: [
    ...compareValues(sides.map((side) => side && STYLE_LIST.values(side))),
    ...compareValues(instructionsLeft(sides)),
  ],
});

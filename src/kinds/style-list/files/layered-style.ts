import { grouped } from '../../../model/lists.ts';
import type { FileValue } from '../../../model/resources/resource.ts';
import { type CustomInstruction, isInstruction, sameInstruction } from '../style-list.ts';
import type { StyleListSource } from './style-list-file.ts';

/** The edits of the file of a list that inherits rules and instructions. */
export interface LayeredStyle {
  readonly values: readonly FileValue[];
  /** Name → whether `remove:` of the file must contain it. Others stay. */
  readonly removed: ReadonlyMap<string, boolean>;
}

/** True for the same instructions, in any order. */
function isSameList(
  left: readonly CustomInstruction[],
  right: readonly CustomInstruction[],
  language: string,
): boolean {
  const free = [...right];
  for (const one of left) {
    const index = free.findIndex((other) => sameInstruction(one, other, language));
    if (index < 0) return false;
    free.splice(index, 1);
  }
  return free.length === 0;
}

/**
 * Edits for values of the whole list, inherited ones included. A rule, or all instructions of a label, are inherited if
 * they equal the inherited ones. Otherwise they override them; missing ones are removed.
 */
export function layeredStyle(values: readonly FileValue[], { content, stack }: StyleListSource): LayeredStyle {
  if (stack?.inherited === undefined) return { values, removed: new Map() };
  const { own, inherited } = stack;
  const removed = new Map<string, boolean>();
  const rules = values.flatMap((value): readonly FileValue[] => {
    const [part, category = '', rule = ''] = value.key;
    if (part !== 'rule') return part === 'instruction' ? [] : [value];
    const layer = inherited.rules.get(category)?.get(rule);
    if (layer === undefined) return [value];
    removed.set(`${category}.${rule}`, value.to === undefined);
    return [layer === value.to ? { key: value.key } : value];
  });
  const byIndex = new Map(
    values.flatMap((value) =>
      value.key[0] === 'instruction' && value.index !== undefined ? [[value.index, value] as const] : [],
    ),
  );
  const after = [
    ...content.instructions.map((instruction, index) => {
      const edit = byIndex.get(index);
      const isOwn = index < own.instructions.length;
      return { index: isOwn ? index : undefined, before: instruction, to: edit === undefined ? instruction : edit.to };
    }),
    ...values.flatMap(({ key, index, to }) =>
      key[0] === 'instruction' && index === undefined ? [{ index, before: undefined, to }] : [],
    ),
  ];
  const touched = new Set(
    after.flatMap(({ before, to }) => (before === to ? [] : [before?.label, isInstruction(to) ? to.label : undefined])),
  );
  const layers = grouped(inherited.instructions, ({ label }) => label);
  const wanted = grouped(
    after.flatMap(({ to }) => (isInstruction(to) ? [to] : [])),
    ({ label }) => label,
  );
  const isInherited = (label: string): boolean =>
    isSameList(wanted.get(label) ?? [], layers.get(label) ?? [], content.language);
  for (const label of touched) if (label !== undefined && layers.has(label)) removed.set(label, !wanted.has(label));
  const instructions = after.flatMap(({ index, before, to }): readonly FileValue[] => {
    const label = isInstruction(to) ? to.label : undefined;
    const isLeft = label === undefined || (touched.has(label) && layers.has(label) && isInherited(label));
    const key = ['instruction'] as const;
    if (index !== undefined)
      return before === to && !isLeft
        ? []
        : [isLeft ? { key, index } : { key, index, ...(to !== undefined && { to }) }];
    return isLeft || to === undefined || (before === to && !touched.has(label)) ? [] : [{ key, to }];
  });
  return { values: [...rules, ...instructions], removed };
}

import { canonicalJson } from '../../model/resources/digest.ts';
import type { YamlChange } from '../edit/yaml/yaml-changes.ts';
import type { YamlPath } from '../yaml/yaml-file.ts';
import type { PlainValue } from '../yaml/yaml-value.ts';
import { isItems, isMembers, keyedItems } from './merge-value.ts';

/** A new value without the items of its lists, which are added one by one. */
function emptied(value: PlainValue): PlainValue {
  if (isItems(value)) return [];
  if (!isMembers(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, emptied(each)]));
}

/** What fills the lists of a value that was added without their items. */
function fillings(value: PlainValue, path: YamlPath): readonly YamlChange[] {
  if (isItems(value)) return value.flatMap((item, index) => additions(item, [...path, index]));
  if (!isMembers(value)) return [];
  return Object.entries(value).flatMap(([key, each]) => fillings(each, [...path, key]));
}

const additions = (value: PlainValue, path: YamlPath): readonly YamlChange[] => [
  { path, to: emptied(value) },
  ...fillings(value, path),
];

function listChanges(from: readonly PlainValue[], to: readonly PlainValue[], path: YamlPath): readonly YamlChange[] {
  const [old, wanted] = [keyedItems(from) ?? new Map<string, number>(), keyedItems(to) ?? new Map<string, number>()];
  const kept = [...old].flatMap(([key, index]) => {
    const place = wanted.get(key);
    return place === undefined
      ? []
      : valueChanges(from[index] as PlainValue, to[place] as PlainValue, [...path, index]);
  });
  const gone = [...old].filter(([key]) => !wanted.has(key)).map(([, index]) => index);
  const left = from.length - gone.length;
  const added = [...wanted].filter(([key]) => !old.has(key));
  return [
    ...kept,
    // From the last one, so that the numbers of the others stay.
    ...gone.sort((one, other) => other - one).map((index): YamlChange => ({ path: [...path, index] })),
    ...added.flatMap(([, index], more) => additions(to[index] as PlainValue, [...path, left + more])),
  ];
}

/** The changes that make one value of another, for an edit of the file in place. */
export function valueChanges(from: PlainValue, to: PlainValue, path: YamlPath = []): readonly YamlChange[] {
  if (canonicalJson(from) === canonicalJson(to)) return [];
  if (isMembers(from) && isMembers(to))
    return [...new Set([...Object.keys(from), ...Object.keys(to)])].flatMap((key) => {
      const [old, wanted] = [from[key], to[key]];
      const here = [...path, key];
      if (wanted === undefined) return [{ path: here }];
      return old === undefined ? additions(wanted, here) : valueChanges(old, wanted, here);
    });
  if (isItems(from) && isItems(to) && keyedItems(from) !== undefined && keyedItems(to) !== undefined)
    return listChanges(from, to, path);
  return additions(to, path);
}

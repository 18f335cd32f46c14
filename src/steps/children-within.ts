import type { ChildEntries } from '../kinds/kind.ts';
import { entriesOf } from '../model/entries/entries.ts';

/** The child resources that another side also has. With `isNamed`, only the entries that the other side has too. */
export const childrenWithin = (children: ChildEntries, other: ChildEntries, isNamed: boolean): ChildEntries =>
  new Map(
    [...children].flatMap(([name, entries]) => {
      const there = other.get(name);
      if (there === undefined) return [];
      const shared = isNamed ? entriesOf([...entries].filter(([source]) => there.get(source) !== undefined)) : entries;
      return [[name, shared] as const];
    }),
  );

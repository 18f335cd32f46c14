import type { ChildEntries } from '../kinds/model/ledger-model.ts';
import { entriesOf } from '../model/entries/entries.ts';

/** Those child resources that another side has too; with `isNamed`, of each those entries alone that it has there. */
export const childrenWithin = (children: ChildEntries, other: ChildEntries, isNamed: boolean): ChildEntries =>
  new Map(
    [...children].flatMap(([name, entries]) => {
      const there = other.get(name);
      if (there === undefined) return [];
      const kept = isNamed ? entriesOf([...entries].filter(([source]) => there.get(source) !== undefined)) : entries;
      return [[name, kept] as const];
    }),
  );

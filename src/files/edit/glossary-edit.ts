import { type LanguagePair, pairKey } from '../../model/entries/language-pair.ts';
import type { GlossaryFile, ListedTable } from '../resources/glossary-file.ts';
import { besideFile } from '../workspace/workspace-path.ts';

/**
 * What becomes of a part of a `glossary.yaml`. Tables and patterns are counted from 0, as the file has them before any
 * edit.
 */
export type GlossaryEdit =
  | { readonly kind: 'set-name'; readonly name: string }
  /** Out of the list of dictionaries. */
  | { readonly kind: 'unlist-dictionary'; readonly pair: LanguagePair }
  /** Into the list of dictionaries. `path`: from the folder of the file. */
  | { readonly kind: 'list-dictionary'; readonly pair: LanguagePair; readonly path: string }
  /** `dictionaries: []`, where those beside the file were meant. */
  | { readonly kind: 'list-none' }
  /** One of the `pairs:` of a table. A table goes with its last one. */
  | { readonly kind: 'remove-pattern'; readonly table: number; readonly pattern: number };

/** The patterns of each table that go, by their places. */
export function removedPatterns(edits: readonly GlossaryEdit[]): ReadonlyMap<number, ReadonlySet<number>> {
  const removed = new Map<number, Set<number>>();
  for (const edit of edits)
    if (edit.kind === 'remove-pattern')
      removed.set(edit.table, (removed.get(edit.table) ?? new Set()).add(edit.pattern));
  return removed;
}

function tablesAfter(tables: readonly ListedTable[], edits: readonly GlossaryEdit[]): readonly ListedTable[] {
  const removed = removedPatterns(edits);
  return tables.flatMap((table, index) => {
    const pairs = table.pairs.filter((_, pattern) => removed.get(index)?.has(pattern) !== true);
    return pairs.length === 0 ? [] : [{ ...table, pairs }];
  });
}

/** What the edited file must say; `undefined` when an edit does not fit the file. */
export function withGlossaryEdits(before: GlossaryFile, edits: readonly GlossaryEdit[]): GlossaryFile | undefined {
  let { name, dictionaries } = before;
  for (const edit of edits) {
    switch (edit.kind) {
      case 'set-name':
        name = edit.name;
        break;
      case 'unlist-dictionary': {
        if (dictionaries === 'auto') return undefined;
        const key = pairKey(edit.pair);
        dictionaries = dictionaries.filter(({ pair }) => pairKey(pair) !== key);
        break;
      }
      case 'list-dictionary': {
        const file = besideFile(before.file, edit.path);
        if (dictionaries === 'auto' || file === undefined) return undefined;
        dictionaries = [...dictionaries, { pair: edit.pair, file, at: before.dictionariesAt, form: before.form }];
        break;
      }
      case 'list-none':
        if (dictionaries !== 'auto') return undefined;
        dictionaries = [];
        break;
      case 'remove-pattern':
        break;
      default:
        edit satisfies never;
    }
  }
  return { ...before, name, dictionaries, tables: tablesAfter(before.tables, edits) };
}

import { editYamlFile } from '../../../files/edit/edit-yaml-file.ts';
import type { Edited } from '../../../files/edit/entry-edit.ts';
import type { YamlChange } from '../../../files/edit/yaml/yaml-changes.ts';
import { besideFile } from '../../../files/workspace/workspace-path.ts';
import type { YamlInput } from '../../../files/yaml/yaml-file.ts';
import { type LanguagePair, pairKey } from '../../../model/entries/language-pair.ts';
import { grouped } from '../../../model/grouped.ts';
import { type GlossaryFile, parseGlossaryFile } from './glossary-file.ts';

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

const DICTIONARIES = 'dictionaries';
const TABLES = 'tables';

type PatternRemoval = GlossaryEdit & { readonly kind: 'remove-pattern' };

/** Tables and patterns that go leave from the end, so that each path is still the one of before. */
function patternRemovals({ tables }: GlossaryFile, removals: readonly PatternRemoval[]): readonly YamlChange[] {
  const byTable = grouped(removals, ({ table }) => table);
  return tables
    .flatMap(({ pairs }, table): readonly YamlChange[] => {
      const own = new Set((byTable.get(table) ?? []).map(({ pattern }) => pattern));
      if (own.size === pairs.length) return [{ path: [TABLES, table] }];
      return [...own]
        .sort((left, right) => left - right)
        .map((pattern) => ({ path: [TABLES, table, 'pairs', pattern] }));
    })
    .reverse();
}

function glossaryChanges(before: GlossaryFile, edits: readonly GlossaryEdit[]): readonly YamlChange[] | undefined {
  const isAuto = before.dictionaries === 'auto';
  const listed = before.dictionaries === 'auto' ? [] : before.dictionaries;
  const name = edits.findLast((edit) => edit.kind === 'set-name')?.name ?? before.name;
  const unlisted = new Set(edits.filter((edit) => edit.kind === 'unlist-dictionary').map(({ pair }) => pairKey(pair)));
  const added = edits.filter((edit) => edit.kind === 'list-dictionary');
  const patterns = edits.filter((edit) => edit.kind === 'remove-pattern');
  const emptied = edits.filter((edit) => edit.kind === 'list-none').map(() => ({ path: [DICTIONARIES], to: [] }));
  // What stands beside the file counts until it says that none is meant, and so has a list.
  const fits =
    emptied.length <= (isAuto ? 1 : 0) &&
    (!isAuto || unlisted.size === 0) &&
    (!isAuto || emptied.length > 0 || added.length === 0) &&
    added.every(({ path }) => besideFile(before.file, path) !== undefined) &&
    patterns.every(({ table, pattern }) => before.tables[table]?.pairs[pattern] !== undefined);
  if (!fits) return undefined;
  const gone = listed.flatMap(({ pair }, index) => (unlisted.has(pairKey(pair)) ? [index] : []));
  return [
    ...(name === before.name ? [] : [{ path: ['name'], to: name }]),
    ...gone.reverse().map((index) => ({ path: [DICTIONARIES, index] })),
    ...patternRemovals(before, patterns),
    ...emptied,
    ...added.map(({ pair: { source, target }, path: file }, index) => ({
      path: [DICTIONARIES, listed.length - gone.length + index],
      to: { source_lang: source, target_lang: target, file },
    })),
  ];
}

/** Makes edits in a `glossary.yaml`. */
export const editGlossaryFile = (input: YamlInput, edits: readonly GlossaryEdit[]): Edited =>
  editYamlFile(input, { parse: parseGlossaryFile, changes: (before) => glossaryChanges(before, edits) });

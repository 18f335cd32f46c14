import { type LanguagePair, pairKey } from '../../model/entries/language-pair.ts';
import { type GlossaryFile, parseGlossaryFile } from '../resources/glossary-file.ts';
import { besideFile } from '../workspace/workspace-path.ts';
import type { YamlInput } from '../yaml/yaml-file.ts';
import { editYamlFile } from './edit-yaml-file.ts';
import type { Edited } from './entry-edit.ts';
import type { YamlChange } from './yaml/yaml-changes.ts';

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

/** Tables and patterns that go leave from the end, so that each path is still the one of before. */
function patternRemovals({ tables }: GlossaryFile, edits: readonly GlossaryEdit[]): readonly YamlChange[] {
  const isGone = (table: number, pattern: number): boolean =>
    edits.some((edit) => edit.kind === 'remove-pattern' && edit.table === table && edit.pattern === pattern);
  return tables
    .flatMap(({ pairs }, table): readonly YamlChange[] => {
      const gone = [...pairs.keys()].filter((pattern) => isGone(table, pattern));
      if (gone.length === pairs.length) return [{ path: [TABLES, table] }];
      return gone.map((pattern) => ({ path: [TABLES, table, 'pairs', pattern] }));
    })
    .reverse();
}

function glossaryChanges(before: GlossaryFile, edits: readonly GlossaryEdit[]): readonly YamlChange[] | undefined {
  const listed = before.dictionaries === 'auto' ? [] : before.dictionaries;
  let isAuto = before.dictionaries === 'auto';
  const name = edits.findLast((edit) => edit.kind === 'set-name')?.name ?? before.name;
  const additions: YamlChange[] = [];
  const unlisted = new Set(edits.flatMap((edit) => (edit.kind === 'unlist-dictionary' ? [pairKey(edit.pair)] : [])));
  const gone = [...listed.keys()].filter((index) =>
    unlisted.has(pairKey((listed[index] as { pair: LanguagePair }).pair)),
  );
  let size = listed.length - gone.length;
  for (const edit of edits) {
    switch (edit.kind) {
      case 'set-name':
        break;
      case 'list-none':
        if (!isAuto) return undefined;
        isAuto = false;
        additions.push({ path: [DICTIONARIES], to: [] });
        break;
      case 'unlist-dictionary':
        if (isAuto) return undefined;
        break;
      case 'list-dictionary': {
        const { pair, path } = edit;
        if (isAuto || besideFile(before.file, path) === undefined) return undefined;
        const to = { source_lang: pair.source, target_lang: pair.target, file: path };
        additions.push({ path: [DICTIONARIES, size], to });
        size += 1;
        break;
      }
      case 'remove-pattern':
        if (before.tables[edit.table]?.pairs[edit.pattern] === undefined) return undefined;
        break;
      default:
        edit satisfies never;
    }
  }
  const removals = gone.reverse().map((index) => ({ path: [DICTIONARIES, index] }));
  const named = name === before.name ? [] : [{ path: ['name'], to: name }];
  return [...named, ...removals, ...patternRemovals(before, edits), ...additions];
}

/** Makes edits in a `glossary.yaml`. */
export const editGlossaryFile = (input: YamlInput, edits: readonly GlossaryEdit[]): Edited =>
  editYamlFile(input, { parse: parseGlossaryFile, changes: (before) => glossaryChanges(before, edits) });

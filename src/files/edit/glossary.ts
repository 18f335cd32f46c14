import type { Document } from 'yaml';
import { pairKey } from '../../model/entries/language-pair.ts';
import { type GlossaryFile, parseGlossaryFile } from '../resources/glossary-file.ts';
import type { YamlInput } from '../yaml/yaml-file.ts';
import { editYamlFile } from './edit-yaml-file.ts';
import type { Edited } from './entry-edit.ts';
import { type GlossaryEdit, removedPatterns, withGlossaryEdits } from './glossary-edit.ts';
import { findNode, mapAt, parseWithTokens } from './yaml/yaml-document.ts';
import { editYaml, type YamlEdit } from './yaml/yaml-edit.ts';
import type { NewPair } from './yaml/yaml-new.ts';
import { commonType } from './yaml/yaml-scalar-style.ts';

const DICTIONARIES = 'dictionaries';
const TABLES = 'tables';

/** An item for the list of dictionaries, in the quotes of the first one. */
function newItem(document: Document, { pair, path }: GlossaryEdit & { readonly kind: 'list-dictionary' }): YamlEdit {
  const items = mapAt(document, [DICTIONARIES, 0])?.items ?? [];
  const keyType = commonType(items.map(({ key }) => key));
  const valueType = commonType(items.map(({ value }) => value));
  const field = (key: string, value: string): NewPair => ({ key, value, keyType, valueType });
  const pairs = [field('source_lang', pair.source), field('target_lang', pair.target), field('file', path)];
  return { kind: 'add', path: [DICTIONARIES], part: { kind: 'item', pairs } };
}

const lastFirst = (numbers: Iterable<number>): readonly number[] => [...numbers].sort((left, right) => right - left);

/** Parts that go leave from the end, so that each path is still the one of before. */
function removals(before: GlossaryFile, edits: readonly GlossaryEdit[]): readonly YamlEdit[] {
  const gone = new Set(edits.flatMap((edit) => (edit.kind === 'unlist-dictionary' ? [pairKey(edit.pair)] : [])));
  const listed = before.dictionaries === 'auto' ? [] : before.dictionaries;
  const items = listed.flatMap(({ pair }, index) => (gone.has(pairKey(pair)) ? [index] : []));
  const patterns = removedPatterns(edits);
  return [
    ...lastFirst(items).map((index): YamlEdit => ({ kind: 'remove', path: [DICTIONARIES, index] })),
    ...lastFirst(patterns.keys()).flatMap((table): readonly YamlEdit[] => {
      const removed = patterns.get(table) ?? new Set<number>();
      if (removed.size === before.tables[table]?.pairs.length) return [{ kind: 'remove', path: [TABLES, table] }];
      return lastFirst(removed).map((pattern) => ({ kind: 'remove', path: [TABLES, table, 'pairs', pattern] }));
    }),
  ];
}

function yamlEdits(document: Document, before: GlossaryFile, edits: readonly GlossaryEdit[]): readonly YamlEdit[] {
  const name = edits.findLast((edit) => edit.kind === 'set-name')?.name ?? before.name;
  const brackets = '[]';
  const emptied: YamlEdit =
    findNode(document, [DICTIONARIES]) === undefined
      ? { kind: 'add', path: [], part: { kind: 'pair', pair: { key: DICTIONARIES, value: { brackets } } } }
      : { kind: 'empty', path: [DICTIONARIES], brackets };
  return [
    ...(name === before.name ? [] : [{ kind: 'set', path: ['name'], text: name } as const]),
    ...removals(before, edits),
    ...edits.flatMap((edit) => {
      if (edit.kind === 'list-none') return [emptied];
      return edit.kind === 'list-dictionary' ? [newItem(document, edit)] : [];
    }),
  ];
}

/**
 * Makes edits in a `glossary.yaml`, under the same promises as those of a style list: the result is read again, and
 * every other byte stays.
 */
export const editGlossaryFile = (input: YamlInput, edits: readonly GlossaryEdit[]): Edited =>
  editYamlFile(input, {
    parse: parseGlossaryFile,
    edit: (text, before, blocks) =>
      editYaml(text, yamlEdits(parseWithTokens(text), before, edits), { step: 2, blocks }),
    wanted: (before) => withGlossaryEdits(before, edits),
    said: (after) => after,
  });

import { type Document, isMap, type Node } from 'yaml';
import { pairKey } from '../../model/entries/language-pair.ts';
import type { FileForm } from '../../model/file-form.ts';
import { errorsIn, type Finding } from '../../model/finding.ts';
import { canonicalJson, type Json } from '../../model/resources/digest.ts';
import { type GlossaryFile, parseGlossaryFile } from '../resources/glossary-file.ts';
import type { YamlInput } from '../yaml/yaml-file.ts';
import { type Edited, notSafe } from './entry-edit.ts';
import { type GlossaryEdit, removedPatterns, withGlossaryEdits } from './glossary-edit.ts';
import { bytesLike } from './splices.ts';
import { findNode, parseWithTokens } from './yaml/yaml-document.ts';
import { editYaml, type YamlEdit } from './yaml/yaml-edit.ts';
import { editFaults } from './yaml/yaml-findings.ts';
import type { NewPair } from './yaml/yaml-new.ts';
import { commonType } from './yaml/yaml-scalar-style.ts';

const DICTIONARIES = 'dictionaries';
const TABLES = 'tables';

/** How a file is to be read, as plain values. */
const formParts = ({ delimiter, header, comments, columns = new Map() }: FileForm): readonly Json[] => [
  delimiter ?? null,
  header ?? null,
  comments ?? null,
  [...columns],
];

/** All that a `glossary.yaml` says, as one text. */
export function glossaryMeaning({
  name,
  pinnedId,
  mode,
  protect,
  dictionaries,
  tables,
  form,
  samples,
}: GlossaryFile): string {
  const listed =
    dictionaries === 'auto'
      ? dictionaries
      : dictionaries.map(({ pair, file, form: own }) => [pair.source, pair.target, file, formParts(own)]);
  const wide = tables.map(({ file, pairs, form: own }) => [file, pairs, formParts(own)]);
  const sentences = samples.map(({ language, text }) => [language, text]);
  return canonicalJson([name, pinnedId ?? null, mode, protect, listed, wide, formParts(form), sentences]);
}

/** An item for the list of dictionaries, in the quotes of the first one. */
function newItem(document: Document, { pair, path }: GlossaryEdit & { readonly kind: 'list-dictionary' }): YamlEdit {
  const first = findNode(document, [DICTIONARIES, 0])?.node;
  const items = isMap<Node, Node | null>(first) ? first.items : [];
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
export function editGlossaryFile(input: YamlInput, edits: readonly GlossaryEdit[]): Edited {
  const { bytes, file } = input;
  const before = parseGlossaryFile(input);
  const errors = errorsIn(before.findings);
  if (before.value === undefined || errors.length > 0) return { findings: errors };
  const wanted = withGlossaryEdits(before.value, edits);
  if (wanted === undefined) return { findings: [notSafe(file, 'content')] };
  const expected = glossaryMeaning(wanted);
  if (expected === glossaryMeaning(before.value)) return { bytes };
  const text = new TextDecoder().decode(bytes);
  const changes = yamlEdits(parseWithTokens(text), before.value, edits);
  let faults: readonly Finding[] = [notSafe(file, 'content')];
  for (const blocks of [true, false]) {
    const edited = editYaml(text, changes, { step: 2, blocks });
    if (edited === undefined) continue;
    const result = bytesLike(bytes, edited);
    const after = parseGlossaryFile({ bytes: result, file });
    if (after.value !== undefined && glossaryMeaning(after.value) === expected) return { bytes: result };
    const found = editFaults(after.findings, file);
    if (found.length > 0) faults = found;
  }
  return { findings: faults };
}

import { join } from 'node:path';
import type { ChildEdit, FileEdit } from '../../../change/file-edit.ts';
import { parseDictionaryName } from '../../../files/dictionary/dictionary-name.ts';
import { parseTable } from '../../../files/dictionary/table-file.ts';
import { dictionaryCsv } from '../../../files/dictionary/write-dictionary.ts';
import { editEntries, editOverrides } from '../../../files/edit/edit-entries.ts';
import { editYamlFile } from '../../../files/edit/edit-yaml-file.ts';
import type { Edited } from '../../../files/edit/entry-edit.ts';
import type { YamlChange } from '../../../files/edit/yaml/yaml-changes.ts';
import { fileRelativeTo } from '../../../files/workspace/workspace-path.ts';
import type { YamlInput } from '../../../files/yaml/yaml-file.ts';
import type { GlossaryContent } from '../../../model/entries/dictionary.ts';
import { NO_ENTRIES } from '../../../model/entries/entries.ts';
import { type LanguagePair, type PairKey, pairKey, parsePairKey } from '../../../model/entries/language-pair.ts';
import { grouped } from '../../../model/lists.ts';
import { omitUndefined } from '../../../model/omit-undefined.ts';
import type { FileValue } from '../../../model/resources/resource.ts';
import type { WrittenFile } from '../../files/files-facet.ts';
import { onPath } from '../../files/parse-on.ts';
import {
  byHand,
  filesOfOthers,
  type PullContext,
  type ResourceToWrite,
  refuseLoss,
  unsharedFiles,
  type WritingFacet,
} from '../../files/pull-context.ts';

import { type GlossaryFile, glossaryText, type ListedTable, parseGlossaryFile, type Variant } from './glossary-file.ts';
import type { DictionarySource, GlossarySource } from './glossary-source.ts';
import { inFilePairs, layeredEdits, pairAt } from './layered-edits.ts';
import { isWithoutDictionaries, readGlossary } from './read-glossary.ts';
import { baseNow, restructure } from './restructure.ts';

/** An edit of a `glossary.yaml`. Tables and patterns are counted from 0, as in the file before all edits. */
export type GlossaryEdit =
  | { readonly kind: 'set-name'; readonly name: string; readonly on?: string | undefined; readonly variant?: string }
  /** Removes a dictionary from the list. */
  | { readonly kind: 'unlist-dictionary'; readonly pair: LanguagePair }
  /** Adds a dictionary to the list. `path`: relative to the folder of the file. */
  | { readonly kind: 'list-dictionary'; readonly pair: LanguagePair; readonly path: string }
  /** Writes `dictionaries: []` instead of the default, which is all dictionary files in the folder. */
  | { readonly kind: 'list-none' }
  /** Removes one of the `pairs:` of a table. A table without pairs is removed. */
  | { readonly kind: 'remove-pattern'; readonly table: number; readonly pattern: number };

const DICTIONARIES = 'dictionaries';
const TABLES = 'tables';

type PatternRemoval = GlossaryEdit & { readonly kind: 'remove-pattern' };

/** Tables and patterns are removed from the end, so that the paths of the others stay valid. */
function patternRemovals({ tables }: GlossaryFile, removals: readonly PatternRemoval[]): readonly YamlChange[] {
  const byTable = grouped(removals, ({ table }) => table);
  return tables
    .flatMap(({ pairs }, table): readonly YamlChange[] => {
      const removedPatterns = new Set((byTable.get(table) ?? []).map(({ pattern }) => pattern));
      if (removedPatterns.size === pairs.length) return [{ path: [TABLES, table] }];
      return [...removedPatterns]
        .sort((left, right) => left - right)
        .map((pattern) => ({ path: [TABLES, table, 'pairs', pattern] }));
    })
    .reverse();
}

type NewName = GlossaryEdit & { readonly kind: 'set-name' };

const variantNamed = ({ variants }: GlossaryFile, { variant }: NewName): Variant | undefined =>
  variants.find(({ name }) => name === variant);

function glossaryChanges(before: GlossaryFile, edits: readonly GlossaryEdit[]): readonly YamlChange[] | undefined {
  const isAuto = before.dictionaries === 'auto';
  const listed = before.dictionaries === 'auto' ? [] : before.dictionaries;
  const named = edits.filter((edit) => edit.kind === 'set-name');
  const unlisted = new Set(edits.filter((edit) => edit.kind === 'unlist-dictionary').map(({ pair }) => pairKey(pair)));
  const added = edits.filter((edit) => edit.kind === 'list-dictionary');
  const patterns = edits.filter((edit) => edit.kind === 'remove-pattern');
  const emptied = edits.filter((edit) => edit.kind === 'list-none').map(() => ({ path: [DICTIONARIES], to: [] }));
  // With `auto`, items can be added only together with `list-none`, and none can be removed. With a list, `list-none`
  // is not possible.
  const fits =
    emptied.length <= (isAuto ? 1 : 0) &&
    (!isAuto || unlisted.size === 0) &&
    (!isAuto || emptied.length > 0 || added.length === 0) &&
    added.every(({ path }) => fileRelativeTo(before.file, path) !== undefined) &&
    patterns.every(({ table, pattern }) => before.tables[table]?.pairs[pattern] !== undefined);
  if (!fits) return undefined;
  const gone = listed.flatMap(({ pair }, index) => (unlisted.has(pairKey(pair)) ? [index] : []));
  return [
    ...named.flatMap((edit) => {
      const { name, on } = edit;
      const variant = variantNamed(before, edit);
      if (on === undefined && name === (variant?.glossaryName ?? before.name)) return [];
      return [{ path: variant === undefined ? [...onPath(on), 'name'] : ['variants', variant.key, 'name'], to: name }];
    }),
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

type PullGlossaries = PullContext<GlossarySource>;

const DICTIONARY = 'dictionary';

type Pairs = ReadonlyMap<PairKey, string>;

/** The content of `glossary.yaml` after the edits so far. */
async function fileNow({ staged, root }: PullGlossaries, { file }: GlossarySource): Promise<GlossaryFile | undefined> {
  const bytes = await staged.ports.readFile(join(root, file));
  return bytes && parseGlossaryFile({ bytes, file }).value;
}

/** Edits the file of a glossary; without edits it is not read. */
const editGlossary = (
  { staged }: PullGlossaries,
  { file, origin }: GlossarySource,
  edits: readonly GlossaryEdit[],
): Promise<boolean> =>
  edits.length === 0
    ? Promise.resolve(true)
    : staged.edit(file, origin, (bytes) => editGlossaryFile({ bytes, file }, edits));

/**
 * If no dictionary file is left in the folder of a `glossary.yaml` that uses the files there, writes `dictionaries:
 * []`.
 */
async function sayNone(pull: PullGlossaries, source: GlossarySource): Promise<boolean> {
  const { findings } = await readGlossary(pull.staged.ports, { root: pull.root, file: source.file });
  return editGlossary(pull, source, isWithoutDictionaries(findings) ? [{ kind: 'list-none' }] : []);
}

const without = (pairs: Pairs, gone: Iterable<PairKey>): Pairs => {
  const left = new Map(pairs);
  for (const pair of gone) left.delete(pair);
  return left;
};

/**
 * Writes a new dictionary file next to `glossary.yaml`, and adds it to the list if there is one. Never overwrites a
 * file.
 */
async function addDictionary(edit: ChildEdit, source: GlossarySource, pull: PullGlossaries): Promise<void> {
  const { staged } = pull;
  const { address, entries = NO_ENTRIES } = edit;
  const pair = parsePairKey(pairAt(address));
  const now = await fileNow(pull, source);
  const path = `${pair.source}-${pair.target}.csv`;
  const file = source.file.slice(0, source.file.lastIndexOf('/') + 1) + path;
  const outcome = await restructure(pull, {
    source,
    files: [file],
    expected: (before) => new Map([...before, [pairAt(address), entries.digest]]),
    async work() {
      if (!(await staged.create(file, dictionaryCsv(entries, now?.form)))) {
        staged.fault('pull-in-the-way', source.origin, { address, file });
        return false;
      }
      const isListed = now !== undefined && now.dictionaries !== 'auto';
      return editGlossary(pull, source, isListed ? [{ kind: 'list-dictionary', pair, path }] : []);
    },
  });
  if (outcome === 'not-meant') byHand(pull, edit, { at: source.origin, what: DICTIONARY });
}

/** Removes a dictionary from the list, if there is one, and deletes its file, unless something else needs it. */
async function removeDictionary(
  edit: ChildEdit,
  { source, stored }: { readonly source: GlossarySource; readonly stored: DictionarySource },
  pull: PullGlossaries,
): Promise<void> {
  const { staged, refusal } = pull;
  const { address } = edit;
  const pair = parsePairKey(pairAt(address));
  const at = stored.declaredAt;
  const now = await fileNow(pull, source);
  const isAuto = now?.dictionaries === 'auto';
  const { file } = stored.stored.listed;
  const files = await unsharedFiles(
    pull,
    [file],
    filesOfOthers(pull, (each) => each === stored),
  );
  const refused = refusal(address);
  if (refused !== undefined && files.length > 0) return refuseLoss(pull, refused, { address, at, files: [file] });
  const outcome = await restructure(pull, {
    source,
    files: [file],
    expected: (before) => without(before, [pairAt(address)]),
    async work() {
      for (const each of files) staged.remove(each);
      const edits: readonly GlossaryEdit[] = isAuto ? [] : [{ kind: 'unlist-dictionary', pair }];
      return (await editGlossary(pull, source, edits)) && sayNone(pull, source);
    },
  });
  if (outcome === 'not-meant') byHand(pull, edit, { at, what: DICTIONARY });
}

/** The pairs that each pattern of a table matches in its present file. */
async function standsFor(
  { staged, root }: PullGlossaries,
  table: ListedTable,
): Promise<readonly (readonly PairKey[])[]> {
  const { file } = table;
  const bytes = await staged.ports.readFile(join(root, file));
  if (bytes === undefined) return table.pairs.map(() => []);
  const form = { ...table.form, bytes, file };
  return table.pairs.map((pattern) => [...(parseTable({ ...form, pairs: [pattern] }).value?.keys() ?? [])]);
}

/**
 * Removes pairs from the patterns of wide tables. A pattern that also matches other pairs stays, with a finding:
 * rewriting `en->*` would exclude future columns. The columns stay in any case.
 */
async function removePatterns(
  removals: readonly ChildEdit[],
  source: GlossarySource,
  pull: PullGlossaries,
): Promise<void> {
  const { staged } = pull;
  const now = await fileNow(pull, source);
  const gone = new Set(removals.map(({ address }) => pairAt(address)));
  const edits: GlossaryEdit[] = [];
  const blocked = new Set<PairKey>();
  const found = new Set<PairKey>();
  for (const [table, listed] of (now?.tables ?? []).entries()) {
    for (const [pattern, pairs] of (await standsFor(pull, listed)).entries()) {
      if (!pairs.some((pair) => gone.has(pair))) continue;
      for (const pair of pairs) found.add(pair);
      const staying = pairs.filter((pair) => !gone.has(pair));
      if (staying.length === 0) {
        edits.push({ kind: 'remove-pattern', table, pattern });
        continue;
      }
      for (const { address } of removals) {
        if (!pairs.includes(pairAt(address))) continue;
        blocked.add(pairAt(address));
        const details = { address, pattern: listed.pairs[pattern] ?? '', file: listed.file, staying };
        staged.fault('pull-table-pattern', listed.pairsAt[pattern] ?? listed.at, details);
      }
    }
  }
  // The file of the table was deleted or has errors now, so no pattern shows which column contains the pair.
  for (const removal of removals)
    if (!found.has(pairAt(removal.address))) byHand(pull, removal, { at: source.origin, what: DICTIONARY });
  const removed = removals.filter(({ address }) => found.has(pairAt(address)) && !blocked.has(pairAt(address)));
  const pairs = removed.map(({ address }) => pairAt(address));
  if (edits.length === 0) return;
  const outcome = await restructure(pull, {
    source,
    files: [],
    expected: (before) => without(before, pairs),
    async work() {
      return (await editGlossary(pull, source, edits)) && sayNone(pull, source);
    },
  });
  if (outcome === 'not-meant')
    for (const removal of removed) byHand(pull, removal, { at: source.origin, what: DICTIONARY });
}

/** The patterns of all glossaries that use a table: a cell that one pattern no longer matches may belong to another. */
const patternsOf = (file: string, glossaries: readonly GlossarySource[]): readonly string[] => [
  ...new Set(
    glossaries
      .flatMap(({ dictionaries }) => [...dictionaries.values()])
      .flatMap(({ stored }) => (stored.kind === 'table' && stored.listed.file === file ? stored.listed.pairs : [])),
  ),
];

/** Edits one dictionary in its own file, or with others in its table. */
async function editStored(
  values: readonly FileValue[],
  { stored }: DictionarySource,
  source: GlossarySource,
  { staged, root, sources }: PullGlossaries,
): Promise<void> {
  const { file, at, form } = stored.listed;
  const columns = stored.kind === 'table' ? { pairs: patternsOf(file, sources) } : { pair: stored.listed.pair };
  const { rows, clear, marks } = layeredEdits(values, source, await baseNow(source, { staged, root }));
  await staged.edit(file, at, (bytes) => {
    const input = { ...form, ...columns, file };
    const steps: readonly ((bytes: Uint8Array) => Edited)[] = [
      (each) => (clear.size === 0 ? { bytes: each } : editOverrides({ ...input, bytes: each }, clear)),
      (each) => editEntries({ ...input, bytes: each }, rows),
      (each) => (marks.size === 0 ? { bytes: each } : editOverrides({ ...input, bytes: each }, marks)),
    ];
    return steps.reduce<Edited>((edited, step) => ('bytes' in edited ? step(edited.bytes) : edited), { bytes });
  });
}

/** The changed entries of a dictionary; all entries if the files declare it but have no rows for it. */
const entryValues = ({ values, entries = NO_ENTRIES, address }: ChildEdit): readonly FileValue[] => [
  ...values,
  ...[...entries].map(([source, to]): FileValue => ({ key: ['entry', pairAt(address), source], to })),
];

/** Writes a new name, changed entries, and added or removed dictionaries into the files of a glossary. */
export async function pullGlossary(edit: FileEdit, sent: GlossarySource, pull: PullGlossaries): Promise<void> {
  const [{ values, children }, source] = inFilePairs(edit, sent);
  const [name] = values;
  const variant = source.variant && { variant: source.variant.name };
  // A variant has no settings of its own for single targets.
  if (variant !== undefined && name?.on !== undefined) byHand(pull, edit, { at: source.origin, what: edit.kind });
  else if (typeof name?.to === 'string')
    await editGlossary(pull, source, [{ kind: 'set-name', name: name.to, on: name.on, ...variant }]);
  const storedOf = ({ address }: ChildEdit): DictionarySource | undefined => source.dictionaries.get(pairAt(address));
  const stored = children.flatMap((edit) => {
    const found = storedOf(edit);
    return found === undefined || edit.action === 'remove' ? [] : [{ edit, source: found }];
  });
  for (const [first, ...others] of grouped(
    stored,
    ({
      source: {
        stored: { listed },
      },
    }) => listed.file,
  ).values())
    if (first !== undefined)
      await editStored(
        [first, ...others].flatMap(({ edit }) => entryValues(edit)),
        first.source,
        source,
        pull,
      );

  // Additions first, so that a list does not become empty in between.
  for (const edit of children)
    if (edit.action === 'add' && storedOf(edit) === undefined) await addDictionary(edit, source, pull);
  const removed = children.filter(({ action }) => action === 'remove');
  const inTables = removed.filter((edit) => storedOf(edit)?.stored.kind === 'table');
  if (inTables.length > 0) await removePatterns(inTables, source, pull);
  for (const edit of removed) {
    const found = storedOf(edit);
    if (found?.stored.kind === 'dictionary') await removeDictionary(edit, { source, stored: found }, pull);
  }
}

/** A row whose source phrase begins with `#` and white space. */
const HASH_TERM = /^"#\s/m;

/** A `glossary.yaml` and the files of its dictionaries. */
function glossaryFiles(
  { content, pinnedId, nameOn, protect }: ResourceToWrite<GlossaryContent>,
  file: string,
): readonly WrittenFile[] {
  const [folder, base] = [file.slice(0, file.lastIndexOf('/') + 1), file.slice(file.lastIndexOf('/') + 1)];
  // Next to a file with another name there may be the files of other glossaries, so this one gets a folder for its
  // files.
  const hasUsualName = /^glossary\.ya?ml$/i.test(base);
  const prefix = hasUsualName ? '' : `${base.replace(/\.ya?ml$/i, '')}/`;
  const dictionaries = [...content.dictionaries.values()].flatMap(({ pair, entries }) =>
    entries.size === 0
      ? []
      : [{ pair, file: `${prefix}${pair.source}-${pair.target}.csv`, text: dictionaryCsv(entries) }],
  );
  // Two languages that the built-in list lacks are not recognised in a file name, so such a dictionary is listed.
  const found = dictionaries.every(({ pair, file: name }) => {
    const parsedName = parseDictionaryName(name);
    return parsedName.kind === 'pair' && parsedName.source === pair.source && parsedName.target === pair.target;
  });
  // A spreadsheet program removes the quotes around such a term, and then it could be read as a comment.
  const hasHash = dictionaries.some((each) => HASH_TERM.test(each.text));
  const text = glossaryText({
    name: content.name,
    ...omitUndefined({ pinnedId, nameOn, protect }),
    ...(hasHash && { comments: 'none' }),
    // Files of a protected glossary with other names or extensions must not count.
    dictionaries: hasUsualName && protect !== true && found && dictionaries.length > 0 ? 'auto' : dictionaries,
  });
  return [[file, text], ...dictionaries.map((each) => [`${folder}${each.file}`, each.text] as const)];
}

export const GLOSSARY_WRITING: WritingFacet<GlossaryContent, GlossarySource> = {
  write: (resources, pathOf) => resources.flatMap((each) => glossaryFiles(each, pathOf(each.name))),
  edit: (edit, source, pull) => source && pullGlossary(edit, source, pull),
  removeFiles: (source, files, pull) =>
    restructure(pull, {
      source,
      files,
      async work() {
        for (const file of files) pull.staged.remove(file);
        return true;
      },
    }),
};

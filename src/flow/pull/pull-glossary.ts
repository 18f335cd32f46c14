import { editDictionary } from '../../files/edit/dictionary.ts';
import { editGlossaryFile } from '../../files/edit/glossary.ts';
import { editTable } from '../../files/edit/table.ts';
import type { DictionarySource, GlossarySource } from '../../files/workspace/sources.ts';
import { type PairKey, pairKey } from '../../model/entries/language-pair.ts';
import type { EntryEdit } from '../../model/resources/entry-edit.ts';
import type { DictionaryEdit, FileEdit } from '../../plan/pull/file-edits.ts';
import { addDictionary, removeDictionary, removePatterns } from './pull-dictionary.ts';
import { filesBeside, onlyOwn, type PullParts, refuseLoss, restructure } from './pull-parts.ts';

type GlossaryEdit = FileEdit & { readonly kind: 'edit-glossary' };

/** The patterns of every glossary that a table is for: a cell that one of them gives up may be another's. */
const patternsOf = (file: string, glossaries: readonly GlossarySource[]): readonly string[] => [
  ...new Set(
    glossaries
      .flatMap(({ dictionaries }) => [...dictionaries.values()])
      .flatMap(({ stored }) => (stored.kind === 'table' && stored.listed.file === file ? stored.listed.pairs : [])),
  ),
];

/** One dictionary in a file of its own, or with others of its table. */
async function editEntries(
  wanted: ReadonlyMap<PairKey, readonly EntryEdit[]>,
  { stored }: DictionarySource,
  { staged, glossaries }: PullParts,
): Promise<void> {
  const { file, at, form: said } = stored.listed;
  const form = { ...said, file };
  await staged.edit(file, at, (bytes) => {
    if (stored.kind === 'table') return editTable({ ...form, bytes, pairs: patternsOf(file, glossaries) }, wanted);
    const { pair } = stored.listed;
    return editDictionary({ ...form, bytes, pair }, wanted.get(pairKey(pair)) ?? []);
  });
}

/** The edits of entries: also of a dictionary that has a place in the files and no rows there. */
const entryEdits = (edit: DictionaryEdit): readonly EntryEdit[] => {
  if (edit.kind === 'edit-entries') return edit.edits;
  if (edit.kind === 'remove-dictionary') return [];
  return [...edit.entries].map(([source, target]) => ({ kind: 'set', source, target }));
};

/** Takes a new name, changed entries, and dictionaries that came or went into the files of a glossary. */
export async function pullGlossary(edit: GlossaryEdit, source: GlossarySource, pull: PullParts): Promise<void> {
  const { staged } = pull;
  const { name } = edit;
  if (name !== undefined)
    await staged.edit(source.file, source.origin, (bytes) =>
      editGlossaryFile({ bytes, file: source.file }, [{ kind: 'set-name', name }]),
    );
  const storedOf = ({ pair }: DictionaryEdit): DictionarySource | undefined => source.dictionaries.get(pairKey(pair));
  const byFile = new Map<
    string,
    { readonly source: DictionarySource; readonly edits: Map<PairKey, readonly EntryEdit[]> }
  >();
  for (const dictionary of edit.dictionaries) {
    const stored = storedOf(dictionary);
    if (dictionary.kind === 'remove-dictionary' || stored === undefined) continue;
    const { file } = stored.stored.listed;
    const known = byFile.get(file) ?? { source: stored, edits: new Map() };
    byFile.set(file, known);
    known.edits.set(pairKey(dictionary.pair), entryEdits(dictionary));
  }
  for (const { source: stored, edits } of byFile.values()) await editEntries(edits, stored, pull);

  // New ones first, so that a list which is to be filled is not emptied before.
  for (const dictionary of edit.dictionaries)
    if (dictionary.kind === 'add-dictionary' && storedOf(dictionary) === undefined)
      await addDictionary(dictionary, source, pull);
  const removed = edit.dictionaries.filter((dictionary) => dictionary.kind === 'remove-dictionary');
  const inTables = removed.filter((dictionary) => storedOf(dictionary)?.stored.kind === 'table');
  if (inTables.length > 0) await removePatterns(inTables, source, pull);
  for (const dictionary of removed) {
    const stored = storedOf(dictionary);
    if (stored?.stored.kind === 'dictionary') await removeDictionary(dictionary, { source, stored }, pull);
  }
}

/**
 * Takes away what is a glossary's own: its file, its dictionaries and its tables, unless another glossary has a part in
 * one. Anything else beside them stays.
 */
export async function removeGlossary(
  edit: FileEdit & { readonly kind: 'remove-glossary' },
  source: GlossarySource,
  pull: PullParts,
): Promise<void> {
  const { staged, refusal } = pull;
  const { address } = edit;
  const at = source.origin;
  const named = [source.file, ...[...source.dictionaries.values()].map(({ stored }) => stored.listed.file)];
  const files = await onlyOwn(
    pull,
    named,
    filesBeside(pull, (each) => each === source),
  );
  if (!files.includes(source.file)) return staged.fault('pull-by-hand', at, { address, what: edit.kind });
  const refused = refusal(address);
  if (refused !== undefined) return refuseLoss(pull, refused, { address, at, files });
  const made = await restructure(pull, {
    source,
    files,
    async work() {
      for (const file of files) staged.remove(file);
      return true;
    },
  });
  if (made === 'not-meant') staged.fault('pull-by-hand', at, { address, what: edit.kind });
}

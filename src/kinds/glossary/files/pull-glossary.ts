import type { ChildEdit, FileEdit } from '../../../change/file-edit.ts';
import { editDictionary } from '../../../files/edit/dictionary.ts';
import { editTable } from '../../../files/edit/table.ts';
import { NO_ENTRIES } from '../../../model/entries/entries.ts';
import { grouped } from '../../../model/grouped.ts';
import type { FileValue } from '../../../model/resources/value.ts';
import type { DictionarySource, GlossarySource } from '../../files/sources.ts';
import {
  addDictionary,
  editGlossary,
  type PullGlossaries,
  pairAt,
  removeDictionary,
  removePatterns,
} from './pull-dictionary.ts';

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
  values: readonly FileValue[],
  { stored }: DictionarySource,
  { staged, sources }: PullGlossaries,
): Promise<void> {
  const { file, at, form: said } = stored.listed;
  const form = { ...said, file };
  await staged.edit(file, at, (bytes) =>
    stored.kind === 'table'
      ? editTable({ ...form, bytes, pairs: patternsOf(file, sources) }, values)
      : editDictionary({ ...form, bytes, pair: stored.listed.pair }, values),
  );
}

/** The entries of a dictionary: all of them of one that has a place in the files and no rows there. */
const entryValues = ({ values, entries = NO_ENTRIES, address }: ChildEdit): readonly FileValue[] => [
  ...values,
  ...[...entries].map(([source, to]): FileValue => ({ key: ['entry', pairAt(address), source], to })),
];

/** Takes a new name, changed entries, and dictionaries that came or went into the files of a glossary. */
export async function pullGlossary(
  { values, children }: FileEdit,
  source: GlossarySource,
  pull: PullGlossaries,
): Promise<void> {
  const [name] = values;
  if (typeof name?.to === 'string') await editGlossary(pull, source, [{ kind: 'set-name', name: name.to }]);
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
      await editEntries(
        [first, ...others].flatMap(({ edit }) => entryValues(edit)),
        first.source,
        pull,
      );

  // New ones first, so that a list which is to be filled is not emptied before.
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

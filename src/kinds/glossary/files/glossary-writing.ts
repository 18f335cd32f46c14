import type { ChildEdit, FileEdit } from '../../../change/file-edit.ts';
import { parseDictionaryName } from '../../../files/dictionary/dictionary-name.ts';
import { dictionaryCsv } from '../../../files/dictionary/write-dictionary.ts';
import { editEntries } from '../../../files/edit/edit-entries.ts';
import { defined } from '../../../model/defined.ts';
import type { GlossaryContent } from '../../../model/entries/dictionary.ts';
import { NO_ENTRIES } from '../../../model/entries/entries.ts';
import { grouped } from '../../../model/grouped.ts';
import type { FileValue } from '../../../model/resources/value.ts';
import type { WrittenFile } from '../../files/files-facet.ts';
import { glossaryText } from '../../files/resource-text.ts';
import type { DictionarySource, GlossarySource } from '../../files/sources.ts';
import type { ResourceToWrite, WritingFacet } from '../../files/writing-facet.ts';
import type { LiveGlossary } from '../glossary.ts';
import {
  addDictionary,
  editGlossary,
  type PullGlossaries,
  pairAt,
  removeDictionary,
  removePatterns,
} from './pull-dictionary.ts';
import { restructure } from './restructure.ts';

/** The patterns of every glossary that a table is for: a cell that one of them gives up may be another's. */
const patternsOf = (file: string, glossaries: readonly GlossarySource[]): readonly string[] => [
  ...new Set(
    glossaries
      .flatMap(({ dictionaries }) => [...dictionaries.values()])
      .flatMap(({ stored }) => (stored.kind === 'table' && stored.listed.file === file ? stored.listed.pairs : [])),
  ),
];

/** One dictionary in a file of its own, or with others of its table. */
async function editStored(
  values: readonly FileValue[],
  { stored }: DictionarySource,
  { staged, sources }: PullGlossaries,
): Promise<void> {
  const { file, at, form: said } = stored.listed;
  const columns = stored.kind === 'table' ? { pairs: patternsOf(file, sources) } : { pair: stored.listed.pair };
  await staged.edit(file, at, (bytes) => editEntries({ ...said, ...columns, file, bytes }, values));
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
      await editStored(
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

/** A row whose source phrase begins with `#` and white space. */
const HASH_TERM = /^"#\s/m;

/**
 * What is to be written of a live glossary. Throws when the entries of a dictionary were not read: it would be lost.
 */
const glossaryToWrite = ({ name, dictionaries }: LiveGlossary): GlossaryContent => ({
  name,
  dictionaries: new Map(
    [...dictionaries].flatMap(([key, { pair, entries, entryCount }]) => {
      if (entryCount === 0) return [];
      if (entries === undefined) throw new Error(`the entries of ${key} were not read`);
      return [[key, { pair, entries }] as const];
    }),
  ),
});

/** A `glossary.yaml` and the files of its dictionaries. */
function glossaryFiles(
  { content, pinnedId, existing }: ResourceToWrite<GlossaryContent, GlossarySource>,
  file: string,
): readonly WrittenFile[] {
  const [folder, base] = [file.slice(0, file.lastIndexOf('/') + 1), file.slice(file.lastIndexOf('/') + 1)];
  // Beside a file with another name stand the files of other glossaries, so its own get a folder.
  const beside = /^glossary\.ya?ml$/i.test(base);
  const prefix = beside ? '' : `${base.replace(/\.ya?ml$/i, '')}/`;
  const dictionaries = [...content.dictionaries.values()].flatMap(({ pair, entries }) =>
    entries.size === 0
      ? []
      : [{ pair, file: `${prefix}${pair.source}-${pair.target}.csv`, text: dictionaryCsv(entries) }],
  );
  // A file name of two languages that the built-in list lacks is not read as a pair, so such a dictionary is listed.
  const found = dictionaries.every(({ pair, file: name }) => {
    const said = parseDictionaryName(name);
    return said.kind === 'pair' && said.source === pair.source && said.target === pair.target;
  });
  // A spreadsheet drops the quotes around such a term, and then it could be a comment.
  const hasHash = dictionaries.some((each) => HASH_TERM.test(each.text));
  const { protect, mode, samples } = existing ?? {};
  const text = glossaryText({
    name: content.name,
    ...defined({ pinnedId, protect, mode, samples }),
    ...(hasHash && { comments: 'none' }),
    // Files that stand there already under other names or endings must not count twice.
    dictionaries: beside && existing === undefined && found && dictionaries.length > 0 ? 'auto' : dictionaries,
  });
  return [[file, text], ...dictionaries.map((each) => [`${folder}${each.file}`, each.text] as const)];
}

export const GLOSSARY_WRITING: WritingFacet<GlossaryContent, GlossarySource> = {
  kind: 'glossary',
  contentToWrite: glossaryToWrite,
  write: (resources, pathOf) => resources.flatMap((each) => glossaryFiles(each, pathOf(each.name))),
  edit: (edit, source, pull) => source && pullGlossary(edit, source, pull),
  partFiles: (source) => [...source.dictionaries.values()].map((owner) => ({ owner, file: owner.stored.listed.file })),
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

import { parseDictionaryName } from '../../../files/dictionary/dictionary-name.ts';
import { dictionaryCsv } from '../../../files/dictionary/write-dictionary.ts';
import { defined } from '../../../model/defined.ts';
import type { GlossaryContent } from '../../../model/entries/dictionary.ts';
import type { WrittenFile } from '../../files/files-facet.ts';
import { glossaryText } from '../../files/resource-text.ts';
import type { GlossarySource } from '../../files/sources.ts';
import type { ResourceToWrite } from '../../files/writing-facet.ts';
import type { LiveGlossary } from '../glossary.ts';

/** A row whose source phrase begins with `#` and white space. */
const HASH_TERM = /^"#\s/m;

/**
 * What is to be written of a live glossary. Throws when the entries of a dictionary were not read: it would be lost.
 */
export const glossaryToWrite = ({ name, dictionaries }: LiveGlossary): GlossaryContent => ({
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
export function glossaryFiles(
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

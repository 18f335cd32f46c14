import { readGlossary } from '../../../files/resources/read-glossary.ts';
import type { GlossarySource } from '../../../files/workspace/sources.ts';
import { pullGlossary } from '../../../flow/pull/pull-glossary.ts';
import type { GlossaryContent } from '../../../model/entries/dictionary.ts';
import { asList, type FilesFacet } from '../../files/files-facet.ts';
import { glossarySample } from './glossary-sample.ts';
import { restructure } from './restructure.ts';
import { glossaryFiles, glossaryToWrite } from './write-glossary.ts';

const dictionariesOf = (sources: readonly GlossarySource[]) =>
  sources.flatMap(({ dictionaries }) => [...dictionaries.values()]);

/** A folder for each glossary: `glossary.yaml` and the files of its dictionaries. */
export const GLOSSARY_FILES: FilesFacet<GlossaryContent, GlossarySource> = {
  kind: 'glossary',
  key: 'glossaries',
  pattern: 'glossaries/*/glossary.yaml',
  folderFile: 'glossary',
  read: async (ports, { root, file }) => asList(await readGlossary(ports, root, file)),
  count(sources) {
    const dictionaries = dictionariesOf(sources);
    const terms = dictionaries.reduce((sum, { entries }) => sum + entries.size, 0);
    return [
      { name: 'glossaries', count: sources.length, one: 'glossary', many: 'glossaries' },
      { name: 'dictionaries', count: dictionaries.length, one: 'dictionary', many: 'dictionaries' },
      { name: 'terms', count: terms, one: 'term', many: 'terms' },
    ];
  },
  contentToWrite: glossaryToWrite,
  write: (resources, pathOf) => resources.flatMap((each) => glossaryFiles(each, pathOf(each.name))),
  sample: glossarySample,
  edit: (edit, source, pull) => source && pullGlossary(edit, source, pull),
  partFiles: (source) => dictionariesOf([source]).map((owner) => ({ owner, file: owner.stored.listed.file })),
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

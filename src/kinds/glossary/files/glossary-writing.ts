import type { GlossaryContent } from '../../../model/entries/dictionary.ts';
import type { GlossarySource } from '../../files/sources.ts';
import type { WritingFacet } from '../../files/writing-facet.ts';
import { pullGlossary } from './pull-glossary.ts';
import { restructure } from './restructure.ts';
import { glossaryFiles, glossaryToWrite } from './write-glossary.ts';

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

import { asList, type FilesFacet } from '../../files/files-facet.ts';
import type { LedgerTexts } from '../../files/ledger-texts.ts';
import type { GlossarySource } from '../../files/sources.ts';
import { glossarySample } from './glossary-sample.ts';
import { GLOSSARY_TEXTS } from './glossary-texts.ts';
import { readGlossary } from './read-glossary.ts';

/** A folder for each glossary: `glossary.yaml` and the files of its dictionaries. */
export const GLOSSARY_FILES: FilesFacet<GlossarySource> = {
  kind: 'glossary',
  key: 'glossaries',
  pattern: 'glossaries/*/glossary.yaml',
  texts: GLOSSARY_TEXTS as LedgerTexts<unknown>,
  folderFile: 'glossary',
  sample: glossarySample,
  read: async (ports, { root, file }) => asList(await readGlossary(ports, root, file)),
  count(sources) {
    const dictionaries = sources.flatMap((source) => [...source.dictionaries.values()]);
    const terms = dictionaries.reduce((sum, { entries }) => sum + entries.size, 0);
    return [
      { name: 'glossaries', count: sources.length, one: 'glossary', many: 'glossaries' },
      { name: 'dictionaries', count: dictionaries.length, one: 'dictionary', many: 'dictionaries' },
      { name: 'terms', count: terms, one: 'term', many: 'terms' },
    ];
  },
};

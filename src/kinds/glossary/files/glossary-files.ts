import type { KeyOrder } from '../../../files/fmt/key-order.ts';
import type { GlossaryContent } from '../../../model/entries/dictionary.ts';
import type { FilesFacet } from '../../files/files-facet.ts';
import type { LedgerTexts } from '../../files/ledger-texts.ts';
import { glossaryText } from '../../files/resource-text.ts';
import type { GlossarySource } from '../../files/sources.ts';
import { findOtherNotes } from './find-other-notes.ts';
import { glossarySample } from './glossary-sample.ts';
import { glossaryTables } from './glossary-tables.ts';
import { readGlossary } from './read-glossary.ts';

const GLOSSARY_TEXTS: LedgerTexts<GlossaryContent> = {
  file: (name) => `glossaries/${name}/glossary.yaml`,
  childFile: (name, pair) => `glossaries/${name}/${pair.replace('->', '-')}.csv`,
  text: ([glossary]) =>
    glossary && glossaryText({ name: glossary.content.name, dictionaries: 'auto', protect: glossary.protect }),
};

/** How a file is to be read, and which of its rows are sent. */
const FORM_KEYS = ['comments', 'columns', 'send', 'choose'];

const IMPORT_SOURCE_KEYS = [
  'file',
  'format',
  'columns',
  'statuses',
  'source',
  'pair',
  'sheet',
  'header_row',
  'encoding',
  'delimiter',
];

/** The order of the keys in `glossary.yaml`: that of its schema. */
const GLOSSARY_KEYS: KeyOrder = {
  '': ['name', 'id', 'dictionaries', 'tables', 'header', ...FORM_KEYS, 'protect', 'mode', 'imports', 'samples', 'lint'],
  'dictionaries.*': ['source_lang', 'target_lang', 'file', 'delimiter', 'header', ...FORM_KEYS],
  'tables.*': ['file', 'pairs', 'delimiter', ...FORM_KEYS],
  'imports.*': [...IMPORT_SOURCE_KEYS, 'table', 'empty', 'replace'],
};

/** A folder for each glossary: `glossary.yaml` and the files of its dictionaries. */
export const GLOSSARY_FILES: FilesFacet<GlossarySource> = {
  kind: 'glossary',
  key: 'glossaries',
  pattern: 'glossaries/*/glossary.yaml',
  texts: GLOSSARY_TEXTS as LedgerTexts<unknown>,
  folderFile: 'glossary',
  keyOrder: GLOSSARY_KEYS,
  tables: glossaryTables,
  tableFiles: ({ dictionaries }) => [...dictionaries.values()].map(({ stored: { listed } }) => listed.file),
  otherNotes: findOtherNotes,
  sample: glossarySample,
  read: readGlossary,
  count(sources) {
    const dictionaries = sources.flatMap((source) => [...source.dictionaries.values()]);
    const terms = dictionaries.reduce((sum, each) => sum + each.entries.size, 0);
    return [
      { name: 'glossaries', count: sources.length, one: 'glossary', many: 'glossaries' },
      { name: 'dictionaries', count: dictionaries.length, one: 'dictionary', many: 'dictionaries' },
      { name: 'terms', count: terms, one: 'term', many: 'terms' },
    ];
  },
};

import { join } from 'node:path';
import type { KeyOrder } from '../../../files/fmt/key-order.ts';
import type { FilePorts } from '../../../files/ports.ts';
import { isTableName } from '../../../files/workspace/file-role.ts';
import { type FileToRead, readParsed } from '../../../files/workspace/workspace-path.ts';
import { schemaComment } from '../../../files/yaml/yaml-text.ts';
import type { GlossaryContent } from '../../../model/entries/dictionary.ts';
import type { FilesFacet, TableFile, WrittenFile } from '../../files/files-facet.ts';
import type { LedgerTexts } from '../../files/ledger-texts.ts';
import { glossaryText } from '../../files/resource-text.ts';
import type { GlossarySource } from '../../files/sources.ts';
import { GLOSSARY_ROLE } from './file-roles.ts';
import { findOtherNotes } from './find-other-notes.ts';
import { parseGlossaryFile } from './glossary-file.ts';
import { findBeside, readGlossary } from './read-glossary.ts';

/**
 * The files of the dictionaries and tables of a glossary. Where `glossary.yaml` cannot be read, such as in the middle
 * of a merge, those are all tables beside it, and nothing is known of them.
 */
async function glossaryTables(ports: FilePorts, place: Omit<FileToRead, 'role'>): Promise<readonly TableFile[]> {
  const { root, file } = place;
  const { value: glossary } = await readParsed(ports, { ...place, role: GLOSSARY_ROLE }, parseGlossaryFile);
  if (glossary === undefined) {
    const folder = file.split('/').slice(0, -1);
    const names = await ports.list(join(root, ...folder));
    return names.filter(isTableName).map((name) => ({ file: [...folder, name].join('/'), form: {} }));
  }
  const dictionaries =
    glossary.dictionaries === 'auto' ? (await findBeside(ports, root, glossary)).dictionaries : glossary.dictionaries;
  return [
    ...dictionaries.map(({ file: named, form, pair }) => ({ file: named, form: { ...form, pair } })),
    ...glossary.tables.map(({ file: named, form, pairs }) => ({ file: named, form: { ...form, pairs } })),
  ];
}

const glossary = (mark: string): string => `${schemaComment('glossary')}name: Product terms (sample ${mark})
dictionaries: auto                 # every <source>-<target>.csv or .tsv beside this file
`;

const EN_DE = `workspace,Arbeitsbereich
dashboard,Übersicht
sign in,anmelden
billing period,Abrechnungszeitraum
`;

const EN_FR = `workspace,espace de travail
dashboard,tableau de bord
sign in,se connecter
billing period,période de facturation
`;

/** The glossary of a new workspace. */
const glossarySample = (mark: string): readonly WrittenFile[] => [
  ['glossaries/product/glossary.yaml', glossary(mark)],
  ['glossaries/product/en-de.csv', EN_DE],
  ['glossaries/product/en-fr.csv', EN_FR],
];

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

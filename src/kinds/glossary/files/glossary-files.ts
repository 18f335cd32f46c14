import { join } from 'node:path';
import { parseDictionary } from '../../../files/dictionary/dictionary-file.ts';
import type { ParsedDictionary } from '../../../files/dictionary/entry-collector.ts';
import { parseTable } from '../../../files/dictionary/table-file.ts';
import type { KeyOrder } from '../../../files/fmt/key-order.ts';
import type { FilePorts } from '../../../files/ports.ts';
import { isTableName } from '../../../files/workspace/file-role.ts';
import { type FileToRead, readParsed } from '../../../files/workspace/workspace-path.ts';
import { schemaComment } from '../../../files/yaml/yaml-text.ts';
import type { GlossaryContent } from '../../../model/entries/dictionary.ts';
import type { Entries } from '../../../model/entries/entries.ts';
import type { HeldBackRow } from '../../../model/entries/held-back.ts';
import { type PairKey, pairKey } from '../../../model/entries/language-pair.ts';
import {
  type OtherField,
  type OtherNotesRow,
  REVIEW_FIELDS,
  type ReviewField,
  type TermFields,
} from '../../../model/entries/term-fields.ts';
import { topOf } from '../../../model/finding.ts';
import { grouped } from '../../../model/lists.ts';
import type { EarlierFile, FilesFacet, TableFile, WithOtherNotes, WrittenFile } from '../../files/files-facet.ts';
import { compileStacks } from './compile-stack.ts';
import { GLOSSARY_ROLE } from './file-roles.ts';
import { glossaryText, parseGlossaryFile } from './glossary-file.ts';
import type { DictionarySource, GlossarySource } from './glossary-source.ts';
import { findDictionaries, readGlossary } from './read-glossary.ts';

/** The dictionaries of an earlier version of a file, read with the present settings of the file. */
function earlierDictionaries(
  { stored }: DictionarySource,
  bytes: Uint8Array,
): ReadonlyMap<PairKey, ParsedDictionary> | undefined {
  const { file, form } = stored.listed;
  if (stored.kind === 'table') return parseTable({ ...form, bytes, file, pairs: stored.listed.pairs }).value;
  const { pair } = stored.listed;
  const { value } = parseDictionary({ ...form, bytes, file, pair });
  return value && new Map([[pairKey(pair), value]]);
}

const otherFields = (
  before: TermFields = {},
  now: TermFields = {},
  among: readonly ReviewField[] = REVIEW_FIELDS,
): readonly OtherField[] =>
  among.flatMap((field): readonly OtherField[] => {
    const [from, to] = [before[field], now[field]];
    if (from === to) return [];
    return [{ field, ...(from !== undefined && { from }), ...(to !== undefined && { to }) }];
  });

/** The known fields of a row that is held back. */
const HELD_FIELDS: readonly ReviewField[] = ['partOfSpeech', 'status'];

/**
 * Rows that are held back because of their status, by source phrase. If several rows have the same phrase, it is
 * unclear which one is meant, so they are left out.
 */
const heldRows = (heldBack: readonly HeldBackRow[] = []): ReadonlyMap<string, HeldBackRow> =>
  new Map(
    [...grouped(heldBack, ({ source }) => source)].flatMap(([source, [row, ...others]]) =>
      row?.reason === 'status' && others.length === 0 ? [[source, row]] : [],
    ),
  );

/**
 * Present → earlier source phrase of renamed rows. A row counts as renamed if no other added or removed row has its
 * translation.
 */
function renamedRows(before: ParsedDictionary, now: DictionarySource): ReadonlyMap<string, string> {
  const without = (one: Entries, other: Entries) =>
    grouped(
      [...one].filter(([source]) => other.get(source) === undefined),
      ([, target]) => target,
    );
  const gone = without(before.entries, now.entries);
  if (gone.size === 0) return new Map();
  return new Map(
    [...without(now.entries, before.entries)].flatMap(([target, [row, ...others]]) => {
      const [old, ...more] = gone.get(target) ?? [];
      const isOne = row !== undefined && old !== undefined && others.length + more.length === 0;
      return isOne ? [[row[0], old[0]] as const] : [];
    }),
  );
}

/** The changed fields of the rows of a dictionary, by source phrase. New rows have no changed fields. */
function* changedRows(
  before: ParsedDictionary,
  now: DictionarySource,
): Generator<readonly [source: string, fields: readonly OtherField[]], void, void> {
  const [heldBefore, heldNow] = [heldRows(before.heldBack), heldRows(now.heldBack)];
  const renamed = renamedRows(before, now);
  for (const [source] of now.entries) {
    const [row, old] = [heldBefore.get(source), renamed.get(source)];
    if (before.entries.get(source) !== undefined)
      yield [source, otherFields(before.fieldsOf?.(source), now.fieldsOf?.(source))];
    else if (row !== undefined) yield [source, otherFields(row, now.fieldsOf?.(source), HELD_FIELDS)];
    else if (old !== undefined) yield [source, otherFields(before.fieldsOf?.(old), now.fieldsOf?.(source))];
  }
  for (const [source, row] of heldNow)
    if (before.entries.get(source) !== undefined)
      yield [source, otherFields(before.fieldsOf?.(source), row, HELD_FIELDS)];
}

/** True if all versions of a file have only entries and no other columns. */
const saysNothing = (...sides: readonly Pick<ParsedDictionary, 'fieldsOf' | 'heldBack'>[]): boolean =>
  sides.every(({ fieldsOf, heldBack }) => fieldsOf === undefined && heldBack === undefined);

/**
 * The rows of a glossary whose entries are unchanged but whose other fields differ from earlier versions of its files.
 * A row of a wide table is listed once. If the entry has changed too, the fields are stored in its dictionary, for the
 * change of the entry.
 */
async function findOtherNotes(glossary: GlossarySource, earlier: EarlierFile): Promise<WithOtherNotes<GlossarySource>> {
  const rows: OtherNotesRow[] = [];
  const dictionaries = new Map(glossary.dictionaries);
  for (const [file, fileDictionaries] of grouped(glossary.dictionaries, ([, { stored }]) => stored.listed.file)) {
    const [first] = fileDictionaries;
    const bytes = await earlier(file);
    const before = first && bytes && earlierDictionaries(first[1], bytes);
    const lines = new Set<number>();
    for (const [key, dictionary] of fileDictionaries) {
      const old = before?.get(key);
      const written = dictionary.fileDictionary ?? dictionary;
      if (old === undefined || saysNothing(old, written)) continue;
      const changedFields = new Map<string, readonly OtherField[]>();
      for (const [source, fields] of changedRows(old, written)) {
        if (fields.length === 0) continue;
        const target = dictionary.entries.get(source);
        if (target === undefined || old.entries.get(source) !== target) {
          changedFields.set(source, fields);
          continue;
        }
        const at = dictionary.locate(source) ?? topOf(file);
        if (lines.has(at.line)) continue;
        lines.add(at.line);
        rows.push({ at, address: `${glossary.address}/${key}`, source, target, fields });
      }
      if (changedFields.size > 0) dictionaries.set(key, { ...dictionary, changedFields });
    }
  }
  return { rows, source: { ...glossary, dictionaries } };
}

/**
 * The files of the dictionaries and tables of a glossary. If `glossary.yaml` cannot be read, for example during a
 * merge, the result is all tables in its folder, without settings.
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
    glossary.dictionaries === 'auto'
      ? (await findDictionaries(ports, root, glossary)).dictionaries
      : glossary.dictionaries;
  return [
    ...dictionaries.map(({ file: named, form, pair }) => ({ file: named, form: { ...form, pair } })),
    ...glossary.tables.map(({ file: named, form, pairs }) => ({ file: named, form: { ...form, pairs } })),
  ];
}

const glossary = (mark: string): string => `${schemaComment('glossary')}name: Product terms (sample ${mark})
dictionaries: auto                 # every <source>-<target>.csv or .tsv in this folder
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

/** The keys for reading a file and for selecting the rows to send. */
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

/** The order of the keys in `glossary.yaml`: the order of its schema. */
const GLOSSARY_KEYS: KeyOrder = {
  '': [
    'name',
    'id',
    'dictionaries',
    'tables',
    'header',
    ...FORM_KEYS,
    'extends',
    'overrides',
    'publish',
    'variants',
    'on',
    'protect',
    'mode',
    'imports',
    'samples',
    'lint',
  ],
  'dictionaries.*': ['source_lang', 'target_lang', 'file', 'delimiter', 'header', ...FORM_KEYS],
  'variants.*': ['over', 'as', 'name'],
  'tables.*': ['file', 'pairs', 'delimiter', ...FORM_KEYS],
  'on.*': ['name', 'publish'],
  'imports.*': [...IMPORT_SOURCE_KEYS, 'table', 'empty', 'replace'],
};

/** A folder for each glossary: `glossary.yaml` and the files of its dictionaries. */
export const GLOSSARY_FILES: FilesFacet<GlossarySource> = {
  kind: 'glossary',
  pattern: 'glossaries/*/glossary.yaml',
  ledgerText: ([owned]) => {
    if (owned === undefined) return undefined;
    const { name } = owned.content as GlossaryContent;
    return glossaryText({ name, dictionaries: 'auto', protect: owned.protect });
  },
  keyOrder: GLOSSARY_KEYS,
  tables: glossaryTables,
  partFiles: ({ dictionaries }) =>
    [...dictionaries.values()].map((owner) => ({ owner, file: owner.stored.listed.file })),
  otherNotes: findOtherNotes,
  sample: glossarySample,
  prepare: async () => ({ findings: [], compile: compileStacks }),
  read: readGlossary,
};

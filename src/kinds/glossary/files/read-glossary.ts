import { join } from 'node:path';
import { quoteCells } from '../../../files/delimited/quote-cells.ts';
import { isSpreadsheetName } from '../../../files/delimited/spreadsheet.ts';
import { parseDictionary } from '../../../files/dictionary/dictionary-file.ts';
import { parseDictionaryName, suggestedName } from '../../../files/dictionary/dictionary-name.ts';
import { parseTable } from '../../../files/dictionary/table-file.ts';
import { checkPair } from '../../../files/languages/check-language.ts';
import { mapConcurrent } from '../../../files/node/map-concurrent.ts';
import type { FilePorts } from '../../../files/ports.ts';
import { validateGlossary } from '../../../files/validators.generated.js';
import { type FileToRead, fileRelativeTo, readInside } from '../../../files/workspace/workspace-path.ts';
import { parseValidYaml } from '../../../files/yaml/schema-findings.ts';
import type { YamlInput } from '../../../files/yaml/yaml-file.ts';
import { type LanguagePair, type PairKey, pairKey, parsePairKey } from '../../../model/entries/language-pair.ts';
import { plainStatusWord, type TermStatus } from '../../../model/entries/term-status.ts';
import type { Delimiter } from '../../../model/file-form.ts';
import {
  type Checked,
  errorAt,
  type Finding,
  hasErrors,
  type SourceRef,
  topOf,
  warningAt,
} from '../../../model/finding.ts';
import { pushAll } from '../../../model/lists.ts';
import { omitUndefined } from '../../../model/omit-undefined.ts';
import type { ReadFile } from '../../files/files-facet.ts';
import { DICTIONARY_ROLE, GLOSSARY_ROLE } from './file-roles.ts';
import { type GlossaryFile, type ListedDictionary, type ListedTable, parseGlossaryFile } from './glossary-file.ts';
import type { DictionarySource, GlossarySource } from './glossary-source.ts';
import { splitVariants } from './split-variants.ts';

/** The dictionaries in the folder of `glossary.yaml`, found by their file names. Files in `tables:` are left out. */
export async function findDictionaries(
  ports: FilePorts,
  root: string,
  glossary: Pick<GlossaryFile, 'file' | 'tables' | 'form'>,
): Promise<Found> {
  const folder = glossary.file.split('/').slice(0, -1).join('/');
  const claimed = new Set(glossary.tables.map(({ file }) => file));
  const dictionaries: ListedDictionary[] = [];
  const findings: Finding[] = [];
  const unused: Finding[] = [];
  let declared = 0;
  for (const name of await ports.list(join(root, folder))) {
    const file = folder === '' ? name : `${folder}/${name}`;
    if (isSpreadsheetName(name) && !claimed.has(file))
      unused.push(warningAt('spreadsheet-unused', topOf(file), { file: name }));
    const parsedName = parseDictionaryName(name);
    if (parsedName.kind === 'other' || claimed.has(file)) continue;
    if (parsedName.kind === 'unknown') {
      unused.push(warningAt('dictionary-file-name', topOf(file), { name, ...suggestedName(name) }));
      continue;
    }
    declared += 1;
    const at = topOf(file);
    const named = { source: { text: parsedName.source, at }, target: { text: parsedName.target, at } };
    const checked = checkPair(named, glossary.form.variants);
    findings.push(...checked.findings);
    if (checked.pair !== undefined) dictionaries.push({ pair: checked.pair, file, at, form: glossary.form });
  }
  return { dictionaries, declared, findings, unused };
}

/**
 * Number of files of one glossary that are read at the same time. Each may have 10 MB: one is read while the other is
 * parsed.
 */
const FILES_AT_ONCE = 2;

interface Found {
  readonly dictionaries: readonly ListedDictionary[];
  /** Number of declared dictionaries, including those with errors. */
  readonly declared: number;
  readonly findings: readonly Finding[];
  /** Warnings about files that are not used. */
  readonly unused: readonly Finding[];
}

async function readDictionary(
  ports: FilePorts,
  root: string,
  listed: ListedDictionary,
  hasLayers: boolean,
): Promise<Checked<DictionarySource>> {
  const { file, pair, at, form } = listed;
  const place = { root, file, role: DICTIONARY_ROLE, namedAt: at };
  const { value: bytes, findings } = await readInside(ports, place);
  if (bytes === undefined) return { findings };
  const parsed = parseDictionary({ ...form, bytes, file, pair });
  const shown = quoteCells(parsed.findings, (parsed.value?.rows ?? 0) > 0);
  if (parsed.value === undefined) return { findings: shown };
  const { rows, ...dictionary } = parsed.value;
  const empty: readonly Finding[] =
    rows > 0 || hasLayers || hasErrors(parsed.findings) ? [] : [warningAt('dictionary-without-rows', topOf(file))];
  return {
    value: { pair, origin: topOf(file), declaredAt: at, ...dictionary, form, stored: { kind: 'dictionary', listed } },
    findings: [...shown, ...empty],
  };
}

async function readTable(
  ports: FilePorts,
  root: string,
  listed: ListedTable,
): Promise<Checked<readonly DictionarySource[]>> {
  const { file, pairs, at, form } = listed;
  const { value: bytes, findings } = await readInside(ports, { root, file, role: DICTIONARY_ROLE, namedAt: at });
  if (bytes === undefined) return { findings };
  const parsed = parseTable({ ...form, bytes, file, pairs });
  const dictionaries = [...(parsed.value ?? [])].map(([key, { rows, ...dictionary }]): DictionarySource => {
    const [first] = dictionary.entries;
    const origin = (first && dictionary.locate(first[0])) ?? topOf(file);
    return {
      pair: parsePairKey(key),
      origin,
      declaredAt: at,
      ...dictionary,
      form,
      stored: { kind: 'table', listed },
    };
  });
  const isDictionary = dictionaries.some(({ entries }) => entries.size > 0);
  return { value: dictionaries, findings: quoteCells(parsed.findings, isDictionary) };
}

/**
 * `dictionaries: []` is intentional. In any other case, a glossary without dictionaries is a mistake. If the folder
 * contains unused files, they are reported as the cause, and nothing else is.
 */
function checkDeclared(
  glossary: Pick<GlossaryFile, 'dictionaries' | 'dictionariesAt'>,
  declared: number,
  unused: readonly Finding[],
): readonly Finding[] {
  if (declared > 0) return unused;
  if (unused.length > 0) return unused.map((finding) => ({ ...finding, severity: 'error' }));
  const meant = glossary.dictionaries !== 'auto';
  return [
    {
      code: meant ? 'glossary-empty' : 'glossary-without-dictionaries',
      severity: meant ? 'warning' : 'error',
      at: glossary.dictionariesAt,
      details: {},
    },
  ];
}

/** True if findings show that a glossary uses the files in its folder, but none of them is a dictionary. */
export const isWithoutDictionaries = (findings: readonly Finding[]): boolean =>
  findings.some(
    ({ code, severity }) =>
      severity === 'error' &&
      (code === 'glossary-without-dictionaries' || code === 'dictionary-file-name' || code === 'spreadsheet-unused'),
  );

/** Reads the glossary of one `glossary.yaml` with all its files. The value is absent if the file has errors. */
export async function readGlossary(
  ports: FilePorts,
  { root, file }: Pick<FileToRead, 'root' | 'file'>,
): Promise<ReadFile<GlossarySource>> {
  const place = { root, file, role: GLOSSARY_ROLE, namedAt: topOf(file) };
  const { value: bytes, findings: unread } = await readInside(ports, place);
  if (bytes === undefined) return { findings: unread };
  const parsed = parseGlossaryFile({ bytes, file });
  const glossary = parsed.value;
  if (glossary === undefined) return { findings: parsed.findings };
  const { dictionariesAt, tables, form, variants, ...rest } = glossary;
  const found: Found =
    glossary.dictionaries === 'auto'
      ? await findDictionaries(ports, root, glossary)
      : { dictionaries: glossary.dictionaries, declared: glossary.dictionaries.length, findings: [], unused: [] };
  const { value: dictionaries, findings } = await readDictionaries(
    ports,
    root,
    found.dictionaries,
    tables,
    glossary.stack !== undefined,
  );
  const split =
    variants.length === 0
      ? { value: [{ ...rest, dictionaries }], findings: [] }
      : splitVariants(rest, variants, dictionaries);
  return {
    value: split.value,
    tables: [...found.dictionaries, ...tables].map((listed) => listed.file),
    findings: [
      ...parsed.findings,
      ...checkDeclared(glossary, found.declared + tables.length, found.unused),
      ...found.findings,
      ...findings,
      ...split.findings,
    ],
  };
}

/** The dictionaries of a glossary. */
async function readDictionaries(
  ports: FilePorts,
  root: string,
  listed: readonly ListedDictionary[],
  tables: readonly ListedTable[],
  hasLayers: boolean,
): Promise<Required<Checked<ReadonlyMap<PairKey, DictionarySource>>>> {
  const findings: Finding[] = [];
  const dictionaries = new Map<PairKey, DictionarySource>();
  const repeated: Finding[] = [];
  /** Adds a dictionary. A repeated pair is an error with both places, and the first one stays. */
  const add = (dictionary: DictionarySource): void => {
    const pair = pairKey(dictionary.pair);
    const first = dictionaries.get(pair);
    if (first === undefined) dictionaries.set(pair, dictionary);
    else {
      const [at, related] = [dictionary.declaredAt, [first.declaredAt]];
      repeated.push({ code: 'pair-repeated', severity: 'error', at, related, details: { pair } });
    }
  };
  for (const read of await mapConcurrent(listed, FILES_AT_ONCE, (each) =>
    readDictionary(ports, root, each, hasLayers),
  )) {
    pushAll(findings, read.findings);
    if (read.value !== undefined) add(read.value);
  }
  for (const each of tables) {
    const read = await readTable(ports, root, each);
    pushAll(findings, read.findings);
    for (const dictionary of read.value ?? []) add(dictionary);
  }
  return { value: dictionaries, findings: [...findings, ...repeated] };
}

/** An item of `imports:` as the schema accepts it. */
interface RawImport {
  readonly file: string;
  readonly format?: string;
  readonly columns?: Readonly<Record<string, string>>;
  readonly statuses?: Readonly<Record<string, TermStatus>>;
  readonly source?: string;
  readonly pair?: string;
  readonly sheet?: string;
  readonly header_row?: number;
  readonly encoding?: string;
  readonly delimiter?: Delimiter;
  readonly table?: string;
  readonly empty?: 'keeps' | 'clears';
  readonly replace?: boolean;
}

/** A file of another system that a glossary imports terms from. */
export interface ListedImport
  extends Omit<RawImport, 'columns' | 'statuses' | 'pair' | 'empty' | 'replace' | 'header_row'> {
  /** Relative to the workspace root. */
  readonly file: string;
  readonly at: SourceRef;
  readonly columns?: ReadonlyMap<string, string>;
  readonly statuses?: ReadonlyMap<string, TermStatus>;
  readonly pair?: LanguagePair;
  readonly headerRow?: number;
  /** True: an empty cell of the file clears one of the glossary. */
  readonly clears: boolean;
  readonly replaces: boolean;
}

/** `imports:` of a `glossary.yaml`. The value is absent if the file has errors. */
export function parseImports(input: YamlInput): Checked<readonly ListedImport[]> {
  const { yaml, raw, findings } = parseValidYaml<{ readonly imports?: readonly RawImport[] }>(input, validateGlossary);
  if (yaml === undefined || raw === undefined) return { findings };
  const faults: Finding[] = [];
  const value = (raw.imports ?? []).flatMap((item, index): readonly ListedImport[] => {
    const { columns, statuses, pair, empty, replace, source, header_row: headerRow, ...rest } = item;
    const at = yaml.at(['imports', index, 'file']);
    const file = fileRelativeTo(input.file, item.file);
    if (file === undefined) {
      faults.push(errorAt('path-outside-workspace', at, { path: item.file }));
      return [];
    }
    const words = Object.entries(statuses ?? {}).map(([word, status]) => [plainStatusWord(word), status] as const);
    return [
      {
        ...rest,
        ...omitUndefined({
          headerRow,
          source: source?.toLowerCase(),
          pair: pair === undefined ? undefined : parsePairKey(pair.toLowerCase() as PairKey),
          columns: columns === undefined ? undefined : new Map(Object.entries(columns)),
          statuses: words.length === 0 ? undefined : new Map(words),
        }),
        file,
        at,
        clears: empty === 'clears',
        replaces: replace ?? false,
      },
    ];
  });
  return { findings: faults, ...(faults.length === 0 && { value }) };
}

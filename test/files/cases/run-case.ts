import type { TableForm } from '../../../src/files/dictionary/table-schema.ts';
import {
  editEntries,
  editOverrides,
  type FileOfTerms,
  type OverrideMark,
} from '../../../src/files/edit/edit-entries.ts';
import type { Edited } from '../../../src/files/edit/entry-edit.ts';
import { type Fixable, fixCells, fixedLine } from '../../../src/files/edit/fix-cells.ts';
import type { WriteFormatName } from '../../../src/files/exchange/format-names.ts';
import { editTermTable, type TableToMerge } from '../../../src/files/exchange/merge/edit-table.ts';
import type { RowChange } from '../../../src/files/exchange/merge/merge-terms.ts';
import { heldBackRows, type StatusCounts } from '../../../src/files/exchange/merge/term-rows.ts';
import { readTermbase, type TermbaseInput } from '../../../src/files/exchange/read/read-termbase.ts';
import { type Concept, type ImportLoss, lossList } from '../../../src/files/exchange/termbase.ts';
import { writeTermbase } from '../../../src/files/exchange/write/write-termbase.ts';
import { formatTable } from '../../../src/files/fmt/format-table.ts';
import { formatYaml } from '../../../src/files/fmt/format-yaml.ts';
import { mergeFile } from '../../../src/files/merge/merge-file.ts';
import type { YamlInput } from '../../../src/files/yaml/yaml-file.ts';
import { editDeveloperKeys, type KeyFileEdit } from '../../../src/kinds/developer-key/files/developer-key-writing.ts';
import { editGlossaryFile, type GlossaryEdit } from '../../../src/kinds/glossary/files/glossary-writing.ts';
import { builtInCatalogue } from '../../../src/kinds/style-list/files/rule-catalogue.ts';
import { STYLE_LIST_FILES } from '../../../src/kinds/style-list/files/style-list-files.ts';
import { editStyleList } from '../../../src/kinds/style-list/files/style-list-writing.ts';
import type { SentStatus } from '../../../src/model/entries/held-back.ts';
import type { PairKey } from '../../../src/model/entries/language-pair.ts';
import type { TermStatus } from '../../../src/model/entries/term-status.ts';
import type { FileForm } from '../../../src/model/file-form.ts';
import { errorAt, type Finding } from '../../../src/model/finding.ts';
import { grouped } from '../../../src/model/lists.ts';
import type { FileValue } from '../../../src/model/resources/resource.ts';
import { editWorkspaceFile, type ManagedLine } from '../../../src/steps/workspace/write-workspace.ts';
import { zip } from '../../shells/action/zip.ts';
import { type CaseInput, lines, type Shown, type TypedKind, type WithoutMaps } from './case-kind.ts';
import { partOfBytes, partOfText } from './case-text.ts';

/** Of a long list, such as all keys that are allowed, the first three. */
const shownDetail = (_: string, value: unknown): unknown =>
  Array.isArray(value) && value.length > 3 ? [...value.slice(0, 3), '…'] : value;

/** The file of a finding is that of the example. */
function findingLine({ code, severity, at, details, ...more }: Finding): string {
  const rest = [details, ...(Object.keys(more).length === 0 ? [] : [more])];
  const shown = rest.filter((each) => Object.keys(each).length > 0).map((each) => JSON.stringify(each, shownDetail));
  return [`${at.line}:${at.column}`, severity, code, ...shown].join(' ');
}

const findingLines = (findings: readonly Finding[] = []): string | undefined =>
  findings.length === 0 ? undefined : lines(findings.map(findingLine));

/** The file afterwards, or why there is none. */
const shownFile = (before: Uint8Array, name: string, after: Edited): Shown =>
  'findings' in after
    ? { findings: findingLines(after.findings) }
    : Buffer.compare(before, after.bytes) === 0
      ? { unchanged: '' }
      : { [name]: partOfBytes(after.bytes) };

type Form = WithoutMaps<TableForm>;

const MERGE: TypedKind<{ readonly file: string } & Form> = {
  inputs: ['base', 'ours', 'theirs', 'lines'],
  files: ['base', 'ours', 'theirs', 'lines', 'merged'],
  run({ bytes, has, options: { file, ...form } }) {
    const sides = { base: bytes('base'), ours: bytes('ours'), theirs: bytes('theirs') };
    const merged = mergeFile({ file: String(file), ...sides, ...(has('lines') && { byLines: bytes('lines') }) }, form);
    if (merged?.kind !== 'merged') return { findings: findingLines(merged?.findings) };
    return {
      merged: partOfBytes(merged.bytes),
      conflicts: findingLines(merged.conflicts),
      warnings: findingLines(merged.warnings),
    };
  },
};

/** A mark of a phrase, for the column `override`. */
interface MarkEdit {
  readonly pair: PairKey;
  readonly source: string;
  readonly as: OverrideMark;
}

const editMarks = (input: FileOfTerms, edits: readonly MarkEdit[]): Edited =>
  editOverrides(
    input,
    new Map(
      [...grouped(edits, ({ pair }) => pair)].map(([pair, each]) => [
        pair,
        new Map(each.map(({ source, as }) => [source, as])),
      ]),
    ),
  );

/** How a file of each kind is edited. The edits are those of the code. */
const EDITED: Readonly<Record<string, (input: YamlInput, more: object, edits: readonly unknown[]) => Edited>> = {
  terms: (input, more, edits) => editEntries({ ...input, ...more } as FileOfTerms, edits as readonly FileValue[]),
  overrides: (input, more, edits) => editMarks({ ...input, ...more } as FileOfTerms, edits as readonly MarkEdit[]),
  'style list': (input, _, edits) =>
    editStyleList({ ...input, catalogue: builtInCatalogue() }, edits as readonly FileValue[]),
  'developer keys': (input, _, edits) => editDeveloperKeys(input, edits as readonly KeyFileEdit[]),
  glossary: (input, _, edits) => editGlossaryFile(input, edits as readonly GlossaryEdit[]),
  workspace: (input, _, edits) => editWorkspaceFile(input, edits as readonly ManagedLine[]),
};

type EditOptions =
  | ({ readonly kind: 'terms' | 'overrides'; readonly file: string } & Partial<
      WithoutMaps<Omit<FileOfTerms, keyof YamlInput>>
    >)
  | { readonly kind: 'style list' | 'developer keys' | 'glossary' | 'workspace'; readonly file: string };

const EDIT: TypedKind<EditOptions, FileValue | MarkEdit | KeyFileEdit | GlossaryEdit | ManagedLine> = {
  inputs: ['file'],
  files: ['file', 'edited'],
  run({ bytes, options: { kind, file, ...more }, edits }) {
    const input = { bytes: bytes('file'), file: String(file) };
    return shownFile(input.bytes, 'edited', EDITED[String(kind)]?.(input, more, edits) ?? { findings: [] });
  },
};

/** A fix of a cell: where the cell begins, its new text, and the text for the note of its row. */
interface FixEdit {
  readonly line: number;
  readonly column: number;
  readonly text: string;
  readonly toNote?: string;
}

const fixableOf = ({ line, column, ...fix }: FixEdit): Fixable => ({
  ...errorAt('term-fixed', { file: 'terms.csv', line, column }),
  fix: { safety: 'safe', ...fix },
});

const FIX: TypedKind<{ readonly file: string } & Partial<WithoutMaps<TableForm>>, FixEdit> = {
  inputs: ['file'],
  files: ['file', 'edited'],
  run({ bytes, options: { file, ...form }, edits }) {
    const input = { bytes: bytes('file'), file: String(file), ...form };
    const all = (edits as readonly FixEdit[]).map(fixableOf);
    const { edited, fixed, left } = fixCells(input, all);
    const alone = fixedLine(input);
    const place = (finding: Fixable): string => `${finding.at.line}:${finding.at.column}`;
    return {
      ...shownFile(input.bytes, 'edited', edited),
      fixes: lines([
        ...fixed.map((finding) => `${place(finding)} ${JSON.stringify(alone(finding))}`),
        ...left.map((finding) => `${place(finding)} left`),
      ]),
    };
  },
};

const FMT: TypedKind<
  { readonly kind?: 'style list' | 'terms'; readonly file: string; readonly sort?: boolean } & Form
> = {
  inputs: ['file'],
  files: ['file', 'formatted'],
  run({ bytes, options: { kind, file, sort = false, ...form } }) {
    const input = { bytes: bytes('file'), file: String(file) };
    const formatted =
      kind === 'style list'
        ? formatYaml(input, STYLE_LIST_FILES.keyOrder)
        : formatTable({ ...input, form, sort: sort === true });
    return shownFile(input.bytes, 'formatted', formatted);
  },
};

function conceptLines({ id, line, terms, ...more }: Concept): readonly string[] {
  const shown = (rest: object): string => (Object.keys(rest).length === 0 ? '' : ` ${JSON.stringify(rest)}`);
  return [
    `line ${line}${id === undefined ? '' : ` ${JSON.stringify(id)}`}${shown(more)}`,
    ...terms.map(({ language, text, ...rest }) => `  ${language} ${JSON.stringify(text)}${shown(rest)}`),
  ];
}

const lossLines = (losses: readonly ImportLoss[]): string | undefined =>
  losses.length === 0
    ? undefined
    : lines(losses.map(({ at, kind, name, count }) => `${at.line}:${at.column} ${kind} ${name} × ${count}`));

function imported(bytes: Uint8Array, options: CaseInput['options']): Shown {
  const { value, format, losses, findings, rows, source } = readTermbase({
    ...(options as Partial<TermbaseInput>),
    bytes,
    file: 'terms.csv',
  });
  return {
    read: lines([`${format}, ${rows} rows${source === undefined ? '' : `, source ${source}`}`]),
    concepts: value && lines([...value.concepts].flatMap(conceptLines)),
    losses: lossLines(losses),
    findings: findingLines(findings),
  };
}

type ImportOptions = Partial<WithoutMaps<Omit<TermbaseInput, 'bytes' | 'file'>>>;

const IMPORT: TypedKind<ImportOptions> = {
  inputs: ['file'],
  files: ['file', 'concepts'],
  run: ({ bytes, options }) => imported(bytes('file'), options),
};

/** The parts of a spreadsheet. */
const SHEET_PARTS: Readonly<Record<string, string>> = {
  workbook: 'xl/workbook.xml',
  relations: 'xl/_rels/workbook.xml.rels',
  sheet: 'xl/worksheets/sheet1.xml',
  other: 'xl/worksheets/sheet2.xml',
  strings: 'xl/sharedStrings.xml',
  styles: 'xl/styles.xml',
};

const IMPORT_SHEET: TypedKind<ImportOptions> = {
  inputs: Object.keys(SHEET_PARTS),
  files: [],
  run({ bytes, has, options }) {
    const parts = Object.entries(SHEET_PARTS).filter(([name]) => has(name));
    const archive = zip(Object.fromEntries(parts.map(([name, path]) => [path, Buffer.from(bytes(name)).toString()])));
    return imported(archive, options);
  },
};

interface ExportOptions {
  readonly format: WriteFormatName;
  readonly languages?: readonly string[];
  readonly title?: string;
  readonly escapesFormulas?: boolean;
}

const EXPORT: TypedKind<ExportOptions, Omit<Concept, 'line'>> = {
  inputs: [],
  files: [],
  run({ options: { format, languages = ['en', 'de'], title = 'T', escapesFormulas = false }, edits }) {
    const { text, findings } = writeTermbase(
      {
        termbase: { concepts: edits as readonly Concept[] },
        languages: languages as readonly string[],
        title: String(title),
        file: 'glossary.yaml',
        escapesFormulas: escapesFormulas === true,
      },
      format as WriteFormatName,
    );
    return { written: partOfText(text), findings: findingLines(findings) };
  },
};

interface IntoOptions extends Partial<Pick<TableToMerge, 'pair' | 'pairs' | 'replaces'>> {
  readonly clears?: boolean;
  readonly columns?: Readonly<Record<string, string | Readonly<Record<string, TermStatus>>>>;
  readonly send?: readonly SentStatus[];
}

/** `columns:` with a map where it has words for statuses. */
const withWords = (columns: ReadonlyMap<string, unknown>): FileForm['columns'] =>
  new Map(
    [...columns].map(([header, use]) => [
      header,
      typeof use === 'string' ? use : new Map(Object.entries(use as Readonly<Record<string, TermStatus>>)),
    ]),
  );

/** The statuses of the imported rows; `undefined`: no row has one. */
function statusLines({ statuses, draftsSent }: StatusCounts): string | undefined {
  if (statuses.every(({ status }) => status === 'none') && draftsSent === 0) return undefined;
  return lines([
    ...statuses.map(({ status, rows, isSent }) => `${rows} ${status}, ${isSent ? 'sent' : 'not sent'}`),
    `${draftsSent} drafts sent`,
  ]);
}

const IMPORT_INTO: TypedKind<IntoOptions> = {
  inputs: ['table', 'imported'],
  files: ['table', 'imported', 'edited'],
  run({ bytes, options: { clears = false, replaces = false, columns = new Map(), send, ...more } }) {
    const keepsEmpty = clears === true || replaces === true;
    const { value } = readTermbase({ bytes: bytes('imported'), file: 'new', keepsEmpty });
    const losses = lossList('new');
    const merged = editTermTable({
      input: {
        bytes: bytes('table'),
        file: 'terms.csv',
        comments: 'none',
        columns: withWords(columns as ReadonlyMap<string, unknown>),
        send: send as FileForm['send'],
      },
      concepts: [...(value?.concepts ?? [])],
      source: 'en',
      replaces: replaces === true,
      losses,
      ...(more as Partial<TableToMerge>),
    });
    const {
      changes = [],
      unchanged = 0,
      staying = 0,
      statuses = [],
      draftsSent = 0,
      stillSent = [],
    } = merged.merged ?? {};
    return {
      ...shownFile(bytes('table'), 'edited', merged),
      changes: lines([
        ...changes.map(changeLine),
        `${unchanged} unchanged, ${staying} not in the import, ${heldBackRows(statuses)} held back`,
        ...stillSent.map(
          ({ line, source, target, status }) => `line ${line} still sends ${source} → ${target}, ${status}`,
        ),
      ]),
      statuses: statusLines({ statuses, draftsSent }),
      losses: lossLines(losses.all()),
    };
  },
};

const changeLine = ({ kind, term, line, cells }: RowChange): string => {
  const shown = cells.map(({ column, from, to }) => `${column} ${JSON.stringify(from)} → ${JSON.stringify(to)}`);
  return `${kind} ${term}${line === undefined ? '' : ` in line ${line}`}: ${shown.join(', ')}`;
};

/** Each kind by the name of its folder. */
export const CASE_KINDS = {
  edit: EDIT,
  export: EXPORT,
  fix: FIX,
  fmt: FMT,
  import: IMPORT,
  'import-into': IMPORT_INTO,
  'import-sheet': IMPORT_SHEET,
  merge: MERGE,
};

import { basename } from 'node:path';
import { looksLikeComment } from '../../files/delimited/row.ts';
import { editYamlFile } from '../../files/edit/edit-yaml-file.ts';
import type { ImportedFile, ImportReport } from '../../files/exchange/import-report.ts';
import { editTermTable, type TableToMerge } from '../../files/exchange/merge/edit-table.ts';
import type { RowChange } from '../../files/exchange/merge/merge-terms.ts';
import { conceptRows, statusCounter, withIds } from '../../files/exchange/merge/term-rows.ts';
import { isDictionaryLanguage } from '../../files/exchange/read/column-role.ts';
import { readTermbase } from '../../files/exchange/read/read-termbase.ts';
import {
  type Concept,
  type ConceptTerm,
  type ImportLoss,
  isHeld,
  type LossList,
  languagesOf,
  lossList,
  phraseCount,
  type ReadOptions,
  statusRank,
  type Termbase,
} from '../../files/exchange/termbase.ts';
import { tableCsv } from '../../files/exchange/write/write-table.ts';
import { isGlossaryLanguage, variantCode } from '../../files/languages/check-language.ts';
import { yamlText } from '../../files/yaml/yaml-text.ts';
import type { StagedFiles } from '../../kinds/files/pull-context.ts';
import {
  type ListedDictionary,
  type ListedTable,
  parseGlossaryFile,
} from '../../kinds/glossary/files/glossary-file.ts';
import { glossaryAddress } from '../../kinds/glossary/glossary.ts';
import type { LanguagePair } from '../../model/entries/language-pair.ts';
import { TERM_STATUSES } from '../../model/entries/term-status.ts';
import type { FileForm } from '../../model/file-form.ts';
import { errorAt, errorsIn, type Finding, hasErrors, topOf } from '../../model/finding.ts';
import { patternSource, type TermFiles, termFiles } from './term-files.ts';
import { checkLanguages } from './unsent-languages.ts';

/** The name of a table next to a `glossary.yaml`. */
const TERMS_FILE = 'terms.csv';

interface NewTable {
  readonly text: string;
  /** Its entry in `tables:` of `glossary.yaml`. */
  readonly entry: object;
  /** True: a term looks like the beginning of a comment. */
  readonly hasHash: boolean;
  readonly imported: Omit<ImportedFile, 'file'>;
  readonly losses: readonly ImportLoss[];
}

/** True for a language that `*` selects. Not for `id`: such a column is as often a key, so it must be named. */
const isInStar = (language: string): boolean => isGlossaryLanguage(language) && language !== 'id';

/** Pairs with every other language: `*` for those of the built-in list, and the others by name. */
function pairsOf(source: string, languages: readonly string[]): readonly string[] {
  const others = languages.filter((language) => language !== source);
  const named = others.filter((language) => !isInStar(language) && isDictionaryLanguage(language));
  return [...(others.some(isInStar) ? [`${source}->*`] : []), ...named.map((language) => `${source}->${language}`)];
}

/** Settings of a new table. */
interface NewTableInput {
  readonly source: string;
  /** The name of the imported file, for the losses. */
  readonly from: string;
  /** The statuses of rows that are sent; `undefined`: the default. */
  readonly send: FileForm['send'];
}

/** A wide table with all terms of a termbase. */
function newTable(termbase: Termbase, { source, from, send }: NewTableInput): NewTable {
  const losses = lossList(from);
  const rows = withIds(termbase.concepts, source).flatMap((concept) => conceptRows(concept, source, losses));
  const languages = [source, ...languagesOf(termbase).filter((language) => language !== source)];
  const hasHash = rows.some(({ terms }) =>
    [...terms].some(([language, { text }]) => language === source && looksLikeComment(text)),
  );
  const statuses = statusCounter(source);
  for (const row of rows) statuses.add(row);
  const hasStatus = rows.some(({ terms }) => [...terms.values()].some(({ status }) => status !== undefined));
  return {
    text: tableCsv({ languages, rows }, hasHash ? 'none' : undefined),
    entry: { file: TERMS_FILE, pairs: pairsOf(source, languages) },
    hasHash,
    imported: {
      added: rows.length,
      ...{ changed: 0, removed: 0, unchanged: 0, staying: 0 },
      ...statuses.counts(send, hasStatus),
      changes: () =>
        rows.map(({ terms }) => {
          const cells = [...terms].map(([column, { text }]) => ({ column, from: '', to: text }));
          const named = cells.find(({ column }) => column === source) ?? cells[0];
          return { kind: 'added', term: named?.to ?? '', cells };
        }),
    },
    losses: losses.all(),
  };
}

/** The text of a `glossary.yaml` with one table. `name`: the last part of its address. `send`: the statuses to send. */
const newGlossaryText = (
  name: string,
  { entry, hasHash }: Pick<NewTable, 'entry' | 'hasHash'>,
  send: FileForm['send'],
): string =>
  yamlText('glossary', {
    name: name.charAt(0).toUpperCase() + name.slice(1),
    tables: [entry],
    ...(hasHash && { comments: 'none' }),
    ...(send !== undefined && { send: { status: send } }),
  });

/** One import: a foreign file, and its settings. */
export interface ImportRequest extends ReadOptions {
  readonly bytes: Uint8Array;
  /** The name of the file, for the report. */
  readonly from: string;
  readonly format?: string;
  /** The last part of the glossary's address. */
  readonly name: string;
  /** Its `glossary.yaml`, which may not exist yet. */
  readonly file: string;
  /** The language of the source terms. Default: that of the table, or of most concepts. */
  readonly source?: string;
  /** The table to import into, if the glossary has several. */
  readonly table?: string;
  /** True: an empty cell clears the cell in the workspace. */
  readonly clears: boolean;
  /** True: remove the terms that the file lacks. */
  readonly replaces: boolean;
}

interface Context {
  readonly staged: StagedFiles;
  readonly root: string;
  readonly request: ImportRequest;
  readonly losses: LossList;
  /** The first language of the file. */
  readonly begins: string | undefined;
}

/** The changed files, or the reasons why none was changed. */
type Merged =
  | { readonly files: readonly ImportedFile[]; readonly source: string }
  | { readonly findings: readonly Finding[] };

/** The first language of a file if it has terms in it, otherwise the language with the most concepts. */
function mainLanguage({ concepts }: Termbase, begins: string | undefined): string {
  const counts = new Map<string, number>();
  for (const { terms } of concepts)
    for (const language of new Set(terms.map((term) => term.language)))
      counts.set(language, (counts.get(language) ?? 0) + 1);
  const languages = new Set<string | undefined>(counts.keys());
  const known = [begins, begins?.split('-')[0]].find((language) => languages.has(language));
  if (known !== undefined) return known;
  let best: readonly [string, number] = ['en', 0];
  for (const [language, count] of counts)
    if (count > best[1] && isDictionaryLanguage(language)) best = [language, count];
  return best[0];
}

/** The source language of a table, from its pairs; `undefined` if they do not name one. */
const sourceOf = ({ pairs }: ListedTable): string | undefined =>
  pairs.map(patternSource).find((language) => language !== '*');

/**
 * A concept reduced to one dictionary: the strongest term of each language, and both of them. If all terms of one side
 * have a status that is not sent, the whole row gets that status.
 */
function pairConcept(
  { id, terms, line, ...rest }: Concept,
  { source, target }: LanguagePair,
): { readonly concept: Concept; readonly taken: readonly ConceptTerm[] } | undefined {
  const weight = ({ status }: ConceptTerm): number => statusRank(status) + (isHeld(status) ? TERM_STATUSES.length : 0);
  const strongest = (language: string): ConceptTerm | undefined =>
    terms
      .filter((term) => term.language === language)
      .reduce<ConceptTerm | undefined>(
        (best, term) => (best === undefined || weight(term) < weight(best) ? term : best),
        undefined,
      );
  const [from, to] = [strongest(source), strongest(target)];
  if (from === undefined || to === undefined) return undefined;
  const status = [from.status, to.status].find(isHeld);
  const withStatus = (term: ConceptTerm): ConceptTerm => (status === undefined ? term : { ...term, status });
  const concept = { ...rest, ...(id !== undefined && { id }), line, terms: [withStatus(from), withStatus(to)] };
  return { concept, taken: [from, to] };
}

async function mergeFile(
  { staged }: Context,
  { file, form }: { readonly file: string; readonly form: FileForm },
  table: Omit<TableToMerge, 'input'>,
): Promise<ImportedFile | undefined> {
  let imported: ImportedFile | undefined;
  await staged.edit(file, topOf(file), (bytes) => {
    const edited = editTermTable({ ...table, input: { ...form, bytes, file } });
    if ('bytes' in edited && edited.merged !== undefined) {
      const { changes, unchanged, staying, statuses, draftsSent } = edited.merged;
      const countOf = (kind: RowChange['kind']): number => changes.filter((change) => change.kind === kind).length;
      const [added, changed, removed] = [countOf('added'), countOf('changed'), countOf('removed')];
      imported = { file, added, changed, removed, unchanged, staying, statuses, draftsSent, changes: () => changes };
    }
    return edited;
  });
  return imported;
}

/** The table of a glossary that receives an import. */
function chooseTable(tables: readonly ListedTable[], { table, file }: ImportRequest): ListedTable | Finding {
  const named =
    table === undefined ? tables : tables.filter((each) => each.file.endsWith(`/${table}`) || each.file === table);
  const [only, ...others] = named;
  if (only !== undefined && others.length === 0) return only;
  return errorAt('import-table', topOf(file), { tables: tables.map((each) => basename(each.file)) });
}

async function intoTable(context: Context, tables: readonly ListedTable[], termbase: Termbase): Promise<Merged> {
  const { request, losses } = context;
  const chosen = chooseTable(tables, request);
  if ('code' in chosen) return { findings: [chosen] };
  const source = request.source ?? sourceOf(chosen) ?? mainLanguage(termbase, context.begins);
  const { pairs } = chosen;
  const table = { concepts: termbase.concepts, source, replaces: request.replaces, losses, pairs };
  const imported = await mergeFile(context, chosen, table);
  return imported === undefined ? { findings: errorsIn(context.staged.findings) } : { files: [imported], source };
}

/** Counts the terms whose language or status has no place in the files. */
function loseTerms(
  { concepts }: Termbase,
  taken: ReadonlySet<unknown>,
  languages: ReadonlySet<string>,
  losses: LossList,
): void {
  for (const { terms, line } of concepts)
    for (const term of terms)
      if (!languages.has(term.language)) losses.add('translation', term.language, { line, column: 1 });
      else if (!taken.has(term)) losses.add('held', term.text, { line, column: 1 });
}

/** The terms of variants with the codes of the dictionaries, which are in lower case. */
function withVariantCodes(termbase: Termbase, dictionaries: readonly ListedDictionary[]): Termbase {
  const codes = new Set(dictionaries.flatMap(({ pair }) => [pair.source, pair.target]));
  const named = (term: ConceptTerm): ConceptTerm => {
    const language = variantCode(term.language);
    return codes.has(language) ? { ...term, language } : term;
  };
  const concepts = [...termbase.concepts].map((concept) => ({ ...concept, terms: concept.terms.map(named) }));
  return { ...termbase, concepts };
}

async function intoDictionaries(
  context: Context,
  dictionaries: readonly [ListedDictionary, ...ListedDictionary[]],
  terms: Termbase,
): Promise<Merged> {
  const termbase = withVariantCodes(terms, dictionaries);
  const { request, losses } = context;
  const taken = new Set<unknown>();
  const files: ImportedFile[] = [];
  for (const { pair, file, form } of dictionaries) {
    const concepts: Concept[] = [];
    for (const each of termbase.concepts) {
      const paired = pairConcept(each, pair);
      if (paired === undefined) continue;
      concepts.push(paired.concept);
      for (const term of paired.taken) taken.add(term);
    }
    const table = { concepts, source: pair.source, replaces: request.replaces, losses, pair };
    const imported = await mergeFile(context, { file, form }, table);
    if (imported === undefined) return { findings: errorsIn(context.staged.findings) };
    files.push(imported);
  }
  loseTerms(termbase, taken, new Set(dictionaries.flatMap(({ pair }) => [pair.source, pair.target])), losses);
  return { files, source: dictionaries[0].pair.source };
}

/** `send:` of a glossary that does not send drafts. */
const WITHOUT_DRAFTS: FileForm['send'] = ['none', 'preferred', 'approved'];

/** A new table, in a new glossary or in one without terms. */
async function intoNew(context: Context, tables: TermFiles | undefined, termbase: Termbase): Promise<Merged> {
  const { staged, request, losses } = context;
  const { file, name, from } = request;
  const source = request.source ?? mainLanguage(termbase, context.begins);
  const few = checkLanguages(termbase.concepts, source, from);
  if (few.length > 0) return { findings: few };
  // A new glossary must not send terms that need editing in the other system.
  const holdsDrafts = tables === undefined && losses.all().some(({ kind }) => kind === 'needs-editing');
  const send = holdsDrafts ? WITHOUT_DRAFTS : tables?.form.send;
  const newTerms = newTable(termbase, { source, from, send });
  losses.addAll(newTerms.losses);
  const path = `${file.slice(0, file.lastIndexOf('/') + 1)}${TERMS_FILE}`;
  const inTheWay = (what: string): Merged => ({
    findings: [errorAt('import-in-the-way', topOf(what), { file: what })],
  });
  if (!(await staged.create(path, newTerms.text))) return inTheWay(path);
  if (tables === undefined) {
    if (!(await staged.create(file, newGlossaryText(name, newTerms, holdsDrafts ? WITHOUT_DRAFTS : undefined))))
      return inTheWay(file);
  } else {
    const change = { path: ['tables', 0], to: newTerms.entry as never };
    const isEdited = await staged.edit(file, topOf(file), (bytes) =>
      editYamlFile({ bytes, file }, { parse: parseGlossaryFile, changes: () => [change] }),
    );
    if (!isEdited) return { findings: errorsIn(staged.findings) };
  }
  return { files: [{ file: path, ...newTerms.imported }], source };
}

/**
 * Merges a file of another system into the files of a glossary. The files are staged and not written. A glossary that
 * does not exist yet gets a `glossary.yaml` and a wide table.
 */
export async function importTerms(staged: StagedFiles, root: string, request: ImportRequest): Promise<ImportReport> {
  const { from, file, clears, replaces, name } = request;
  const known = await termFiles(staged.ports, root, file);
  const { tables: wide = [], dictionaries = [] } = known.value ?? {};
  const variants = [...wide, ...dictionaries].flatMap(({ form }) => form.variants ?? []);
  const read = readTermbase({ ...request, file: from, keepsEmpty: clears || replaces, variants });
  const termbase = { concepts: [...(read.value?.concepts ?? [])] };
  const losses = lossList(from);
  losses.addAll(read.losses);
  const report = {
    address: glossaryAddress(name),
    from,
    format: read.format,
    rows: read.rows,
    phrases: phraseCount(termbase),
    languages: languagesOf(termbase),
  };
  const failed = (findings: readonly Finding[]): ImportReport => ({
    ...report,
    source: request.source ?? '',
    files: [],
    losses: losses.all(),
    findings,
  });
  if (hasErrors(read.findings)) return failed(read.findings);
  if (termbase.concepts.length === 0) return failed([errorAt('import-empty', topOf(from))]);
  const { source } = request;
  const { languages } = report;
  if (source !== undefined && !languages.includes(source))
    return failed([errorAt('import-source-missing', topOf(from), { source, languages: [...languages] })]);
  const context: Context = { staged, root, request, losses, begins: read.source };
  if (hasErrors(known.findings)) return failed(known.findings);
  const [dictionary, ...others] = dictionaries;
  const merged = await (wide.length > 0
    ? intoTable(context, wide, termbase)
    : dictionary === undefined
      ? intoNew(context, known.value, termbase)
      : intoDictionaries(context, [dictionary, ...others], termbase));
  if ('findings' in merged) return failed(merged.findings);
  return { ...report, ...merged, losses: losses.all(), findings: read.findings };
}

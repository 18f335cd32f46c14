import type { ImportedFile, ImportReport } from '../../files/exchange/import-report.ts';
import type { RowChange } from '../../files/exchange/merge/merge-terms.ts';
import { heldBackRows, type StatusRows } from '../../files/exchange/merge/term-rows.ts';
import type { ImportLoss, LossKind } from '../../files/exchange/termbase.ts';
import { errorAt, type Finding } from '../../model/finding.ts';
import { grouped } from '../../model/lists.ts';
import { visible } from '../format/escape.ts';
import { jsonText } from '../format/json-text.ts';
import { counted, firstOf, groupedDigits, indented, listed, plural, withLineEnds } from '../format/text.ts';
import { findingCounts, findingsData, findingsText } from '../messages/finding-text.ts';
import { variantProposals } from '../messages/variant-proposal.ts';

interface LossWords {
  /** `one`, `many`: the noun of the counted items. */
  readonly one: string;
  readonly many: string;
  /** The words for the result. */
  readonly fate: string;
  /** True: no content of a term was lost, only its form changed. */
  readonly isKept?: true;
  /** True: reports show a warning although nothing was lost. */
  readonly warns?: true;
}

const WORDS: Readonly<Record<LossKind, LossWords>> = {
  element: { one: 'element', many: 'elements', fate: 'not kept: the files have no column for it' },
  column: { one: 'cell of the column', many: 'cells of the column', fate: 'not kept; --columns can set its use' },
  sheet: { one: 'sheet', many: 'sheets', fate: 'not read; --sheet names another one' },
  formula: {
    one: 'formula',
    many: 'formulas',
    fate: 'not run: the value that was saved with it was taken',
    isKept: true,
  },
  number: {
    one: 'number',
    many: 'numbers',
    fate: 'taken as it is saved; it may have been a date or a code',
    isKept: true,
  },
  'cell-error': { one: 'cell with the error', many: 'cells with the error', fate: 'not kept' },
  'cell-outside': { one: 'cell', many: 'cells', fate: 'not kept: it is to the right of the last column of the header' },
  term: { one: 'phrase', many: 'phrases', fate: 'not kept: it has a control character, or more than 1024 bytes' },
  'same-term': {
    one: 'phrase',
    many: 'phrases',
    fate: 'kept once: its concept has it twice in one language',
    isKept: true,
  },
  'no-term': { one: 'concept or row', many: 'concepts or rows', fate: 'not kept: it has no term' },
  admitted: {
    one: 'further phrase',
    many: 'further phrases',
    fate: 'kept with the status admitted: of one concept and language, one phrase is sent',
    isKept: true,
  },
  'no-source': {
    one: 'phrase',
    many: 'phrases',
    fate: 'kept with the status admitted: its concept has no phrase in the source language',
    isKept: true,
  },
  language: { one: 'language', many: 'languages', fate: 'read like this; --columns can change it', isKept: true },
  'no-language': {
    one: 'language code',
    many: 'language codes',
    fate: 'not kept: no column can have it; --columns can set its language',
  },
  apostrophe: { one: 'cell', many: 'cells', fate: 'kept without the apostrophe before a formula', isKept: true },
  trimmed: { one: 'phrase', many: 'phrases', fate: 'kept without the white space around it', isKept: true },
  folded: { one: 'phrase', many: 'phrases', fate: 'kept with a space in place of its line breaks', isKept: true },
  'empty-term': { one: 'empty phrase in', many: 'empty phrases in', fate: 'not kept: it has no text' },
  'formula-empty': {
    one: 'formula',
    many: 'formulas',
    fate: 'not kept: no value was saved with it; open the file in a spreadsheet program and save it',
  },
  'skipped-row': {
    one: 'row above the header',
    many: 'rows above the header',
    fate: 'not read: --header-row skips it',
  },
  'unknown-language': {
    one: 'language',
    many: 'languages',
    fate: 'kept; Lexform does not know it, and the target decides whether it accepts it',
    isKept: true,
    warns: true,
  },
  field: { one: 'cell for the column', many: 'cells for the column', fate: 'not kept: the file has no such column' },
  held: {
    one: 'phrase',
    many: 'phrases',
    fate: 'not kept: a dictionary file has one phrase for each concept and language, and only phrases that are sent',
  },
  'needs-editing': {
    one: 'row that needs editing',
    many: 'rows that need editing',
    fate: 'taken as drafts; send: in glossary.yaml sets whether drafts are sent',
    isKept: true,
  },
  'unsent-language': {
    one: 'language',
    many: 'languages',
    fate: 'kept in a column that is not sent; --columns can set its base language, such as de-AT=de',
    isKept: true,
  },
  translation: { one: 'phrase in', many: 'phrases in', fate: 'not kept: the glossary has no file for the language' },
};

/** True if content of the imported file is missing in the workspace. */
const isLost = ({ kind }: ImportLoss): boolean => WORDS[kind].isKept !== true;

/** True if reports show a warning. */
const isWarned = (loss: ImportLoss): boolean => isLost(loss) || WORDS[loss.kind].warns === true;

/** `12 elements "transac": not kept: …`. Without a name, it counts the items beyond the listed names. */
function lossText({ kind, name, count }: ImportLoss): string {
  const { one, many, fate } = WORDS[kind];
  const named = name === '' ? '' : ` "${visible(name)}"`;
  return `${groupedDigits(count)} ${plural(count, one, many)}${named}: ${fate}`;
}

/** The losses of one kind as one line: the number, and the first names. */
function kindText(losses: readonly ImportLoss[], names: number): string {
  const [first] = losses;
  if (first === undefined) return '';
  if (losses.length === 1) return lossText(first);
  const { one, many, fate } = WORDS[first.kind];
  const count = losses.reduce((sum, loss) => sum + loss.count, 0);
  const named = losses.filter(({ name }) => name !== '').slice(0, names);
  const more = losses.length - named.length;
  const listed = named.map(
    (loss) => `"${visible(loss.name)}"${loss.count === 1 ? '' : ` (${groupedDigits(loss.count)})`}`,
  );
  const rest = more > 0 ? ` and ${groupedDigits(more)} more` : '';
  return `${groupedDigits(count)} ${plural(count, one, many)} ${listed.join(', ')}${rest}: ${fate}`;
}

/** Proposes how to send several variants of one language. */
function variantLines({ losses, languages }: ImportReport): readonly string[] {
  const unsent = losses.flatMap(({ kind, name }) => (kind === 'unsent-language' ? [name] : []));
  return variantProposals(unsent, languages).map(({ base, first, others, line }) => {
    const column = first === undefined ? '' : `import with --columns ${first}=${base}, and `;
    return `  to send ${others.join(', ')}, ${column}write in glossary.yaml: ${line}`;
  });
}

export interface ImportShown {
  readonly reports: readonly ImportReport[];
  /** Files that are written, or would be. */
  readonly files: readonly string[];
  /** Errors of the glossaries after the import. */
  readonly faults: readonly Finding[];
  /** False: nothing was written, because of `--check` or `--dry-run`. */
  readonly written: boolean;
  /** True: every change of a row is shown. */
  readonly full: boolean;
}

/** Maximum number of names of one kind of loss in a line. */
const NAMES_SHOWN = 5;
/** All languages are named, because each is a column that the user may need. */
const LANGUAGES_SHOWN = 100;
const LANGUAGE_KINDS: ReadonlySet<LossKind> = new Set([
  'language',
  'no-language',
  'translation',
  'unsent-language',
  'unknown-language',
]);

/** Content that was not kept, or not unchanged, with a line for each kind. */
const lossLines = ({ losses }: Pick<ImportReport, 'losses'>): readonly string[] =>
  [...grouped(losses, ({ kind }) => kind)].map(([kind, each]) =>
    kindText(each, LANGUAGE_KINDS.has(kind) ? LANGUAGES_SHOWN : NAMES_SHOWN),
  );

/** Like `lossLines`, for imports that ended with errors. */
export const lossesText = (reports: readonly Pick<ImportReport, 'losses'>[]): string =>
  withLineEnds(reports.flatMap(lossLines));
/** Maximum number of rows shown without `--dry-run`: only removed rows. */
const ROWS_SHOWN = 20;

const MARKS: Readonly<Record<RowChange['kind'], string>> = { added: '+', changed: '~', removed: '-' };

/** `~ house: de "Haus" ⇒ "Heim"`. */
function changeText({ kind, term, cells }: RowChange): string {
  const shown = cells
    .filter(({ to, from }) => kind !== 'added' || to !== term || from !== '')
    .map(({ column, from, to }) => {
      if (kind === 'changed') return `${visible(column)} "${visible(from)}" ⇒ "${visible(to)}"`;
      return `${visible(column)} "${visible(kind === 'added' ? to : from)}"`;
    });
  return `${MARKS[kind]} ${visible(term)}${shown.length === 0 ? '' : `: ${shown.join(', ')}`}`;
}

const statusText = ({ status, rows }: StatusRows): string =>
  `${groupedDigits(rows)} ${status === 'none' ? 'without a status' : status}`;

/** `  by status: 3 draft and 1 without a status are sent, 1 forbidden is held back; …`; empty without statuses. */
function statusLines(statuses: readonly StatusRows[]): readonly string[] {
  if (statuses.every(({ status }) => status === 'none')) return [];
  const [sent, heldRows] = [true, false].map((isSent) => statuses.filter((each) => each.isSent === isSent));
  const clause = (each: readonly StatusRows[] = [], what: string): readonly string[] => {
    const rows = each.reduce((sum, one) => sum + one.rows, 0);
    return rows === 0 ? [] : [`${listed(each.map(statusText))} ${plural(rows, 'is', 'are')} ${what}`];
  };
  const clauses = [...clause(sent, 'sent'), ...clause(heldRows, 'held back')];
  return [`  by status: ${clauses.join(', ')}; send: in glossary.yaml sets the statuses that are sent`];
}

/**
 * A note that drafts are sent, if a reader may expect them to be held back. `needEditing`: the other system has marked
 * them.
 */
function draftLines({ draftsSent, statuses }: ImportedFile, needEditing: boolean): readonly string[] {
  const hasColumn = statuses.length > 0;
  if (draftsSent === 0 || (hasColumn && !needEditing)) return [];
  const remedy = hasColumn
    ? 'send: { status: [none, preferred, approved] } in glossary.yaml holds drafts back'
    : 'the file has no column "status" that could hold drafts back';
  const like = plural(draftsSent, 'is sent like a finished term', 'are sent like finished terms');
  return [`  ${counted(draftsSent, 'draft')} ${like}: ${remedy}`];
}

function fileLines(imported: ImportedFile, { full }: ImportShown, needEditing: boolean): readonly string[] {
  const { file, added, changed, removed, unchanged, staying, statuses } = imported;
  const heldBack = heldBackRows(statuses);
  const changes = full || removed > 0 ? imported.changes() : [];
  const shown = full ? changes : changes.filter(({ kind }) => kind === 'removed');
  return [
    `${visible(file)}: ${counted(added, 'row')} added, ${groupedDigits(changed)} changed, ` +
      `${groupedDigits(unchanged)} unchanged, ${groupedDigits(removed)} removed; ` +
      `${groupedDigits(heldBack)} held back by ${heldBack === 1 ? 'its' : 'their'} status`,
    ...statusLines(statuses),
    ...draftLines(imported, needEditing),
    ...(staying === 0
      ? []
      : [
          `  ${counted(staying, 'row')} of the glossary ${plural(staying, 'is', 'are')} not in the file and ` +
            `${plural(staying, 'stays', 'stay')}; --replace removes ${plural(staying, 'it', 'them')}`,
        ]),
    ...indented(firstOf(shown, full ? shown.length : ROWS_SHOWN, changeText), 2),
  ];
}

function reportLines(report: ImportReport, shown: ImportShown): readonly string[] {
  const { address, from, format, rows, phrases, languages, source, files, losses } = report;
  const needEditing = losses.some(({ kind }) => kind === 'needs-editing');
  return [
    `${visible(from)} (${format}) → ${visible(address)}: ${counted(rows, 'row')} read, ` +
      `${counted(phrases, 'phrase')} in ${visible(languages.join(', '))}; source ${visible(source)}`,
    ...files.flatMap((file) => indented(fileLines(file, shown, needEditing), 2)),
    ...indented([...lossLines(report), ...variantLines(report)], 2),
  ];
}

function endLines({ files, faults, written, reports }: ImportShown): readonly string[] {
  const names = files.map(visible).join(', ');
  const lost = reports.some(({ losses }) => losses.some(isLost));
  const isWhole = faults.length === 0;
  return [
    files.length === 0
      ? 'nothing to import: the files already have this content'
      : written
        ? `wrote ${names}`
        : `would write ${names}; nothing was written`,
    ...(lost ? ['the --json document and the reports of --report name everything that was not kept'] : []),
    ...(isWhole ? [] : [`${findingsText(faults)}${findingCounts(faults)} in the files with these terms`]),
    ...(isWhole && written && files.length > 0 ? ['next: lexform plan'] : []),
  ];
}

/** The result of an import: files, changed rows, and lost content, counted by kind. */
export const importText = (shown: ImportShown): string =>
  withLineEnds([...shown.reports.flatMap((report) => reportLines(report, shown)), ...endLines(shown)]);

const lossData = (loss: ImportLoss) => ({ ...loss, message: lossText(loss) });

/** The result as one JSON document, with all rows and all lost content. */
export const importJson = ({ reports, files, faults, written }: ImportShown): string =>
  jsonText({
    formatVersion: 1,
    written,
    files,
    imports: reports.map(({ losses, findings, files: imported, ...report }) => ({
      ...report,
      files: imported.map(({ changes, statuses, ...each }) => ({
        ...each,
        heldBack: heldBackRows(statuses),
        statuses: statuses.map(({ status, rows, isSent }) => ({ status, rows, sent: isSent })),
        changes: changes(),
      })),
      notKept: losses.map(lossData),
    })),
    findings: findingsData(faults),
  });

/** Lost content as findings, for the reports. */
export const lossFindings = (reports: readonly Pick<ImportReport, 'losses'>[]): readonly Finding[] =>
  reports.flatMap(({ losses }) =>
    losses.map((loss): Finding => {
      const finding = errorAt('import-not-kept', loss.at, { what: lossText(loss) });
      return { ...finding, severity: isWarned(loss) ? 'warning' : 'info' };
    }),
  );

import type { ImportedFile, ImportReport } from '../../exchange/import-report.ts';
import type { ImportLoss } from '../../exchange/losses.ts';
import type { RowChange } from '../../exchange/merge/merge-terms.ts';
import { errorAt, type Finding } from '../../model/finding.ts';
import { grouped } from '../../model/grouped.ts';
import { visible } from '../format/escape.ts';
import { jsonText } from '../format/json-text.ts';
import { counted, firstOf, groupedDigits, indented, withLineEnds } from '../format/text.ts';
import { findingCounts, findingsData, findingsText } from '../messages/finding-text.ts';
import { isLost, kindText, lossText } from './loss-words.ts';

export interface ImportShown {
  readonly reports: readonly ImportReport[];
  /** Files that are written, or would be. */
  readonly files: readonly string[];
  /** Errors of the glossaries with the imported terms in them. */
  readonly faults: readonly Finding[];
  /** False: nothing was written, by `--check` or `--dry-run`. */
  readonly written: boolean;
  /** True: every change of a row is shown. */
  readonly full: boolean;
}

/** Names of one kind of loss in a line. */
const NAMES_SHOWN = 5;
/** Rows that are shown without `--dry-run`: only those that go. */
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

function fileLines(imported: ImportedFile, { full }: ImportShown): readonly string[] {
  const { file, added, changed, removed, unchanged, heldBack } = imported;
  const changes = full || removed > 0 ? imported.changes() : [];
  const shown = full ? changes : changes.filter(({ kind }) => kind === 'removed');
  return [
    `${visible(file)}: ${counted(added, 'row')} added, ${groupedDigits(changed)} changed, ` +
      `${groupedDigits(unchanged)} unchanged, ${groupedDigits(removed)} removed; ` +
      `${groupedDigits(heldBack)} held back by ${heldBack === 1 ? 'its' : 'their'} status`,
    ...indented(firstOf(shown, full ? shown.length : ROWS_SHOWN, changeText), 2),
  ];
}

function reportLines(report: ImportReport, shown: ImportShown): readonly string[] {
  const { address, from, format, rows, terms, languages, source, files, losses } = report;
  const byKind = [...grouped(losses, ({ kind }) => kind).values()];
  return [
    `${visible(from)} (${format}) → ${visible(address)}: ${counted(rows, 'row')} read, ${counted(terms, 'term')} in ` +
      `${visible(languages.join(', '))}; source ${visible(source)}`,
    ...files.flatMap((file) => indented(fileLines(file, shown), 2)),
    ...indented(
      byKind.map((each) => kindText(each, NAMES_SHOWN)),
      2,
    ),
  ];
}

function endLines({ files, faults, written, reports }: ImportShown): readonly string[] {
  const names = files.map(visible).join(', ');
  const lost = reports.some(({ losses }) => losses.some(isLost));
  const isWhole = faults.length === 0;
  return [
    files.length === 0
      ? 'nothing to import: the files say the same already'
      : written
        ? `wrote ${names}`
        : `would write ${names}; nothing was written`,
    ...(lost ? ['the --json document and the reports of --report name everything that was not kept'] : []),
    ...(isWhole ? [] : [`${findingsText(faults)}${findingCounts(faults)} in the files with these terms`]),
    ...(isWhole && written && files.length > 0 ? ['next: lexform plan'] : []),
  ];
}

/** What was read, what changes row by row, and what was not kept, counted by kind. */
export const importText = (shown: ImportShown): string =>
  withLineEnds([...shown.reports.flatMap((report) => reportLines(report, shown)), ...endLines(shown)]);

const lossData = (loss: ImportLoss) => ({ ...loss, message: lossText(loss) });

/** The same as one JSON document, with every row and everything that was not kept. */
export const importJson = ({ reports, files, faults, written }: ImportShown): string =>
  jsonText({
    formatVersion: 1,
    written,
    files,
    imports: reports.map(({ losses, findings, files: imported, ...report }) => ({
      ...report,
      files: imported.map(({ changes, ...each }) => ({ ...each, changes: changes() })),
      notKept: losses.map(lossData),
    })),
    findings: findingsData(faults),
  });

/** What was not kept as findings, for the reports. */
export const lossFindings = (reports: readonly Pick<ImportReport, 'losses'>[]): readonly Finding[] =>
  reports.flatMap(({ losses }) =>
    losses.map((loss): Finding => {
      const finding = errorAt('import-not-kept', loss.at, { what: lossText(loss) });
      return { ...finding, severity: isLost(loss) ? 'warning' : 'info' };
    }),
  );

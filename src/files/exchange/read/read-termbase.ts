import { errorAt, type Finding, hasErrors } from '../../../model/finding.ts';
import { topOf } from '../../../model/source-ref.ts';
import { isSpreadsheet } from '../../delimited/spreadsheet.ts';
import { lossList } from '../losses.ts';
import { languagesOf } from '../termbase.ts';
import { missingColumns } from './column-check.ts';
import { readDelimited } from './read-delimited.ts';
import { type ReadInput, type ReadTermbase, unread } from './read-options.ts';
import { beginsWithHeader, type ReadTable, readTable } from './read-table.ts';
import { readTbx } from './read-tbx.ts';
import { type ReadSheet, readXlsx } from './read-xlsx.ts';
import { settleTermbase } from './settle-termbase.ts';

export interface TermbaseInput extends ReadInput {
  /** One of `READ_FORMATS`. Absent: found from the content. */
  readonly format?: string;
}

export interface ReadForeign extends ReadTermbase {
  /** The format as which it was read: `tbx`, `xlsx (crowdin)`, `table`. */
  readonly format: string;
}

/** True for the beginning of an XML document, in UTF-8 or UTF-16. */
function isXml(bytes: Uint8Array): boolean {
  const head = new TextDecoder().decode(bytes.subarray(0, 200).filter((byte) => byte !== 0));
  return /^[\ufeff\ufffd\s]*<(?:\?xml|!DOCTYPE|!--|tbx|martif)/i.test(head);
}

/** True for a PO file of gettext: `msgid` and `msgstr`, each at the beginning of a line, with a text in quotes. */
function isPo(bytes: Uint8Array): boolean {
  const head = new TextDecoder().decode(bytes.subarray(0, 8192));
  return /^msgid\s+"/m.test(head) && /^msgstr(?:\[\d\])?\s+"/m.test(head);
}

/** A table out of rows, with what was found of the rows before. */
function tableOf(
  {
    rows,
    losses = [],
    findings,
  }: { readonly rows: Parameters<typeof readTable>[0]['rows'] } & Partial<Pick<ReadTermbase, 'losses'>> &
    Pick<ReadTermbase, 'findings'>,
  input: TermbaseInput,
): ReadTable {
  const { format } = input;
  if (hasErrors(findings)) return { losses, findings, rows: 0, format: format ?? 'table' };
  const named = format === 'xlsx' || format === undefined ? {} : { format };
  const read = readTable({ ...input, rows, ...named });
  return { ...read, losses: [...losses, ...read.losses], findings: [...findings, ...read.findings] };
}

/**
 * The findings of the first sheet. Where it has no header of languages and there are others, it may be a cover, and the
 * sheet that has such a header is the one that is meant. `sheet`: with the others only where nobody has chosen one.
 */
function withOtherSheets({ name = '', others = [] }: ReadSheet, read: ReadTable, file: string): readonly Finding[] {
  const { findings, columns = [] } = read;
  const isRefused = findings.some(({ code }) => code === 'import-no-header' || code === 'import-empty');
  if (others.length === 0 || (columns.length > 0 && !isRefused)) return findings;
  const meant = others.find(({ firstRow }) => beginsWithHeader(firstRow()))?.name;
  if (meant === undefined && !hasErrors(findings)) return findings;
  const details = { sheet: name, sheets: others.map((each) => each.name), use: meant ?? others[0]?.name ?? '' };
  const unclear = errorAt('import-sheet-unclear', topOf(file), { ...details, ...(meant !== undefined && { meant }) });
  return meant === undefined ? [unclear, ...findings] : [unclear];
}

function readAny(input: TermbaseInput): ReadForeign {
  const { bytes, format } = input;
  if (isSpreadsheet(bytes)) {
    const sheet = readXlsx(input);
    const read = tableOf(sheet, input);
    return { ...read, format: `xlsx (${read.format})`, findings: withOtherSheets(sheet, read, input.file) };
  }
  if (format === 'tbx' || (format === undefined && isXml(bytes))) return { ...readTbx(input), format: 'tbx' };
  if (format === undefined && isPo(bytes)) return { ...unread(errorAt('import-po', topOf(input.file))), format: 'po' };
  return tableOf(readDelimited(input), input);
}

/**
 * Reads a list of terms in any of `READ_FORMATS`. Everything that the termbase does not keep of the file is among the
 * losses.
 */
export function readTermbase(input: TermbaseInput): ReadForeign {
  const any = readAny(input);
  const missing =
    input.columns === undefined
      ? []
      : missingColumns(input, any.columns ?? [], languagesOf(any.value ?? { concepts: [] }));
  const read = { ...any, findings: [...missing, ...any.findings] };
  // Without a language there are no terms, which the findings say already.
  if (read.value === undefined || (hasErrors(read.findings) && languagesOf(read.value).length === 0)) return read;
  const losses = lossList(input.file);
  losses.addAll(read.losses);
  const value = settleTermbase(read.value, input.columns, losses);
  return { ...read, value, losses: losses.all() };
}

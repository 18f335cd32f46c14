import { errorAt, type Finding, topOf } from '../../../model/finding.ts';
import { type ImportLoss, lossList, type ReadInput } from '../termbase.ts';
import type { CellRow } from './read-cells.ts';
import { readXml, type XmlHandlers } from './read-xml.ts';
import { unzipParts, ZipError } from './unzip-parts.ts';

/**
 * Limits for one spreadsheet. A file that exceeds one is refused while it is read: a small file can contain very many
 * cells.
 */
export interface SheetLimits {
  readonly sheets: number;
  readonly rows: number;
  /** Cells of all rows that are not empty. */
  readonly cells: number;
  /** Characters of all cells. A shared text counts for each cell that refers to it. */
  readonly chars: number;
  readonly sharedTexts: number;
  /** XML elements in all parts. */
  readonly elements: number;
}

/** `rows`: the maximum of spreadsheet programs. */
export const SHEET_LIMITS: SheetLimits = {
  sheets: 1000,
  rows: 1_048_576,
  cells: 4_000_000,
  chars: 64 * 1024 * 1024,
  sharedTexts: 2_000_000,
  elements: 20_000_000,
};

const LIMIT_WORDS: Readonly<Record<keyof SheetLimits, string>> = {
  sheets: 'sheets',
  rows: 'rows in a sheet',
  cells: 'filled cells in a sheet',
  chars: 'characters in its cells',
  sharedTexts: 'shared texts',
  elements: 'elements of XML',
};

/** Throws if a spreadsheet exceeds a limit. */
function checkLimit(limits: SheetLimits, name: keyof SheetLimits, count: number): void {
  if (count > limits[name]) throw new ZipError(`it has more than ${limits[name]} ${LIMIT_WORDS[name]}`);
}

/** The built-in formats of dates and times, by number. Files do not contain their codes. */
const isBuiltIn = (id: number): boolean => (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 58);

/** True for the code of a format that shows a day, a month or a year: `dd.mm.yyyy`, and not `0.00 "days"`. */
const isDateFormat = (id: number, code: string | undefined): boolean =>
  code === undefined ? isBuiltIn(id) : /[dmyhs]/i.test(code.replace(/"[^"]*"|\\.|\[[^[\]]*\]|_./g, ''));

const DAY_MS = 86_400_000;
/** Day 0 of spreadsheets that count from 1900 and from 1904, in milliseconds since 1970. */
const [START_1900, START_1904] = [Date.UTC(1899, 11, 30), Date.UTC(1904, 0, 1)];
/** The last day that spreadsheets have, in the year 9999. */
const LAST_DAY = 2_958_465;

/**
 * The date of a cell in ISO 8601, with its time if it has one: `2026-02-03`, `2026-02-03 14:30`. `undefined`: the
 * number is not a certain date, such as a time without a day.
 */
function isoDate(value: string, isFrom1904: boolean): string | undefined {
  const days = Number(value);
  // Spreadsheets count a 29 February 1900 that did not exist, so earlier days are uncertain.
  if (!(days >= (isFrom1904 ? 1 : 61) && days < LAST_DAY + 1)) return undefined;
  const minutes = Math.round((days * DAY_MS) / 60_000);
  const text = new Date((isFrom1904 ? START_1904 : START_1900) + minutes * 60_000).toISOString();
  return minutes % 1440 === 0 ? text.slice(0, 10) : `${text.slice(0, 10)} ${text.slice(11, 16)}`;
}

/** Maximum number of columns read from a sheet. A table with more columns is refused later. */
const COLUMNS_MAX = 1100;

interface Sheet {
  readonly name: string;
  readonly relation: string;
  readonly isHidden: boolean;
}

interface SheetRows {
  readonly rows: readonly CellRow[];
  readonly losses: readonly ImportLoss[];
}

export interface ReadSheet extends SheetRows {
  readonly findings: readonly Finding[];
  /** Its name. */
  readonly name?: string;
  /**
   * The other visible sheets, if the options name no sheet. `firstRow` reads the first row of a sheet; `undefined` if
   * the sheet is empty or cannot be read.
   */
  readonly others?: readonly { readonly name: string; readonly firstRow: () => CellRow | undefined }[];
}

/** Reads the parts of the file, and collects findings. */
interface Parts {
  readonly bytes: (name: string) => Uint8Array | undefined;
  readonly faults: Finding[];
  readonly file: string;
  readonly limits: SheetLimits;
  /** Number of elements read so far. */
  elements: number;
}

/** Replaces `_x000D_`, which encodes a character that XML cannot contain. */
const unescaped = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text;

function readPart(parts: Parts, name: string, handlers: XmlHandlers): boolean {
  const { faults, file, limits } = parts;
  const part = parts.bytes(name);
  if (part === undefined) return false;
  const fault = readXml(part, `${file}/${name}`, {
    ...handlers,
    open(tag, place) {
      parts.elements += 1;
      checkLimit(limits, 'elements', parts.elements);
      handlers.open(tag, place);
    },
  });
  if (fault !== undefined) faults.push({ ...fault, at: topOf(file), details: { ...fault.details, part: name } });
  return true;
}

const ignore = (): void => undefined;

const sheetColumn = (index: number): number => index + 1;

function sheetsOf(parts: Parts): { readonly sheets: readonly Sheet[]; readonly isFrom1904: boolean } {
  const sheets: Sheet[] = [];
  let isFrom1904 = false;
  readPart(parts, 'xl/workbook.xml', {
    open: ({ name, attributes }) => {
      if (name === 'workbookPr') isFrom1904 = /^(?:1|true)$/.test(attributes.date1904 ?? '');
      if (name !== 'sheet') return;
      const relation = attributes['r:id'] ?? '';
      checkLimit(parts.limits, 'sheets', sheets.length + 1);
      sheets.push({
        name: attributes.name ?? '',
        relation,
        isHidden: (attributes.state ?? 'visible') !== 'visible',
      });
    },
    close: ignore,
    text: ignore,
  });
  return { sheets, isFrom1904 };
}

/** Paths of the parts that contain the sheets, by relation id. */
function relationsOf(parts: Parts): ReadonlyMap<string, string> {
  const targets = new Map<string, string>();
  readPart(parts, 'xl/_rels/workbook.xml.rels', {
    open: ({ name, attributes }) => {
      const target = attributes.Target ?? '';
      if (name === 'Relationship')
        targets.set(attributes.Id ?? '', target.startsWith('/') ? target.slice(1) : `xl/${target}`);
    },
    close: ignore,
    text: ignore,
  });
  return targets;
}

/** The texts that cells refer to by number, without the phonetic readings of Asian characters. */
function sharedTexts(parts: Parts): readonly string[] {
  const texts: string[] = [];
  let [text, isText, phonetic, chars] = ['', false, 0, 0];
  readPart(parts, 'xl/sharedStrings.xml', {
    open({ name }) {
      if (name === 'si') text = '';
      else if (name === 'rPh') phonetic += 1;
      else if (name === 't') isText = phonetic === 0;
    },
    close(name) {
      if (name === 'si') {
        checkLimit(parts.limits, 'sharedTexts', texts.length + 1);
        texts.push(unescaped(text));
      } else if (name === 'rPh') phonetic -= 1;
      else if (name === 't') isText = false;
    },
    text(part) {
      if (!isText) return;
      chars += part.length;
      checkLimit(parts.limits, 'chars', chars);
      text += part;
    },
  });
  return texts;
}

/** Indexes of the cell styles that show a date. */
function dateStyles(parts: Parts): ReadonlySet<number> {
  const codes = new Map<number, string>();
  const dates = new Set<number>();
  let [isCell, style] = [false, 0];
  readPart(parts, 'xl/styles.xml', {
    open({ name, attributes }) {
      const id = Number(attributes.numFmtId ?? 0);
      if (name === 'numFmt') codes.set(id, attributes.formatCode ?? '');
      else if (name === 'cellXfs') isCell = true;
      else if (name === 'xf' && isCell) {
        if (isDateFormat(id, codes.get(id))) dates.add(style);
        style += 1;
      }
    },
    close(name) {
      if (name === 'cellXfs') isCell = false;
    },
    text: ignore,
  });
  return dates;
}

/** The number of a column, from 0, in a reference such as `AB12`; `undefined` if it names no column. */
function columnIn(reference: string | undefined): number | undefined {
  const [letters] = /^[A-Z]{1,3}/.exec(reference ?? '') ?? [];
  return letters === undefined
    ? undefined
    : [...letters].reduce((sum, each) => sum * 26 + each.charCodeAt(0) - 64, 0) - 1;
}

/** Values that the cells of all sheets refer to. */
interface BookValues {
  readonly texts: readonly string[];
  readonly dates: ReadonlySet<number>;
  readonly isFrom1904: boolean;
}

/** A row without its blank cells. A file may name the columns in any order. */
function sheetRow(cells: ReadonlyMap<number, string>, line: number): CellRow {
  const columns = [...cells.keys()].sort((a, b) => a - b);
  const texts = columns.map((column) => cells.get(column) ?? '');
  const isFull = columns.length === (columns.at(-1) ?? 0) + 1;
  return { texts, ...(!isFull && { columns }), line, columnOf: sheetColumn };
}

/**
 * The cells of a sheet. A formula is never run: the value that the spreadsheet program saved with it counts. A row ends
 * with its last filled cell. `rowsMax`: maximum number of rows to read. The function is longer than 60 lines because
 * its handlers share the open cell.
 */
function sheetRows(
  parts: Parts,
  part: string,
  { texts, dates, isFrom1904 }: BookValues,
  rowsMax = Number.POSITIVE_INFINITY,
): SheetRows | undefined {
  const { limits } = parts;
  const rows: CellRow[] = [];
  const losses = lossList(parts.file);
  let cells = new Map<number, string>();
  let [line, column, type, value, isValue, isFormula, phonetic] = [0, -1, 'n', '', false, false, 0];
  let [style, filled, chars] = [0, 0, 0];
  const finish = (): void => {
    const date = type === 'n' && dates.has(style) ? isoDate(value, isFrom1904) : undefined;
    const text =
      date ??
      (type === 's'
        ? (texts[Number(value)] ?? '')
        : type === 'b'
          ? value === '1'
            ? 'TRUE'
            : 'FALSE'
          : unescaped(value));
    const at = { line, column: column + 1 };
    if (isFormula) losses.add(value === '' ? 'formula-empty' : 'formula', text, at);
    if (type === 'e') losses.add('cell-error', value, at);
    else if (text !== '' && column >= COLUMNS_MAX) losses.add('cell-outside', text, at);
    else if (text !== '') {
      if (type === 'n' && date === undefined && !isFormula && line > 1) losses.add('number', text, at);
      chars += text.length;
      checkLimit(limits, 'chars', chars);
      checkLimit(limits, 'cells', filled + cells.size + 1);
      cells.set(column, text);
    }
  };
  const isThere = readPart(parts, part, {
    open({ name, attributes }) {
      if (name === 'row') {
        line = Number(attributes.r ?? line + 1) || line + 1;
        [cells, column] = [new Map(), -1];
      } else if (name === 'c') {
        column = columnIn(attributes.r) ?? column + 1;
        [type, value, isFormula, style] = [attributes.t ?? 'n', '', false, Number(attributes.s ?? 0)];
      } else if (name === 'f') isFormula = true;
      else if (name === 'rPh') phonetic += 1;
      else if (name === 'v' || name === 't') isValue = phonetic === 0;
    },
    close(name) {
      if (name === 'v' || name === 't') isValue = false;
      else if (name === 'rPh') phonetic -= 1;
      else if (name === 'c') finish();
      else if (name === 'row' && [...cells.values()].some((text) => text.trim() !== '')) {
        checkLimit(limits, 'rows', rows.length + 1);
        filled += cells.size;
        rows.push(sheetRow(cells, line));
      }
    },
    text(text) {
      if (!isValue) return;
      checkLimit(limits, 'chars', value.length + text.length);
      value += text;
    },
    isDone: () => rows.length >= rowsMax,
  });
  return isThere ? { rows, losses: losses.all() } : undefined;
}

/** Selects the sheet to read: the named one, otherwise the first visible one. */
function chooseSheet(sheets: readonly Sheet[], { file, sheet }: ReadInput): Sheet | Finding {
  const wanted = sheet?.trim().toLowerCase();
  const shown = sheets.find(({ isHidden }) => !isHidden) ?? sheets[0];
  const found = wanted === undefined ? shown : sheets.find(({ name }) => name.trim().toLowerCase() === wanted);
  if (found !== undefined) return found;
  const names = sheets.map(({ name }) => name);
  return errorAt('import-sheet-missing', topOf(file), { sheet: sheet ?? '', sheets: names });
}

function readSheet(parts: Parts, input: ReadInput): ReadSheet {
  const { file } = input;
  const { sheets, isFrom1904 } = sheetsOf(parts);
  const chosen = chooseSheet(sheets, input);
  if ('code' in chosen) return { rows: [], losses: [], findings: [...parts.faults, chosen] };
  const relations = relationsOf(parts);
  const values = { texts: sharedTexts(parts), dates: dateStyles(parts), isFrom1904 };
  const rowsOf = (each: Sheet, rowsMax?: number): SheetRows | undefined =>
    sheetRows(parts, relations.get(each.relation) ?? '', values, rowsMax);
  const firstRow = (each: Sheet): CellRow | undefined => {
    try {
      return rowsOf(each, 1)?.rows[0];
    } catch (error) {
      if (error instanceof ZipError) return undefined;
      throw error;
    }
  };
  const read = rowsOf(chosen);
  const missing = errorAt('import-spreadsheet', topOf(file), { what: 'it has no sheet' });
  if (read === undefined) return { rows: [], losses: [], findings: [...parts.faults, missing] };
  const { rows, losses } = read;
  const unread = lossList(file);
  const others = input.sheet === undefined ? sheets.filter((each) => each !== chosen) : [];
  for (const { name } of others) unread.add('sheet', name, { line: 1, column: 1 });
  return {
    rows,
    losses: [...unread.all(), ...losses],
    findings: parts.faults,
    name: chosen.name,
    others: others
      .filter(({ isHidden }) => !isHidden)
      .map((each) => ({ name: each.name, firstRow: () => firstRow(each) })),
  };
}

/** The rows of one sheet of an XLSX file. */
export function readXlsx(input: ReadInput, limits = SHEET_LIMITS): ReadSheet {
  const { bytes, file } = input;
  try {
    return readSheet({ bytes: unzipParts(bytes), faults: [], file, limits, elements: 0 }, input);
  } catch (error) {
    if (!(error instanceof ZipError)) throw error;
    return { rows: [], losses: [], findings: [errorAt('import-spreadsheet', topOf(file), { what: error.message })] };
  }
}

import { ZipError } from './unzip-parts.ts';

/** What is read of one spreadsheet. More is refused while it is read: a small file can hold very many cells. */
export interface SheetLimits {
  readonly sheets: number;
  readonly rows: number;
  /** Cells of all rows, blank ones before the last filled cell of a row too. */
  readonly cells: number;
  /** Characters of all cells. A shared text counts for each cell that names it. */
  readonly chars: number;
  readonly sharedTexts: number;
  /** Elements of XML in all parts. */
  readonly elements: number;
}

/** `rows`: the rows of the largest sheet that spreadsheet programs make. */
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
  cells: 'cells in a sheet',
  chars: 'characters in its cells',
  sharedTexts: 'shared texts',
  elements: 'elements of XML',
};

/** Refuses a spreadsheet that has more than is read. */
export function checkLimit(limits: SheetLimits, name: keyof SheetLimits, count: number): void {
  if (count > limits[name]) throw new ZipError(`it has more than ${limits[name]} ${LIMIT_WORDS[name]}`);
}

import fc from 'fast-check';
import type { DelimiterCharacter } from '../../../src/files/delimited/row.ts';

/** A cell of a file that somebody wrote: its text, and whether it stands in quotes. */
export interface StyledCell {
  readonly text: string;
  readonly quoted: boolean;
}

/** A line of a file: a row, or what is none. */
export type StyledLine =
  | { readonly kind: 'row'; readonly cells: readonly StyledCell[]; readonly lineEnd: string }
  | { readonly kind: 'other'; readonly text: string; readonly lineEnd: string };

/** A part of the edited file that is known to the letter, or a cell that may be quoted or not. */
export type Part = string | { readonly cell: string };

const mustQuote = (text: string, delimiter: string): boolean =>
  text.includes(delimiter) || /^["#]|[\r\n]/.test(text) || text.startsWith('\ufeff');

export const rawCell = ({ text, quoted }: StyledCell, delimiter: string): string =>
  quoted || mustQuote(text, delimiter) ? `"${text.replaceAll('"', '""')}"` : text;

export const rawLine = (line: StyledLine, delimiter: string): string =>
  (line.kind === 'row' ? line.cells.map((cell) => rawCell(cell, delimiter)).join(delimiter) : line.text) + line.lineEnd;

/** The rows that count: one without a word in it is as good as a blank line. */
export const rowsOf = (lines: readonly StyledLine[]): readonly (StyledLine & { readonly kind: 'row' })[] =>
  lines.filter((line) => line.kind === 'row').filter(({ cells }) => cells.some(({ text }) => text.trim() !== ''));

/** Where the parts stop fitting the text; `undefined` when all of it fits. A cell fits bare and quoted. */
export function misfit(text: string, parts: readonly Part[]): string | undefined {
  let at = 0;
  for (const [index, part] of parts.entries()) {
    const shapes =
      typeof part === 'string'
        ? [part]
        : [rawCell({ text: part.cell, quoted: true }, ','), ...(part.cell.startsWith('"') ? [] : [part.cell])];
    const found = shapes.find((shape) => text.startsWith(shape, at));
    if (found === undefined) return `part ${index}, ${JSON.stringify(part)}, at ${at} of ${JSON.stringify(text)}`;
    at += found.length;
  }
  return at === text.length ? undefined : `more text: ${JSON.stringify(text.slice(at))}`;
}

export const lineEnd = fc.constantFrom('\n', '\r\n', '\r');

export const delimiter: fc.Arbitrary<DelimiterCharacter> = fc.constantFrom(',', ';', '\t', '|');

/** Lines that are no rows. */
export const otherLine: fc.Arbitrary<string> = fc.constantFrom('', '# a comment', '#', '# ,";\t|"', '# "open');

/** A note: anything, also quotes, delimiters and several lines. */
export const note: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom('', 'n', 'see "x"', 'a,b;c|d', '=1+1', 'two\nlines', 'two\r\n\r\nlines', ' outer ', 'it"s'),
  fc.string({ unit: 'grapheme', maxLength: 6 }).filter((text) => !/[\r\n]#/.test(text)),
);

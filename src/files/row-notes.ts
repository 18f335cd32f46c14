import type { LanguagePair } from '../model/language-pair.ts';
import type { SourceRef } from '../model/source-ref.ts';
import type { DelimitedInput } from './delimited/dialect.ts';
import { readRows } from './delimited/read-rows.ts';
import { columnOf, type Row } from './delimited/row.ts';
import { layoutOfHeader } from './dictionary-layout.ts';
import { parseTableHeader } from './table-header.ts';

/** A cell of a row that is no phrase, and the header above it. */
export interface RowNote {
  readonly name: string;
  readonly text: string;
}

/** The columns that hold phrases or languages, by the header; `undefined` when the first row is none. */
function sentColumns(header: Row, file: string, pair: LanguagePair): ReadonlySet<number> | undefined {
  const { languages } = parseTableHeader(header, file);
  if (languages.has(pair.source) && languages.has(pair.target)) return new Set(languages.values());
  const layout = layoutOfHeader(header, pair);
  return layout === undefined ? undefined : new Set([layout.source, layout.target, ...(layout.languages ?? [])]);
}

/**
 * What a file says beside the phrases, in columns that are kept and never sent: a function from the place of a source phrase to the cells of its row that are not
 * blank, in the order of the columns. Empty where the place is none of this file's, or the file has no such column.
 */
export function rowNotes(
  input: DelimitedInput,
): (pair: LanguagePair, source: string, at: SourceRef) => readonly RowNote[] {
  const [header, ...rows] = readRows(input).rows;
  const byLine = new Map(rows.map((row) => [row.line, row]));
  return (pair, source, at) => {
    const row = byLine.get(at.line);
    if (header === undefined || row === undefined || at.file !== input.file) return [];
    const sent = sentColumns(header, input.file, pair);
    const here = row.texts.some((text, index) => text === source && columnOf(row, index) === at.column);
    if (sent === undefined || !here) return [];
    return row.texts.flatMap((text, index) => {
      const name = header.texts[index]?.trim() ?? '';
      return sent.has(index) || text.trim() === '' || name === '' ? [] : [{ name, text: text.trim() }];
    });
  };
}

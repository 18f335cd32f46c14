import type { DelimitedInput } from '../../files/delimited/dialect.ts';
import { readRows } from '../../files/delimited/read-rows.ts';
import { columnOf, type Row } from '../../files/delimited/row.ts';
import { layoutOfHeader } from '../../files/dictionary/dictionary-layout.ts';
import { parseTableHeader } from '../../files/dictionary/table-header.ts';
import { type LanguagePair, pairKey } from '../../model/entries/language-pair.ts';
import type { SourceRef } from '../../model/source-ref.ts';
import type { TermNote } from './explanation.ts';

/**
 * The columns that hold phrases, languages, or what nobody wants to see; `undefined` when the first row is no header.
 */
function otherColumns(header: Row, input: DelimitedInput, pair: LanguagePair): ReadonlySet<number> | undefined {
  const pairs = [pairKey(pair)];
  const { languages, ignored } = parseTableHeader(header, { ...input, pairs });
  if (languages.has(pair.source) && languages.has(pair.target)) return new Set([...languages.values(), ...ignored]);
  const layout = layoutOfHeader(header, pair, input.columns);
  return layout && new Set([layout.source, layout.target, ...(layout.languages ?? []), ...ignored]);
}

/**
 * What a file says beside the phrases, in columns that are kept and never sent: a function from the place of a source
 * phrase to the cells of its row that are not blank, in the order of the columns. Empty where the place is none of this
 * file's, or the file has no such column.
 */
export function rowNotes(
  input: DelimitedInput,
): (pair: LanguagePair, source: string, at: SourceRef) => readonly TermNote[] {
  const [header, ...rows] = readRows(input).rows;
  const byLine = new Map(rows.map((row) => [row.line, row]));
  return (pair, source, at) => {
    const row = byLine.get(at.line);
    if (header === undefined || row === undefined || at.file !== input.file) return [];
    const others = otherColumns(header, input, pair);
    const here = row.texts.some((text, index) => text === source && columnOf(row, index) === at.column);
    if (others === undefined || !here) return [];
    return row.texts.flatMap((text, index) => {
      const name = header.texts[index]?.trim() ?? '';
      return others.has(index) || text.trim() === '' || name === '' ? [] : [{ name, text: text.trim() }];
    });
  };
}

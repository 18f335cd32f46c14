import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { DelimiterCharacter } from '../../../src/files/delimited/row.ts';
import { parseDictionary } from '../../../src/files/dictionary/dictionary-file.ts';
import { type DictionaryInput, dictionarySchema } from '../../../src/files/dictionary/dictionary-schema.ts';
import { editEntries } from '../../../src/files/edit/edit-entries.ts';
import { type EntryEdit, entryValues } from '../../support/file-values.ts';
import { runs } from '../../support/runs.ts';
import { phrase } from '../../support/target.ts';
import {
  delimiter,
  lineEnd,
  misfit,
  note,
  otherLine,
  type Part,
  rawLine,
  rowsOf,
  type StyledLine,
} from './styled-file.ts';

const PAIR = { source: 'en', target: 'de' };

const input = (content: string, more: Partial<DictionaryInput> = {}): DictionaryInput => ({
  bytes: new TextEncoder().encode(content),
  file: 'en-de.csv',
  pair: PAIR,
  comments: '#',
  ...more,
});

const set = (source: string, target: string): EntryEdit => ({ kind: 'set', source, target });
const remove = (source: string): EntryEdit => ({ kind: 'remove', source });

interface StyledDictionary {
  readonly delimiter: DelimiterCharacter;
  readonly mark: string;
  readonly separator: string;
  readonly lines: readonly StyledLine[];
  readonly sourceColumn: number;
  readonly targetColumn: number;
  readonly headers: number;
  readonly entries: readonly (readonly [string, string])[];
  readonly options: Partial<DictionaryInput>;
}

const HEADERS = [
  { header: [] as readonly string[], source: 0, target: 1 },
  { header: ['source', 'target'], source: 0, target: 1 },
  { header: ['Note', 'Source Term', 'Target Term', 'remark'], source: 1, target: 2 },
  { header: ['target', 'definition', 'source'], source: 2, target: 0 },
];

const styledDictionary: fc.Arbitrary<StyledDictionary> = fc
  .record({
    delimiter,
    mark: fc.constantFrom('', '\ufeff'),
    says: fc.constantFrom('option', 'sep', 'nothing'),
    shape: fc.constantFrom(...HEADERS),
    entries: fc.uniqueArray(fc.tuple(phrase, phrase), { maxLength: 6, selector: ([source]) => source }),
    repeated: fc.boolean(),
    quoting: fc.constantFrom<'all' | 'none' | 'some'>('all', 'none', 'some'),
    random: fc.infiniteStream(
      fc.record({ quoted: fc.boolean(), note, lineEnd, other: fc.option(otherLine, { freq: 3 }) }),
    ),
    oneLineEnd: fc.option(lineEnd),
    sure: fc.boolean(),
    closed: fc.boolean(),
  })
  .map(({ delimiter: chosen, mark, says, shape, entries, repeated, quoting, random, oneLineEnd, closed, sure }) => {
    const next = () => random.next().value;
    const quoted = () => (quoting === 'some' ? next().quoted : quoting === 'all');
    const end = () => oneLineEnd ?? next().lineEnd;
    const lines: StyledLine[] = [];
    const other = (): void => {
      const { other: text } = next();
      const ends = end();
      // A lone LF behind a lone CR would be one line end with it.
      if (text !== null) lines.push({ kind: 'other', text: text === '' && ends === '\n' ? '#' : text, lineEnd: ends });
    };
    const rows = [...entries, ...(repeated ? entries.slice(0, 1) : [])].map(([source, target]) =>
      Array.from({ length: Math.max(shape.header.length, 2) }, (_, column) =>
        column === shape.source ? source : column === shape.target ? target : next().note,
      ),
    );
    for (const row of [...(shape.header.length > 0 ? [shape.header] : []), ...rows]) {
      other();
      lines.push({ kind: 'row', cells: row.map((text) => ({ text, quoted: quoted() })), lineEnd: end() });
    }
    other();
    const last = lines.at(-1);
    if (last !== undefined && !closed) lines[lines.length - 1] = { ...last, lineEnd: '' };
    return {
      // A file without rows that does not say its delimiter has that of its name.
      delimiter: says === 'nothing' && rows.length + shape.header.length === 0 ? ',' : chosen,
      mark,
      separator: says === 'sep' ? `sep=${chosen}${end()}` : '',
      lines,
      sourceColumn: shape.source,
      targetColumn: shape.target,
      headers: shape.header.length > 0 ? 1 : 0,
      entries,
      options: {
        ...(says === 'option' && { delimiter: chosen }),
        ...(shape.header.length === 0 && sure && { header: false }),
      },
    };
  });

const written = ({ mark, separator, lines, delimiter: between }: StyledDictionary): string =>
  mark + separator + lines.map((line) => rawLine(line, between)).join('');

const entriesOf = (content: string, options: Partial<DictionaryInput>) => {
  const { value, findings } = parseDictionary(input(content, options));
  return findings.some(({ severity }) => severity === 'error') ? undefined : [...(value?.entries ?? [])];
};

function withEdits(entries: readonly (readonly [string, string])[], edits: readonly EntryEdit[]) {
  const result = new Map(entries);
  for (const each of edits) {
    if (each.kind === 'set') result.set(each.source, each.target);
    else result.delete(each.source);
  }
  return [...result];
}

/** What the edited file must be, to the letter but for the quotes of new cells. The edits have each phrase once. */
function expectedParts(file: StyledDictionary, edits: readonly EntryEdit[]): readonly Part[] {
  const { lines, sourceColumn, targetColumn, delimiter: between, headers } = file;
  const rows = rowsOf(lines);
  const known = new Set(rows.slice(headers).map(({ cells }) => cells[sourceColumn]?.text));
  const added = edits.filter((each) => each.kind === 'set' && !known.has(each.source));
  const lastRow = rows.at(-1);
  const anyLineEnd = (file.separator + lines.map((line) => rawLine(line, between)).join(''))
    .match(/\r\n|\r|\n/g)
    ?.at(-1);
  const end = lastRow?.lineEnd === '' || lastRow === undefined ? (anyLineEnd ?? '\n') : lastRow.lineEnd;
  const width = lastRow?.cells.length ?? 2;
  const news: (readonly Part[])[] = added.map((each): readonly Part[] =>
    Array.from({ length: width }).flatMap((_, column): readonly Part[] => {
      const target = each.kind === 'set' ? each.target : '';
      const text = column === sourceColumn ? each.source : column === targetColumn ? target : '';
      return [...(column > 0 ? [between] : []), { cell: text }];
    }),
  );
  const parts: Part[] = [file.mark + file.separator];
  // A first entry that looks like a header gets one above it, unless the file is known to have none.
  const first = new Map(withEdits(file.entries, edits)).entries().next().value;
  const needsHeader =
    headers === 0 &&
    file.options.header === undefined &&
    first !== undefined &&
    (({ headers: count, findings }) => count === 1 || findings.length > 0)(
      dictionarySchema({ line: 1, start: 0, end: 0, texts: first }, input('')),
    );
  const header = ['source', 'target'].join(between);
  const add = (open: boolean, inPlace: boolean): void => {
    news.forEach((row, index) => {
      if (open && (index > 0 || !inPlace)) parts.push(end);
      parts.push(...row);
      if (!open) parts.push(end);
    });
  };
  if (needsHeader && lastRow === undefined) news.unshift([header]);
  for (const line of lines) {
    if (needsHeader && line === rows[0]) parts.push(header, end);
    const found = line.kind === 'row' && rows.indexOf(line) >= headers;
    const change = found ? edits.find(({ source }) => source === line.cells[sourceColumn]?.text) : undefined;
    if (line.kind === 'other' || change === undefined) parts.push(rawLine(line, between));
    else if (change.kind === 'set') {
      line.cells.forEach((cell, column) => {
        if (column > 0) parts.push(between);
        parts.push(
          column === targetColumn && cell.text !== change.target
            ? { cell: change.target }
            : rawLine({ kind: 'row', cells: [cell], lineEnd: '' }, between),
        );
      });
      parts.push(line.lineEnd);
    }
    if (line === lastRow) add(line.lineEnd === '', change?.kind === 'remove');
  }
  if (lastRow === undefined)
    add(
      file.separator + lines.map((line) => rawLine(line, between)).join('') !== '' && !/[\r\n]$/.test(written(file)),
      false,
    );
  return parts;
}

describe('any file with any edits', () => {
  const headerLike = fc.oneof(
    { weight: 5, arbitrary: phrase },
    fc.constantFrom('source', 'target', 'de', 'en', 'term'),
  );
  const edits = fc.uniqueArray(
    fc.record({ known: fc.option(fc.nat(5)), source: headerLike, target: headerLike, remove: fc.boolean() }),
    { maxLength: 4 },
  );

  test('holds the old entries with the edits made, and every other byte stays', () => {
    let [made, refused] = [0, 0];
    fc.assert(
      fc.property(styledDictionary, edits, (file, wanted) => {
        const before = written(file);
        const entries = entriesOf(before, file.options);
        // A file that does not say its delimiter may be read with another one.
        fc.pre(entries !== undefined && JSON.stringify(entries) === JSON.stringify(file.entries));
        const list = [
          ...new Map(
            wanted.map(({ known, source, target, remove: gone }): [string, EntryEdit] => {
              const chosen = (known === null ? undefined : entries[known]?.[0]) ?? source;
              return [chosen, gone ? remove(chosen) : set(chosen, target)];
            }),
          ).values(),
        ];
        const edited = editEntries(input(before, file.options), entryValues(list));
        if (!('bytes' in edited)) {
          refused += 1;
          // Without a word about the delimiter, it may no longer be told from what is left.
          expect(edited.findings).toMatchObject([{ code: 'edit-not-safe', details: { what: 'delimiter' } }]);
          expect(file.options.delimiter ?? file.separator).toBe('');
          return;
        }
        made += 1;
        const after = new TextDecoder('utf-8', { ignoreBOM: true }).decode(edited.bytes);
        expect(entriesOf(after, file.options)).toEqual(withEdits(entries, list));
        expect(misfit(after, expectedParts(file, list))).toBe(undefined);
        if (list.length === 0) expect(after).toBe(before);
        const back = entries.map(([source, target]) => set(source, target));
        const gone = list.flatMap(({ source }) =>
          entries.some(([known]) => known === source) ? [] : [remove(source)],
        );
        const again = editEntries({ ...input(after, file.options) }, entryValues([...back, ...gone]));
        if ('bytes' in again) {
          const restored = entriesOf(new TextDecoder().decode(again.bytes), file.options) ?? [];
          expect(new Map(restored)).toEqual(new Map(entries));
        } else expect(again.findings).toMatchObject([{ code: 'edit-not-safe', details: { what: 'delimiter' } }]);
      }),
      { numRuns: runs(200) },
    );
    expect(made).toBeGreaterThan(refused * 5);
  });
});

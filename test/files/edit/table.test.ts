import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readRows } from '../../../src/files/delimited/scan-rows.ts';
import { parseTable, type TableInput } from '../../../src/files/dictionary/table-file.ts';
import { editEntries } from '../../../src/files/edit/edit-entries.ts';
import type { PairKey } from '../../../src/model/entries/language-pair.ts';
import { type EntryEdit, tableValues } from '../../support/file-values.ts';
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

const input = (content: string, pairs: readonly string[]): TableInput => ({
  bytes: new TextEncoder().encode(content),
  file: 'terms.csv',
  pairs,
  comments: '#',
});

const set = (source: string, target: string): EntryEdit => ({ kind: 'set', source, target });
const remove = (source: string): EntryEdit => ({ kind: 'remove', source });

const BOTH = ['en->*', 'de->en'];

const HEADER = ['en', 'note', 'de', 'fr', 'preferred'];
const COLUMNS = [0, 2, 3];

interface StyledTable {
  readonly content: string;
  readonly lines: readonly StyledLine[];
  readonly prefix: string;
  readonly delimiter: string;
}

const cellText = fc.oneof({ weight: 3, arbitrary: phrase }, { weight: 1, arbitrary: fc.constant('') });

const styledTable: fc.Arbitrary<StyledTable> = fc
  .record({
    delimiter,
    mark: fc.constantFrom('', '\ufeff'),
    rows: fc.uniqueArray(fc.tuple(cellText, note, cellText, cellText, fc.constantFrom('', '', 'x')), {
      maxLength: 5,
      selector: ([source]) => source,
    }),
    quoting: fc.constantFrom<'all' | 'none' | 'some'>('all', 'none', 'some'),
    random: fc.infiniteStream(fc.record({ quoted: fc.boolean(), lineEnd, other: fc.option(otherLine, { freq: 3 }) })),
    closed: fc.boolean(),
  })
  .map(({ delimiter: between, mark, rows, quoting, random, closed }) => {
    const next = () => random.next().value;
    const quoted = () => (quoting === 'some' ? next().quoted : quoting === 'all');
    const lines: StyledLine[] = [HEADER, ...rows].flatMap((row): readonly StyledLine[] => {
      const { other, lineEnd: end } = next();
      const cells = row.map((text) => ({ text, quoted: quoted() }));
      const comment: readonly StyledLine[] =
        other === null ? [] : [{ kind: 'other', text: other === '' ? '#' : other, lineEnd: end }];
      return [{ kind: 'row', cells, lineEnd: next().lineEnd }, ...comment];
    });
    const last = lines.at(-1) as StyledLine;
    if (!closed) lines[lines.length - 1] = { ...last, lineEnd: '' };
    const prefix = `${mark}sep=${between}\r\n`;
    return {
      content: prefix + lines.map((line) => rawLine(line, between)).join(''),
      lines,
      prefix,
      delimiter: between,
    };
  });

const entriesOf = (content: string, pairs: readonly string[]) => {
  const { value, findings } = parseTable(input(content, pairs));
  if (value === undefined || findings.some(({ severity }) => severity === 'error')) return undefined;
  return new Map([...value].map(([pair, { entries }]) => [pair, new Map(entries)]));
};

const textsOf = (content: string) => readRows(input(content, [])).rows.map(({ texts }) => texts);

/** The old file to the letter, but for the language cells that say something else now, and the rows that are new. */
function expectedParts({ lines, prefix, delimiter: between }: StyledTable, now: readonly (readonly string[])[]) {
  const rows = rowsOf(lines);
  const lastRow = rows.at(-1);
  const ends = (prefix + lines.map((line) => rawLine(line, between)).join('')).match(/\r\n|\r|\n/g);
  const end = lastRow?.lineEnd || (ends?.at(-1) ?? '\n');
  const parts: Part[] = [prefix];
  for (const line of lines) {
    const texts = line.kind === 'row' && rows.includes(line) ? now[rows.indexOf(line)] : undefined;
    if (line.kind === 'other' || texts === undefined) {
      parts.push(rawLine(line, between));
      continue;
    }
    line.cells.forEach((cell, column) => {
      const same = cell.text === texts[column] || !COLUMNS.includes(column);
      const raw = rawLine({ kind: 'row', cells: [cell], lineEnd: '' }, between);
      parts.push(column > 0 ? between : '', same ? raw : { cell: texts[column] ?? '' });
    });
    parts.push(line.lineEnd);
    if (line !== lastRow) continue;
    for (const row of now.slice(rows.length)) {
      if (line.lineEnd === '') parts.push(end);
      row.forEach((text, column) => {
        parts.push(column > 0 ? between : '', { cell: text });
      });
      if (line.lineEnd !== '') parts.push(end);
    }
  }
  return parts;
}

/** The edits that lead from some entries to others. */
function difference(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): readonly EntryEdit[] {
  return [
    ...[...before.keys()].filter((source) => !after.has(source)).map(remove),
    ...[...after]
      .filter(([source, target]) => before.get(source) !== target)
      .map(([source, target]) => set(source, target)),
  ];
}

const randomEdits = fc.array(
  fc.record({
    pair: fc.nat(4),
    known: fc.option(fc.nat(4), { freq: 3 }),
    source: phrase,
    target: phrase,
    gone: fc.boolean(),
  }),
  { maxLength: 5 },
);

describe('any table with any edits', () => {
  const wanted = (
    entries: ReadonlyMap<PairKey, ReadonlyMap<string, string>>,
    edits: ReadonlyMap<PairKey, readonly EntryEdit[]>,
  ) =>
    new Map(
      [...entries].map(([pair, old]) => {
        const result = new Map(old);
        for (const each of edits.get(pair) ?? []) {
          if (each.kind === 'set') result.set(each.source, each.target);
          else result.delete(each.source);
        }
        return [pair, result];
      }),
    );

  test('holds what each pair wants, and every other byte stays; one direction alone never has a conflict', () => {
    let [made, refused] = [0, 0];
    fc.assert(
      fc.property(
        styledTable,
        fc.constantFrom(['en->*'], BOTH, ['*->*'], ['de->en', 'fr->en']),
        randomEdits,
        (table, pairs, random) => {
          const entries = entriesOf(table.content, pairs);
          fc.pre(entries !== undefined);
          const edits = new Map<PairKey, EntryEdit[]>();
          for (const { pair, known, source, target, gone } of random) {
            const key = [...entries.keys()][pair % entries.size] as PairKey;
            const chosen = (known === null ? undefined : [...(entries.get(key)?.keys() ?? [])][known]) ?? source;
            edits.set(key, [...(edits.get(key) ?? []), gone ? remove(chosen) : set(chosen, target)]);
          }
          const edited = editEntries(input(table.content, pairs), tableValues(edits));
          if (!('bytes' in edited)) {
            refused += 1;
            expect(edited.findings[0]).toMatchObject({ code: 'edit-table-conflict' });
            expect(pairs).not.toEqual(['en->*']);
            return;
          }
          made += 1;
          const after = new TextDecoder('utf-8', { ignoreBOM: true }).decode(edited.bytes);
          expect(entriesOf(after, pairs)).toEqual(wanted(entries, edits));
          expect(misfit(after, expectedParts(table, textsOf(after)))).toBe(undefined);
        },
      ),
      { numRuns: runs(300) },
    );
    expect(made).toBeGreaterThan(refused);
  });

  test('finds a way for nearly all edits that cells can say', () => {
    const cellEdits = fc.array(fc.record({ row: fc.nat(4), column: fc.constantFrom(...COLUMNS), text: cellText }), {
      maxLength: 3,
    });
    let [made, refused] = [0, 0];
    fc.assert(
      fc.property(styledTable, fc.constantFrom(['en->*'], BOTH, ['*->*']), cellEdits, (table, pairs, changes) => {
        const before = entriesOf(table.content, pairs);
        const rows = textsOf(table.content)
          .slice(1)
          .map((texts) => [...texts]);
        for (const { row, column, text } of changes) {
          const cells = rows[row];
          if (cells !== undefined) cells[column] = text;
        }
        const lines: readonly StyledLine[] = [HEADER, ...rows].map((row) => ({
          kind: 'row',
          cells: row.map((text) => ({ text, quoted: true })),
          lineEnd: '\n',
        }));
        const after = entriesOf(lines.map((line) => rawLine(line, ',')).join(''), pairs);
        fc.pre(before !== undefined && after !== undefined);
        const edits = new Map(
          [...before].map(([pair, old]) => [pair, difference(old, after.get(pair) ?? new Map())] as const),
        );
        const edited = editEntries(input(table.content, pairs), tableValues(edits));
        if (!('bytes' in edited)) {
          refused += 1;
          return;
        }
        made += 1;
        expect(entriesOf(new TextDecoder().decode(edited.bytes), pairs)).toEqual(after);
      }),
      { numRuns: runs(300) },
    );
    expect(made).toBeGreaterThan(refused * 20);
  });
});

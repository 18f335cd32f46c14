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

/** The edited text, or the codes of the findings. */
function edit(content: string, edits: readonly EntryEdit[], more: Partial<DictionaryInput> = {}) {
  const edited = editEntries(input(content, more), entryValues(edits));
  return 'bytes' in edited
    ? new TextDecoder('utf-8', { ignoreBOM: true }).decode(edited.bytes)
    : edited.findings.map(({ code }) => code);
}

describe('a changed target', () => {
  test.each([
    ['plain', 'house,Haus\ncat,Katze\n', 'house,Gebäude\ncat,Katze\n'],
    ['in quotes', '"house","Haus"\ncat,Katze\n', '"house","Gebäude"\ncat,Katze\n'],
    [
      'with CRLF, a byte order mark and no line end',
      '\ufeffcat,Katze\r\nhouse,Haus',
      '\ufeffcat,Katze\r\nhouse,Gebäude',
    ],
    [
      'beside an example',
      'source,target,example\nhouse,Haus,"A house, red."\n',
      'source,target,example\nhouse,Gebäude,"A house, red."\n',
    ],
    ['between comments and blank lines', '# a\n\nhouse,Haus\n\n# "b\n\n', '# a\n\nhouse,Gebäude\n\n# "b\n\n'],
    [
      'in a row with more columns',
      'house;Haus;EN;DE;0,5\ncat;Katze;EN;DE\n',
      'house;Gebäude;EN;DE;0,5\ncat;Katze;EN;DE\n',
    ],
    ['behind sep=', 'sep=;\r\nhouse;Haus\r\n', 'sep=;\r\nhouse;Gebäude\r\n'],
    ['in every row of the phrase', 'house,Haus\nhouse,"Haus"\n', 'house,Gebäude\nhouse,"Gebäude"\n'],
    ['beside a quote that closes nothing', 'house,Haus\n5" disk,Scheibe 5"\n', 'house,Gebäude\n5" disk,Scheibe 5"\n'],
    [
      'below a header with notes over several lines',
      'id,note,target,source\n1,"a\r\n#b\n\n""c""",Haus,house\n,,Katze,cat\n',
      'id,note,target,source\n1,"a\r\n#b\n\n""c""",Gebäude,house\n,,Katze,cat\n',
    ],
  ])('%s', (_, before, after) => {
    expect(edit(before, [set('house', 'Gebäude')])).toBe(after);
    expect(edit(after, [set('house', 'Haus')])).toBe(before);
  });

  test('is quoted where it has to be, and with the delimiter of another file only when that would be mistaken', () => {
    expect(edit('a,x\nb,y\n', [set('a', 'x, y')])).toBe('a,"x, y"\nb,y\n');
    expect(edit('a,x\nb,y\n', [set('a', 'say "x"')])).toBe('a,"say ""x"""\nb,y\n');
    expect(edit('a,x\nb,y\n', [set('a', 'x; y')])).toBe('a,x; y\nb,y\n');
    expect(edit('a;x\n', [set('a', 'x, y')])).toBe('a;"x, y"\n');
    expect(edit('target,source\nx,a\n', [set('a', '#x')])).toBe('target,source\n#x,a\n');
  });

  test('is no change when the file says so already, and the last edit of a phrase counts', () => {
    expect(edit('a,"x"\n', [set('a', 'x'), remove('b')])).toBe('a,"x"\n');
    expect(edit('a,x\nb,y\n', [remove('a'), set('a', 'z')])).toBe('a,z\nb,y\n');
  });
});

describe('a new phrase', () => {
  test.each([
    ['after the last row, before the comments', 'a,x\r\n\r\n# end\r\n', 'a,x\r\nhouse,Haus\r\n\r\n# end\r\n'],
    ['without a final line end', 'a,x\r\nb,y', 'a,x\r\nb,y\r\nhouse,Haus'],
    ['quoted where every row is', '"a","x"\n"b","y"\n', '"a","x"\n"b","y"\n"house","Haus"\n'],
    ['quoted in the column that is', 'a,"x"\nb,"y"\n', 'a,"x"\nb,"y"\nhouse,"Haus"\n'],
    ['with the languages of the last row', 'a,x,EN,DE,0.5\n', 'a,x,EN,DE,0.5\nhouse,Haus,EN,DE,\n'],
    ['with empty columns', 'id;source;target;note\n1;a;x;"n"\n', 'id;source;target;note\n1;a;x;"n"\n;house;Haus;""\n'],
    [
      'with the languages that the header names',
      'source,target,source_lang,target_lang\n',
      'source,target,source_lang,target_lang\nhouse,Haus,en,de\n',
    ],
    ['below a header alone, without a line end', 'source\ttarget', 'source\ttarget\nhouse\tHaus'],
    ['in an empty file', '', 'house,Haus\n'],
    ['in a file of comments', '# nothing yet', '# nothing yet\nhouse,Haus'],
  ])('%s', (_, before, after) => {
    expect(edit(before, [set('house', 'Haus')])).toBe(after);
  });

  test('that would be taken for a header gets one above it', () => {
    expect(edit('', [set('source', 'target')])).toBe('source,target\nsource,target\n');
    expect(edit('# c\r\na,x\r\n', [remove('a'), set('en', 'de')])).toBe('# c\r\nsource,target\r\nen,de\r\n');
    expect(edit('en,x\nb,y', [set('en', 'DE')])).toBe('source,target\nen,DE\nb,y');
    expect(edit('# c', [set('term', 'translation')])).toBe('# c\nsource,target\nterm,translation');
    expect(edit('', [set('a', 'x')], { header: true })).toBe('source,target\na,x\n');
    expect(edit('en,x\n', [set('en', 'de')], { header: false })).toBe('en,de\n');
  });

  test('may look like anything', () => {
    expect(edit('a,x\n', [set('#tag', '#x'), set('=1+1', '"'), set('sep=;', 'sep=,')])).toBe(
      'a,x\n#tag,#x\n=1+1,""""\nsep=;,"sep=,"\n',
    );
  });
});

describe('a removed phrase', () => {
  test.each([
    ['with its line end', 'a,x\r\nhouse,Haus\nb,y\r', 'a,x\r\nb,y\r'],
    ['with every row of it', 'house,Haus\na,x\nhouse,Haus', 'a,x\n'],
    ['with its notes on several lines', 'id,source,target\n"1\n2",house,Haus\n3,a,x\n', 'id,source,target\n3,a,x\n'],
    ['and the comments stay', '# of house\nhouse,Haus\n\n#\n', '# of house\n\n#\n'],
  ])('goes %s', (_, before, after) => {
    expect(edit(before, [remove('house')])).toBe(after);
  });
});

describe('nothing is written', () => {
  test('when the file has an error of its own', () => {
    expect(edit('a,x\nb\n', [set('a', 'y')])).toEqual(['row-one-column']);
    expect(edit('a,x\na,y\n', [set('a', 'y')])).toEqual(['duplicate-source']);
    expect(edit('a,"x\n', [set('a', 'y')])).toEqual(['quote-not-closed']);
  });

  test('when a phrase is none', () => {
    expect(edit('a,x\n', [set('a', ' y'), set('', 'z')])).toEqual(['phrase-outer-space', 'phrase-empty']);
    expect(edit('a,x\n', [set('b', 'lone \ud800')])).toEqual(['edit-not-safe']);
  });

  test('when what is left would be read with another delimiter', () => {
    const before = 'x, y;z\na;b\n';
    expect(edit(before, [remove('a')])).toEqual(['edit-not-safe']);
    expect(edit(before, [remove('a')], { delimiter: ';' })).toBe('x, y;z\n');
  });
});

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

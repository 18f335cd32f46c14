import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseTableText } from '../../../src/files/delimited/table-text.ts';
import type { TableForm } from '../../../src/files/dictionary/table-schema.ts';
import { formatTable, readTerms } from '../../../src/files/fmt/format-table.ts';
import { hasErrors } from '../../../src/model/finding.ts';
import { least, runs } from '../../support/runs.ts';
import { phrase } from '../../support/target.ts';
import { delimiter, lineEnd, note, otherLine, rawLine, type StyledLine } from '../edit/styled-file.ts';

const PAIR: TableForm = { pair: { source: 'en', target: 'de' } };
const WIDE: TableForm = { pairs: ['en->*'] };

/** The formatted text, or the codes of what speaks against it. */
function format(text: string, { form = PAIR, sort = false, file = 'en-de.csv' } = {}): string | readonly string[] {
  const formatted = formatTable({ bytes: new TextEncoder().encode(text), file, form, sort });
  return 'bytes' in formatted
    ? new TextDecoder('utf-8', { ignoreBOM: true }).decode(formatted.bytes)
    : formatted.findings.map(({ code }) => code);
}

describe('the one form of a table', () => {
  test('has LF line ends, and one at its end', () => {
    expect(format('a,A\r\nb,B')).toBe('a,A\nb,B\n');
    expect(format('a,A\rb,B\r')).toBe('a,A\nb,B\n');
    expect(format('')).toBe('');
    expect(format('\n\n')).toBe('');
  });

  test('keeps the byte order mark, the delimiter and the line that names it', () => {
    expect(format('\ufeffsep=;\r\n"a";"A"\r\n')).toBe('\ufeffsep=;\na;A\n');
  });

  test('has quotes only where they are needed', () => {
    expect(format('"a","A"\n"b, c","say ""hi"""\n')).toBe('a,A\n"b, c","say ""hi"""\n');
    // Without the quotes, the file would be read with another delimiter.
    expect(format('"a;b","A;B"\n"c;d","C"\n')).toBe('a;b,A;B\nc;d,C\n');
    expect(format('"a;b"|"A;B"\n"c;d"|"C;D"\n')).toBe('"a;b"|"A;B"\n"c;d"|"C;D"\n');
  });

  test('has no empty columns at the end, and at least two', () => {
    expect(format('a,A,\nb,B,\n')).toBe('a,A\nb,B\n');
    expect(format('en,de,fr,,\na,A,,,\nb,B,x\n', { form: WIDE, file: 't.csv' })).toBe('en,de,fr\na,A,\nb,B,x\n');
    expect(format('en,de\na,\n', { form: WIDE, file: 't.csv' })).toBe('en,de\na,\n');
  });

  test('has at most one blank line in a row, and none at the top and the end', () => {
    expect(format('\n\na,A\n\n ,\n\nb,B\n\n\n')).toBe('a,A\n\nb,B\n');
  });

  test('keeps comments, and the quotes of a term that is none', () => {
    const form = { ...PAIR, comments: '#' as const };
    expect(format('# one,  "two"\na,A\n"# b",B\n', { form })).toBe('# one,  "two"\na,A\n"# b",B\n');
    expect(format('"# b",B\n"a",A\n', { form: { ...PAIR, comments: 'none' as const } })).toBe('# b,B\na,A\n');
    expect(format('"# b",B\n"a",A\n')).toBe('"# b",B\na,A\n');
  });

  test('is not made of a file with errors', () => {
    expect(format('a,A\n,B\n')).toEqual(['phrase-empty']);
    expect(format('"a,A\n')).toEqual(['quote-not-closed']);
    expect(format('a,A\n<<<<<<< ours\nb,B\n=======\nb,C\n>>>>>>> theirs\n')).toEqual(['merge-conflict']);
  });
});

describe('--sort', () => {
  const sort = { sort: true };

  test('sorts by term without case and by code point, and keeps the order of rows of one term', () => {
    const form = { ...WIDE, columns: new Map([['x', 'note']]) };
    expect(
      format('en,de,x\nb,1,\n\u{1f600},2,\n\uffe6,3,\nA,4,\nÉ,5,\ne,6,\nb,1,z\na,8,\n', {
        ...sort,
        form,
        file: 't.csv',
      }),
    ).toBe('en,de,x\nA,4,\na,8,\nb,1,\nb,1,z\ne,6,\nÉ,5,\n\uffe6,3,\n\u{1f600},2,\n');
  });

  test('sorts the blocks that blank lines part, with the comments above a row; a comment at their top stays', () => {
    const form = { ...PAIR, comments: '#' as const };
    const text = '# title\nz,Z\n# of y\ny,Y\n# end\n\nb,B\na,A\n';
    expect(format(text, { ...sort, form })).toBe('# title\n# of y\ny,Y\nz,Z\n# end\n\na,A\nb,B\n');
  });

  test('keeps the header at the top, and refuses an order in which a term would become one', () => {
    expect(format('source,target\nz,Z\na,A\n', sort)).toBe('source,target\na,A\nz,Z\n');
    expect(format('z,Z\nen,de\n', sort)).toEqual(['fmt-not-safe']);
    expect(format('z,Z\nen,de\n', { ...sort, form: { ...PAIR, header: false } })).toBe('en,de\nz,Z\n');
  });
});

const line: fc.Arbitrary<StyledLine> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('row' as const),
      cells: fc
        .tuple(phrase, phrase, fc.array(fc.oneof(fc.constant(''), note), { maxLength: 2 }))
        .chain(([source, target, notes]) =>
          fc.tuple(
            ...[source, target, ...notes].map((text) => fc.record({ text: fc.constant(text), quoted: fc.boolean() })),
          ),
        ),
      lineEnd,
    }),
  },
  fc.record({ kind: fc.constant('other' as const), text: otherLine, lineEnd }),
);

test('any file has one form: a second run changes nothing, every field stays, and a plan sees the same terms', () => {
  let formattedFiles = 0;
  fc.assert(
    fc.property(
      fc.array(line, { maxLength: 8 }),
      delimiter,
      fc.constantFrom('', '\ufeff'),
      fc.constantFrom('#' as const, 'none' as const, undefined),
      fc.boolean(),
      fc.boolean(),
      (lines, given, mark, comments, hasHeader, sort) => {
        const header = hasHeader ? `${['source', 'target', 'note', 'comment'].join(given)}\n` : '';
        const text = mark + header + lines.map((each) => rawLine(each, given)).join('');
        const form: TableForm = { ...PAIR, delimiter: given, header: hasHeader, ...(comments && { comments }) };
        const once = format(text, { form, sort });
        const bytes = new TextEncoder().encode(text);
        if (typeof once !== 'string') {
          expect(once.length).toBeGreaterThan(0);
          return;
        }
        formattedFiles += 1;
        expect(format(once, { form, sort })).toBe(once);
        expect(once).not.toContain('\n\n\n');
        const [before, after] = [bytes, new TextEncoder().encode(once)].map((each) => ({
          terms: readTerms({ bytes: each, file: 'en-de.csv' }, form),
          rows: parseTableText({ ...form, bytes: each, file: 'en-de.csv' }).value?.rows ?? [],
        }));
        expect(after?.terms?.digests).toEqual(before?.terms?.digests);
        expect(hasErrors(after?.terms?.findings ?? [])).toBe(false);
        const fields = (rows = before?.rows ?? []): readonly string[] =>
          rows
            .map(({ texts }) => JSON.stringify(texts.slice(0, texts.findLastIndex((cell) => cell !== '') + 1)))
            .filter((row) => JSON.parse(row).join('').trim() !== '');
        const [old, now] = [fields(), fields(after?.rows)];
        expect(sort ? [...now].sort() : now).toEqual(sort ? [...old].sort() : old);
      },
    ),
    { numRuns: runs(400) },
  );
  expect(formattedFiles).toBeGreaterThan(least(40));
});

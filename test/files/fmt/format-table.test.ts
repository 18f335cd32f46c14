import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseTableText } from '../../../src/files/delimited/table-text.ts';
import type { TableForm } from '../../../src/files/dictionary/table-schema.ts';
import { formatTable, readTerms } from '../../../src/files/fmt/format-table.ts';
import { hasErrors } from '../../../src/model/finding.ts';
import { least, runs } from '../../support/runs.ts';
import { phrase } from '../../support/target.ts';
import { delimiter, lineEnd, note, otherLine, rawLine, type StyledLine } from '../edit/styled-file.ts';

const PAIR: TableForm = { pair: { source: 'en', target: 'de' } };

/** The formatted text, or the codes of what speaks against it. */
function format(text: string, { form = PAIR, sort = false, file = 'en-de.csv' } = {}): string | readonly string[] {
  const formatted = formatTable({ bytes: new TextEncoder().encode(text), file, form, sort });
  return 'bytes' in formatted
    ? new TextDecoder('utf-8', { ignoreBOM: true }).decode(formatted.bytes)
    : formatted.findings.map(({ code }) => code);
}

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

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseDictionary } from '../../../src/files/dictionary/dictionary-file.ts';
import { parseTable } from '../../../src/files/dictionary/table-file.ts';
import { editEntries } from '../../../src/files/edit/edit-entries.ts';
import type { FileForm } from '../../../src/model/file-form.ts';
import { hasErrors } from '../../../src/model/finding.ts';
import { runs } from '../../support/runs.ts';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

type Wish = readonly [source: string, to?: string | undefined, pair?: string];

const valuesOf = (wishes: readonly Wish[]) =>
  wishes.map(([source, to, pair = 'en->de']) => ({
    key: ['entry', pair, source] as const,
    ...(to !== undefined && { to }),
  }));

const dictionaryInput = (text: string, form: FileForm = {}) => ({
  bytes: encode(text),
  file: 'en-de.csv',
  pair: { source: 'en', target: 'de' },
  ...form,
});

const cell = (...texts: readonly string[]) => fc.constantFrom(...texts);
const row = fc
  .tuple(
    cell('a', 'b', 'c'),
    cell('x', 'y', ''),
    cell('', 'approved', 'forbidden', 'admitted'),
    cell('', 'verb', 'noun'),
    cell('', 'no'),
  )
  .map((cells) => cells.join(','));
const forms: readonly FileForm[] = [
  { choose: { kind: 'status' } },
  { choose: { kind: 'first' } },
  { choose: { kind: 'status' }, send: ['approved', 'admitted'] },
  { choose: { kind: 'pos', order: ['verb', 'noun'] } },
  {},
];

test('after an edit the file holds what was wanted, and every row that its status holds back', () => {
  let edited = 0;
  fc.assert(
    fc.property(
      fc.array(row, { minLength: 1, maxLength: 8 }),
      fc.constantFrom(...forms),
      fc.uniqueArray(fc.tuple(cell('a', 'b', 'c', 'd'), cell('x', 'y', 'z', '')), {
        maxLength: 4,
        selector: ([source]) => source,
      }),
      fc.boolean(),
      (rows, form, wishes, wide) => {
        const text = `en,de,status,pos,translate\n${rows.join('\n')}\n`;
        const read = (bytes: Uint8Array) => {
          if (!wide) return parseDictionary({ ...dictionaryInput('', form), bytes });
          const { value, findings } = parseTable({ bytes, file: 't.csv', pairs: ['en->de'], ...form });
          return { value: value?.get('en->de'), findings };
        };
        const before = read(encode(text));
        if (hasErrors(before.findings)) return;
        const values = valuesOf(wishes.map(([source, to]) => (to === '' ? [source] : [source, to])));
        const result = wide
          ? editEntries({ bytes: encode(text), file: 't.csv', pairs: ['en->de'], ...form }, values)
          : editEntries(dictionaryInput(text, form), values);
        expect(result).toHaveProperty('bytes');
        if (!('bytes' in result)) return;
        edited += 1;
        const after = read(result.bytes);
        const wanted = new Map(before.value?.entries);
        for (const [source, to] of wishes)
          if (to === '') wanted.delete(source);
          else wanted.set(source, to);
        expect(new Map(after.value?.entries)).toEqual(wanted);
        const byStatus = (each: typeof before) =>
          (each.value?.heldBack ?? [])
            .filter(({ reason }) => reason === 'status')
            .map(({ source, target }) => [source, target]);
        expect(byStatus(after)).toEqual(byStatus(before));
      },
    ),
    { numRuns: runs(500) },
  );
  expect(edited).toBeGreaterThan(0);
});

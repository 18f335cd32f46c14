import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
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

function edit(text: string, wishes: readonly Wish[], form: FileForm = {}) {
  const edited = editEntries(dictionaryInput(text, form), valuesOf(wishes));
  return 'bytes' in edited ? new TextDecoder().decode(edited.bytes) : edited.findings.map(({ code }) => code);
}

function editOfTable(text: string, wishes: readonly Wish[], form: FileForm = {}, pairs = ['en->*']) {
  const edited = editEntries({ bytes: encode(text), file: 't.csv', pairs, ...form }, valuesOf(wishes));
  return 'bytes' in edited ? new TextDecoder().decode(edited.bytes) : edited.findings.map(({ code }) => code);
}

describe.each([
  ['a dictionary file', edit],
  ['a wide table', editOfTable],
])('an edit of %s', (name, by) => {
  const BEFORE = 'en,de,status\nrun,laufen,preferred\nrun,Lauf,admitted\nwalk,gehen,forbidden\n';

  test('goes to the row that is sent, also when another row says the same already', () => {
    expect(by(BEFORE, [['run', 'rennen']])).toBe(BEFORE.replace('laufen', 'rennen'));
    expect(by(BEFORE, [['run', 'Lauf']])).toBe(BEFORE.replace('laufen', 'Lauf'));
  });

  test('leaves the rows alone that their status holds back', () => {
    expect(by(BEFORE, [['run']])).toBe(
      BEFORE.replace('run,laufen,preferred\n', name === 'a wide table' ? 'run,,preferred\n' : ''),
    );
    expect(by(BEFORE, [['walk', 'gehen']])).toBe(`${BEFORE}walk,gehen,\n`);
    expect(by(BEFORE, [['walk', 'laufen']])).toBe(`${BEFORE}walk,laufen,\n`);
    expect(by(BEFORE, [['walk']])).toBe(BEFORE);
  });

  test('gives a new row a status where a blank one is not sent', () => {
    const send = { send: ['preferred', 'approved'] } as const;
    const before = 'en,de,status\nrun,laufen,preferred\nwalk,gehen,\n';
    expect(by(before, [['walk', 'wandern']], send)).toBe(`${before}walk,wandern,approved\n`);
  });

  const CHOSEN = 'en,de,pos\nrun,Lauf,noun\nrun,laufen,verb\n';
  const choose = { choose: { kind: 'pos', order: ['verb', 'noun'] } } as const;

  test('goes to the row that is chosen, and a removal takes all rows of the phrase', () => {
    expect(by(CHOSEN, [['run', 'rennen']], choose)).toBe(CHOSEN.replace('laufen', 'rennen'));
    expect(by(CHOSEN, [['run', 'Lauf']], choose)).toBe(CHOSEN.replace('laufen', 'Lauf'));
    expect(by(CHOSEN, [['run']], choose)).toBe(
      name === 'a wide table' ? 'en,de,pos\nrun,,noun\nrun,,verb\n' : 'en,de,pos\n',
    );
  });

  test('writes a target where the source stood for it, and not where it still does', () => {
    const copied = 'en,de,translate\nLexform,,no\nhouse,Haus,yes\n';
    expect(by(copied, [['Lexform', 'Lexikon']])).toBe(copied.replace('Lexform,,', 'Lexform,Lexikon,'));
    expect(by(copied, [['Lexform', 'Lexform']])).toBe(copied);
  });
});

test('what is not translated is taken out of one language alone only if no other has it', () => {
  const text = 'en,de,fr,dnt\nLexform,,,yes\n';
  expect(editOfTable(text, [['Lexform']])).toEqual(['edit-table-conflict']);
  expect(editOfTable(text, [['Lexform'], ['Lexform', undefined, 'en->fr']])).toBe('en,de,fr,dnt\n,,,yes\n');
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

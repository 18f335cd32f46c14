import { expect, test } from 'vitest';
import { KEEP_THE_SOURCE, NOTES_TO_READERS } from '../../src/lint/data-instructions.ts';
import { lintDesired } from '../../src/lint/lint.ts';
import { bareNote } from '../../src/lint/phrase-parts.ts';
import { type Entries, entriesOf } from '../../src/model/entries/entries.ts';
import { desiredGlossary } from '../support/build.ts';
import { packedOf } from '../support/packed-of.ts';
import { settings } from './linted.ts';

/** As people write a note into a cell. */
const written = (text: string): readonly string[] => [
  text,
  ...['()', '[]', '<>', '（）', '**', '--'].map(([open = '', close = '']) => `${open}${text}${close}`),
  ...['.', '!', '。'].map((mark) => text + mark),
];

const ALL = [...new Set([...KEEP_THE_SOURCE, ...NOTES_TO_READERS].flatMap(written))];

/** The target phrases that are said to be notes. */
function notesIn(make: (rows: readonly (readonly [string, string])[]) => Entries, targets: readonly string[]) {
  const glossary = desiredGlossary('a', { 'en->ja': {} });
  const dictionaries = new Map(
    [...glossary.dictionaries].map(([key, dictionary]) => {
      const entries = make(targets.map((target, row) => [`term ${row}`, target] as const));
      return [key, { ...dictionary, entries }] as const;
    }),
  );
  const { findings } = lintDesired({ settings: settings(), desired: { glossaries: [{ ...glossary, dictionaries }] } });
  return findings.flatMap(({ code, details }) => (code === 'content/instruction' ? [details.text] : [])).sort();
}

const makers = [
  ['as strings', entriesOf],
  ['as bytes', packedOf],
] as const;

test.each(makers)('a note is found bare, in brackets and with a mark, in any case, %s', (_, make) => {
  expect(notesIn(make, ALL)).toEqual([...ALL].sort());
  expect(notesIn(make, ['(Do Not Translate)', 'N/A.'])).toEqual(['(Do Not Translate)', 'N/A.']);
});

test.each(makers)('a phrase with one bracket, or with other words, is no note, %s', (_, make) => {
  const others = ['(see context', 'see context)', '[see context)', '((see context))', 'see contexts', '-', '.', '()'];
  const plain = Array.from({ length: 3000 }, (_, row) => `見出し ${row}`);
  expect(notesIn(make, others)).toEqual([]);
  expect(notesIn(make, [...others, ...plain])).toEqual([]);
});

test('what is left out of a phrase', () => {
  expect(['(a)', '（a）', 'a.', 'a。', 'n.a.', '(a', 'a)', '()', '.', '', '--', '-a-'].map(bareNote)).toEqual([
    'a',
    'a',
    'a',
    'a',
    'n.a',
    '(a',
    'a)',
    '()',
    '.',
    '',
    '--',
    'a',
  ]);
});

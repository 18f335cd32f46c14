import fc from 'fast-check';
import type { Concept, ConceptTerm, Termbase } from '../../../src/files/exchange/termbase.ts';
import { TERM_STATUSES } from '../../../src/model/entries/term-status.ts';

const LANGUAGES = ['en', 'de', 'fr', 'ja', 'pt-BR', 'pt-PT'];

/** Words that try to break XML, CSV and spreadsheets. */
const WORD = fc.oneof(
  fc.constantFrom(
    'house',
    'Haus',
    '=1+1',
    '#tag',
    '# of users',
    '__proto__',
    '"quoted"',
    "it's",
    'a,b;c|d',
    '<b>&amp;',
  ),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }),
);

const isPlain = (text: string): boolean =>
  text !== '' &&
  text === text.trim() &&
  !/[\p{Cc}\u2028\u2029\ufffe\uffff\p{Cs}]/u.test(text) &&
  !/^[\ufeff]/.test(text);

export const anyTermText = WORD.map((text) => text.trim()).filter(isPlain);

/** A note may have several lines. */
const anyNote = fc.array(anyTermText, { minLength: 1, maxLength: 3 }).map((lines) => lines.join('\n'));

const anyTerm = (language: string): fc.Arbitrary<ConceptTerm> =>
  fc.record(
    {
      language: fc.constant(language),
      text: anyTermText,
      status: fc.constantFrom(...TERM_STATUSES),
      partOfSpeech: fc.constantFrom('noun', 'verb', 'properNoun'),
      definition: anyNote,
      note: anyNote,
    },
    { requiredKeys: ['language', 'text'] },
  );

const anyConcept: fc.Arbitrary<Omit<Concept, 'id'>> = fc
  .array(fc.constantFrom(...LANGUAGES).chain(anyTerm), { minLength: 1, maxLength: 6 })
  .map((terms) => ({
    line: 1,
    // No format can hold a term twice.
    terms: terms.filter(
      (term, index) =>
        terms.findIndex(({ language, text }) => language === term.language && text === term.text) === index,
    ),
  }));

/** Random concepts in several languages, with several terms of one language and every field. Each has an id. */
export const anyTermbase: fc.Arbitrary<Termbase> = fc
  .array(anyConcept, { minLength: 1, maxLength: 8 })
  .map((concepts) => ({ concepts: concepts.map((concept, index) => ({ ...concept, id: `c-${index}` })) }));

/** What a termbase says, as a sorted list: equal for equal multisets. */
export const tuplesOf = ({ concepts }: Termbase): readonly string[] =>
  concepts
    .flatMap(({ id, terms }) =>
      terms.map(({ language, text, status, partOfSpeech, definition, note }) =>
        JSON.stringify([id, language, text, status, partOfSpeech, definition, note]),
      ),
    )
    .sort();

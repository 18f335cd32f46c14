import fc from 'fast-check';
import { expect, test } from 'vitest';
import { conceptPacker, revisedConcepts } from '../../../src/files/exchange/read/packed-concepts.ts';
import { readTermbase } from '../../../src/files/exchange/read/read-termbase.ts';
import type { Concept, Concepts } from '../../../src/files/exchange/termbase.ts';
import { runs } from '../../support/runs.ts';
import { anyTermbase } from './any-termbase.ts';

function packedOf(concepts: Iterable<Concept>): Concepts {
  const packer = conceptPacker();
  for (const concept of concepts) packer.add(concept);
  return packer.all();
}

/** Many pages of concepts with hostile texts. */
const manyConcepts = fc
  .tuple(anyTermbase, fc.integer({ min: 1, max: 400 }))
  .map(([{ concepts }, count]) =>
    Array.from({ length: count }, (_, line) => ({ ...(concepts[line % concepts.length] ?? { terms: [] }), line })),
  );

test('packed concepts come out as they went in, as often as they are asked for', () => {
  fc.assert(
    fc.property(manyConcepts, (concepts) => {
      const packed = packedOf(concepts);
      expect(packed.length).toBe(concepts.length);
      expect([...packed]).toEqual(concepts);
      expect([...packed]).toEqual(concepts);
    }),
    { numRuns: runs(50) },
  );
});

test('packed concepts are revised as those of an array are', () => {
  const anyChange = fc.record({ drops: fc.integer({ min: 1, max: 9 }), edits: fc.integer({ min: 1, max: 200 }) });
  fc.assert(
    fc.property(manyConcepts, anyChange, (concepts, { drops, edits }) => {
      const change = (concept: Concept): Concept | undefined => {
        if (concept.line % 10 > drops) return undefined;
        return concept.line % edits === 0 ? { ...concept, id: `new-${concept.line}` } : concept;
      };
      const expected = [...revisedConcepts(concepts, change)];
      const revised = revisedConcepts(packedOf(concepts), change);
      expect([...revised]).toEqual(expected);
      expect(revised.length).toBe(expected.length);
    }),
    { numRuns: runs(50) },
  );
});

test('a large file: concepts of one id are joined where the first stands, and one without a term is left out', () => {
  const entry = (id: number, language: string, text: string): string =>
    `<termEntry id="c${id}"><langSet xml:lang="${language}"><tig><term>${text}</term></tig></langSet></termEntry>`;
  const entries = Array.from({ length: 300 }, (_, id) => entry(id, 'en', id === 7 ? '' : `word ${id}`));
  const again = [entry(3, 'de', 'Wort'), entry(299, 'de', 'Ende'), entry(3, 'fr', 'mot')];
  const xml = `<martif type="TBX"><text><body>${[...entries, ...again].join('')}</body></text></martif>`;
  const { value, losses, rows } = readTermbase({ bytes: new TextEncoder().encode(xml), file: 't.tbx' });
  const concepts = [...(value?.concepts ?? [])];
  expect({ rows, length: value?.concepts.length, found: concepts.length }).toEqual({
    rows: 303,
    length: 299,
    found: 299,
  });
  expect(concepts[3]?.terms.map(({ text }) => text)).toEqual(['word 3', 'Wort', 'mot']);
  expect(concepts.at(-1)?.terms.map(({ text }) => text)).toEqual(['word 299', 'Ende']);
  expect(losses.map(({ kind, name }) => `${kind} ${name}`)).toEqual(['empty-term en', 'no-term c7']);
});

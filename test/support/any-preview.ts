import type { DictionaryAddress } from '../../src/kinds/glossary/glossary.ts';
import type { Preview, Verdict } from '../../src/steps/preview/preview.ts';

const VERDICTS: readonly Verdict[] = ['applied', 'inflected', 'ignored', 'removed', 'unchanged'];

/**
 * A preview in which every text that may be anything is the next one of `text`, with every verdict in turn. `samples`:
 * how many each of two subjects has.
 */
export function previewOf(text: () => string, samples = 6): Preview {
  const at = () => ({ file: text(), line: 3, column: 7 });
  const subject = (pair: string, failure?: string): Preview['subjects'][number] => ({
    address: `glossary.${text()}/${pair}` as DictionaryAddress,
    from: 'en',
    to: 'de',
    samples: Array.from({ length: samples }, (_, index) => ({
      sample: { text: text(), language: 'en', at: at() },
      before: text(),
      after: index % 3 === 0 ? '' : text(),
      terms: [index, index + 1].map((verdict) => ({
        kind: VERDICTS[verdict % 5] === 'removed' || VERDICTS[verdict % 5] === 'unchanged' ? 'removed' : 'changed',
        source: text(),
        target: text(),
        verdict: VERDICTS[verdict % 5] ?? 'applied',
        expected: 2,
        found: 1,
        ...(verdict % 4 === 0 && { coveredBy: text() }),
        at: at(),
      })),
    })),
    ...(failure !== undefined && { failure }),
  });
  return {
    formatVersion: 1,
    cost: { budget: 10_000, characters: 1234, calls: 8, samples: 2 * samples, leftOut: 3 },
    billedCharacters: 1234,
    subjects: [subject('en->de'), subject('en->fr', text())],
    unsampled: [{ address: `glossary.${text()}/en->it` as DictionaryAddress, terms: 9, first: [text(), text()] }],
    swept: 2,
    leftBehind: [text()],
    failure: text(),
  };
}

/** A preview of one term in one sentence, as people have them. */
export const smallPreview = (): Preview => ({
  formatVersion: 1,
  cost: { budget: 10_000, characters: 76, calls: 4, samples: 2, leftOut: 0 },
  billedCharacters: 76,
  subjects: [
    {
      address: 'glossary.product/en->de',
      from: 'en',
      to: 'de',
      samples: [
        {
          sample: {
            text: 'The invoice is due.',
            language: 'en',
            at: { file: 'glossaries/product/glossary.yaml', line: 4, column: 7 },
          },
          before: 'Die Faktura ist fällig.',
          after: 'Die Rechnung ist fällig.',
          terms: [
            { kind: 'changed', source: 'invoice', target: 'Rechnung', verdict: 'applied', expected: 1, found: 1 },
            {
              kind: 'added',
              source: 'due',
              target: 'offen',
              verdict: 'ignored',
              expected: 1,
              found: 0,
              coveredBy: 'is due',
            },
          ],
        },
      ],
    },
    {
      address: 'style_rules.tone',
      from: 'en',
      to: 'de',
      samples: [
        {
          sample: {
            text: 'The invoice is due.',
            language: 'en',
            at: { file: 'glossaries/product/glossary.yaml', line: 4, column: 7 },
          },
          before: 'Die Faktura ist fällig.',
          after: 'Die Faktura ist fällig.',
          terms: [],
        },
      ],
    },
  ],
  unsampled: [{ address: 'glossary.product/en->fr', terms: 2, first: ['cat', 'dog'] }],
  swept: 0,
  leftBehind: [],
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { driftOf } from '../../../src/plan/drift/detect-drift.ts';
import { driftMarkdown } from '../../../src/review/markdown/sections.ts';
import { driftInput, type SideLike } from '../../plan/drift-input.ts';
import { runs } from '../../support/runs.ts';
import { anySeed, randomOf } from '../../support/seeded.ts';
import { readMarkdown } from './gfm.ts';
import { CANARY, driftLike, hostileText } from './hostile.ts';

const side = (entries: Readonly<Record<string, string>>): SideLike => ({
  glossaries: { product: { name: 'Product', dictionaries: { 'en->de': entries } } },
});

test('the verdict first, then the differences as the terminal shows them; a conflict stands open', () => {
  const drift = driftOf(
    driftInput({
      base: side({ house: 'Haus', dog: 'Hund' }),
      ours: side({ house: 'Haus', dog: 'Köter' }),
      theirs: side({ house: 'Heim', dog: 'Dogge' }),
    }),
  );
  expect(driftMarkdown(drift)).toMatchInlineSnapshot(`
    "### Drift on <code>test</code>: 1 term changed outside git, 1 conflict.

    <details open><summary>2 differences</summary>

    \`\`\`text
    glossary.product  "Product"
      English → German (en->de)  (of 2)
        ! dog: changed in the files and outside git  glossaries/product/en-de.csv:2
            was:    Hund
            ours:   Hund → Köter
            theirs: Hund → Dogge
        ~ house: Haus → Heim  glossaries/product/en-de.csv:1
    \`\`\`

    </details>
    "
  `);
});

test('no drift is one line', () => {
  const same = side({ house: 'Haus' });
  expect(driftMarkdown(driftOf(driftInput({ base: same, ours: same, theirs: same })))).toBe(
    '### No drift on <code>test</code>: nothing was changed outside git.\n',
  );
});

test('hostile texts: sound, within budget, and none outside of the fence but as code', () => {
  const check = (seed: number): void => {
    const random = randomOf(seed);
    const drift = driftLike(() => hostileText(random));
    for (const budget of [8000, 64_000]) {
      const markdown = driftMarkdown(drift, { budget });
      expect(markdown.length).toBeLessThanOrEqual(budget);
      const { problems, fenced, headings } = readMarkdown(markdown);
      expect(problems).toEqual([]);
      expect(fenced.some((line) => line.includes(CANARY))).toBe(true);
      expect(headings[0]).toContain('84 conflicts');
    }
  };
  // Each has 900 texts.
  fc.assert(fc.property(anySeed, check), { numRuns: runs(24) });
});

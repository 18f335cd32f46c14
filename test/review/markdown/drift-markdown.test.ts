import fc from 'fast-check';
import { expect, test } from 'vitest';
import { driftOf } from '../../../src/plan/drift/detect-drift.ts';
import { driftMarkdown } from '../../../src/review/markdown/report-markdown.ts';
import { driftInput, type SideLike } from '../../plan/drift-input.ts';
import { runs } from '../../support/runs.ts';
import { anySeed, randomOf } from '../../support/seeded.ts';
import { readMarkdown } from './gfm.ts';
import { CANARY, driftLike, hostileText } from './hostile.ts';

const side = (entries: Readonly<Record<string, string>>): SideLike => ({
  glossaries: { product: { name: 'Product', dictionaries: { 'en->de': entries } } },
});

test('the verdict first, then the conflicts with their three sides, then the tables of a plan', () => {
  const drift = driftOf(
    driftInput({
      base: side({ house: 'Haus', dog: 'Hund' }),
      ours: side({ house: 'Haus', dog: 'Köter' }),
      theirs: side({ house: 'Heim', dog: 'Dogge' }),
    }),
  );
  expect(driftMarkdown(drift)).toMatchInlineSnapshot(`
    "### Drift on <code>test</code>: 1 term changed outside git, 1 conflict.

    #### **1 conflict**: changed in the files and outside git

    | Value | Sides |
    |---|---|
    | <code>dog</code><br><code>glossary&#46;<wbr>product&#47;<wbr>en&#45;&#62;de</code>, <code>glossaries&#47;<wbr>product&#47;<wbr>en&#45;de&#46;<wbr>csv&#58;2</code> | last apply: <code>Hund</code><br>files: <code><ins>Köter</ins></code><br>service: <code><ins>Dogge</ins></code> |

    #### <code>glossary&#46;product</code> English → German (<code>en&#45;&#62;de</code>): 1 changed · of 2

    | Change | Term | After the last apply → On the service |
    |---|---|---|
    | changed, <code>glossaries&#47;<wbr>product&#47;<wbr>en&#45;de&#46;<wbr>csv&#58;1</code> | <code lang="en">house</code> | <code lang="de"><ins>Haus</ins> → <ins>Heim</ins></code> |
    "
  `);
});

test('no drift is one line', () => {
  const same = side({ house: 'Haus' });
  expect(driftMarkdown(driftOf(driftInput({ base: same, ours: same, theirs: same })))).toBe(
    '### No drift on <code>test</code>: nothing was changed outside git.\n',
  );
});

test('hostile texts: sound, within budget, and none but as code', () => {
  const check = (seed: number): void => {
    const random = randomOf(seed);
    const drift = driftLike(() => hostileText(random));
    for (const budget of [8000, 64_000]) {
      const markdown = driftMarkdown(drift, { budget });
      expect(markdown.length).toBeLessThanOrEqual(budget);
      const { problems, rows, headings } = readMarkdown(markdown);
      expect(problems).toEqual([]);
      expect(rows.flat().some((cell) => cell.includes(CANARY))).toBe(true);
      expect(headings[0]).toContain('84 conflicts');
    }
  };
  // Each has 900 texts.
  fc.assert(fc.property(anySeed, check), { numRuns: runs(24) });
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { planJson } from '../../../src/review/plan/plan-json.ts';
import { costLine, previewText } from '../../../src/review/translate/preview-text.ts';
import { previewOf, smallPreview } from '../../support/any-preview.ts';
import { hostileText } from '../../support/hostile-plan.ts';
import { planOfEntries } from '../../support/page-plans.ts';
import { runs } from '../../support/runs.ts';
import { schemaErrors } from '../../support/schema-errors.ts';

describe('a preview as text', () => {
  test('nothing that a file or the service says moves the cursor, hides, or is a command of a CI system', () => {
    fc.assert(
      fc.property(fc.array(hostileText, { minLength: 30, maxLength: 30 }), (texts) => {
        let used = 0;
        const preview = previewOf(() => texts[used++ % texts.length] ?? '');
        const shown = previewText(preview, { color: false }) + costLine({ name: texts[0] ?? '' }, preview.cost);
        expect(shown.replaceAll('\u200e', '')).not.toMatch(
          /(?!\n)\p{Cc}|\p{Cf}|\p{Cs}|\p{Co}|[\u2028\u2029]|##\[|##vso\[|^\s*::/mu,
        );
      }),
      { numRuns: runs(300) },
    );
  });
});

test('the document of a plan has the preview as its last member, and fits its schema', () => {
  const plan = planOfEntries([]);
  const [small, hostile] = [smallPreview(), previewOf(() => '\u202e##[error]')];
  const document = JSON.parse(planJson(plan, { preview: small }));
  expect(Object.keys(document).at(-1)).toBe('preview');
  expect(document.preview).toEqual(small);
  expect(planJson(plan)).not.toContain('preview');
  for (const preview of [small, hostile])
    expect(schemaErrors('preview', JSON.parse(JSON.stringify(preview)))).toEqual([]);
});

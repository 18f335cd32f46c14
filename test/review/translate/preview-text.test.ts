import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { planJson } from '../../../src/review/plan/plan-json.ts';
import { costLine, previewText, previewVerdict } from '../../../src/review/translate/preview-text.ts';
import { previewOf, smallPreview } from '../../support/any-preview.ts';
import { hostileText } from '../../support/hostile-plan.ts';
import { planOfEntries } from '../../support/page-plans.ts';
import { runs } from '../../support/runs.ts';
import { schemaErrors } from '../../support/schema-errors.ts';

describe('a preview as text', () => {
  test('has the verdict first, then each sample with what differs and what became of each term', () => {
    expect(previewText(smallPreview(), { color: false })).toMatchInlineSnapshot(`
      "Preview: 2 terms in 2 samples: 1 ignored, 1 applied; 76 characters spent

        glossary.product/en->de  en → de
          The invoice is due.  (glossaries/product/glossary.yaml:4)
            Die [-Faktura-]{+Rechnung+} ist fällig.
            applied: invoice → Rechnung
            ignored: due → offen (covered by the term is due)

        style_rules.tone  en → de
          The invoice is due.  (glossaries/product/glossary.yaml:4)
            Die Faktura ist fällig.  (as before)

        glossary.product/en->fr: 2 changed terms have no sample: cat, dog
      "
    `);
  });

  test('with colours has both translations below each other', () => {
    const text = previewText(smallPreview(), { color: true });
    expect(text).toContain('      - Die \u001b[31m\u001b[4mFaktura');
    expect(text).toContain('      + Die \u001b[32m\u001b[4mRechnung');
  });

  test('counts a term once, by the most doubtful of its verdicts', () => {
    const small = smallPreview();
    const [first] = small.subjects;
    const [sample] = first?.samples ?? [];
    if (first === undefined || sample === undefined) throw new Error('no sample');
    const ignored = {
      ...sample,
      terms: sample.terms.slice(0, 1).map((term) => ({ ...term, verdict: 'ignored' as const })),
    };
    const both = { ...small, subjects: [{ ...first, samples: [sample, ignored] }] };
    expect(previewVerdict(both)).toBe('Preview: 2 terms in 2 samples: 2 ignored; 76 characters spent');
  });

  test('says what stopped it, what the budget left out, and what stayed on the service', () => {
    const text = previewText({ ...smallPreview(), failure: 'no quota', leftBehind: ['x'], swept: 1 }, { color: false });
    expect(text).toContain('\n  the preview stopped: no quota\n');
    expect(text).toContain('\n  could not be removed; a later preview removes it: "x"\n');
    expect(text).toContain('\n  removed 1 temporary resource of an earlier preview\n');
  });

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

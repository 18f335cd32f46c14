import { describe, expect, test } from 'vitest';
import { previewSection } from '../../../src/review/markdown/preview-section.ts';
import type { Preview } from '../../../src/steps/preview/preview.ts';
import { smallPreview } from '../../support/any-preview.ts';

const section = (preview: Preview, units = 10_000): string =>
  previewSection(preview, {}, units, 'the log shows all').join('\n\n');

/** A preview of one dictionary with so many samples. */
function ofSamples(count: number, text = 'The invoice is due.'): Preview {
  const [subject] = smallPreview().subjects;
  const [sample] = subject?.samples ?? [];
  if (subject === undefined || sample === undefined) throw new Error('no sample');
  const samples = Array.from({ length: count }, (_, index) => ({
    ...sample,
    sample: { ...sample.sample, text: index === 1 ? text : sample.sample.text },
  }));
  return { ...smallPreview(), subjects: [{ ...subject, samples }], unsampled: [] };
}

const samplesOf = (text: string): number => text.match(/The invoice/g)?.length ?? 0;

describe('the preview', () => {
  test('each subject with its samples; what is the same before and after is said so', () => {
    expect(section(smallPreview())).toMatchInlineSnapshot(`
      "#### Preview: 2 terms in 2 samples: 1 ignored, 1 applied; 76 characters spent

      **<code>glossary&#46;product&#47;en&#45;&#62;de</code>** <code>en</code> → <code>de</code>

      | Sample | Before | After |
      |---|---|---|
      | <code>The invoice is due&#46;</code> <code>glossaries&#47;<wbr>product&#47;<wbr>glossary&#46;<wbr>yaml&#58;4</code><br>applied: <code>invoice</code> → <code>Rechnung</code><br>**ignored**: <code>due</code> → <code>offen</code> (covered by the term <code>is due</code>) | <code>Die <del>Faktura</del> ist fällig&#46;</code> | <code>Die <ins>Rechnung</ins> ist fällig&#46;</code> |

      **<code>style&#95;rules&#46;tone</code>** <code>en</code> → <code>de</code>

      | Sample | Before | After |
      |---|---|---|
      | <code>The invoice is due&#46;</code> <code>glossaries&#47;<wbr>product&#47;<wbr>glossary&#46;<wbr>yaml&#58;4</code> | <code>Die Faktura ist fällig&#46;</code> | as before |

      - <code>glossary&#46;product&#47;en&#45;&#62;fr</code>: 2 changed terms have no sample: <code>cat</code>, <code>dog</code>"
    `);
  });

  test('verdicts that nobody hopes for stand out, each with its numbers', () => {
    const [subject] = smallPreview().subjects;
    const [sample] = subject?.samples ?? [];
    if (subject === undefined || sample === undefined) throw new Error('no sample');
    const terms = (['applied', 'inflected', 'ignored', 'removed', 'unchanged'] as const).map((verdict) => ({
      kind: verdict === 'removed' || verdict === 'unchanged' ? ('removed' as const) : ('changed' as const),
      source: 's',
      target: 't',
      verdict,
      expected: 3,
      found: 1,
    }));
    const preview = { ...smallPreview(), subjects: [{ ...subject, samples: [{ ...sample, terms }] }] };
    expect(
      section(preview)
        .split('\n')
        .find((line) => line.includes('inflected')),
    ).toMatchInlineSnapshot(
      `"| <code>The invoice is due&#46;</code> <code>glossaries&#47;<wbr>product&#47;<wbr>glossary&#46;<wbr>yaml&#58;4</code><br>applied: <code>s</code> → <code>t</code> (1 of 3 places)<br>inflected: <code>s</code> → <code>t</code> (1 of 3 places)<br>**ignored**: <code>s</code> → <code>t</code><br>removed: <code>s</code> → <code>t</code><br>**unchanged**: <code>s</code> → <code>t</code> | <code>Die <del>Faktura</del> ist fällig&#46;</code> | <code>Die <ins>Rechnung</ins> ist fällig&#46;</code> |"`,
    );
  });

  test('what failed says why, and stands there without samples', () => {
    const [subject] = smallPreview().subjects;
    if (subject === undefined) throw new Error('no subject');
    const failed = { ...subject, samples: [], failure: `no |${'x'.repeat(500)}`, from: 'e'.repeat(21), to: 'de' };
    const preview = { ...smallPreview(), subjects: [failed], unsampled: [], failure: 'the quota is spent' };
    const text = section(preview);
    expect(text.split('\n\n').slice(1)).toMatchInlineSnapshot(`
      [
        "**<code>glossary&#46;product&#47;en&#45;&#62;de</code>** <code>eeeeeeeeeeeeeeeeeeee…</code> → <code>de</code>: not translated, <code>no &#124;xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…</code>",
        "- the preview stopped: <code>the quota is spent</code>",
      ]
    `);
  });

  test('rows that do not fit are left out and counted, but a later one that fits is there', () => {
    const whole = section(ofSamples(5));
    const row = whole.split('\n').find((line) => line.includes('<br>applied'))?.length ?? 0;
    const least = (count: number): number => {
      let [no, yes] = [0, 10_000];
      while (yes - no > 1) {
        const middle = Math.floor((no + yes) / 2);
        if (samplesOf(section(ofSamples(5), middle)) < count) no = middle;
        else yes = middle;
      }
      return yes;
    };
    expect(least(2) - least(1)).toBe(row + 1);
    // What is kept beside the text is room for what is said of what is not shown.
    expect([least(1), least(5) - whole.length]).toMatchInlineSnapshot(`
      [
        796,
        202,
      ]
    `);
    expect(section(ofSamples(5), least(4))).toContain('\n\n… and 1 more sample; the log shows all.');
    expect(section(ofSamples(5), least(3))).toContain('\n\n… and 2 more samples; the log shows all.');
    expect(section(ofSamples(5), least(1) - 1)).not.toContain('| Sample |');
    expect(section(ofSamples(5), least(1) - 1)).toContain('… and 5 more samples');
    expect(whole).not.toContain('… and');
    // The second sample alone is too long.
    const long = section(ofSamples(3, `The invoice ${'x'.repeat(900)}`), least(3));
    expect([samplesOf(long), long.includes('xxx')]).toEqual([2, false]);
  });

  test('is nothing where its verdict has no room', () => {
    const verdict = section(ofSamples(1)).split('\n\n')[0]?.length ?? 0;
    expect(previewSection(ofSamples(1), {}, verdict + 201, 'x')).toEqual([]);
    expect(previewSection(ofSamples(1), {}, verdict + 202, 'x')).toEqual([
      section(ofSamples(1)).split('\n\n')[0],
      '… and 1 more sample; x.',
    ]);
  });

  test('troubles take a quarter of the room at most', () => {
    const unsampled = Array.from({ length: 60 }, (_, index) => ({
      address: `glossary.g${index}/en->fr` as const,
      terms: 2,
      first: ['cat', 'dog'],
    }));
    const text = section({ ...smallPreview(), unsampled }, 4000);
    expect(text.match(/have no sample/g)?.length).toMatchInlineSnapshot(`7`);
    expect(text).toMatch(/\n- … and \d+ more lines; the log shows all\.$/);
  });
});

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

  test('a subject without samples needs only the room of its head', () => {
    const [subject] = smallPreview().subjects;
    const failed = {
      ...smallPreview(),
      subjects: [{ ...subject, samples: [], failure: 'no key' } as never],
      unsampled: [],
    };
    const whole = section(failed);
    expect(whole.split('\n\n').slice(1)).toEqual([
      '**<code>glossary&#46;product&#47;en&#45;&#62;de</code>** <code>en</code> → <code>de</code>: not translated, <code>no key</code>',
    ]);
    // The room of the notice stays free.
    expect(section(failed, whole.length + 202)).toBe(whole);
    expect(section(failed, whole.length + 201)).not.toContain('not translated');
  });

  test('several subjects need the room of their text and of the notice', () => {
    const [subject, other] = smallPreview().subjects;
    const three = { ...smallPreview(), subjects: [subject, other, subject] as never, unsampled: [] };
    const whole = section(three);
    expect(samplesOf(whole)).toBe(3);
    expect(section(three, whole.length + 202)).toBe(whole);
    expect(section(three, whole.length + 201)).toContain('\n\n… and 1 more sample; the log shows all.');
  });

  test('is nothing where its verdict has no room', () => {
    const verdict = section(ofSamples(1)).split('\n\n')[0]?.length ?? 0;
    expect(previewSection(ofSamples(1), {}, verdict + 201, 'x')).toEqual([]);
    expect(previewSection(ofSamples(1), {}, verdict + 202, 'x')).toEqual([
      section(ofSamples(1)).split('\n\n')[0],
      '… and 1 more sample; x.',
    ]);
  });
});

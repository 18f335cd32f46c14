import { expect, test } from 'vitest';
import { driftOf } from '../../../src/plan/drift/detect-drift.ts';
import { driftNotice } from '../../../src/review/html/drift-tables.ts';
import { driftInput } from '../../plan/drift-input.ts';

const of = (terms: Readonly<Record<string, string>>) => ({
  glossaries: { product: { name: 'Product', dictionaries: { 'en->ar': terms } } },
});

const boxOf = (base: Readonly<Record<string, string>>, theirs: Readonly<Record<string, string>>): string =>
  driftNotice(driftOf(driftInput({ base: of(base), ours: of(base), theirs: of(theirs) })), {
    links: undefined,
    isUndone: false,
  }).html;

test('each term is a row with both values, in the direction of its language, and its text is no markup', () => {
  const html = boxOf({ '<b>': 'قديم', same: 'x' }, { '<b>': 'جديد', same: 'x' });
  expect(html.match(/<tr><td>/g)).toHaveLength(1);
  expect(html).toContain('<td class="before" data-side="After the last apply" lang="ar" dir="rtl">');
  expect(html).not.toContain('<b>');
  expect(html).toContain('<details open>');
});

test('more than 20 rows are folded, and more than 500 are counted', () => {
  const terms = (count: number, text: string) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`t${index}`, text]));
  expect(boxOf(terms(21, 'a'), terms(21, 'b'))).toContain('<details><summary>');
  const long = boxOf(terms(620, 'a'), terms(620, 'b'));
  expect(long.match(/<tr><td>/g)).toHaveLength(500);
  expect(long).toContain('… and 120 more rows; lexform drift --report html=drift.html shows all.');
});

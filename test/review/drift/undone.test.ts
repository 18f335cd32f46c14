import { expect, test } from 'vitest';
import { driftOf } from '../../../src/plan/drift/detect-drift.ts';
import { makePlan } from '../../../src/plan/make-plan.ts';
import { planHtml } from '../../../src/review/html/plan-html.ts';
import { planMarkdown } from '../../../src/review/markdown/plan-markdown.ts';
import { planText } from '../../../src/review/plan/plan-text.ts';
import { driftInput } from '../../plan/drift-input.ts';

const entries = (name: string, terms: Readonly<Record<string, string>>) => ({
  glossaries: { product: { name, dictionaries: { 'en->de': terms } } },
});

/** The author changed `cart`; somebody on the service changed `house` and the name, removed `dog` and added `cat`. */
function world() {
  const base = { house: 'Haus', dog: 'Hund', cart: 'Wagen', z: 'z' };
  const ours = { ...base, cart: 'Warenkorb' };
  const theirs = { house: 'Heim', cat: 'Katze', cart: 'Wagen', z: 'z' };
  const input = driftInput({
    base: entries('Product', base),
    ours: entries('Product', ours),
    theirs: entries('Products', theirs),
  });
  return { plan: makePlan(input).plan, drift: driftOf(input) };
}

test('changes that put back what somebody changed on the service are marked, and counted under the verdict', () => {
  const { plan, drift } = world();
  const text = planText({ plan, drift }, { color: false });
  expect(text).toContain('\nThis plan would undo 4 changes made on the service.\n');
  const marked = text.split('\n').filter((line) => line.includes('(undoes a change on the service)'));
  expect(marked.map((line) => line.trim().replace(/ {2}.*/, ''))).toEqual([
    'name: Products → Product',
    '- cat → Katze',
    '~ house: Heim → Haus',
    '+ dog → Hund',
  ]);
  expect(planText({ plan }, { color: false })).not.toContain('undo');
});

test('the comment and the page mark them too', () => {
  const { plan, drift } = world();
  const markdown = planMarkdown({ plan, drift });
  expect(markdown).toContain('> **This plan would undo 4 changes made on the service**.');
  expect(markdown.match(/^\| .*, \*\*undoes a change on the service\*\* \|/gm)).toHaveLength(3);
  expect(markdown).toContain('</code>, **undoes a change on the service**');
  const page = planHtml(plan, { drift });
  expect(page).toContain('<li><strong>This plan would undo 4 changes made on the service.</strong></li>');
  expect(page.match(/"undoes a change on the service"/g)).toHaveLength(3);
  expect(page).toContain(': undoes a change on the service</li>');
  expect(page).toContain('<details open><summary>Show what was changed outside git</summary>');
  expect(planMarkdown({ plan })).not.toContain('undo');
});

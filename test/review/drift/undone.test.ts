import { expect, test } from 'vitest';
import { driftOf } from '../../../src/plan/drift/detect-drift.ts';
import type { GuardVerdict } from '../../../src/plan/guard/refusal.ts';
import { makePlan } from '../../../src/plan/make-plan.ts';
import { annotationsOfAll } from '../../../src/review/ci/annotations.ts';
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

test('the page marks changes that undo a change on the service', () => {
  const { plan, drift } = world();
  const page = planHtml(plan, { drift });
  expect(page).toContain('<li><strong>The plan would also undo 4 changes made on the service.</strong></li>');
  expect(page).toMatch(/"undoing":\[\d+,\d+,\d+\]/);
  expect(page).toContain('"undoes":"undoes a change on the service"');
  expect(page).toContain(': undoes a change on the service</li>');
  expect(page).toContain('<details open><summary>Show what was changed outside git</summary>');
  for (const shown of [planMarkdown({ plan }), planText({ plan }, { color: false })])
    expect(shown).not.toContain('undo');
});

test('an instruction that was changed only on the service is a change that the plan undoes', () => {
  const list = (prompt: string) => ({ lists: { m: { instructions: [{ label: 'Tone', prompt }] } } });
  const input = driftInput({ base: list('Be kind.'), ours: list('Be kind.'), theirs: list('Be formal.') });
  const { plan } = makePlan(input);
  const drift = driftOf(input);
  const text = planText({ plan, drift }, { color: false });
  expect(text).toContain('Plan for test: no changes from the files; 1 style list; 1 call.\n');
  expect(text).toContain('\nThe plan would undo 1 change made on the service.\n');
  expect(text).toMatch(/~ instruction Tone .*undoes a change on the service/);
  expect(planMarkdown({ plan, drift })).toContain('**The plan would undo 1 change made on the service**.');
  expect(planHtml(plan, { drift })).toContain('<strong>The plan would undo 1 change made on the service.</strong>');
});

test('the limits and the label of a developer key count like other values', () => {
  const key = (label: string, characters: number) => ({ keys: { k: { label, limits: { characters } } } });
  const input = driftInput({ base: key('K', 1), ours: key('K', 1), theirs: key('L', 2) });
  const { plan } = makePlan(input);
  const text = planText({ plan, drift: driftOf(input) }, { color: false });
  expect(text).toContain('Plan for test: no changes from the files; 1 developer key;');
  expect(text).toContain('\nThe plan would undo 2 changes made on the service.\n');
  expect(text.match(/undoes a change on the service/g)).toHaveLength(2);
});

test('values that are equal in the files and on the service since the last apply are named', () => {
  const terms = (translation: string) =>
    Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`t${index}`, translation]));
  const input = driftInput({
    base: entries('Product', { ...terms('a'), '<b>': 'x' }),
    ours: entries('Products', { ...terms('b'), '<b>': 'y' }),
    theirs: entries('Products', { ...terms('b'), '<b>': 'y' }),
  });
  const { plan } = makePlan(input);
  expect(planHtml(plan, { drift: driftOf(input) })).toContain('14 values changed on the service are in the files now');
});

test('on the page, a dictionary with conflicts only has no heading without rows, and the differences are counted', () => {
  const input = driftInput({
    base: entries('Product', { house: 'Kontonummer', dog: 'Hund', cat: 'Katze' }),
    ours: entries('Product', { house: 'Kunden-Nr.', dog: 'Hund', cat: 'Kater' }),
    theirs: entries('Product', { house: 'Kundennummer', dog: 'Hund', cat: 'Miez' }),
  });
  const { plan } = makePlan(input);
  const drift = driftOf(input);
  const page = planHtml(plan, { drift });
  expect(page).toContain('Changed outside git</a> <span class="count">2</span>');
  expect(page).not.toMatch(/<h3>[\s\S]*?<\/h3>\s*<\/div>/);
  for (const side of ['Kunden-Nr.', 'Kundennummer']) expect(page).toMatch(new RegExp(`<ins[^>]*>.*${side.slice(-5)}`));
});

test('the page has the steps of the comment, a line for each consent, and the names of the resources', () => {
  const { plan, drift } = world();
  const guard: GuardVerdict = {
    kind: 'refused',
    refusals: [
      { code: 'drift-undone', address: 'glossary.product' },
      { code: 'delete-needs-consent', address: 'glossary.product/en->de', what: 'dictionary', entries: 3 },
    ],
  };
  const page = planHtml(plan, { drift, guard });
  const markdown = planMarkdown({ plan, drift, guard });
  for (const step of [
    'Ask in your team, and ask the author',
    'To keep the values of the service',
    'To overwrite all values of the service',
  ])
    for (const shown of [page, markdown]) expect(shown).toContain(step);
  expect(page.match(/<li><code tabindex="-1">[^<]*<\/code> <button type="button" class="copy"/g)).toHaveLength(2);
  expect(page).toContain(
    '<strong><bdi dir="auto">Product</bdi></strong>: <bdi dir="auto">glossary.product</bdi> was changed',
  );
});

test('the rows that undo a change on the service have a filter of their own on the page', () => {
  const { plan, drift } = world();
  const page = planHtml(plan, { drift });
  expect(page).toContain('<input type="checkbox" id="undoing">undoes a change on the service');
  expect(page).toMatch(/"undoing":\[\d,\d,\d\]/);
  expect(planHtml(plan)).not.toContain('id="undoing"');
});

test('in the Action, an annotation names its inputs and labels, and the comment the end of an input', () => {
  const { plan, drift } = world();
  const guard: GuardVerdict = {
    kind: 'refused',
    refusals: [
      { code: 'drift-undone', address: 'glossary.product' },
      { code: 'delete-needs-consent', address: 'glossary.old', what: 'glossary', entries: 3 },
      { code: 'protected', address: 'glossary.held' },
    ],
  };
  const reported = { kind: 'planned', plan, drift, guard, findings: [] } as const;
  const shown = (labels?: readonly string[]) =>
    annotationsOfAll(
      [reported],
      { version: '1', folder: '', ...(labels && { labels }) },
      { error: 0, warning: 0, notice: 0 },
    )
      .split('\n')
      .filter((line) => line.startsWith('::error'))
      .map((line) => line.replace(/^.*?; (?=if you intend)/, ''));
  expect(shown(['may-go'])).toEqual([
    'if you intend this, set the input overwrite-drift: true of the Action for one run, and take it out again after it',
    'if you intend this, set the label may-go on the pull request, or add glossary.old to the input allow-delete of the Action',
    expect.stringContaining('is protected'),
  ]);
  expect(shown()).toEqual([
    'if you intend this, rerun with --overwrite-drift',
    'if you intend this, rerun with --allow-delete glossary.old',
    expect.stringContaining('is protected'),
  ]);
  expect(planMarkdown({ plan, drift, guard }, { action: { labels: [] } })).toContain(
    '`overwrite-drift: true` is for one run: remove it from the workflow after it.',
  );
});

import { expect, test } from 'vitest';
import { driftOf } from '../../../src/plan/drift/detect-drift.ts';
import type { GuardVerdict } from '../../../src/plan/guard/refusal.ts';
import { makePlan, planState } from '../../../src/plan/make-plan.ts';
import { annotationsOfAll } from '../../../src/review/ci/annotations.ts';
import { planHtml } from '../../../src/review/html/plan-html.ts';
import { planMarkdown } from '../../../src/review/markdown/plan-markdown.ts';
import { planText } from '../../../src/review/plan/plan-text.ts';
import { verdictOf } from '../../../src/review/verdict.ts';
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
  expect(text).toContain('\nThe plan would also undo 4 changes made on the service.\n');
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
  expect(markdown).toContain('> **The plan would also undo 4 changes made on the service**.');
  expect(markdown.match(/^\| .*, \*\*undoes a change on the service\*\*[,|\s]/gm)).toHaveLength(3);
  expect(markdown).toContain('</code>, **undoes a change on the service**');
  const page = planHtml(plan, { drift });
  expect(page).toContain('<li><strong>The plan would also undo 4 changes made on the service.</strong></li>');
  expect(page.match(/"undoes a change on the service"/g)).toHaveLength(3);
  expect(page).toContain(': undoes a change on the service</li>');
  expect(page).toContain('<details open><summary>Show what was changed outside git</summary>');
  expect(planMarkdown({ plan })).not.toContain('undo');
});

test('the first line counts the changes of the files, the next one the others, each row once', () => {
  const base = { house: 'Haus', cat: 'Katze', dog: 'Hund', cow: 'Kuh', a: 'a', b: 'b' };
  const input = driftInput({
    base: {
      glossaries: {
        product: { dictionaries: { 'en->de': base } },
        old: { dictionaries: { 'en->fr': { x: 'x', y: 'y' } } },
      },
    },
    ours: {
      glossaries: {
        product: { dictionaries: { 'en->de': { house: 'Heim', cat: 'Kater', dog: 'Hund', a: 'a', b: 'b' } } },
      },
    },
    theirs: {
      glossaries: {
        product: {
          dictionaries: { 'en->de': { house: 'Hütte', cat: 'Katze', dog: 'Dogge', cow: 'Kuh', a: 'A', b: 'B' } },
        },
        old: { dictionaries: { 'en->fr': { x: 'x', y: 'y' } } },
      },
    },
  });
  const { plan, drift } = planState(input.live, input);
  const first =
    'Plan for test: 1 glossary to delete, 2 terms to change, 3 to remove; 2 glossaries and 2 dictionaries; 2 calls.';
  const next = 'The plan would also undo 3 changes made on the service; 1 conflict with the service.';
  expect(planText({ plan, drift }, { color: false })).toContain(`\n${first}\n${next}\n`);
  const markdown = planMarkdown({ plan, drift });
  for (const line of [first.slice(14), next.slice(0, -1)]) expect(markdown).toContain(line);
  for (const line of [first, next]) expect(planHtml(plan, { drift })).toContain(line);
  expect(verdictOf({ kind: 'planned', plan, drift, guard: { kind: 'refused', refusals: [] }, findings: [] })).toBe(
    first,
  );
});

const DRIFT: GuardVerdict = { kind: 'refused', refusals: [{ code: 'drift-undone', address: 'glossary.product' }] };
const CONFLICT: GuardVerdict = {
  kind: 'refused',
  refusals: [{ code: 'drift-undone', address: 'glossary.product', isConflict: true }],
};

test('the comment of a plan that is refused for drift says who does what', () => {
  const { plan, drift } = world();
  const markdown = planMarkdown({ plan, drift, guard: DRIFT }, { action: { labels: ['may-go'] } });
  expect(markdown.slice(markdown.indexOf('**The service'), markdown.indexOf('If you intend'))).toMatchInlineSnapshot(`
    "**The service was changed outside the files.** Before you approve:

    1. Ask the person who changed them, or the author of the pull request, which values are right.
    2. To keep the values of the service, the author runs \`lexform pull\`, commits and pushes, or copies them into the files. Then the plan is made again.
    3. To overwrite them, a person who may edit the workflow consents as shown below. No label allows it. The ledger keeps the overwritten values.

    "
  `);
  expect(markdown).toContain('overwrite-drift: true');
  const conflict = planMarkdown({ plan, drift, guard: CONFLICT });
  expect(conflict).toContain(
    '(in a conflict, `lexform pull --theirs`, or `lexform pull --ours` for the values of the files)',
  );
  expect(conflict).not.toContain('label');
});

test('a conflict counts once: as a change of the files', () => {
  const base = { house: 'Haus', dog: 'Hund' };
  const input = driftInput({
    base: entries('Product', base),
    ours: entries('Product', { ...base, house: 'Gebäude' }),
    theirs: entries('Product', { house: 'Heim', dog: 'Köter' }),
  });
  const { plan } = makePlan(input);
  const text = (changed: typeof plan) => planText({ plan: changed, drift: driftOf(input) }, { color: false });
  expect(text(plan)).toContain(
    'Plan for test: 1 term to change; 1 glossary and 1 dictionary; 1 call.\n' +
      'The plan would also undo 1 change made on the service; 1 conflict with the service.\n',
  );
});

test('a plan that only restores earlier values has no change from the files', () => {
  const input = driftInput({
    base: entries('Product', { house: 'Haus' }),
    ours: entries('Product', { house: 'Haus' }),
    theirs: entries('Products', { house: 'Heim' }),
  });
  expect(planText({ plan: makePlan(input).plan, drift: driftOf(input) }, { color: false })).toContain(
    'Plan for test: no changes from the files; 1 glossary and 1 dictionary; 1 call.\n' +
      'The plan would undo 2 changes made on the service.\n',
  );
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
  const markdown = planMarkdown({ plan, drift: driftOf(input) });
  expect(markdown.split('\n').find((line) => line.includes('after a pull'))).toMatchInlineSnapshot(
    `"14 values changed on the service are in the files now, for example after a pull: <code>t0</code> (<code>glossary&#46;product&#47;en&#45;&#62;de</code>), <code>t1</code> (<code>glossary&#46;product&#47;en&#45;&#62;de</code>), <code>t2</code> (<code>glossary&#46;product&#47;en&#45;&#62;de</code>), <code>t3</code> (<code>glossary&#46;product&#47;en&#45;&#62;de</code>), <code>t4</code> (<code>glossary&#46;product&#47;en&#45;&#62;de</code>), <code>t5</code> (<code>glossary&#46;product&#47;en&#45;&#62;de</code>), <code>t6</code> (<code>glossary&#46;product&#47;en&#45;&#62;de</code>), <code>t7</code> (<code>glossary&#46;product&#47;en&#45;&#62;de</code>), <code>t8</code> (<code>glossary&#46;product&#47;en&#45;&#62;de</code>), <code>t9</code> (<code>glossary&#46;product&#47;en&#45;&#62;de</code>) and 4 others."`,
  );
  expect(planHtml(plan, { drift: driftOf(input) })).toContain('14 values changed on the service are in the files now');
  const text = planText({ plan, drift: driftOf(input) }, { color: false });
  expect(text).not.toContain('after a pull');
});

test('a dictionary with conflicts only has no heading without rows, and the page counts the differences', () => {
  const input = driftInput({
    base: entries('Product', { house: 'Kontonummer', dog: 'Hund', cat: 'Katze' }),
    ours: entries('Product', { house: 'Kunden-Nr.', dog: 'Hund', cat: 'Kater' }),
    theirs: entries('Product', { house: 'Kundennummer', dog: 'Hund', cat: 'Miez' }),
  });
  const { plan } = makePlan(input);
  const drift = driftOf(input);
  const [section = ''] =
    planMarkdown({ plan, drift }).match(/<details open><summary>2 differences[\s\S]*?<\/details>/) ?? [];
  expect(section.match(/^####.*$/gm)).toEqual(['#### **2 conflicts**: changed in the files and outside git']);
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
  for (const step of ['Ask the person who changed them', 'To keep the values of the service', 'To overwrite them'])
    for (const shown of [page, markdown]) expect(shown).toContain(step);
  expect(page.match(/<li><code tabindex="-1">[^<]*<\/code> <button type="button" class="copy"/g)).toHaveLength(2);
  expect(page).toContain('<strong><bdi dir="auto">Product</bdi></strong>: glossary.product was changed');
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

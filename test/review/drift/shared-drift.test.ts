import fc from 'fast-check';
import { expect, test } from 'vitest';
import { driftOf } from '../../../src/plan/drift/detect-drift.ts';
import type { Drift } from '../../../src/plan/drift/drift.ts';
import { driftJson, driftText } from '../../../src/review/drift/drift-text.ts';
import { sentenceText } from '../../../src/review/format/sentence.ts';
import { planHtml } from '../../../src/review/html/plan-html.ts';
import { driftGroups } from '../../../src/review/markdown/drift-groups.ts';
import { groupsMarkdown } from '../../../src/review/markdown/group-list.ts';
import { changesText } from '../../../src/review/plan/plan-text.ts';
import { reachSentence } from '../../../src/review/plan/reach-text.ts';
import { driftInput } from '../../plan/drift-input.ts';
import { companyPlan, planOfEntries } from '../../support/page-plans.ts';
import { runs } from '../../support/runs.ts';

const PRODUCTS = ['booking', 'chat', 'events', 'maps', 'shop'];

/** Five glossaries with the terms of one layer: the row of each shared term is on the same line of the same file. */
function sharedDrift(theirsOf: (product: string) => string = () => 'Cockpit'): Drift {
  const side = (of: (name: string) => Readonly<Record<string, string>>, cart: string) => ({
    glossaries: Object.fromEntries(
      PRODUCTS.map((name) => [
        name,
        { dictionaries: { 'en->de': { ...of(name), ...(name === 'shop' && { cart }), [name]: name } } },
      ]),
    ),
  });
  const base = { dashboard: 'Übersicht', account: 'Konto' };
  const found = driftOf(
    driftInput({
      base: side(() => base, 'Warenkorb'),
      ours: side(() => ({ ...base, dashboard: 'Dashboard' }), 'Warenkorb'),
      theirs: side((name) => ({ dashboard: theirsOf(name), account: 'Zugang' }), 'Korb'),
    }),
  );
  const lines = ['dashboard', 'account'];
  return {
    ...found,
    resources: found.resources.map((each) => ({
      ...each,
      children: each.children.map((child) => ({
        ...child,
        values: child.values.map((value) => {
          const line = lines.indexOf(value.key[2] ?? '') + 2;
          return { ...value, at: { file: line > 1 ? 'company/terms.csv' : 'shop/terms.csv', line, column: 1 } };
        }),
      })),
    })),
  };
}

const times = (text: string, part: string): number => text.split(part).length - 1;

test('in the terminal, a shared term is listed once, and glossaries without other terms are named in one line', () => {
  const drift = sharedDrift();
  const text = driftText(drift, { color: false });
  expect(text).toContain('Drift on test: 6 terms changed outside git, 5 conflicts.');
  expect(times(text, 'Cockpit')).toBe(1);
  expect(times(text, 'Zugang')).toBe(1);
  expect(text).toContain(
    '        in 5 dictionaries:    glossary.booking/en->de, glossary.chat/en->de, glossary.events/en->de, … and 2 more\n',
  );
  expect(text).toContain(
    '~ 3 more glossaries have only changes of the same terms: glossary.chat, glossary.events, glossary.maps\n',
  );
  expect(text).toContain('    ~ cart: Warenkorb → Korb  shop/terms.csv:1\n    1 conflict the same as in');
  expect(driftText(drift, { color: false, full: true })).toContain('glossary.maps/en->de, glossary.shop/en->de\n');
  for (const name of PRODUCTS) expect(driftJson(drift)).toContain(`glossary.${name}/en->de`);
});

test('in the comment and on the page, a shared term has one row', () => {
  const drift = sharedDrift(() => 'Cock<b>pit');
  const markdown = groupsMarkdown(driftGroups(drift, {}), 20_000, 'more').join('\n');
  expect(markdown).toContain('#### **5 conflicts**: changed in the files and outside git');
  expect(times(markdown, 'Dashboard')).toBe(1);
  expect(times(markdown, 'Zugang')).toBe(1);
  expect(markdown).toContain('in 5 dictionaries: ');
  expect(markdown).toContain('3 more glossaries have only changes of the same terms: ');
  const page = planHtml(planOfEntries([]), { drift });
  expect(page).toContain('5 conflicts: changed in the files and outside git');
  expect(times(page, '<ins><bdi')).toBeLessThan(3);
  expect(times(page, 'Zugang')).toBe(1);
  for (const text of [markdown, page]) expect(text).not.toContain('<b>');
  for (const name of PRODUCTS) expect(page).toContain(`glossary.${name}/en-&#62;de`);
});

test('the group of glossaries with only shared terms counts their dictionaries', () => {
  const group = driftGroups(sharedDrift(), {}).at(-1);
  expect(group).toMatchObject({ size: 3, brief: '3 more glossaries have only changes of the same terms' });
});

test('every value of a conflict is shown in each rendering, once for the dictionaries that share it', () => {
  const values = fc.array(fc.constantFrom('Alpha', 'Beta', 'Gamma'), { minLength: 5, maxLength: 5 });
  fc.assert(
    fc.property(values, (chosen) => {
      const drift = sharedDrift((name) => chosen[PRODUCTS.indexOf(name)] ?? 'Alpha');
      const texts = [
        driftText(drift, { color: false, full: true }),
        groupsMarkdown(driftGroups(drift, {}), 20_000, 'more').join('\n'),
        planHtml(planOfEntries([]), { drift }),
      ];
      for (const text of texts) {
        expect(text).toContain('5 conflicts');
        for (const value of ['Alpha', 'Beta', 'Gamma'] as const)
          expect(times(text, value), value).toBe(chosen.includes(value) ? 1 : 0);
      }
    }),
    { numRuns: runs(20) },
  );
});

test('a glossary that undoes a shared change has no heading if the glossary that lists the change undoes it too', () => {
  const line = '~ 1 more glossary has only changes of the same terms: glossary.desk';
  const shown = (...undoes: ('glossary.booking' | 'glossary.desk')[]): string =>
    changesText({ ...companyPlan(), undoes }, false);
  expect(shown('glossary.booking', 'glossary.desk')).toContain(line);
  expect(shown('glossary.desk')).not.toContain(line);
});

test('the reach of shared terms counts no term whose change only undoes one on the service', () => {
  const names = ['booking', 'desk', 'shop'] as const;
  const side = (account: string) => ({
    glossaries: Object.fromEntries(names.map((name) => [name, { dictionaries: { 'en->de': { account, cart: 'x' } } }])),
  });
  const [files, service] = [side('Benutzerkonto'), side('Konto')];
  const drift = driftOf(driftInput({ base: files, ours: files, theirs: service }));
  const plan = { ...companyPlan(names), undoes: names.map((name) => `glossary.${name}` as const) };
  const reach = (of?: typeof drift): string => sentenceText(reachSentence(plan, of) ?? []);
  expect(reach()).toBe('2 shared phrases change 3 glossaries, in 1 language.');
  expect(reach(drift)).toBe('1 shared phrase changes 3 glossaries, in 1 language.');
});

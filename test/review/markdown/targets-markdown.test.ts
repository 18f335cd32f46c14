import { expect, test } from 'vitest';
import { makePlan } from '../../../src/plan/make-plan.ts';
import { reportMarkdown } from '../../../src/review/markdown/report-markdown.ts';
import { targetsMarkdown } from '../../../src/review/markdown/targets-markdown.ts';
import type { TargetReported } from '../../../src/review/same-changes.ts';
import { desiredGlossary, liveGlossary, planInput } from '../../support/build.ts';

/** A plan that adds terms to a glossary with an id of its own. */
function planned(target: string, terms: readonly string[]): TargetReported {
  const wanted = { 'en->de': terms.map((term) => [term, 'x'] as const) };
  const input = planInput(
    { glossaries: [desiredGlossary('product', wanted)] },
    { glossaries: [liveGlossary(`id-of-${target}`, 'product', { 'en->de': [['old', 'x']] })] },
  );
  const { plan } = makePlan({ ...input, target: { name: target, baseUrl: `https://${target}.test` } });
  return { target, reported: { kind: 'planned', plan, guard: { kind: 'allowed' }, findings: [] } };
}

test('one target has its report as it is', () => {
  const one = planned('eu', ['a']);
  expect(targetsMarkdown([one])).toBe(reportMarkdown(one.reported).trim());
});

test('equal plans are shown once under all names, whatever their ids; others under their own', () => {
  const text = targetsMarkdown([planned('eu', ['a']), planned('us', ['a']), planned('test', ['a', 'b'])]);
  expect(text.match(/^(?:\*\*|### ).*/gm)).toEqual([
    '**<code>eu</code> and <code>us</code>: the same, shown once.**',
    expect.stringContaining('### Plan for <code>eu&#44; us</code>: 1 term to rename'),
    expect.stringContaining('### Plan for <code>test</code>: 1 term to add, 1 to rename'),
  ]);
});

test('a term that differs as the names do makes two plans', () => {
  const text = targetsMarkdown([planned('eu', ['eu']), planned('us', ['us'])]);
  expect(text).not.toContain('shown once');
  expect(text.match(/^### Plan for/gm)).toHaveLength(2);
});

test('the whole stays within the budget', () => {
  const many = (target: string, count: number): TargetReported =>
    planned(
      target,
      Array.from({ length: count }, (_, index) => `${target} term ${index}`),
    );
  const budget = 20_000;
  const text = targetsMarkdown([many('eu', 2000), many('us', 1900), many('test', 1)], { budget });
  expect(text.length).toBeLessThanOrEqual(budget);
  expect(text.match(/^### Plan for/gm)).toHaveLength(3);
});

test('terms link to the page of their own target, and all stand below the name of the workspace', () => {
  const pageOf = (target: string): string => `https://pages.test/${target}.html`;
  const text = targetsMarkdown([planned('eu', ['a']), planned('us', ['b'])], { pageOf, workspace: 'teams/legal' });
  const links = [...text.matchAll(/https:\/\/pages\.test\/(\w+)\.html/g)].map(([, target]) => target);
  expect([...new Set(links)]).toEqual(['eu', 'us']);
  expect(text.match(/^## .*/gm)).toEqual(['## Workspace <code>teams&#47;legal</code>']);
});

test('a target without a page of its own links to the page of all, and long names of equal targets are cut', () => {
  const pageOf = (target: string): string | undefined => (target === 'eu' ? 'https://pages.test/eu.html' : undefined);
  const options = { pageOf, page: 'https://pages.test/all.html' };
  const text = targetsMarkdown([planned('eu', ['a']), planned('us', ['b'])], options);
  const links = [...text.matchAll(/https:\/\/pages\.test\/(\w+)\.html/g)].map(([, target]) => target);
  expect(links).toEqual(['eu', 'all']);
  const name = 'x'.repeat(121);
  expect(targetsMarkdown([planned(name, ['a']), planned('us', ['a'])])).toMatch(
    /^\*\*<code>x{120}…<\/code> and <code>us<\/code>: the same, shown once\.\*\*\n\n### Plan/,
  );
});

test('a report that does not fit names the page of its target', () => {
  const many = Array.from({ length: 900 }, (_, index) => `term ${index}`);
  const pageOf = (target: string): string => `https://pages.test/${target}`;
  const text = targetsMarkdown([planned('eu', many)], { pageOf, budget: 9000 });
  expect(text).toMatch(/changes do not fit here; \[the full report\]\(https:\/\/pages\.test\/eu\) and /);
});

test('each of several reports that are too long has an equal part of the room; a short one leaves its part', () => {
  const terms = (target: string, count: number) => Array.from({ length: count }, (_, index) => `${target} ${index}`);
  const rowsOf = (text: string, target: string): number =>
    text.match(new RegExp(`<code(?: lang="en")?>${target} \\d+</code>`, 'g'))?.length ?? 0;
  const [eu, us] = [planned('eu', terms('eu', 900)), planned('us', terms('us', 900))];
  const both = targetsMarkdown([eu, us], { budget: 30_000 });
  expect(rowsOf(both, 'eu')).toBe(rowsOf(both, 'us'));
  expect(both.length).toBeLessThanOrEqual(30_000);
  // One thousand units of each part are for the text around a report.
  expect(both.length).toBeGreaterThan(27_500);
  const small = planned('us', ['b']);
  const whole = targetsMarkdown([planned('eu', terms('eu', 200)), small], { budget: 64_000 });
  const exact = targetsMarkdown([planned('eu', terms('eu', 200)), small], { budget: whole.length });
  // The first term is a new name of the old one.
  expect(rowsOf(whole, 'eu')).toBe(199);
  expect(exact).toBe(whole);
});

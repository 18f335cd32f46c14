import { describe, expect, test } from 'vitest';
import type { Operation } from '../../../src/model/plan/plan.ts';
import type { CheckedFiles } from '../../../src/model/workspace/checked-files.ts';
import { driftOf } from '../../../src/plan/drift/detect-drift.ts';
import type { Outcome } from '../../../src/plan/outcome.ts';
import { reportMarkdown } from '../../../src/review/markdown/report-markdown.ts';
import type { Reported } from '../../../src/review/reported.ts';
import { driftInput } from '../../plan/drift-input.ts';
import { at, call, dictionaryChange, glossaryChange, planWith } from '../../support/changes.ts';

const put = call('put-dictionary', 'glossary.product#1');
const rename = call('rename-glossary', 'glossary.product#2');
const PLAN = planWith([
  glossaryChange({
    dictionaries: [dictionaryChange('en->de', [['~', 'cart', 'Wagen', 'Warenkorb']])],
    name: ['Product', 'Product terms'],
    operations: [put, rename] as never,
  }),
]);

const outcome = (kind: Outcome['kind'], operation: Operation, more: object = {}): Outcome =>
  ({ kind, operation, address: 'glossary.product', ...more }) as Outcome;

const applied = (
  outcomes: readonly Outcome[],
  more: Partial<Extract<Reported, { kind: 'applied' }>> = {},
): Reported => ({
  kind: 'applied',
  plan: PLAN,
  findings: [],
  report: { outcomes, ids: [], secrets: [] },
  ...more,
});

/** What stands before the plan itself. */
const beforePlan = (reported: Reported, budget = 64_000): string =>
  reportMarkdown(reported, { budget }).split('\n\n### Plan for')[0] ?? '';

const finding = {
  code: 'duplicate-source',
  severity: 'warning',
  at: at('a.csv', 2),
  details: { source: 'a', firstLine: 1 },
} as const;

describe('a run', () => {
  test('calls that do not fit are counted', () => {
    const failed = Array.from({ length: 60 }, (_, index) =>
      outcome('failed', put, { error: new Error(`${index} ${'x'.repeat(60)}`) }),
    );
    const row = (text: string): number => text.match(/^\| <code>glossary/gm)?.length ?? 0;
    const text = beforePlan(applied(failed), 8000);
    expect(row(text)).toMatchInlineSnapshot(`5`);
    expect(text).toContain(`\n\n… and ${60 - row(text)} more calls that did not succeed; the log shows all.`);
    const one = beforePlan(applied(failed.slice(0, row(text) + 1)), 8000);
    expect(one).toContain('\n\n… and 1 more call that did not succeed; the log shows all.');
    expect(beforePlan(applied(failed.slice(0, row(text))), 8000)).not.toContain('… and');
    const none = beforePlan(applied([outcome('failed', put, { error: new Error('x'.repeat(1200)) })]), 8000);
    expect(none).toContain(`${'x'.repeat(13)}<wbr>`);
    expect(none).toContain('…</code> |');
  });

  test('values and ids that do not fit are counted', () => {
    const values = Array.from({ length: 20 }, (_, index) => ({
      key: ['entry', 'en->de', `term ${index}`],
      planned: true,
      from: 'a',
      to: 'b',
      now: 'c'.repeat(60),
    }));
    const ids = Array.from({ length: 60 }, (_, index) => ({ address: 'glossary.new' as const, id: `g-${index}` }));
    const stale = outcome('stale', put, { now: 'x', detail: { values, count: 20, complete: true } });
    const text = beforePlan(applied([stale], { report: { outcomes: [stale], ids, secrets: [] } }), 8000);
    expect(text.match(/… and \d+ more lines?; the log shows all\./g)).toMatchInlineSnapshot(`
      [
        "… and 3 more lines; the log shows all.",
        "… and 45 more lines; the log shows all.",
      ]
    `);
  });

  test('is never longer than its budget', () => {
    const failed = Array.from({ length: 600 }, () => outcome('failed', put, { error: new Error('x'.repeat(60)) }));
    const ids = Array.from({ length: 600 }, (_, index) => ({ address: 'glossary.new' as const, id: `g-${index}` }));
    const text = reportMarkdown(
      applied(failed, { report: { outcomes: failed, ids, secrets: [] }, findings: [finding] }),
    );
    expect(text.length).toBeLessThanOrEqual(64_000);
    expect(text).toContain('### Plan for');
  });
});

test('the plan below a report has what is left of the budget, and the links', () => {
  const entries = Array.from(
    { length: 900 },
    (_, index) => ['+', `term ${index}`, 'x', at('de.csv', index + 1)] as const,
  );
  const long = planWith([
    glossaryChange({ dictionaries: [dictionaryChange('en->de', entries)], operations: [put] as never }),
  ]);
  const failed = Array.from({ length: 30 }, (_, index) =>
    outcome('failed', put, { error: new Error(`${index} ${'x'.repeat(60)}`) }),
  );
  const many = Array.from({ length: 30 }, (_, index) => ({ ...finding, at: at('a.csv', index + 1) }));
  const guard = { kind: 'refused', refusals: [] } as const;
  const options = { budget: 12_000, links: { prefix: 'https://x.test/' } };
  const sizes = (
    [
      applied(failed, { plan: long, findings: many, report: { outcomes: failed, ids: [], secrets: [] } }),
      { kind: 'refused', code: 'guard', plan: long, guard, findings: many, reason: 'a long reason\n'.repeat(60) },
    ] as const
  ).map((reported) => {
    const text = reportMarkdown(reported, options);
    const count = (what: RegExp): number => text.match(what)?.length ?? 0;
    return `${text.length} units, ${count(/^\| added/gm)} rows, ${count(/x\.test\/de\.csv/g)} links, ${count(/⚠️ warning/g)} findings`;
  });
  expect(sizes).toMatchInlineSnapshot(`
    [
      "11920 units, 72 rows, 72 links, 4 findings",
      "11908 units, 84 rows, 84 links, 4 findings",
    ]
  `);
});

test('a plan that was refused: why, what was found, then the plan', () => {
  const guard = { kind: 'refused', refusals: [{ code: 'protected', address: 'glossary.product' }] } as const;
  const refused = (reason: string, code: 'guard' | 'not-confirmed' = 'guard'): Reported => ({
    kind: 'refused',
    code,
    plan: PLAN,
    guard,
    findings: [finding],
    reason,
  });
  const text = reportMarkdown(refused('\n  no: it is protected\nsecond line\n'));
  expect(text.split('\n\n').slice(0, 4).join('\n\n')).toMatchInlineSnapshot(`
    "### 🚫 Not applied to <code>prod</code>

    ### Plan for <code>prod</code>: 1 term to change; 1 glossary and 1 dictionary; 2 calls.

    > [!CAUTION]
    > **apply would refuse this plan** for 1 reason.

    - <code>glossary&#46;product</code> is protected and would be deleted; remove the protection first (protect: in its file, or safety: in lexform.yaml) (\`protected\`)"
  `);
  expect(text).toContain('| changed | <code lang="en">cart</code> |');
  const long = reportMarkdown(refused('a long reason\n'.repeat(200), 'not-confirmed'), { budget: 5000 });
  expect(long.length).toBeLessThanOrEqual(5000);
  expect(long.split('### Plan for')[0]?.match(/a long reason/g)).toHaveLength(34);
  expect(long).toContain('… and 166 more lines; the log shows all.');
});

test.each([
  ['guard', false],
  ['drift', false],
  ['not-confirmed', true],
  ['interrupted', true],
] as const)('a plan that was refused with the code %s: the reason is in a fence: %j', (code, isFenced) => {
  const guard = { kind: 'refused', refusals: [{ code: 'protected', address: 'glossary.product' }] } as const;
  const text = reportMarkdown({ kind: 'refused', code, plan: PLAN, guard, findings: [], reason: ' a reason\n' });
  expect(text.includes('\n\n```text\na reason\n```\n\n### Plan for')).toBe(isFenced);
  // The section about the guard has its reasons.
  expect(text.includes('> [!CAUTION]')).toBe(!isFenced);
});

test('a report is below the name of its workspace, within its budget', () => {
  const none = reportMarkdown({ kind: 'validated', findings: [] });
  const named = (workspace: string): string => reportMarkdown({ kind: 'validated', findings: [] }, { workspace });
  expect(named('teams/legal')).toBe(`## Workspace <code>teams&#47;legal</code>\n\n${none}`);
  expect(named('')).toBe(none);
  expect(named('x'.repeat(201))).toBe(`## Workspace <code>${'x'.repeat(200)}…</code>\n\n${none}`);
  const entries = Array.from({ length: 900 }, (_, index) => ['+', `term ${index}`, 'x'] as const);
  const plan = planWith([glossaryChange({ dictionaries: [dictionaryChange('en->de', entries)] })]);
  const planned: Reported = { kind: 'planned', plan, guard: { kind: 'allowed' } as never, findings: [] };
  const long = reportMarkdown(planned, { workspace: 'x'.repeat(200), budget: 8000 });
  expect(long.length).toBeLessThanOrEqual(8000);
  expect(long.length).toBeGreaterThan(7700);
});

test('files that were checked: rows that are held back, and findings that are not reported', () => {
  const entries = [{ address: 'glossary.a/en->de', source: 'cart', target: 'Korb' }];
  const listed = [{ at: at('a.csv', 3), reason: 'status', status: 'draft', entries }] as const;
  const heldBack = { rows: 1, reasons: [{ reason: 'status', status: 'draft', rows: 1 }], listed } as const;
  const validated = { kind: 'validated', findings: [], heldBack, suppressed: { waived: 3, known: 1 } } as const;
  expect(reportMarkdown(validated)).toMatchInlineSnapshot(`
    "### Files checked

    3 findings of the linter are waived, 1 is in the baseline.

    1 row is held back: 1 draft. Not sent: <code>cart</code> → <code>Korb</code> (<code>draft</code>).
    "
  `);
});

test('the plan below a report names the source of its content', () => {
  const put = outcome('applied', call('put-dictionary', 'glossary.product#1'));
  const [, below] = reportMarkdown(applied([put], { wanted: ['the backup in nightly'] })).split('\n\n### ');
  const [, asPlanned] = reportMarkdown(applied([put])).split('\n\n### ');
  expect(below?.split('\n')[0]).toContain('the backup in nightly');
  expect(asPlanned).not.toContain('backup');
});

test('files that were checked: what was read, then what was found', () => {
  const checked: CheckedFiles = {
    files: 6,
    counts: [
      { name: 'glossaries', count: 1, one: 'glossary', many: 'glossaries' },
      { name: 'dictionaries', count: 2, one: 'dictionary', many: 'dictionaries' },
      { name: 'terms', count: 240, one: 'term', many: 'terms' },
      { name: 'styleLists', count: 1, one: 'style list', many: 'style lists' },
    ],
  };
  expect([
    reportMarkdown({ kind: 'validated', findings: [] }),
    reportMarkdown({ kind: 'validated', findings: [], checked }),
    reportMarkdown({ kind: 'validated', findings: [finding], checked }),
  ]).toMatchInlineSnapshot(`
    [
      "### Files checked

    No findings.
    ",
      "### Files checked

    Checked 6 files: 1 glossary, 2 dictionaries, 240 terms, 1 style list.

    No findings.
    ",
      "### Files checked

    Checked 6 files: 1 glossary, 2 dictionaries, 240 terms, 1 style list.

    **0 errors, 1 warning in 1 file**

    | Severity | Finding |
    |---|---|
    | ⚠️ warning | <code>a&#46;csv&#58;2</code><br>"a" is translated twice: "" on line 1 and "" here; one translation per source phrase is allowed, so remove one or mark one with "yes" in a column "preferred" (<code>duplicate&#45;source</code>) |
    ",
    ]
  `);
  const ofLinter = { ...finding, code: 'space/double' } as const;
  expect(reportMarkdown({ kind: 'validated', findings: [ofLinter], checked })).toContain(
    '**Lint: 0 errors, 1 warning**',
  );
  const many = Array.from({ length: 300 }, (_, index) => ({ ...finding, at: at('a.csv', index + 1) }));
  const text = reportMarkdown({ kind: 'validated', findings: many }, { budget: 5000 });
  expect(text.match(/^\| ⚠️/gm)?.length).toMatchInlineSnapshot(`16`);
});

test('a plan and its drift are the documents of their own', () => {
  const base = { glossaries: { product: { dictionaries: { 'en->de': { a: 'b' } } } } };
  const theirs = { glossaries: { product: { dictionaries: { 'en->de': { a: 'c' } } } } };
  const drift = driftOf(driftInput({ base, ours: base, theirs }));
  expect(reportMarkdown({ kind: 'drifted', plan: PLAN, drift, findings: [] })).toMatch(
    /^### Drift on <code>test<\/code>: /,
  );
  expect(
    reportMarkdown(
      { kind: 'planned', plan: PLAN, guard: { kind: 'allowed' } as never, findings: [finding], drift },
      { links: { prefix: 'https://x.test/' } },
    ),
  ).toMatch(/^### Plan for .*0 errors, 1 warning.*x\.test\/a\.csv#L2.*Drift on <code>test/s);
});

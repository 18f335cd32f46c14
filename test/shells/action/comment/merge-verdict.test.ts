import { expect, test } from 'vitest';
import type { Finding } from '../../../../src/model/finding.ts';
import type { Change } from '../../../../src/model/plan/plan.ts';
import type { GuardVerdict } from '../../../../src/plan/guard/refusal.ts';
import type { LabelConsent, UsedConsents } from '../../../../src/plan/guard/used-consents.ts';
import type { Reported } from '../../../../src/review/reported.ts';
import { consentText, mergeVerdict } from '../../../../src/shells/action/comment/merge-verdict.ts';
import type { TargetResult } from '../../../../src/shells/action/target-result.ts';
import { call, glossaryChange, planWith } from '../../../support/changes.ts';

const result = (
  target: string,
  reported: Reported | undefined,
  labels: readonly LabelConsent[] = [],
  options: UsedConsents['options'] = [],
): TargetResult => ({
  target,
  result: 'changes',
  ran: {
    code: 0,
    out: '',
    err: '',
    ...(reported && { reported: { ...reported, consents: { labels, options } } as Reported }),
  },
});

const planned = (changes: readonly Change[], guard: GuardVerdict = { kind: 'allowed' }): Reported => ({
  kind: 'planned',
  plan: planWith(changes),
  findings: [],
  guard,
});

const CHANGES = [glossaryChange({ operations: [call('put-dictionary', 'g#1'), call('put-dictionary', 'g#2')] })];
const REFUSED: GuardVerdict = {
  kind: 'refused',
  refusals: [
    { code: 'protected', address: 'glossary.a' },
    { code: 'protected', address: 'glossary.b' },
  ],
};
const LABEL: LabelConsent = { label: 'may-go', login: 'ana', time: '2026-01-02T03:04:05Z' };

test('the lines tell the effect of a merge on each target, the obstacles, and who consented', () => {
  const lines = mergeVerdict([
    result('a', planned(CHANGES)),
    result('b', planned([])),
    result('c', planned(CHANGES, REFUSED)),
    result('d', planned(CHANGES), [LABEL]),
    result('e', planned(CHANGES, REFUSED), [LABEL, { label: 'x', login: 'bob', time: '' }]),
    result('f', undefined),
  ]);
  expect(lines).toMatchInlineSnapshot(`
    "🚫 **After the merge, nothing is applied** to <code>c</code>: apply refuses this plan, for 2 reasons below.

    🚫 **After the merge, nothing is applied** to <code>e</code>: apply refuses this plan, for 2 reasons below; deletions allowed by the label <code>may&#45;go</code>, which <code>ana</code> set at 2026-01-02 03:04 UTC; by the label <code>x</code>, which <code>bob</code> set.

    ✅ **After the merge, apply changes** <code>a</code>: 2 calls.

    ✅ After the merge, nothing has to change on <code>b</code>.

    ✅ **After the merge, apply changes** <code>d</code>: 2 calls; deletions allowed by the label <code>may&#45;go</code>, which <code>ana</code> set at 2026-01-02 03:04 UTC."
  `);
});

test('plans that do not count as approved are not applied, and one line says what to do', () => {
  const results = [result('a', planned(CHANGES)), result('b', planned([])), result('c', planned(CHANGES, REFUSED))];
  expect(mergeVerdict(results, { kind: 'fork' })).toMatchInlineSnapshot(`
    "🚫 **After the merge, nothing is applied** to <code>a</code> unless apply has \`approval: none\` or \`approval: file\`: this plan comes from a fork, so it does not count as approved.

    🚫 **After the merge, nothing is applied** to <code>c</code>: apply refuses this plan, for 2 reasons below.

    ✅ After the merge, nothing has to change on <code>b</code>.

    To apply a plan of a fork, push its commits to a branch of this repository and open the pull request from there. Or start apply by hand after the merge, with \`approval: none\`."
  `);
  expect(mergeVerdict(results, { kind: 'event', event: 'pull_request_target' })).toMatchInlineSnapshot(`
    "🚫 **After the merge, nothing is applied** to <code>a</code> unless apply has \`approval: none\` or \`approval: file\`: this plan was made for the event <code>pull&#95;request&#95;target</code>, so it does not count as approved.

    🚫 **After the merge, nothing is applied** to <code>c</code>: apply refuses this plan, for 2 reasons below.

    ✅ After the merge, nothing has to change on <code>b</code>.

    For a plan that can count, plan in a run for the event \`pull_request\`. Or start apply by hand after the merge, with \`approval: none\`."
  `);
  expect(mergeVerdict([result('b', planned([]))], { kind: 'fork' })).toBe(
    '✅ After the merge, nothing has to change on <code>b</code>.',
  );
});

test('errors in the files are one line for all targets; files without errors have none', () => {
  const finding = (severity: Finding['severity']): Finding => ({
    code: 'x',
    severity,
    at: { file: 'a.csv', line: 1, column: 1 },
    details: {},
  });
  const of = (severity: Finding['severity']): Reported => ({ kind: 'validated', findings: [finding(severity)] });
  expect(mergeVerdict([result('a', of('error')), result('b', of('error'))])).toBe(
    '🚫 **After the merge, nothing is applied**: the files have 1 error.',
  );
  expect(mergeVerdict([result('a', of('warning'))])).toBe('');
});

test('many targets with long names are counted, and names are no markup', () => {
  const hostile = `<b>[x](y)|@all #1 \`${'*'.repeat(300)}`;
  const many = Array.from({ length: 99 }, (_, index) => result(`${index}${hostile}`, planned(CHANGES)));
  const text = mergeVerdict(many);
  expect(text.length).toBeLessThan(1600);
  const shown = text.match(/✅/g)?.length ?? 0;
  expect(text.endsWith(`\n\n… and ${99 - shown} more targets below.`)).toBe(true);
  expect(text.replace(/<\/?(?:code|span)>/g, '')).not.toMatch(/[<[|@`]/);
});

test('an apply names the labels that consented, each once', () => {
  expect(consentText([result('a', undefined)])).toBe('');
  expect(consentText([result('a', planned(CHANGES), [LABEL]), result('b', planned(CHANGES), [LABEL])])).toBe(
    '; deletions allowed by the label <code>may&#45;go</code>, which <code>ana</code> set at 2026-01-02 03:04 UTC',
  );
});

test('inputs of the Action that consented are named', () => {
  const consents = ['--allow-delete', '--max-deletes-per-run', '--overwrite-drift'] as const;
  expect(mergeVerdict([result('a', planned(CHANGES), [], consents)])).toMatchInlineSnapshot(
    `"✅ **After the merge, apply changes** <code>a</code>: 2 calls; deletions allowed by the input allow-delete and the input max-deletes-per-run; overwriting of drift allowed by the input overwrite-drift."`,
  );
  expect(mergeVerdict([result('a', planned(CHANGES), [LABEL], ['--overwrite-drift'])])).toMatchInlineSnapshot(
    `"✅ **After the merge, apply changes** <code>a</code>: 2 calls; deletions allowed by the label <code>may&#45;go</code>, which <code>ana</code> set at 2026-01-02 03:04 UTC; overwriting of drift allowed by the input overwrite-drift."`,
  );
});

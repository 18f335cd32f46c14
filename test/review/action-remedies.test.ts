import { describe, expect, test } from 'vitest';
import type { Refusal } from '../../src/plan/guard/refusal.ts';
import { reportIn } from '../../src/review/ci/format.ts';
import { guardText } from '../../src/review/plan/guard-text.ts';
import { noPlanApprovedText } from '../../src/review/plan/not-approved-text.ts';
import { planText } from '../../src/review/plan/plan-text.ts';
import type { ReportContext, Reported } from '../../src/review/reported.ts';
import { shownRefusals } from '../../src/shells/library/shown.ts';
import { shopPlan } from '../support/page-plans.ts';

const address = 'glossary.product/en->fr';
const numbers = { part: 'entries', removed: 14, before: 40, allowed: 10, inAll: 14 };

/** A refusal of each code. */
const REFUSALS: { readonly [Code in Refusal['code']]: Extract<Refusal, { readonly code: Code }> } = {
  'drift-undone': { code: 'drift-undone', address, isConflict: true },
  protected: { code: 'protected', address },
  'delete-needs-consent': { code: 'delete-needs-consent', address, what: 'dictionary', entries: 3 },
  'block-needs-consent': {
    code: 'block-needs-consent',
    address: 'developer_key.ci',
    values: [{ key: ['limit'], to: 0 }],
  },
  'replace-needs-consent': { code: 'replace-needs-consent', address: 'style_rules.a' },
  'too-many-deleted': {
    code: 'too-many-deleted',
    address,
    what: 'dictionary',
    deleted: 2,
    total: 3,
    by: 'allow-delete',
  },
  'empty-source': { code: 'empty-source', address, what: 'dictionary', entries: 2, file: 'en-fr.csv' },
  'too-many-removed': { code: 'too-many-removed', address, ...numbers },
  'too-many-in-all': { code: 'too-many-in-all', of: 'run', parts: 2, ...numbers },
  'unowned-removed': { code: 'unowned-removed', address, owner: 'glossary.product', consent: address, ...numbers },
  'last-removed': { code: 'last-removed', address, part: 'entries', removed: 3 },
};

/** The options of the command line that consent. */
const FLAGS = /--(?:allow-delete|max-deletes-per-run|overwrite-drift|auto-approve|approved)\b/g;

const FORMATS = ['annotations', 'gitlab-codequality', 'html', 'json', 'junit', 'markdown', 'sarif'] as const;

const plan = shopPlan();

/** All texts of a planned and of a refused plan. */
function textsOf(refusal: Refusal, labels?: readonly string[]): string {
  const guard = { kind: 'refused', refusals: [refusal] } as const;
  const context: ReportContext = { version: '1', folder: '', ...(labels !== undefined && { labels }) };
  const planned: Reported = { kind: 'planned', plan, guard, findings: [] };
  const reason = planText({ plan, guard }, { color: false, labels });
  const refused: Reported = { kind: 'refused', plan, guard, findings: [], code: 'guard', reason };
  return [
    reason,
    ...[planned, refused].flatMap((each) => FORMATS.map((format) => reportIn(format, each, context) ?? '')),
  ].join('\n');
}

describe.each(Object.values(REFUSALS))('a refusal with the code $code', (refusal) => {
  test('names no option of the command line in the Action, with and without labels', () => {
    for (const labels of [[], ['remove terms']]) expect(textsOf(refusal, labels).match(FLAGS) ?? []).toEqual([]);
  });

  test('names its option on the command line, unless nothing lifts it, and no input of the Action', () => {
    const text = textsOf(refusal);
    expect(text.match(FLAGS) === null).toBe(refusal.code === 'protected');
    expect(text).not.toContain('of the Action');
  });

  test('names the option of a call in the library, unless nothing lifts it, and no option of the command line', () => {
    const [shown] = shownRefusals([refusal]);
    const reason = guardText({ kind: 'refused', refusals: [refusal] }, 'library');
    for (const text of [shown?.message ?? '', reason]) {
      expect(text).not.toMatch(/--[a-z]/);
      expect(/consent: \{ (?:allowDelete|maxDeletesPerRun|overwriteDrift): /.test(text)).toBe(
        refusal.code !== 'protected',
      );
    }
  });
});

test('a refused deletion names the label and the input in the log of the Action', () => {
  const guard = { kind: 'refused', refusals: [REFUSALS['delete-needs-consent']] } as const;
  expect(planText({ plan, guard }, { color: false, labels: ['remove terms'] })).toContain(
    'if you intend this, set the label remove terms on the pull request, or add glossary.product/en->fr to the input ' +
      'allow-delete of the Action [delete-needs-consent]\n',
  );
});

test('the library names the consent that lifts all refusals, and the pull that keeps the changes of the service', () => {
  const of = (...refusals: readonly Refusal[]): string => guardText({ kind: 'refused', refusals }, 'library');
  const { 'delete-needs-consent': deleted, 'too-many-removed': removed, 'drift-undone': conflict } = REFUSALS;
  expect(of(deleted, removed, conflict)).toMatchInlineSnapshot(`
    "apply would refuse this plan:
      glossary.product/en->fr would be deleted with 3 terms; if you intend this, pass consent: { allowDelete: ['glossary.product/en->fr'] } [delete-needs-consent]
      glossary.product/en->fr would lose 14 of its 40 entries, at most 10 are allowed; if you intend this, pass consent: { maxDeletesPerRun: 14 } or consent: { allowDelete: ['glossary.product/en->fr'] } [too-many-removed]
      glossary.product/en->fr was changed in the files and on the service since the last apply, and the plan undoes the change of the service; to resolve the conflict, write the value of the service into the files, or run "workspace.pull({ addresses: ['glossary.product/en->fr'], theirs: true })", which does that; to keep the values of the files, pass consent: { overwriteDrift: true } [drift-undone]
      if you intend all of this, pass consent: { allowDelete: ['glossary.product/en->fr'], maxDeletesPerRun: 14, overwriteDrift: true }
    "
  `);
  const drift = { code: 'drift-undone', address: 'glossary.product' } as const;
  expect(of(drift)).toContain('"workspace.pull()" writes the change into the files');
  expect(of({ ...drift, deleted: [address] })).toContain(
    `"workspace.pull({ allowDelete: ['glossary.product/en->fr'] })" writes the change into the files`,
  );
  expect(of({ ...deleted, address: `glossary.it's` })).toContain(`allowDelete: ["glossary.it's"]`);
});

test('a target without an approved plan names the input or the option', () => {
  expect(noPlanApprovedText('prod', true)).toContain('set the input approved-plan');
  expect(noPlanApprovedText('prod', false)).toContain('give one with --approved');
});

import { describe, expect, test } from 'vitest';
import type { Refusal } from '../../src/plan/guard/refusal.ts';
import { reportIn } from '../../src/review/ci/format.ts';
import { noPlanApprovedText } from '../../src/review/plan/not-approved-text.ts';
import { planText } from '../../src/review/plan/plan-text.ts';
import type { ReportContext, Reported } from '../../src/review/reported.ts';
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
});

test('a refused deletion names the label and the input in the log of the Action', () => {
  const guard = { kind: 'refused', refusals: [REFUSALS['delete-needs-consent']] } as const;
  expect(planText({ plan, guard }, { color: false, labels: ['remove terms'] })).toContain(
    'if you intend this, set the label remove terms on the pull request, or add glossary.product/en->fr to the input ' +
      'allow-delete of the Action [delete-needs-consent]\n',
  );
});

test('a target without an approved plan names the input or the option', () => {
  expect(noPlanApprovedText('prod', true)).toContain('set the input approved-plan');
  expect(noPlanApprovedText('prod', false)).toContain('give one with --approved');
});

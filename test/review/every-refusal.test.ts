import { describe, expect, test } from 'vitest';
import { digestOf } from '../../src/model/resources/digest.ts';
import type { Refusal } from '../../src/plan/guard/refusal.ts';
import { reportIn } from '../../src/review/ci/format.ts';
import { planText } from '../../src/review/plan/plan-text.ts';
import type { Reported } from '../../src/review/reported.ts';
import { savedPlan } from '../support/build.ts';
import { planWith } from '../support/changes.ts';
import { schemaErrors } from '../support/schema-errors.ts';

const address = 'glossary.g';

/** One refusal of each rule; the compiler asks for a new rule here. */
const REFUSALS: { readonly [Code in Refusal['code']]: Extract<Refusal, { readonly code: Code }> } = {
  'drift-undone': { code: 'drift-undone', address },
  protected: { code: 'protected', address },
  'delete-needs-consent': { code: 'delete-needs-consent', address, what: 'glossary', entries: 3 },
  'block-needs-consent': { code: 'block-needs-consent', address, values: [{ key: ['limit', 'characters'], to: 0 }] },
  'replace-needs-consent': { code: 'replace-needs-consent', address },
  'too-many-deleted': { code: 'too-many-deleted', address, what: 'glossary', deleted: 2, total: 3, by: 'prune' },
  'empty-source': { code: 'empty-source', address, what: 'glossary', entries: 3 },
  'too-many-removed': {
    code: 'too-many-removed',
    address,
    part: 'entries',
    removed: 9,
    before: 10,
    allowed: 5,
    inAll: 9,
  },
  'too-many-in-all': { code: 'too-many-in-all', of: 'run', parts: 2, removed: 9, before: 10, allowed: 5, inAll: 9 },
  'unowned-removed': {
    code: 'unowned-removed',
    address,
    owner: address,
    consent: address,
    part: 'entries',
    removed: 1,
    before: 2,
  },
  'last-removed': { code: 'last-removed', address, part: 'entries', removed: 2 },
};

const REPORTS = ['annotations', 'gitlab-codequality', 'html', 'json', 'junit', 'markdown', 'sarif'] as const;

describe.each(Object.values(REFUSALS))('a refusal $code', (refusal) => {
  const plan = savedPlan(planWith([], { liveFingerprint: digestOf([]) }));
  const guard = { kind: 'refused', refusals: [refusal] } as const;
  const reported: Reported = { kind: 'planned', plan, guard, findings: [] };

  test.each(REPORTS)('is in the report %s', (format) => {
    const text = reportIn(format, reported, { version: '1.2.3', folder: '' });
    expect(text).toContain(refusal.code);
  });

  test.each([false, true])('is in the terminal text, quiet: %s', (quiet) => {
    expect(planText({ plan, guard }, { color: false, quiet })).toContain(`[${refusal.code}]`);
  });

  test('is data in the JSON, which the schema describes', () => {
    const document = JSON.parse(reportIn('json', reported, { version: '1.2.3', folder: '' }) ?? '');
    expect(document).toMatchObject({
      verdict: 'refused',
      refusals: [{ ...refusal, lift: expect.anything(), message: expect.any(String) }],
    });
    expect(schemaErrors('plan', document)).toEqual([]);
  });
});

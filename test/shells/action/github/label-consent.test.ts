import { expect, test } from 'vitest';
import type { PlanningOptions } from '../../../../src/app/options.ts';
import type { Refusal } from '../../../../src/plan/guard/refusal.ts';
import type { PullRequest } from '../../../../src/shells/action/github/event.ts';
import { withLabelConsent } from '../../../../src/shells/action/github/label-consent.ts';
import type { Ran } from '../../../../src/shells/action/run-in-group.ts';
import { answeringGitHub, jobWith } from '../job-with.ts';

const LABELS = ['terms-may-go', 'really'];

/** Somebody who may write has set every label that a pull request has. */
const { job } = jobWith({
  inputs: { deleteLabels: LABELS },
  ...answeringGitHub(
    { 'GET /repos/o/r/collaborators/ana%2F../permission': { permission: 'admin' } },
    {
      list: async <Item>() =>
        LABELS.map((name) => ({ event: 'labeled', label: { name }, actor: { login: 'ana/..' } }) as Item),
    },
  ),
});
const labelled = (...labels: readonly string[]): PullRequest => ({ number: 7, labels }) as unknown as PullRequest;

/** A look that finds these refusals, and how often it was taken. */
function lookAt(refusals: readonly Refusal[]) {
  const looks: string[] = [];
  const reported = {
    kind: 'planned',
    guard: refusals.length === 0 ? { kind: 'allowed' } : { kind: 'refused', refusals },
  } as unknown as NonNullable<Ran['reported']>;
  return {
    looks,
    look: async (): Promise<Ran> => {
      looks.push('looked');
      return { code: 0, out: '', err: '', reported };
    },
  };
}

const OPTIONS = { json: false, full: false, only: [], allowDelete: ['glossary.x'], maxDeletesPerRun: 2 };

/** What a label adds to the options; the rest of them is as it was. */
async function consentTo(refusals: readonly Refusal[], ...pullRequests: readonly PullRequest[]) {
  const given = pullRequests.length === 0 ? [labelled('terms-may-go')] : pullRequests;
  const { labelConsents = [], ...options } = await withLabelConsent<PlanningOptions>(
    job,
    given,
    OPTIONS,
    lookAt(refusals).look,
  );
  expect(labelConsents.length > 0).toBe(JSON.stringify(options) !== JSON.stringify(OPTIONS));
  const [first, ...allowDelete] = options.allowDelete;
  const { maxDeletesPerRun } = options;
  expect({ ...options, allowDelete: [first], maxDeletesPerRun: 2 }).toEqual(OPTIONS);
  return { allowDelete, ...(maxDeletesPerRun !== OPTIONS.maxDeletesPerRun && { maxDeletesPerRun }) };
}

const deleted = (address: string): Refusal =>
  ({ code: 'delete-needs-consent', address, what: 'dictionary', entries: 3 }) as Refusal;
const tooMany = (inAll: number): Refusal =>
  ({
    code: 'too-many-removed',
    address: 'glossary.a',
    part: 'entries',
    removed: 1,
    before: 1,
    allowed: 0,
    inAll,
  }) as Refusal;

test('a label consents to what is refused, by address, and to the largest number that is asked for', async () => {
  const refusals = [deleted('glossary.a/en->fr'), tooMany(12), tooMany(31), deleted('style_rules.b')];
  expect(await consentTo(refusals)).toEqual({
    allowDelete: ['glossary.a/en->fr', 'style_rules.b'],
    maxDeletesPerRun: 31,
  });
});

test('a label never consents to the end of a developer key, nor to its blocking', async () => {
  const key = { ...deleted('developer_key.ci'), what: 'developer key' } as Refusal;
  const blocked = { code: 'block-needs-consent', address: 'developer_key.web', values: [] } as unknown as Refusal;
  expect(await consentTo([key, blocked])).toEqual({ allowDelete: [] });
  expect(await consentTo([key, deleted('glossary.a')])).toEqual({ allowDelete: ['glossary.a'] });
});

test('a label lifts no protection', async () => {
  expect(await consentTo([{ code: 'protected', address: 'glossary.a' } as Refusal])).toEqual({ allowDelete: [] });
});

test('every pull request of the run must have one of the labels, and no look is taken without', async () => {
  const refusals = [deleted('glossary.a')];
  expect(await consentTo(refusals, labelled('terms-may-go'), labelled('other', 'really'))).toEqual({
    allowDelete: ['glossary.a'],
  });
  for (const pullRequests of [[labelled('terms-may-go'), labelled('other')], [labelled()], []]) {
    const { look, looks } = lookAt(refusals);
    expect([await withLabelConsent(job, pullRequests, OPTIONS, look), looks]).toEqual([OPTIONS, []]);
  }
});

test('nothing refused, nothing consented to', async () => {
  expect(await consentTo([])).toEqual({ allowDelete: [] });
});

test.each<readonly [string, Ran]>([
  ['has no result', { code: 1, out: '', err: '' }],
  ['finds faults of the files', { code: 4, out: '', err: '', reported: { kind: 'validated', findings: [] } }],
])('a look that %s consents to nothing', async (_, ran) => {
  expect(await withLabelConsent(job, [labelled('really')], OPTIONS, async () => ran)).toEqual(OPTIONS);
});

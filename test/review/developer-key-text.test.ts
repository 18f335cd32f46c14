import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { keyId } from '../../src/kinds/developer-key/developer-key.ts';
import type { Plan } from '../../src/model/plan/plan.ts';
import { secret } from '../../src/model/secret.ts';
import { DEFAULT_SAFETY } from '../../src/model/workspace/workspace.ts';
import { checkGuard } from '../../src/plan/guard/guard.ts';
import { makePlan } from '../../src/plan/make-plan.ts';
import type { ApplyReport, Outcome } from '../../src/plan/outcome.ts';
import { reportJson, reportText } from '../../src/review/apply/report-text.ts';
import { planText } from '../../src/review/plan/plan-text.ts';
import { secretKeeper } from '../../src/steps/apply/secret-keeper.ts';
import { desiredDeveloperKey, liveDeveloperKey, planInput } from '../support/build.ts';
import { runs } from '../support/runs.ts';

const WANTED = [
  desiredDeveloperKey('bot', { limits: { characters: 500_000 } }),
  desiredDeveloperKey('ci', {
    label: 'CI runner',
    pinnedId: keyId('k1'),
    limits: { characters: 0, speechToTextMilliseconds: null },
  }),
  desiredDeveloperKey('old', { deactivated: true }),
];
const LIVE = [
  liveDeveloperKey('k1', 'CI', { limits: { characters: 1_000_000, speechToTextMilliseconds: 3_600_000 } }),
  liveDeveloperKey('k2', 'old'),
  liveDeveloperKey('k3', 'Web'),
];
const INPUT = planInput({ developerKeys: WANTED }, { developerKeys: LIVE });

function shown({
  secretsFile,
  ...style
}: {
  readonly secretsFile?: string;
  readonly unmanaged?: boolean;
} = {}): string {
  const { plan } = makePlan(INPUT);
  const guard = checkGuard(plan, { safety: DEFAULT_SAFETY, allowDelete: [], prune: [], desired: INPUT.desired });
  return planText({ plan, guard, secretsFile }, { color: false, ...style });
}

describe('developer keys in the plan', () => {
  test('labels, limits with what they do, what cannot be undone, and what becomes of the secret', () => {
    expect(shown({ unmanaged: true })).toMatchInlineSnapshot(`
      "Plan for test: 1 developer key to deactivate, 1 developer key to create, 1 developer key to change; 3 developer keys; 5 calls.

      - deactivate developer_key.old  "old"  (matched by its label, cannot be undone; whatever uses the key stops working at once)

      + create developer_key.bot  "bot"
          + characters: 500,000  developer-keys.yaml:2

      ~ change developer_key.ci  "CI runner"
          label: CI{+ runner+}
          ~ characters: 1,000,000 → 0 (blocks the key)  developer-keys.yaml:2
          ~ speech to text: 3,600,000 ms → no limit  developer-keys.yaml:2

      The secret of 1 new key will not be kept; "lexform apply --secrets-file FILE" writes it to a new file.

      1 resource on test is unmanaged:
        developer_key.web  "Web"  k3

      apply would refuse this plan:
        developer_key.old would be deactivated permanently, and whatever uses it would stop at once; if you intend this, rerun with --allow-delete developer_key.old [delete-needs-consent]
        developer_key.ci would be blocked by a limit of 0 (characters: 1,000,000 → 0), and whatever uses it would stop; if you intend this, rerun with --allow-delete developer_key.ci [block-needs-consent]
        if you intend all of this, rerun with --allow-delete developer_key.old --allow-delete developer_key.ci
      "
    `);
  });

  test('with a file for them, the secrets are kept, and the plan says where', () => {
    expect(shown({ secretsFile: 'new\u001b[2J.json' })).toContain(
      'The secret of 1 new key will be written to new⟨U+001B⟩[2J.json, a new file that only its owner can read.\n',
    );
    const { plan } = makePlan(planInput({ developerKeys: [] }, { developerKeys: [] }));
    expect(planText({ plan }, { color: false })).not.toContain('secret');
  });

  test('a label cannot steer a terminal, whatever it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1 }), fc.string({ unit: 'binary' }), (label, other) => {
        const { plan } = makePlan(
          planInput(
            {
              developerKeys: [
                desiredDeveloperKey('a', { label, pinnedId: keyId('k1') }),
                desiredDeveloperKey('b', { label }),
              ],
            },
            { developerKeys: [liveDeveloperKey('k1', other), liveDeveloperKey('k2', other)] },
          ),
        );
        for (const line of planText({ plan }, { color: false, unmanaged: true }).split('\n')) {
          expect(line).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]|##\[|^\s*::/u);
        }
      }),
      { numRuns: runs(300) },
    );
  });
});

describe('what became of the secrets', () => {
  const { plan } = makePlan(
    planInput(
      { developerKeys: ['a', 'b', 'c', 'd', 'e'].map((name) => desiredDeveloperKey(name)) },
      { developerKeys: [] },
    ),
  );
  const report = (secrets: ApplyReport['secrets']): ApplyReport => ({
    outcomes: (plan as Plan).changes.flatMap(({ operations, address }) =>
      operations.map((operation): Outcome => ({ kind: 'applied', operation, address })),
    ),
    ids: [],
    secrets,
  });
  const ALL: ApplyReport['secrets'] = [
    { kind: 'kept', address: 'developer_key.a' },
    { kind: 'dropped', address: 'developer_key.b' },
    { kind: 'not-given', address: 'developer_key.c' },
    { kind: 'not-seen', address: 'developer_key.d' },
    { kind: 'lost', address: 'developer_key.e', error: new Error('ENOSPC: no space left on device\u0007') },
  ];

  test('is said of each, loudest of the one that is lost', () => {
    expect(reportText(report(ALL), plan, { color: false })).toMatchInlineSnapshot(`
      "The secret of developer_key.a is in the secrets file.
      The secret of developer_key.b was not kept; --secrets-file keeps it.
      The service returned no secret for developer_key.c; look it up in the account.
      The secret of developer_key.d was not received: the response to the call that created the key was lost. Deactivate the key and create another if you need one.
      ! THE SECRET OF developer_key.e IS LOST: the key was created, but its secret could not be written: ENOSPC: no space left on device⟨U+0007⟩. Deactivate the key and create another one.
      Applied to test: 5 of 5 calls made.
      "
    `);
  });

  test('stands in the JSON too', () => {
    expect(JSON.parse(reportJson(report(ALL), plan)).secrets).toEqual([
      { address: 'developer_key.a', outcome: 'kept' },
      { address: 'developer_key.b', outcome: 'dropped' },
      { address: 'developer_key.c', outcome: 'not-given' },
      { address: 'developer_key.d', outcome: 'not-seen' },
      { address: 'developer_key.e', outcome: 'lost', error: 'ENOSPC: no space left on device⟨U+0007⟩' },
    ]);
  });

  test('an error about a secret that holds it comes through without it', async () => {
    const keeper = secretKeeper(async (_, value) => {
      throw new Error(`cannot send ${value.reveal()} away`);
    });
    await keeper.keep('developer_key.a', secret('very-secret'));
    expect(keeper.failed()).toBe(true);
    expect(keeper.outcome('developer_key.a')).toMatchObject({
      kind: 'lost',
      error: { message: 'cannot send [key] away' },
    });
  });
});

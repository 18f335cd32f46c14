import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { keyId } from '../../src/kinds/developer-key/developer-key.ts';
import { secret } from '../../src/model/secret.ts';
import { makePlan } from '../../src/plan/make-plan.ts';
import { planText } from '../../src/review/plan/plan-text.ts';
import { secretKeeper } from '../../src/steps/apply/secret-keeper.ts';
import { desiredDeveloperKey, liveDeveloperKey, planInput } from '../support/build.ts';
import { runs } from '../support/runs.ts';

describe('developer keys in the plan', () => {
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

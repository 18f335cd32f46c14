import type { AccountKey } from '../../src/service/auth/key-ring.ts';
import { createService, type Service, type ServiceOptions } from '../../src/service/create-service.ts';

/** The key that `testService` knows. */
export const TEST_KEY = 'test-key';
export const TEST_URL = 'http://service.test';

/** Ids in order: the n-th id of a service is the same in every run. */
export function idsInOrder(): () => string {
  let count = 0;
  return () => {
    count += 1;
    return `00000000-0000-4000-8000-${String(count).padStart(12, '0')}`;
  };
}

/**
 * A service in this process, in memory, with one paid account, ids in order and a clock that moves a second with every
 * look. Its own faults fail the test.
 */
export function testService(
  options: Partial<ServiceOptions> & { readonly accounts?: readonly AccountKey[] } = {},
): Service {
  let seconds = 0;
  return createService(
    {
      accounts: [{ key: TEST_KEY, plan: 'pro' }],
      onError: (error) => {
        throw error;
      },
      ...options,
    },
    {
      now: () => {
        seconds += 1;
        return new Date(Date.UTC(2026, 0, 1, 0, 0, seconds));
      },
      id: idsInOrder(),
      sleep: async () => {},
      random: () => 0.5,
    },
  );
}

import { expect, test } from 'vitest';
import { memoryStore } from '../../src/service/store/store.ts';
import { TEST_KEY } from '../support/in-process.ts';
import { administeredService, TEST_ADMIN_KEY } from '../support/target.ts';

test('a key that is named at the start was made at the same time after every start', async () => {
  const store = memoryStore();
  const read = async () => {
    const answer = await administeredService({ store }).handle(
      new Request('http://service.test/v2/admin/developer-keys', {
        headers: { authorization: `Service-Auth-Key ${TEST_ADMIN_KEY}` },
      }),
    );
    return (await answer.json()) as readonly { readonly creation_time: string }[];
  };
  const first = await read();
  expect(first).toHaveLength(1);
  // A later start, by another clock.
  const later = administeredService({ store });
  await later.handle(
    new Request('http://service.test/v3/glossaries', { headers: { authorization: `Service-Auth-Key ${TEST_KEY}` } }),
  );
  expect(await read()).toEqual(first);
  expect(first[0]?.creation_time).toBe('2026-01-01T00:00:00.000Z');
});

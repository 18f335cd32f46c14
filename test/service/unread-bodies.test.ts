import { expect, test } from 'vitest';
import { TEST_KEY, TEST_URL, testService } from '../support/in-process.ts';

/** A body that counts how often somebody wants more of it. */
function watched(): { readonly body: ReadableStream<Uint8Array>; readonly pulls: () => number } {
  let pulls = 0;
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        pulls += 1;
        controller.enqueue(new Uint8Array(1024));
        if (pulls === 1000) controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  return { body, pulls: () => pulls };
}

const JSON_TYPE = { 'content-type': 'application/json' };

test.each([
  ['without a key', 'POST', '/v3/glossaries', JSON_TYPE, 401],
  [
    'without a key that is announced as long',
    'POST',
    '/v3/glossaries',
    { ...JSON_TYPE, 'content-length': '2000000' },
    401,
  ],
  ['with a wrong key', 'POST', '/v3/glossaries', { ...JSON_TYPE, authorization: 'Service-Auth-Key x' }, 403],
  [
    'to an admin endpoint with an ordinary key',
    'POST',
    '/v2/admin/developer-keys',
    { ...JSON_TYPE, authorization: `Service-Auth-Key ${TEST_KEY}` },
    403,
  ],
  ['with no signature', 'PUT', '/v1/assets/voice/x/source', {}, 401],
  ['with a signature for nothing', 'PUT', '/v1/assets/voice/x/source', { authorization: 'Service-Signature x' }, 404],
  ['to a path that is not there', 'POST', '/v3/nothing', {}, 404],
] as const)('not a byte is read of a body %s', async (_, method, path, headers, status) => {
  const { body, pulls } = watched();
  const request = new Request(`${TEST_URL}${path}`, { method, headers, body, duplex: 'half' });
  expect((await testService().handle(request)).status).toBe(status);
  expect(pulls()).toBe(0);
});

// Tests terms without an account: node --test out/terms.test.js
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createService, inProcessFetch, openWorkspace } from 'lexform';

test('the service takes what the files ask for', async () => {
  const service = createService({ accounts: [{ key: 'test-key', plan: 'pro' }] });
  const workspace = await openWorkspace(process.env.TERMS ?? 'terms', {
    // The ledger of the real target is neither read nor written.
    ledger: false,
    ports: {
      // No call leaves this process, whatever address the target has. Its lexform.yaml says: key: env:KEY
      fetch: inProcessFetch(service),
      env: (name) => (name === 'KEY' ? 'test-key' : undefined),
    },
  });
  assert.ok((await workspace.validate()).isValid);
  const applied = await (await workspace.plan()).apply();
  assert.equal(applied.verdict, 'done');
  assert.ok((await applied.check()).isEmpty);
});

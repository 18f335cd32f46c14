// Tests terms without an account: node --test out/terms.test.js
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { createService, listen, openWorkspace } from 'lexform';

test('the service takes what the files ask for', async () => {
  const ports = { now: () => new Date(), id: randomUUID, sleep: (ms: number) => setTimeout(ms), random: Math.random };
  const service = createService({ accounts: [{ key: 'test-key', plan: 'pro' }] }, ports);
  const { url, close } = await listen(service);
  try {
    // Its lexform.yaml has the target: { base_url: http://127.0.0.1:8080, key: env:KEY }
    const folder = process.env.TERMS ?? 'terms';
    const workspace = await openWorkspace(folder, {
      ports: {
        env: (name) => (name === 'KEY' ? 'test-key' : undefined),
        fetch: (address, request) =>
          fetch(address.replace('http://127.0.0.1:8080', url), { ...request, redirect: 'manual' }),
      },
    });
    const applied = await (await workspace.plan()).apply();
    assert.equal(applied.verdict, 'done');
    assert.ok((await applied.check()).isEmpty);
  } finally {
    await close();
  }
});

import { expect, onTestFinished } from 'vitest';
import { createService, type ServiceOptions } from '../../src/service/create-service.ts';
import { listen } from '../../src/service/http/listen.ts';
import { runLexform } from '../support/cli.ts';
import { idsInOrder, TEST_KEY } from '../support/in-process.ts';
import { manualClock } from '../support/manual-clock.ts';
import { caller } from '../support/service-caller.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';

export const ADMIN_KEY = 'test-admin-key';
const KEYS = '/v2/admin/developer-keys';
export const DAY_MS = 86_400_000;

/** A service that listens, a workspace with both keys, and a clock for both. */
export async function usageWorld({
  start = '2026-01-15T12:00:00Z',
  admin = true,
  ...options
}: Partial<ServiceOptions> & { readonly start?: string; readonly admin?: boolean } = {}) {
  const clock = manualClock(start);
  const service = createService(
    {
      accounts: [
        { key: TEST_KEY, plan: 'pro' },
        { key: ADMIN_KEY, plan: 'pro', admin: true, account: TEST_KEY },
      ],
      onError: (error) => {
        throw error;
      },
      ...options,
    },
    { now: clock.now, id: idsInOrder(), sleep: clock.sleep, random: () => 0.5 },
  );
  const { url, close } = await listen(service);
  onTestFinished(close);
  const adminKey = admin ? ', admin_key: env:ADMIN' : '';
  const config = `version: 1\ntargets:\n  test: { base_url: "${url}", key: env:KEY${adminKey} }\nglossaries: glossaries/*/glossary.yaml\n`;
  const cwd = await tempWorkspace({ 'lexform.yaml': config });
  const env = { KEY: TEST_KEY, ADMIN: ADMIN_KEY };
  const asAdmin = caller(service, ADMIN_KEY);
  return {
    service,
    clock,
    cwd,
    lexform: (...args: readonly string[]) => runLexform({ cwd, env, now: clock.now }, 'service', 'usage', ...args),
    /** The key itself. */
    makeKey: async (label: string): Promise<{ readonly key: string; readonly key_id: string }> =>
      (await asAdmin('POST', KEYS, { label })).body,
    setLimit: async (keyId: string, characters: number | null) =>
      expect((await asAdmin('PUT', `${KEYS}/limits`, { key_id: keyId, characters })).status).toBe(200),
    deactivate: async (keyId: string) =>
      expect((await asAdmin('PUT', `${KEYS}/deactivate`, { key_id: keyId })).status).toBe(200),
    use: async (key: string, characters: number) => {
      const body = { text: ['x'.repeat(characters)], target_lang: 'de' };
      expect((await caller(service, key)('POST', '/v2/translate', body)).status).toBe(200);
    },
  };
}

/** Two keys, "a" with 5 characters on the first day and 2 on the second, "b" with 3 on the first. */
export async function usedWorld(options: Parameters<typeof usageWorld>[0] = {}) {
  const opened = await usageWorld(options);
  const [a, b] = [await opened.makeKey('a'), await opened.makeKey('b')];
  await opened.use(a.key, 5);
  await opened.use(b.key, 3);
  opened.clock.advance(DAY_MS);
  await opened.use(a.key, 2);
  return { ...opened, a, b };
}

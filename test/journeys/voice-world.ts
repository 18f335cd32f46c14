import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { VOICE_POLL_MS } from '../../src/contract/limits.ts';
import { createService, type ServiceOptions } from '../../src/service/create-service.ts';
import { listen } from '../../src/service/http/listen.ts';
import { wav } from '../contract/voice-bench.ts';
import { type CliInput, runLexform } from '../support/cli.ts';
import { idsInOrder, TEST_KEY } from '../support/in-process.ts';
import { manualClock } from '../support/manual-clock.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';

export const FIRST_ID = '00000000-0000-4000-8000-000000000001';

/** A service that listens, a workspace with recordings, and a clock for both that moves while a job waits. */
export async function voiceWorld(options: Partial<ServiceOptions> = {}) {
  const clock = manualClock('2026-01-15T12:00:00Z');
  const service = createService(
    {
      accounts: [{ key: TEST_KEY, plan: 'pro' }],
      voiceMs: 7000,
      onError: (error) => {
        throw error;
      },
      ...options,
    },
    { now: clock.now, id: idsInOrder(), sleep: clock.sleep, random: () => 0.5 },
  );
  const { url, close } = await listen(service);
  onTestFinished(close);
  const cwd = await tempWorkspace({
    'lexform.yaml': `version: 1\ntargets:\n  test: { base_url: "${url}", key: env:KEY }\n  other: { base_url: "${url}/other", key: env:KEY }\nglossaries: glossaries/*/glossary.yaml\n`,
    'talk.wav': wav(2),
    'more/song.wav': wav(3),
  });
  const sleep = (milliseconds: number): Promise<void> => {
    if (milliseconds === VOICE_POLL_MS) clock.advance(milliseconds);
    return milliseconds >= 10_000 ? new Promise(() => undefined) : Promise.resolve();
  };
  const lexform = (args: readonly string[], more: Partial<CliInput> = {}) =>
    runLexform({ cwd, env: { KEY: TEST_KEY }, now: clock.now, sleep, ...more }, 'service', 'voice', ...args);
  return {
    cwd,
    url,
    service,
    clock,
    lexform,
    translate: (args: readonly string[], more?: Partial<CliInput>) =>
      lexform(['translate', ...args, '--target', 'test'], more),
    names: (folder = '') => readdirSync(join(cwd, folder)).sort(),
    read: (file: string) => readFileSync(join(cwd, file), 'utf8'),
    posts: () => service.calls.filter(({ method }) => method === 'POST').length,
  };
}

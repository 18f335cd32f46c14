import { expect, onTestFinished, test } from 'vitest';
import { gitProgram } from '../../src/app/machine/git-program.ts';
import { nodeFetchPort } from '../../src/app/machine/node-fetch-port.ts';
import type { Ports } from '../../src/app/ports.ts';
import type { GitPort } from '../../src/ledger/ports.ts';
import { listen } from '../../src/service/http/listen.ts';
import { runLexform } from '../support/cli.ts';
import { GIT_ENV, git } from '../support/git-repository.ts';
import { TEST_KEY, testService } from '../support/in-process.ts';
import { manualClock } from '../support/manual-clock.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';

test('a run whose lock is broken while a call takes long begins nothing new, says why, and the next one goes on', async () => {
  const service = testService();
  const { url, close } = await listen(service);
  onTestFinished(close);
  const cwd = await tempWorkspace({
    'lexform.yaml': `version: 1\ntargets:\n  prod: { base_url: "${url}", key: env:KEY }\nglossaries: glossaries/*/glossary.yaml\nconcurrency: 1\n`,
    'glossaries/a/glossary.yaml': 'name: A\n',
    'glossaries/a/en-de.csv': 'a,b\n',
    'glossaries/b/glossary.yaml': 'name: B\n',
    'glossaries/b/en-de.csv': 'a,b\n',
  });
  git(cwd, 'init', '--quiet');
  const clock = manualClock();
  const plain = { cwd, env: { KEY: TEST_KEY }, now: clock.now, every: clock.every };
  let busy = 0;
  const countedGit = (folder: string): GitPort => {
    const port = gitProgram(folder, GIT_ENV);
    const counted = async <Of>(run: Promise<Of>): Promise<Of> => {
      busy += 1;
      return run.finally(() => {
        busy -= 1;
      });
    };
    return { ...port, run: (...args) => counted(port.run(...args)) };
  };
  /** Until git has nothing to do, and nobody gives it more. */
  const settled = async (): Promise<void> => {
    for (let quiet = 0; quiet < 5; quiet = busy > 0 ? 0 : quiet + 1) await new Promise(setImmediate);
  };
  const fetch = nodeFetchPort();
  const slow: Ports['fetch'] = async (address, request) => {
    const answer = await fetch(address, request);
    if (request.method === 'POST' && clock.timers() > 0) {
      expect((await runLexform(plain, 'ledger', 'unlock', '--force')).code).toBe(0);
      clock.advance(3 * 60_000);
      await settled();
    }
    return answer;
  };
  const { code, out, err } = await runLexform({ ...plain, git: countedGit, fetch: slow }, 'apply', '--auto-approve');
  expect([code, err]).toEqual([5, expect.stringContaining('lost its lock and began no further calls')]);
  expect(out).toContain('glossary.b');
  expect(service.calls.filter(({ method }) => method === 'POST')).toHaveLength(1);
  expect(clock.timers()).toBe(0);
  expect((await runLexform(plain, 'apply', '--auto-approve')).code).toBe(0);
  expect(service.calls.filter(({ method }) => method === 'POST')).toHaveLength(2);
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { listen } from '../../src/service/http/listen.ts';
import { TEST_KEY, testService } from '../support/in-process.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  '%s: the call in flight finishes, the run reports and exits 130; the same command then finishes the job',
  async (signal) => {
    const service = testService();
    const { url, close } = await listen(service);
    onTestFinished(close);
    const names = ['a', 'b', 'c', 'd'];
    const glossaries = names.flatMap((name) => [
      [`glossaries/${name}/glossary.yaml`, `name: ${name}\ndictionaries: auto\n`],
      [`glossaries/${name}/en-de.csv`, 'house,Haus\n'],
    ]);
    const cwd = await tempWorkspace({
      'lexform.yaml': `version: 1\ntargets:\n  test: { base_url: "${url}", key: env:KEY }\nglossaries: glossaries/*/glossary.yaml\nconcurrency: 1\n`,
      ...Object.fromEntries(glossaries),
    });
    const run = () =>
      spawn(process.execPath, [resolve('dist/main.js'), 'apply', '--auto-approve'], {
        cwd,
        stdio: ['ignore', 'pipe', 'pipe'],
        env: { PATH: process.env.PATH, KEY: TEST_KEY },
      });

    const first = run();
    // The first change that reaches the service brings the signal; the call itself goes on to its end.
    let signalled = false;
    service.onCall(({ method }) => {
      // Once: a second one would end the process there and then.
      if (method === 'POST' && !signalled) signalled = first.kill(signal);
    });
    let out = '';
    first.stdout.on('data', (chunk) => (out += chunk));
    const [code] = await once(first, 'close');
    expect(code).toBe(130);
    expect(out).toContain('Rerun the same command: completed calls are skipped.');
    const posts = service.calls.filter(({ method }) => method === 'POST').length;
    expect(posts).toBeLessThan(names.length);

    const [again] = await once(run(), 'close');
    expect(again).toBe(0);
    expect(service.calls.filter(({ method }) => method === 'POST')).toHaveLength(names.length);
  },
);

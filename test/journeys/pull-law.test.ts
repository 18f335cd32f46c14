import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { inProcessFetch } from '../../src/app/machine/in-process-fetch.ts';
import { nodeFiles } from '../../src/files/node/node-files.ts';
import { developerKeyCalls } from '../../src/kinds/developer-key/service/developer-key-calls.ts';
import { hasErrors } from '../../src/model/finding.ts';
import type { Service } from '../../src/service/create-service.ts';
import { readDesired } from '../../src/steps/workspace/read-desired.ts';
import { runLexform } from '../support/cli.ts';
import { TEST_KEY, testService } from '../support/in-process.ts';
import { runs } from '../support/runs.ts';
import {
  administeredService,
  bring,
  clientOf,
  desiredKeys,
  desiredState,
  planFor,
  TEST_ADMIN_KEY,
} from '../support/target.ts';

/** An empty workspace whose `lexform.yaml` has these lines, and the command line that works in it. */
async function bareWorkspace(service: Service, lines: string) {
  const root = mkdtempSync(join(tmpdir(), 'lexform-pull-'));
  const target = '{ base_url: "http://127.0.0.1:9", key: env:KEY, admin_key: env:ADMIN }';
  await writeFile(join(root, 'lexform.yaml'), `version: 1\ntargets:\n  prod: ${target}\n${lines}`);
  const env = { KEY: TEST_KEY, ADMIN: TEST_ADMIN_KEY };
  const run = (...args: readonly string[]) => runLexform({ cwd: root, env, fetch: inProcessFetch(service) }, ...args);
  return { root, run };
}

test('what is pulled from any live state has no error, and the plan after it is empty', async () => {
  await fc.assert(
    fc.asyncProperty(desiredState, async (state) => {
      const service = testService();
      await bring(service, state);
      const { root, run } = await bareWorkspace(service, '');
      try {
        expect(await run('pull')).toMatchObject({ code: 0 });
        const { desired = {}, findings } = await readDesired(nodeFiles(), root);
        const errors = findings.filter(({ code }) => code !== 'nothing-managed');
        expect(hasErrors(errors)).toBe(false);
        expect((await planFor(clientOf(service), desired)).plan).toMatchObject({ changes: [], unmanaged: [] });
      } finally {
        rmSync(root, { recursive: true, force: true });
      }
    }),
    { numRuns: runs(30) },
  );
});

test('the quickstart has no finding, and plans and applies on the embedded service', async () => {
  const cwd = mkdtempSync(join(tmpdir(), 'lexform-quickstart-'));
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
  cpSync('examples/quickstart', cwd, { recursive: true, filter: (path) => !path.includes('.lexform') });
  expect(await runLexform({ cwd }, 'validate')).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^No findings\.\nChecked \d+ files?: /),
    err: '',
  });
  expect((await runLexform({ cwd }, 'apply', '--auto-approve')).code).toBe(0);
  expect(await runLexform({ cwd }, 'plan', '--detailed-exitcode')).toMatchObject({ code: 0, err: '' });
});

test('developer keys that are pulled have no error, and the plan after it is empty; a second pull writes nothing', async () => {
  await fc.assert(
    fc.asyncProperty(desiredKeys, desiredKeys, async (before, after) => {
      const service = administeredService();
      // Several keys of one label, and some that work no more.
      for (const developerKeys of [
        before,
        after,
        before.map((key) => ({ ...key, address: `${key.address}2` as const })),
      ])
        await bring(service, { developerKeys });
      const client = clientOf(service);
      for (const { label } of after) await developerKeyCalls(client).create(label);
      const { root, run } = await bareWorkspace(service, 'developer_keys: developer-keys.yaml\n');
      try {
        expect(await run('pull')).toMatchObject({ code: 0 });
        const { desired = {}, findings } = await readDesired(nodeFiles(), root);
        expect(hasErrors(findings)).toBe(false);
        expect(await planFor(client, desired)).toMatchObject({ findings: [], plan: { changes: [], unmanaged: [] } });
        const text = readFileSync(join(root, 'developer-keys.yaml'), 'utf8');
        expect((await run('pull')).out).toContain('prod has no changes to pull');
        expect(readFileSync(join(root, 'developer-keys.yaml'), 'utf8')).toBe(text);
      } finally {
        rmSync(root, { recursive: true, force: true });
      }
    }),
    { numRuns: runs(30) },
  );
});

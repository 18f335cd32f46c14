import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { nodeFiles } from '../../src/files/node-files.ts';
import { workspaceFiles } from '../../src/files/write-workspace.ts';
import { makeLimit } from '../../src/flow/make-limit.ts';
import { pullTarget } from '../../src/flow/pull-target.ts';
import { readDesired } from '../../src/flow/read-desired.ts';
import { hasErrors } from '../../src/model/finding.ts';
import { runLexform } from '../support/cli.ts';
import { testService } from '../support/in-process.ts';
import { administeredService, bring, clientOf, desiredKeys, desiredState, planFor } from '../support/target.ts';

test('what is pulled from any live state has no error, and the plan after it is empty', async () => {
  await fc.assert(
    fc.asyncProperty(desiredState, async (state) => {
      const service = testService();
      await bring(service, state);
      const client = clientOf(service);
      const root = mkdtempSync(join(tmpdir(), 'lexform-pull-'));
      try {
        const files = nodeFiles();
        const { live, ...known } = await pullTarget({ files, root, client, limit: makeLimit(4), addresses: [] });
        for (const [path, text] of workspaceFiles(live, { target: { kind: 'embedded', name: 'local' }, ...known })) {
          await mkdir(dirname(join(root, path)), { recursive: true });
          await writeFile(join(root, path), text);
        }
        const { desired, findings } = await readDesired(files, root);
        expect(hasErrors(findings)).toBe(false);
        expect((await planFor(client, desired ?? {})).plan).toMatchObject({ changes: [], unmanaged: [] });
      } finally {
        rmSync(root, { recursive: true, force: true });
      }
    }),
    { numRuns: 60 },
  );
});

test('the quickstart has no finding, and plans and applies on the embedded service', async () => {
  const cwd = mkdtempSync(join(tmpdir(), 'lexform-quickstart-'));
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
  cpSync('examples/quickstart', cwd, { recursive: true, filter: (path) => !path.includes('.lexform') });
  expect(await runLexform({ cwd }, 'validate')).toMatchObject({ code: 0, out: 'No faults.\n', err: '' });
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
      for (const { label } of after) await client.developerKeys.create(label);
      const root = mkdtempSync(join(tmpdir(), 'lexform-pull-'));
      try {
        const files = nodeFiles();
        const pull = async () => {
          const input = { files, root, client, limit: makeLimit(4), addresses: [], developerKeys: true };
          const { live, ...known } = await pullTarget(input);
          return { live, known };
        };
        const first = await pull();
        const texts = workspaceFiles(first.live, { target: { kind: 'embedded', name: 'local' }, ...first.known });
        expect([...texts.keys()].sort()).toEqual(['developer-keys.yaml', 'lexform.yaml']);
        for (const [path, text] of texts) await writeFile(join(root, path), text);
        const { config, desired = {}, findings } = await readDesired(files, root);
        expect(hasErrors(findings)).toBe(false);
        expect(config?.developerKeys).toBe('developer-keys.yaml');
        expect(await planFor(client, desired)).toMatchObject({ findings: [], plan: { changes: [], unmanaged: [] } });
        const second = await pull();
        expect(
          workspaceFiles(second.live, {
            target: { kind: 'embedded', name: 'local' },
            ...(config !== undefined && { existingConfig: config }),
            ...second.known,
          }),
        ).toEqual(new Map());
      } finally {
        rmSync(root, { recursive: true, force: true });
      }
    }),
    { numRuns: 60 },
  );
});

import { expect, test } from 'vitest';
import { openWorkspace } from '../../../src/shells/library/library.ts';
import { runLexform } from '../../support/cli.ts';
import { TEST_KEY } from '../../support/in-process.ts';
import { libraryWorld } from './world.ts';

const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'it did not reject',
    (error: { readonly code?: unknown }) => error.code,
  );

test('the ids of what was applied are those of the command line, without a call and without a key', async () => {
  const { open, root, write, service } = await libraryWorld();
  expect(await codeOf((await open()).ids())).toBe('ledger-absent');
  const applied = await (await (await open()).plan()).apply();
  const calls = service.calls.length;
  const workspace = await openWorkspace(root, { ports: { env: () => undefined } });
  const ids = await workspace.ids('prod');
  expect(Object.keys(ids)).toEqual(['glossary.product', 'style_rules.tone']);
  expect(Object.values(ids).sort()).toEqual(applied.report.ids.map(({ id }) => id).sort());
  expect(JSON.parse((await runLexform({ cwd: root, env: { KEY: TEST_KEY } }, 'ledger', 'ids')).out)).toMatchObject({
    ids,
  });
  expect(service.calls.length).toBe(calls);

  expect(await codeOf(workspace.ids('stage'))).toBe('target-unknown');
  expect(await codeOf(workspace.ids(''))).toBe('target-unknown');
  expect(await codeOf((await open({ ledger: false })).ids())).toBe('ledger-absent');
  // As on the command line, a file of terms with an error does not matter.
  await write({ 'glossaries/product/en-de.csv': 'house,Haus\nhouse,Heim\n' });
  expect(await (await open()).ids()).toEqual(ids);
  await write({ 'lexform.yaml': 'version: 1\n' });
  expect(await codeOf((await open()).ids())).toBe('files-invalid');
});

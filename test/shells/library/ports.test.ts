import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  createService,
  inProcessFetch,
  nodeFiles,
  type OpenOptions,
  openWorkspace,
} from '../../../src/shells/library/library.ts';
import { TEST_KEY } from '../../support/in-process.ts';
import { tempWorkspace } from '../../support/temp-workspace.ts';
import { MemoryFiles } from './memory-files.ts';
import { configOf, FILES, libraryWorld } from './world.ts';

const failure = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'it did not reject',
    (error: unknown) => error,
  );

const EMBEDDED = configOf('x').replace(/prod: \{.*\}/, 'prod: { service: embedded }');

/** A workspace in memory, in a folder that the disk does not have. */
async function memoryWorld(config = configOf('http://service.test')) {
  const root = join(await tempWorkspace({}), 'nowhere');
  const files = new MemoryFiles(root, { 'lexform.yaml': config, ...FILES });
  const fetch = inProcessFetch(createService({ accounts: [{ key: TEST_KEY, plan: 'pro' }] }));
  const env = (name: string) => (name === 'KEY' ? TEST_KEY : undefined);
  return { root, files, open: (more = {}) => openWorkspace(root, { ports: { files, fetch, env, ...more } }) };
}

describe('the port of the files', () => {
  test('has the ledger and its lock too: a unit test in memory leaves nothing on the disk', async () => {
    const { root, files, open } = await memoryWorld();
    const applied = await (await (await open()).plan()).apply();
    expect(applied).toMatchObject({ verdict: 'done', recorded: { records: [] } });
    expect((await applied.check()).isEmpty).toBe(true);
    expect(existsSync(root)).toBe(false);
    const ledger = [...files.all.keys()].filter((path) => path.startsWith(`${root}/.lexform/ledger/`));
    expect(ledger.filter((path) => path.includes('/entries/'))).toHaveLength(1);

    // The next one finds it there.
    files.all.set(`${root}/glossaries/product/en-de.csv`, new TextEncoder().encode('house,Heim\ncat,Katze\n'));
    const workspace = await open();
    expect((await workspace.drift()).isEmpty).toBe(true);
    const [first, second] = [await workspace.plan(), await workspace.plan()];
    expect(await first.apply()).toMatchObject({ verdict: 'done' });
    expect(await failure(second.apply())).toMatchObject({ code: 'ledger-moved' });
    expect(existsSync(root)).toBe(false);
  });

  test('that wraps the real one keeps the ledger on the disk, with no file of a half-written entry', async () => {
    const { open, root } = await libraryWorld();
    const files = nodeFiles();
    const written: string[] = [];
    const openWriter: typeof files.openWriter = (path, options) => {
      written.push(path);
      return files.openWriter(path, options);
    };
    const ports = { files: { ...files, openWriter } };
    expect(await (await (await open({ ports })).plan()).apply()).toMatchObject({ verdict: 'done' });
    expect(written.some((path) => path.includes('/entries/'))).toBe(true);
    expect((await (await open()).plan()).isEmpty).toBe(true);
    const names = readdirSync(join(root, '.lexform'), { recursive: true });
    expect(names.filter((name) => String(name).endsWith('.tmp'))).toEqual([]);
  });

  test('keeps the data of an embedded service in memory: nothing goes to the disk', async () => {
    const { root, files, open } = await memoryWorld(EMBEDDED);
    const workspace = await open();
    const applied = await (await workspace.plan()).apply();
    expect([applied.verdict, (await applied.check()).isEmpty]).toEqual(['done', true]);
    expect((await workspace.plan()).isEmpty).toBe(true);
    expect([...files.all.keys()].filter((path) => path.includes('/service/'))).toEqual([]);
    expect(existsSync(root)).toBe(false);
  });
});

test('without a ledger, whatever lexform.yaml says: nothing is written, and nothing of before is known', async () => {
  const { open, root } = await libraryWorld(FILES, 'ledger: { remote: origin }\n');
  const options: OpenOptions = { ledger: false };
  const applied = await (await (await open(options)).plan()).apply();
  expect([applied.verdict, applied.recorded, (await applied.check()).isEmpty]).toEqual(['done', undefined, true]);
  expect(existsSync(join(root, '.lexform'))).toBe(false);
  expect(await failure((await open(options)).drift())).toMatchObject({ code: 'ledger-absent' });
});

test('ports that are given as undefined are the real ones', async () => {
  const { open } = await libraryWorld();
  const workspace = await open({ ports: { fetch: undefined, files: undefined, now: undefined } as never });
  expect((await workspace.plan()).isEmpty).toBe(false);
});

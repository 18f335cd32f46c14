import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { gitProgram } from '../../src/app/machine/git-program.ts';
import { styleListCalls } from '../../src/kinds/style-list/service/style-list-calls.ts';
import { gitLockStore } from '../../src/ledger/git-ledger.ts';
import { gitRepository } from '../../src/ledger/git-repository.ts';
import { makeLock } from '../../src/ledger/lock.ts';
import { localRefs } from '../../src/ledger/ref-updates.ts';
import { listen } from '../../src/service/http/listen.ts';
import { runLexform } from '../support/cli.ts';
import { GIT_ENV, git } from '../support/git-repository.ts';
import { idsInOrder, TEST_KEY, testService } from '../support/in-process.ts';
import { clientOf } from '../support/target.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';

const FILES = {
  'glossaries/product/glossary.yaml': 'name: Product\n',
  'glossaries/product/en-de.csv': 'basket,Korb\ncheckout,Kasse\n',
  'style-rules/marketing-de.yaml':
    'name: Marketing\nlanguage: de\ncustom_instructions:\n  - label: Tone\n    prompt: Be brief\n',
};

/** A git repository with a workspace, and a service with one account. */
async function world(ledger = '') {
  const service = testService();
  const { url, close } = await listen(service);
  onTestFinished(close);
  const cwd = await tempWorkspace({
    ...FILES,
    'lexform.yaml': `version: 1\ntargets:\n  prod: { base_url: "${url}", key: env:KEY }\nglossaries: glossaries/*/glossary.yaml\nstyle_rules: style-rules/*.yaml\n${ledger}`,
  });
  git(cwd, 'init', '--quiet', '--initial-branch=main');
  git(cwd, 'config', 'user.name', 'Ana');
  let time = Date.parse('2026-01-02T03:00:00Z');
  const at = () => {
    time += 60_000;
    const now = new Date(time);
    return { cwd, env: { KEY: TEST_KEY }, now: () => now };
  };
  const lexform = (...args: readonly string[]) => runLexform(at(), ...args);
  const port = gitProgram(cwd, GIT_ENV);
  const repository = gitRepository(port, idsInOrder());
  return {
    cwd,
    service,
    lexform,
    /** Somebody types an answer. */
    answer: (answer: string | (() => Promise<string>), ...args: readonly string[]) =>
      runLexform({ ...at(), answer }, ...args),
    lock: makeLock(gitLockStore(repository, localRefs(repository, port), 'prod'), () => new Date(time)),
    write: (path: string, text: string) => {
      mkdirSync(dirname(join(cwd, path)), { recursive: true });
      writeFileSync(join(cwd, path), text);
    },
    apply: async (...more: readonly string[]) => {
      const { code, out, err } = await lexform('apply', '--auto-approve', ...more);
      if (code !== 0) throw new Error(`${code}: ${out}${err}`);
    },
  };
}

/** Three applies: a term added and one changed, then one removed. */
async function history() {
  const made = await world();
  const { apply, write } = made;
  await apply();
  write('glossaries/product/en-de.csv', 'basket,Warenkorb\ncheckout,Kasse\ncart,Wagen\n');
  await apply();
  write('glossaries/product/en-de.csv', 'basket,Warenkorb\ncart,Wagen\n');
  await apply();
  return made;
}

const withoutVersions = (text: string): string => text.replace(/\b[0-9a-f]{10,64}\b/g, '<version>');

describe('lexform log --show', () => {
  test('shows the note of an entry and its terms, by the beginning of its version too', async () => {
    const { lexform } = await history();
    const latest = await lexform('log', '--show', 'latest');
    expect(withoutVersions(latest.out)).toMatchInlineSnapshot(`
      "entry <version>  2026-01-02 03:03:00 UTC  prod
      Plan: sha256:<version>
      Actor: Ana
      Outcome: complete

          update glossary.product

      1 resource changed since <version>.

      ~ changed glossary.product  "Product"
        English → German (en->de): 1 removed  (3 → 2)
          - checkout → Kasse
      "
    `);
    const { entry, before } = JSON.parse((await lexform('log', '--show', 'latest', '--json')).out);
    expect((await lexform('log', '--show', entry.version.slice(0, 8).toUpperCase())).out).toBe(latest.out);
    expect(JSON.parse((await lexform('log', '--show', before, '--json')).out).entry.version).toBe(before);
    expect(await lexform('log', '--show', 'zzz')).toMatchObject({
      code: 1,
      err: expect.stringContaining('lexform log'),
    });
  });
});

describe('lexform ledger forget', () => {
  test('refuses what the ledger does not own, and waits for nobody who is applying', async () => {
    const { lexform, apply, lock } = await world();
    await apply();
    expect(await lexform('ledger', 'forget', 'glossary.other', '-y')).toMatchObject({
      code: 1,
      err: expect.stringContaining('glossary.other'),
    });
    await lock.acquire({ id: '1', who: 'Ben on build-7' });
    expect(await lexform('ledger', 'forget', 'glossary.product', '-y')).toMatchObject({
      code: 3,
      err: expect.stringContaining('Ben on build-7'),
    });
    expect(JSON.parse((await lexform('ledger', 'ids')).out).ids).toHaveProperty('glossary.product');
  });
});

describe('lexform ledger adopt', () => {
  test('refuses what is not there, what no file names, and a list for another language', async () => {
    const { lexform, service } = await world();
    const list = await styleListCalls(clientOf(service)).create({
      name: 'Marketing FR',
      language: 'fr',
      rules: new Map(),
      instructions: [{ label: 'a', prompt: 'b' }],
    });
    const refused = async (...args: readonly string[]): Promise<string> => {
      const { code, err, out } = await lexform('ledger', 'adopt', ...args);
      expect([code, out]).toEqual([1, '']);
      return err;
    };
    expect(await refused('glossary.product', '7d0e6d1a-3f0b-4a53-9f0e-2a4a1c9f6a3b')).toContain('has no glossary with');
    expect(await refused('glossary.product', list.id)).toContain('has no glossary with');
    expect(await refused('glossary.none', list.id)).toContain('no file of the workspace is');
    expect(await refused('glossary.product/en->de', list.id)).toContain('adopted with its glossary');
    expect(await refused('style_rules.marketing-de', list.id)).toContain('is a style list for fr');
    expect(await refused('glossary.product', '..')).toContain('not an id of the service');
    expect((await lexform('log')).out).toContain('No ledger for');
  });
});

describe('lexform ledger unlock', () => {
  test('shows whose the lock is, and breaks it when that is meant', async () => {
    const { lexform, lock, answer } = await world();
    await lock.acquire({ id: '1', who: 'Ben\u001b on build-7', run: 'https://ci.example.com/7' });
    expect(await lexform('ledger', 'unlock')).toMatchInlineSnapshot(`
      {
        "code": 3,
        "err": "no interactive terminal; rerun with --force if you intend this
      ",
        "out": ""prod" is locked by Ben⟨U+001B⟩ on build-7
        since     2026-01-02T03:00:00.000Z
        ends at   2026-01-02T03:10:00.000Z at the latest, unless it is renewed
        run       https://ci.example.com/7
      ",
      }
    `);
    expect((await answer('no', 'ledger', 'unlock')).code).toBe(3);
    expect(await lock.read()).toBeDefined();
    const { code, out } = await lexform('ledger', 'unlock', '--force', '--json');
    expect([code, JSON.parse(out)]).toMatchObject([0, { result: 'broken', lock: { run: 'https://ci.example.com/7' } }]);
    expect(await lock.read()).toBeUndefined();
  });

  test('does not break the lock of somebody who came while it was asked', async () => {
    const { lexform, lock, answer } = await world();
    const held = await lock.acquire({ id: '1', who: 'Ben' });
    const { code, out } = await answer(
      async () => {
        if (held.kind === 'held') await lock.breakLock(held.lock);
        await lock.acquire({ id: '2', who: 'Cleo' });
        return 'yes';
      },
      'ledger',
      'unlock',
    );
    expect(code).toBe(3);
    expect(out).toContain('not removed: Cleo owns the lock now');
    expect((await lock.read())?.holder.who).toBe('Cleo');
    expect((await lexform('ledger', 'unlock', '--force')).out).toContain('The lock of Cleo is broken');
  });
});

test('outside git, and with the embedded service, the same commands work', async () => {
  const cwd = await tempWorkspace({});
  const lexform = (...args: readonly string[]) => runLexform({ cwd }, ...args);
  expect((await lexform('init')).code).toBe(0);
  expect((await lexform('apply', '--auto-approve')).code).toBe(0);
  expect((await lexform('log')).out).toMatch(/^000001 {2}2026-01-02 03:04:05 UTC/);
  expect((await lexform('log', '--show', '1')).out).toContain('changed in the first entry.');
  const { ids } = JSON.parse((await lexform('ledger', 'ids')).out);
  const [address = ''] = Object.keys(ids);
  expect((await lexform('ledger', 'forget', address, '-y')).code).toBe(0);
  expect((await lexform('ledger', 'adopt', address, ids[address])).code).toBe(0);
  expect(JSON.parse((await lexform('ledger', 'ids')).out).ids).toEqual(ids);
  expect((await lexform('plan')).out).toMatch(/^No changes\./);
  const [target = ''] = readdirSync(join(cwd, '.lexform/ledger'));
  writeFileSync(join(cwd, '.lexform/ledger', target, 'locks/000999.json'), '{');
  expect((await lexform('ledger', 'unlock')).code).toBe(1);
  expect((await lexform('ledger', 'unlock', '--force')).out).toContain('it is removed');
  expect((await lexform('ledger', 'unlock')).out).toContain('is not locked');
});

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { gitProgram } from '../../src/app/machine/git-program.ts';
import { glossaryCalls } from '../../src/kinds/glossary/service/glossary-calls.ts';
import { styleListCalls } from '../../src/kinds/style-list/service/style-list-calls.ts';
import { gitLockStore } from '../../src/ledger/git-ledger.ts';
import { gitRepository } from '../../src/ledger/git-repository.ts';
import { makeLock } from '../../src/ledger/lock.ts';
import { localRefs } from '../../src/ledger/ref-updates.ts';
import { listen } from '../../src/service/http/listen.ts';
import { desiredGlossary } from '../support/build.ts';
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

describe('lexform log', () => {
  test('says that nothing was applied yet', async () => {
    const { lexform } = await world();
    expect(await lexform('log')).toMatchObject({
      code: 0,
      out: expect.stringMatching(
        /^No ledger for prod here\. The first apply creates it\. If this target was applied to before, fetch its ledger first: git fetch origin /,
      ),
    });
    expect(await lexform('log', '--show', 'latest')).toMatchObject({
      code: 1,
      err: expect.stringContaining('there is no ledger here'),
    });
  });

  test('tells who did what when, newest first, and of an address or a term what changed of it', async () => {
    const { lexform } = await history();
    expect(withoutVersions((await lexform('log', '--limit', '1')).out)).toMatchInlineSnapshot(`
      "<version>  2026-01-02 03:03:00 UTC  Ana
          update glossary.product

      There are older entries; --limit shows more.
      "
    `);
    expect(withoutVersions((await lexform('log', 'glossary.product/en->de')).out)).toMatchInlineSnapshot(`
      "<version>  2026-01-02 03:03:00 UTC  Ana
          update glossary.product
          ~ changed glossary.product  "Product"
            English → German (en->de): 1 removed  (3 → 2)
              - checkout → Kasse

      <version>  2026-01-02 03:02:00 UTC  Ana
          update glossary.product
          ~ changed glossary.product  "Product"
            English → German (en->de): 1 changed, 1 added  (2 → 3)
              ~ basket: Korb → Warenkorb
              + cart → Wagen

      <version>  2026-01-02 03:01:00 UTC  Ana
          create glossary.product, create style_rules.marketing-de
          + added glossary.product  "Product"
            English → German (en->de): 2 added  (new dictionary)
              + basket → Korb
              + checkout → Kasse
      "
    `);
    expect(withoutVersions((await lexform('log', 'Korb')).out)).toMatchInlineSnapshot(`
      "<version>  2026-01-02 03:02:00 UTC  Ana
          update glossary.product
          ~ changed glossary.product  "Product"
            English → German (en->de): 1 changed  (2 → 3)
              ~ basket: Korb → Warenkorb

      <version>  2026-01-02 03:01:00 UTC  Ana
          create glossary.product, create style_rules.marketing-de
          + added glossary.product  "Product"
            English → German (en->de): 1 added  (new dictionary)
              + basket → Korb
      "
    `);
    expect(withoutVersions((await lexform('log', 'CHECKOUT')).out)).toMatchInlineSnapshot(`
      "<version>  2026-01-02 03:03:00 UTC  Ana
          update glossary.product
          ~ changed glossary.product  "Product"
            English → German (en->de): 1 removed  (3 → 2)
              - checkout → Kasse

      <version>  2026-01-02 03:01:00 UTC  Ana
          create glossary.product, create style_rules.marketing-de
          + added glossary.product  "Product"
            English → German (en->de): 1 added  (new dictionary)
              + checkout → Kasse
      "
    `);
    expect((await lexform('log', 'style_rules.*')).out).toContain('+ instruction Tone: Be brief');
    expect((await lexform('log', 'nowhere')).out).toBe('No entry of the ledger of prod changed "nowhere".\n');
    expect((await lexform('log', 'd28111f5f6')).out).toBe(
      'No entry of the ledger of prod changed "d28111f5f6". To show the entry of a version: lexform log --show d28111f5f6\n',
    );
    const { entries, more } = JSON.parse((await lexform('log', 'cart', '--json')).out);
    expect(more).toBe(false);
    expect(entries).toMatchObject([
      {
        changes: [
          {
            address: 'glossary.product',
            children: [{ values: [{ key: ['entry', 'en->de', 'cart'], to: 'Wagen' }] }],
          },
        ],
      },
    ]);
  });
});

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

describe('lexform ledger ids', () => {
  test('prints the ids that the service has, as JSON, variables and a module', async () => {
    const { lexform, apply } = await world();
    expect(await lexform('ledger', 'ids')).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringContaining('no ledger for'),
    });
    await apply();
    const { ids } = JSON.parse((await lexform('ledger', 'ids', '--json')).out);
    expect(Object.keys(ids)).toEqual(['glossary.product', 'style_rules.marketing-de']);
    expect((await lexform('ledger', 'ids', '--format', 'env')).out).toBe(
      `GLOSSARY_PRODUCT='${ids['glossary.product']}'\nSTYLE_RULES_MARKETING_DE='${ids['style_rules.marketing-de']}'\n`,
    );
    expect((await lexform('ledger', 'ids', '--format', 'ts')).out).toContain(
      `"glossary.product": "${ids['glossary.product']}"`,
    );
    expect(await lexform('ledger', 'ids', '--format', 'ts', '--json')).toMatchObject({ code: 1 });
  });
});

describe('lexform ledger forget', () => {
  test('leaves the service alone: what no file names is unmanaged then, and not deleted', async () => {
    const { lexform, apply, write, cwd } = await world();
    await apply();
    expect(await lexform('ledger', 'forget', 'glossary.product')).toMatchObject({
      code: 3,
      err: expect.stringContaining('--auto-approve'),
    });
    const forgotten = await lexform('ledger', 'forget', 'glossary.product', 'style_rules.*', '--auto-approve');
    expect(forgotten).toMatchObject({ code: 0, err: '' });
    expect(forgotten.out).toMatch(
      /^The ledger of "prod" will forget these resources.*\n- glossary.product {2}"Product"/,
    );
    expect(forgotten.out).toContain('Forgot 2 resources');
    expect(JSON.parse((await lexform('ledger', 'ids')).out).ids).toEqual({});
    expect(git(cwd, 'log', '-1', '--format=%B', 'refs/lexform/ledger/prod')).toMatch(
      /^forget glossary.product, style_rules.marketing-de\n\nLexform-Actor: Ana\n/,
    );
    write('lexform.yaml', readFileSync(join(cwd, 'lexform.yaml'), 'utf8').replace('glossaries/*', 'none/*'));
    const plan = JSON.parse((await lexform('plan', '--json')).out);
    expect(plan.changes).toEqual([]);
    expect(plan.unmanaged).toMatchObject([{ address: 'glossary.product', name: 'Product' }]);
  });

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
  test('binds a live glossary of another name; what differs shows as a change of the files', async () => {
    const { lexform, service, write } = await world();
    const live = await glossaryCalls(clientOf(service)).create(
      desiredGlossary('Old name', {
        'en->de': { basket: 'Korb', checkout: 'Bezahlen' },
        'en->fr': { basket: 'panier' },
      }),
    );
    const adopted = await lexform('ledger', 'adopt', 'glossary.product', live.id);
    expect(adopted).toMatchObject({ code: 0, err: '' });
    expect(adopted.out).toContain(`Adopted glossary.product  "Old name"  ${live.id}`);
    const plan = JSON.parse((await lexform('plan', '--only', 'glossary.*', '--json')).out);
    expect(plan.changes).toMatchObject([
      {
        action: 'update',
        id: live.id,
        adopted: false,
        values: [{ key: ['name'], from: 'Old name', to: 'Product' }],
        children: [{ values: [{ key: ['entry', 'en->de', 'checkout'], from: 'Bezahlen', to: 'Kasse' }] }],
      },
    ]);
    expect(plan.drift ?? []).toEqual([]);
    expect(await lexform('ledger', 'adopt', 'glossary.product', live.id)).toMatchObject({
      code: 1,
      err: expect.stringContaining('already'),
    });
    write('glossaries/other/glossary.yaml', 'name: Other\n');
    write('glossaries/other/en-de.csv', 'a,b\n');
    expect(await lexform('ledger', 'adopt', 'glossary.other', live.id)).toMatchObject({
      code: 1,
      err: expect.stringContaining('owned by glossary.product'),
    });
  });

  test('refuses what the history of another target on the same account owns', async () => {
    const { lexform, apply, cwd, write } = await world();
    await apply();
    const { ids } = JSON.parse((await lexform('ledger', 'ids')).out);
    const config = readFileSync(join(cwd, 'lexform.yaml'), 'utf8');
    write('lexform.yaml', config.replace(/ {2}prod: (.*)/, '  prod: $1\n  twin: $1'));
    expect(
      await lexform('ledger', 'adopt', 'glossary.product', ids['glossary.product'], '--target', 'twin'),
    ).toMatchObject({
      code: 1,
      err: expect.stringContaining('owned by glossary.product in the ledger of prod'),
    });
    expect((await lexform('log', '--target', 'twin')).out).toContain('No ledger for');
  });

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
  test('says that nobody holds the lock', async () => {
    const { lexform } = await world();
    expect(await lexform('ledger', 'unlock')).toEqual({ code: 0, out: '"prod" is not locked.\n', err: '' });
  });

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

  test('removes a lock that cannot be read, with --force', async () => {
    const { lexform, cwd } = await world();
    git(cwd, 'commit', '--quiet', '--allow-empty', '-m', 'no lock');
    git(cwd, 'update-ref', 'refs/lexform/lock/prod', 'HEAD');
    expect(await lexform('ledger', 'unlock')).toMatchObject({
      code: 1,
      err: expect.stringContaining('unlock --force'),
    });
    expect(await lexform('ledger', 'unlock', '--force')).toMatchObject({
      code: 0,
      out: expect.stringContaining('it is removed'),
    });
    expect(await lexform('ledger', 'unlock')).toMatchObject({ code: 0, out: expect.stringContaining('is not locked') });
  });
});

test('a workspace without a ledger says so, whatever is asked of it', async () => {
  const { lexform } = await world('ledger: false\n');
  for (const args of [
    ['log'],
    ['log', '--show', 'latest'],
    ['ledger', 'ids'],
    ['ledger', 'unlock'],
    ['ledger', 'forget', 'glossary.product', '-y'],
  ]) {
    expect(await lexform(...args)).toMatchObject({
      code: 1,
      out: '',
      err: 'error: this workspace has no ledger: lexform.yaml has "ledger: false"\n  Remove that line to keep one\n',
    });
  }
  const { out } = await lexform('log', '--json');
  expect(JSON.parse(out)).toMatchObject({ error: { kind: 'ledger', wayOut: 'Remove that line to keep one' } });
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

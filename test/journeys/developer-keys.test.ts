import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { validatePlan } from '../../src/files/document-validators.generated.js';
import { nodeFiles } from '../../src/files/node/node-files.ts';
import { developerKeyCalls } from '../../src/kinds/developer-key/service/developer-key-calls.ts';
import { PACKAGE_URL } from '../../src/model/workspace/project.ts';
import { listen } from '../../src/service/http/listen.ts';
import { type CliInput, type CliResult, runLexform } from '../support/cli.ts';
import { TEST_KEY } from '../support/in-process.ts';
import { caller } from '../support/service-caller.ts';
import { administeredService, clientOf, TEST_ADMIN_KEY } from '../support/target.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';
import { serving } from './serving.ts';

const KEYS = 'developer-keys.yaml';
const SECRETS = 'secrets.json';

/** Everything that was shown in a test, and every secret that was given away in it. */
let shown: string[] = [];
let given: string[] = [];

/** No secret is ever shown, whatever a test is about. */
afterEach(() => {
  const [texts, secrets] = [shown, given];
  [shown, given] = [[], []];
  for (const secret of secrets) for (const text of texts) expect(text).not.toContain(secret);
});

const remember = (result: CliResult): CliResult => {
  shown.push(result.out, result.err);
  return result;
};

/** A workspace that manages keys, a listening service, and the command line between them. */
async function world(keys: string, { adminKey = true, more = '' } = {}) {
  const service = administeredService();
  const { url, close } = await listen(service);
  onTestFinished(close);
  const admin = adminKey ? ', admin_key: env:ADMIN' : '';
  const config = `version: 1\ntargets:\n  test: { base_url: "${url}", key: env:KEY${admin} }\ndeveloper_keys: ${KEYS}\n${more}`;
  const cwd = await tempWorkspace({ 'lexform.yaml': config, [KEYS]: keys });
  const env = { KEY: TEST_KEY, ADMIN: TEST_ADMIN_KEY, LEXFORM_DEBUG: '1' };
  const path = (file: string): string => join(cwd, file);
  return {
    service,
    cwd,
    path,
    admin: developerKeyCalls(clientOf(service)),
    as: (key: string) => caller(service, key),
    write: (text: string, file = KEYS) => writeFileSync(path(file), text),
    read: (file: string) => readFileSync(path(file), 'utf8'),
    secrets: (file = SECRETS): Readonly<Record<string, string>> => {
      const found = JSON.parse(readFileSync(path(file), 'utf8'));
      given.push(...Object.values<string>(found));
      return found;
    },
    lexform: async (...args: readonly string[]) => remember(await runLexform({ cwd, env }, ...args)),
    run: async (more: Partial<CliInput>, ...args: readonly string[]) =>
      remember(await runLexform({ cwd, env, ...more }, ...args)),
    writes: () =>
      service.calls.filter(({ method }) => method !== 'GET').map(({ path: called }) => called.split('/').at(-1)),
  };
}

const active = async ({ admin }: Awaited<ReturnType<typeof world>>, label: string) =>
  (await admin.list()).filter((key) => key.label === label && !key.deactivated);

describe('the life of a key', () => {
  test('made, limited, blocked, opened again, and gone for good', async () => {
    const w = await world('ci: { characters: 1000 }\n');
    expect((await w.lexform('plan', '--detailed-exitcode')).code).toBe(2);
    const made = await w.lexform('apply', '-y', '--secrets-file', SECRETS);
    expect(made).toMatchObject({ code: 0 });
    expect(made.out).toContain('Applied to test: 2 of 2 calls made.');
    expect(await w.lexform('plan', '--detailed-exitcode')).toMatchObject({ code: 0, err: '' });

    const key = w.secrets()['developer_key.ci'] ?? '';
    const translate = () => w.as(key)('POST', '/v2/translate', { text: ['house'], target_lang: 'DE' });
    expect((await translate()).status).toBe(200);

    // A limit of 0 stops whoever uses the key: not without consent, and at once.
    w.write('ci: { characters: 0 }\n');
    const refused = await w.lexform('apply', '-y');
    expect(refused.code).toBe(3);
    expect(refused.err).toContain('characters: 1,000 → 0');
    expect(refused.err).toContain('--allow-delete developer_key.ci');
    expect((await translate()).status).toBe(200);
    expect((await w.lexform('apply', '-y', '--allow-delete', 'developer_key.ci')).code).toBe(0);
    expect((await translate()).status).toBe(456);

    w.write('ci: { characters: null }\n');
    expect((await w.lexform('apply', '-y')).code).toBe(0);
    expect((await translate()).status).toBe(200);

    w.write('ci: { deactivated: true }\n');
    const plan = async (...consent: readonly string[]) =>
      w.lexform('plan', '--json', '--detailed-exitcode', ...consent);
    const unconsented = await plan();
    expect([unconsented.code, JSON.parse(unconsented.out)]).toMatchObject([3, { verdict: 'refused', refusals: [{}] }]);
    const allowed = await plan('--allow-delete', 'developer_key.ci');
    expect([allowed.code, JSON.parse(allowed.out)]).toMatchObject([2, { verdict: 'allowed', refusals: [] }]);
    for (const consent of [[], ['--allow-delete', '*']]) {
      const kept = await w.lexform('apply', '-y', ...consent);
      expect(kept.code).toBe(3);
      expect(kept.err).toContain('developer_key.ci would be deactivated permanently');
    }
    expect((await translate()).status).toBe(200);
    expect((await w.lexform('apply', '-y', '--allow-delete', 'developer_key.ci')).code).toBe(0);
    expect((await translate()).status).toBe(403);
    expect(await w.lexform('plan', '--detailed-exitcode')).toMatchObject({ code: 0, err: '' });
    expect(w.writes()).toEqual([
      'developer-keys',
      'limits',
      'translate',
      'translate',
      'limits',
      'translate',
      'limits',
      'translate',
      'translate',
      'deactivate',
      'translate',
    ]);
  });

  test('what is gone does not come back: a pin to it is an error, and a new entry a new key', async () => {
    const w = await world('ci: {}\n');
    await w.lexform('apply', '-y');
    const [{ id } = { id: '' }] = await active(w, 'ci');
    w.write(`ci: { id: "${id}", deactivated: true }\n`);
    await w.lexform('apply', '-y', '--allow-delete', 'developer_key.ci');
    w.write(`ci: { id: "${id}" }\n`);
    const plan = await w.lexform('plan');
    expect(plan.code).toBe(4);
    expect(plan.err).toContain('[key-deactivated]');
    w.write(`old: { id: "${id}", deactivated: true, label: ci }\nci: {}\n`);
    expect((await w.lexform('apply', '-y')).code).toBe(0);
    expect(await active(w, 'ci')).toHaveLength(1);
    expect((await w.lexform('plan', '--detailed-exitcode')).code).toBe(0);
  });

  test('a pinned key is renamed in place, and what protects it keeps it', async () => {
    const w = await world('ci: {}\n');
    await w.lexform('apply', '-y');
    const [{ id } = { id: '' }] = await active(w, 'ci');
    w.write(`ci: { id: "${id}", label: CI runner, protect: true }\n`);
    expect((await w.lexform('apply', '-y')).out).toContain('label: ci → CI runner');
    expect(await active(w, 'CI runner')).toMatchObject([{ id }]);
    w.write(`ci: { id: "${id}", label: CI runner, protect: true, deactivated: true }\n`);
    const refused = await w.lexform('apply', '-y', '--allow-delete', 'developer_key.*');
    expect([refused.code, refused.err.includes('[protected]')]).toEqual([3, true]);
    expect(await active(w, 'CI runner')).toHaveLength(1);
  });

  test('the history knows a key under its new label, and one whose entry is gone', async () => {
    const w = await world('ci: {}\nbot: {}\n');
    await w.lexform('apply', '-y');
    const [{ id } = { id: '' }] = await active(w, 'ci');
    w.write('ci: { label: CI runner }\n');
    const refused = await w.lexform('apply', '-y', '--allow-delete', '*');
    expect([refused.code, refused.err.includes('--allow-delete developer_key.bot')]).toEqual([3, true]);
    expect((await w.lexform('apply', '-y', '--allow-delete', 'developer_key.bot')).code).toBe(0);
    expect(await active(w, 'CI runner')).toMatchObject([{ id }]);
    expect(await active(w, 'bot')).toEqual([]);
    expect(w.writes().slice(2)).toEqual(['deactivate', 'label']);
    expect((await w.lexform('plan', '--detailed-exitcode')).code).toBe(0);
  });

  test('the cap: a full account takes a key for another one, and one more is an error before any call', async () => {
    const names = Array.from({ length: 24 }, (_, index) => `k${index}`);
    const w = await world(names.map((name) => `${name}: {}\n`).join(''));
    expect((await w.lexform('apply', '-y')).code).toBe(0);
    w.write(`${names.map((name) => `${name}: {}\n`).join('')}new: {}\n`);
    const full = await w.lexform('apply', '-y');
    expect(full.code).toBe(4);
    expect(full.err).toContain(
      'the account would have 26 active keys, at most 25 are allowed: 25 now, 1 to create, 0 to deactivate [too-many-keys]',
    );
    w.write(`${names.map((name) => `${name}: { deactivated: ${name === 'k7'} }\n`).join('')}new: {}\n`);
    expect((await w.lexform('apply', '-y', '--allow-delete', 'developer_key.k7')).code).toBe(0);
    expect(w.writes().slice(24)).toEqual(['deactivate', 'developer-keys']);
  });

  test('what no file names is left alone, unless a pattern of its kind says otherwise', async () => {
    const w = await world('ci: {}\n');
    await w.admin.create('Chat bot');
    await w.admin.create('Other');
    const plan = await w.lexform('plan', '--unmanaged');
    expect(plan.out).toContain('developer_key.chat-bot  "Chat bot"');
    await w.lexform('apply', '-y', '--allow-delete', '*');
    expect(await active(w, 'Chat bot')).toHaveLength(1);
    expect((await w.lexform('apply', '-y', '--allow-delete', 'developer_key.chat-bot')).code).toBe(0);
    expect(await active(w, 'Chat bot')).toHaveLength(0);
    expect(await active(w, 'Other')).toHaveLength(1);
    w.write('{}\n');
    await w.lexform('apply', '-y', '--allow-delete', '*');
    expect(await active(w, 'ci')).toHaveLength(1);
  });

  test('a saved plan is applied as it is, and a second time does nothing but say that the secret was never seen', async () => {
    const w = await world('ci: { characters: 5 }\n');
    const { out } = await w.lexform('plan', '--out', 'plan.json', '--json');
    expect(validatePlan(JSON.parse(out))).toBe(true);
    expect((await w.lexform('apply', 'plan.json', '-y', '--secrets-file', SECRETS)).code).toBe(0);
    expect(w.read('plan.json')).not.toContain(w.secrets()['developer_key.ci']);
    const again = await w.lexform('apply', 'plan.json', '-y', '--json', '--secrets-file', 'more.json');
    expect(again.code).toBe(0);
    expect(JSON.parse(again.out)).toMatchObject({
      counts: { applied: 0, 'already-done': 2 },
      secrets: [{ address: 'developer_key.ci', outcome: 'not-seen' }],
    });
    // Nothing came, so nothing is left there.
    expect(existsSync(w.path('more.json'))).toBe(false);
    expect(await active(w, 'ci')).toHaveLength(1);
  });
});

describe('the admin key', () => {
  test('is asked for when keys are managed, before any change; not by a run that cannot be about them', async () => {
    const w = await world('ci: {}\n', { adminKey: false, more: 'glossaries: glossaries/*/glossary.yaml\n' });
    mkdirSync(w.path('glossaries/a'), { recursive: true });
    w.write('name: A\n', 'glossaries/a/glossary.yaml');
    w.write('a,b\n', 'glossaries/a/en-de.csv');
    for (const command of [['plan'], ['apply', '-y'], ['pull'], ['plan', '--only', '*']]) {
      const { code, err } = await w.lexform(...command);
      expect([code, err.includes('has no admin_key')], command.join(' ')).toEqual([1, true]);
    }
    expect(w.service.calls.every(({ method }) => method === 'GET')).toBe(true);
    expect((await w.lexform('apply', '-y', '--only', 'glossary.*')).code).toBe(0);
    expect((await w.lexform('plan', '--only', 'glossary.a')).out).toContain('No changes.');
    expect((await w.lexform('pull', 'glossary.*', '--force')).code).toBe(0);
    expect(w.service.calls.filter(({ path }) => path.includes('/admin/'))).toEqual([]);
  });

  test('is used for keys alone, and not at all when they are not managed', async () => {
    const w = await world('ci: {}\n');
    w.write(w.read('lexform.yaml').replace(/developer_keys.*\n/, 'glossaries: []\n'), 'lexform.yaml');
    await w.admin.create('stranger');
    const calls = w.service.calls.length;
    expect((await w.lexform('plan', '--unmanaged', '--allow-delete', 'developer_key.*')).code).toBe(0);
    expect(w.service.calls.slice(calls).filter(({ path }) => path.includes('/admin/'))).toEqual([]);
  });
});

describe('secrets', () => {
  const mode = (path: string): string => (statSync(path).mode & 0o777).toString(8);

  test('go to a new file that only its owner reads, in the order of their making, and are nowhere else', async () => {
    const w = await world('a: {}\nb: {}\n');
    const { out } = await w.lexform('apply', '-y', '--secrets-file', SECRETS, '--json');
    const secrets = w.secrets();
    expect(Object.keys(secrets)).toEqual(['developer_key.a', 'developer_key.b']);
    expect(mode(w.path(SECRETS))).toBe('600');
    for (const key of Object.values(secrets)) expect((await w.as(key)('GET', '/v3/glossaries')).status).toBe(200);
    expect(JSON.parse(out).secrets.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['kept', 'kept']);
    await w.lexform('plan', '--json', '--unmanaged');
    await w.lexform('pull', '--force');
    const files = (readdirSync(w.cwd, { recursive: true, encoding: 'utf8' }) as readonly string[])
      .filter((file) => file !== SECRETS && statSync(w.path(file)).isFile())
      .map((file) => w.read(file));
    for (const key of Object.values(secrets)) for (const text of files) expect(text).not.toContain(key);
  });

  test('a file that is there is refused before any call, and so is a link', async () => {
    const w = await world('a: {}\n');
    w.write('precious', SECRETS);
    symlinkSync(w.path('nowhere'), w.path('link.json'));
    for (const file of [SECRETS, KEYS]) {
      const { code, err } = await w.lexform('apply', '-y', '--secrets-file', file);
      expect([code, err.includes(`${file} exists already`)]).toEqual([1, true]);
      expect(w.service.calls).toEqual([]);
    }
    expect((await w.lexform('apply', '-y', '--secrets-file', 'link.json')).code).toBe(1);
    expect((await w.lexform('apply', '-y', '--secrets-file', 'no/folder/x.json')).err).toContain('cannot write ');
    expect(w.writes()).toEqual([]);
    expect(w.read(SECRETS)).toBe('precious');
    expect(existsSync(w.path('nowhere'))).toBe(false);
  });

  test('without the option the plan and the prompt say beforehand that they will not be kept', async () => {
    const w = await world('a: {}\n');
    expect((await w.lexform('plan')).out).toContain(
      'The secret of 1 new key will not be kept; "lexform apply --secrets-file FILE"',
    );
    const asked = await w.run({ answer: 'no' }, 'apply');
    expect(asked.code).toBe(3);
    expect(asked.err).toContain('The secrets of new keys will not be kept (--secrets-file keeps them).');
    const kept = await w.run({ answer: 'no' }, 'apply', '--secrets-file', SECRETS);
    expect(kept.err).not.toContain('not be kept');
    expect(kept.out).toContain(`will be written to ${SECRETS}`);
    expect(existsSync(w.path(SECRETS))).toBe(false);
    expect(w.writes()).toEqual([]);
    expect((await w.run({ answer: 'yes' }, 'apply')).out).toContain('was not kept');
  });

  test('a plan without new keys makes no file', async () => {
    const w = await world('a: {}\n');
    await w.lexform('apply', '-y');
    w.write('a: { characters: 5 }\n');
    expect((await w.lexform('apply', '-y', '--secrets-file', SECRETS)).code).toBe(0);
    expect(existsSync(w.path(SECRETS))).toBe(false);
  });

  test('a disk that is full: the key is told as lost, no more are made, and the exit code is 1', async () => {
    const w = await world('a: {}\nb: {}\nc: {}\n');
    let writes = 0;
    const files = {
      ...nodeFiles(),
      privateFile: async (path: string) => {
        const file = await nodeFiles().privateFile(path);
        return (
          file && {
            ...file,
            write: async (text: string) => {
              writes += 1;
              if (writes > 1)
                throw Object.assign(new Error(`no space left on device, write ${text}`), { code: 'ENOSPC' });
              await file.write(text);
            },
          }
        );
      },
    };
    const { code, out } = await w.run({ files }, 'apply', '-y', '--secrets-file', SECRETS);
    expect(code).toBe(1);
    expect(out).toContain('! THE SECRET OF developer_key.b IS LOST');
    expect(out).toContain(`${SECRETS} could not be written (ENOSPC)`);
    expect(out).toContain('developer_key.c: create the key: not tried');
    expect(Object.keys(w.secrets())).toEqual(['developer_key.a']);
    expect(mode(w.path(SECRETS))).toBe('600');
    expect(await active(w, 'b')).toHaveLength(1);
    expect(await active(w, 'c')).toHaveLength(0);
    // What is in the way now is the file with the first secret.
    expect((await w.lexform('apply', '-y', '--secrets-file', SECRETS)).code).toBe(1);
    expect((await w.lexform('apply', '-y', '--secrets-file', 'more.json')).code).toBe(0);
    expect(Object.keys(w.secrets('more.json'))).toEqual(['developer_key.c']);
  });
});

describe('pull', () => {
  test('writes the active keys into their file, and the plan after it is empty', async () => {
    const w = await world('{}\n');
    const { id } = await w.admin.create('Chat bot');
    await w.admin.setLimits(id, { characters: 1_000_000, speechToTextMilliseconds: 0 });
    await w.admin.create('chat bot');
    // One of a label that an active key has too: it is no reason to pin that one.
    for (const label of ['gone', 'chat bot']) await w.admin.deactivate((await w.admin.create(label)).id);
    rmSync(w.path(KEYS));
    expect((await w.lexform('pull')).code).toBe(0);
    expect(w.read(KEYS)).toBe(`# yaml-language-server: $schema=${PACKAGE_URL}/schemas/developer-keys.schema.json
chat-bot:
  label: Chat bot
  characters: 1000000
  speech_to_text_milliseconds: 0
chat-bot-2:
  label: chat bot
service-api-key:
  label: Service API Key
`);
    // Nothing was applied here yet, so there is no ledger that says so.
    expect(await w.lexform('plan', '--detailed-exitcode')).toMatchObject({
      code: 2,
      out: expect.stringMatching(/^No changes\./),
      err: '',
    });
  });

  test('keeps what only the file says, writes only what was asked for, and leaves a file alone that says all of it', async () => {
    const text = '# ours\nci: { label: CI, protect: true, characters: null }\nold: { deactivated: true }\nsoon: {}\n';
    const w = await world(text);
    await w.admin.create('CI');
    const { id } = await w.admin.create('Chat bot');
    await w.lexform('pull', 'developer_key.ci');
    expect(w.read(KEYS)).toBe(text);
    await w.admin.setLimits(id, { characters: 8 });
    expect((await w.lexform('pull', 'developer_key.c*')).code).toBe(0);
    await w.admin.setLimits(id, { characters: 9 });
    expect((await w.lexform('pull', 'developer_key.chat-bot', '--force')).code).toBe(0);
    expect(w.read(KEYS)).toBe(`${text}chat-bot:\n  label: Chat bot\n  characters: 9\n`);
    expect((await w.lexform('pull', 'developer_key.nobody')).code).toBe(1);
  });

  test('writes no file that would ask for no keys, when the addresses name none', async () => {
    const w = await world('{}\n', { more: 'glossaries: glossaries/*/glossary.yaml\n' });
    await w.as(TEST_KEY)('POST', '/v3/glossaries', {
      name: 'A',
      dictionaries: [{ source_lang: 'en', target_lang: 'de', entries: 'a\tb', entries_format: 'tsv' }],
    });
    rmSync(w.path(KEYS));
    expect((await w.lexform('pull', '*.a')).code).toBe(0);
    expect([existsSync(w.path(KEYS)), existsSync(w.path('glossaries/a/glossary.yaml'))]).toEqual([false, true]);
    expect((await w.lexform('pull', 'developer_key.*')).code).toBe(0);
    expect(w.read(KEYS)).toContain('service-api-key:');
  });

  test('keys of one label are pinned', async () => {
    const w = await world('{}\n');
    const ids = [(await w.admin.create('CI')).id, (await w.admin.create('CI')).id].sort();
    await w.lexform('pull', 'developer_key.c*', '--force');
    for (const id of ids) expect(w.read(KEYS)).toContain(`id: "${id}"`);
    expect((await w.lexform('plan')).out).toMatch(/^No changes\./);
  });
});

test('with the embedded service, no key of any kind is needed', async () => {
  const cwd = await tempWorkspace({
    'lexform.yaml': 'version: 1\ntargets: { local: { service: embedded } }\ndeveloper_keys: developer-keys.yaml\n',
    [KEYS]: 'ci: { characters: 5 }\nbot:\n',
  });
  const lexform = async (...args: readonly string[]) => remember(await runLexform({ cwd }, ...args));
  expect((await lexform('validate')).code).toBe(0);
  expect((await lexform('apply', '-y', '--secrets-file', SECRETS)).code).toBe(0);
  given.push(...Object.values<string>(JSON.parse(readFileSync(join(cwd, SECRETS), 'utf8'))));
  expect(given).toHaveLength(2);
  expect(await lexform('plan', '--detailed-exitcode')).toMatchObject({ code: 0, err: '' });
  writeFileSync(join(cwd, KEYS), 'ci: { characters: 6 }\nbot: { deactivated: true }\n');
  expect((await lexform('apply', '-y', '--allow-delete', 'developer_key.bot')).out).toContain('2 of 2 calls made');
  expect(await lexform('plan', '--detailed-exitcode')).toMatchObject({ code: 0, err: '' });
  writeFileSync(join(cwd, KEYS), 'ci: { charakters: 6 }\n');
  expect((await lexform('plan')).err).toContain(`${KEYS}:1:7: error: the key "charakters" is unknown in ci`);
});

test('the example validates, applies to the embedded service, and then has nothing to do', async () => {
  const files = ['lexform.yaml', KEYS].map((file) => [file, readFileSync(`examples/developer-keys/${file}`, 'utf8')]);
  const cwd = await tempWorkspace(Object.fromEntries(files));
  expect(await runLexform({ cwd }, 'validate')).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^No findings\.\nChecked \d+ files?: /),
    err: '',
  });
  expect((await runLexform({ cwd }, 'apply', '-y')).out).toContain('Applied to local: 5 of 5 calls made.');
  expect(await runLexform({ cwd }, 'plan', '--detailed-exitcode')).toMatchObject({ code: 0, err: '' });
});

test('serve --seed leaves the keys of a workspace out', async () => {
  const folder = await tempWorkspace({
    'lexform.yaml':
      'version: 1\ntargets: { local: { service: embedded } }\ndeveloper_keys: developer-keys.yaml\nglossaries: glossaries/*/glossary.yaml\n',
    [KEYS]: 'ci: {}\n',
    'glossaries/a/glossary.yaml': 'name: A\n',
    'glossaries/a/en-de.csv': 'a,b\n',
  });
  const { url, stop } = await serving('--seed', folder, '--key', 'k', '--admin-key', 'admin', '--quiet');
  const get = async (path: string, key: string): Promise<unknown> =>
    (await fetch(`${url}${path}`, { headers: { authorization: `Service-Auth-Key ${key}` } })).json();
  expect(await get('/v3/glossaries', 'k')).toMatchObject({ glossaries: [{ name: 'A' }] });
  const keys = (await get('/v2/admin/developer-keys', 'admin')) as readonly { readonly label: string }[];
  expect(keys.map(({ label }) => label)).not.toContain('ci');
  expect(await stop()).toBe(0);
});

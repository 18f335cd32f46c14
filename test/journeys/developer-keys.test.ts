import { existsSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { nodeFiles } from '../../src/files/node/node-files.ts';
import { developerKeyCalls } from '../../src/kinds/developer-key/service/developer-key-calls.ts';
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

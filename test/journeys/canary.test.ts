import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { nodeFetchPort } from '../../src/app/machine/node-fetch-port.ts';
import { type CliResult, runLexform } from '../support/cli.ts';
import { echoing, PLACES } from '../support/echoing-service.ts';
import { GIT_ENV, git } from '../support/git-repository.ts';
import { formsIn, keyForms } from '../support/key-forms.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';
import { argumentsOf, type CommandWorld, EVERY_COMMAND, listeningWorld } from './every-command.ts';
import { startLexform } from './lexform-process.ts';

/** Keys that stand nowhere else. */
const KEY = 'Canary-7f3a/9+x==.279a2e9d:fx';
const ADMIN = 'Yellow-5b1c/4+q==.83b3c416:ad';
const KEYS = { key: KEY, adminKey: ADMIN };

/** Runs until it is stopped. */
const FINITE = EVERY_COMMAND.filter((command) => command !== 'serve');

const REPORTS = [
  ...['annotations', 'events', 'gitlab-codequality', 'gitlab-terraform'],
  ...['html', 'json', 'junit', 'markdown', 'sarif'],
];

/** More ways to call the commands of which the table has one: each output that they have. */
const MORE_LINES = ({ url }: { readonly url: string }): readonly (readonly string[])[] => [
  ['init', 'from-account', '--from', url, '--key', 'env:KEY', '--admin-key', 'env:ADMIN'],
  ['init', 'from-account-json', '--from', url, '--key', 'env:KEY', '--json'],
  ['import', 'list.csv', '--to', 'glossary.other', '--auto-approve', '--report', 'html=import.html'],
  ...['tbx', 'csv', 'xlsx-csv', 'google', 'amazon', 'vale', 'vale-accept', 'vale-reject', 'json'].map((format) => [
    ...['export', 'glossary.product', '--format', format, '--out', `exported.${format}`],
  ]),
  ['merge', 'list.csv', 'list.csv', 'list.csv', 'glossaries/product/en-de.csv'],
  ['merge', '--textconv', 'list.csv'],
  ['doctor', '--json'],
  ...['plan', 'drift', 'apply', 'lint', 'validate'].map((command) => [
    command,
    ...(command === 'lint' || command === 'validate' ? [] : ['--target', 'test']),
    ...(command === 'apply' ? ['--auto-approve'] : []),
    ...REPORTS.flatMap((format) => ['--report', `${format}=${command}.${format}`]),
  ]),
];

/** Every command of the table that ends, and more ways to call them. */
const linesOf = (world: CommandWorld & { readonly url: string }): readonly (readonly string[])[] => [
  ...FINITE.map((command) => argumentsOf(command, world)),
  ...MORE_LINES(world),
];

/** The content of every object of a repository; empty where a folder is none. */
const gitObjects = (folder: string): string =>
  existsSync(join(folder, '.git'))
    ? execFileSync('git', ['cat-file', '--batch-all-objects', '--batch'], {
        cwd: folder,
        env: GIT_ENV,
        encoding: 'latin1',
      })
    : '';

const textsOf = ({ out, err }: CliResult, folder: string): readonly (readonly [where: string, text: string])[] => {
  const paths = readdirSync(folder, { recursive: true }).map(String);
  const files = paths.filter((path) => statSync(join(folder, path)).isFile());
  return [
    ['stdout', out],
    ['stderr', err],
    ['names of files', paths.join('\n')],
    ...files.map((path) => [path, readFileSync(join(folder, path), 'latin1')] as const),
  ];
};

/**
 * Every form of both keys in what a command has shown, or in a file below a folder, and where. A file that is as it was
 * after the last command is not searched again.
 */
function leaksIn(folder: string): (result: CliResult) => readonly string[] {
  const searched = new Map<string, { readonly text: string; readonly found: readonly string[] }>();
  const search = (where: string, text: string): readonly string[] => {
    const last = searched.get(where);
    if (last?.text === text) return last.found;
    const found = [KEY, ADMIN].flatMap((key) => formsIn(text, key).map((form) => `${where}: ${form}`));
    searched.set(where, { text, found });
    return found;
  };
  return (result) => textsOf(result, folder).flatMap(([where, text]) => search(where, text));
}

test('no command shows or keeps a key when it goes well, in no output and in no object of git', async () => {
  const world = await listeningWorld({ ...KEYS, inGit: true });
  const leaks = leaksIn(world.cwd);
  for (const line of linesOf(world)) {
    const more = { env: { ...world.env, LEXFORM_DEBUG: 'calls' } };
    const result = await world.lexform(line, more);
    expect([line, leaks(result)]).toEqual([line, []]);
    expect(`${result.out}${result.err}`).not.toContain('bug in Lexform');
  }
  const objects = gitObjects(world.cwd);
  // The ledger is in git: else nothing was searched.
  expect(objects).toContain('glossary.product');
  expect([KEY, ADMIN].flatMap((key) => formsIn(objects, key))).toEqual([]);
  expect(existsSync(join(world.cwd, 'from-account/lexform.yaml'))).toBe(true);
});

test('no command shows or keeps a key when the service repeats it, in any form and at any place', async () => {
  const world = await listeningWorld(KEYS);
  const leaks = leaksIn(world.cwd);
  const forms = Object.keys(keyForms(KEY));
  const refused = new Set<string>();
  for (const [index, line] of linesOf(world).entries()) {
    const [command = ''] = line.filter((word) => word !== 'service' && word !== 'ledger');
    const json = ['voice', 'init', 'completion', 'help'].includes(command) || line.includes('--json') ? [] : ['--json'];
    // Every command meets some forms at every place, and every form some commands.
    for (const [turn, place] of PLACES.entries()) {
      const form = forms[(index * PLACES.length + turn) % forms.length] ?? '';
      const more = { env: { ...world.env, LEXFORM_DEBUG: 'calls' }, fetch: echoing([KEY, ADMIN], form, place) };
      for (const extra of index < FINITE.length ? [[], json] : [[]]) {
        const result = await world.lexform([...line, ...extra], more);
        expect([line, form, place, leaks(result)]).toEqual([line, form, place, []]);
        if (`${result.out}${result.err}`.includes('[key]')) refused.add(command);
      }
    }
  }
  // The service was asked, and its words were shown: else nothing was tested.
  expect([...refused]).toEqual(
    expect.arrayContaining(['plan', 'apply', 'pull', 'drift', 'backup', 'translate', 'usage', 'init', 'doctor']),
  );
});

describe('no command shows or keeps the password of a remote', () => {
  const remote = `http://user:${encodeURIComponent(KEY)}@127.0.0.1:9/terms.git`;

  test.each<[what: string, ledger: string, settings: readonly (readonly string[])[], shown: RegExp]>([
    ['that does not answer', 'origin', [['remote.origin.url', remote]], /cannot be read: fatal/],
    [
      'that has another address for pushes, which git rewrites',
      'origin',
      [
        ['remote.origin.url', `${remote}x`],
        ['remote.origin.pushurl', remote],
        [`url.${remote}y.pushInsteadOf`, remote],
        [`url.${remote}z.insteadOf`, remote],
      ],
      /http:\/\/\*\*\*@127/,
    ],
    ['that has several', 'origin', ['1', '2'].map((end) => ['remote.origin.url', remote + end]), /2 addresses/],
    ['that lexform.yaml names by its address', remote, [], /the name of a git remote/],
  ])('%s', async (_, ledger, settings, shown) => {
    const world = await listeningWorld({ ...KEYS, inGit: true });
    for (const setting of settings) git(world.cwd, 'config', '--add', ...setting);
    const config = join(world.cwd, 'lexform.yaml');
    appendFileSync(config, `ledger: { remote: ${JSON.stringify(ledger)} }\n`);
    const failed = new Set<string>();
    const leaks = leaksIn(world.cwd);
    for (const command of FINITE) {
      const line = argumentsOf(command, world);
      const result = await world.lexform(line, { env: { ...world.env, KEY: 'wrong', LEXFORM_DEBUG: 'calls' } });
      // The user wrote it into these two files.
      const found = leaks(result).filter((leak) => !/^(?:\.git\/config|lexform\.yaml):/.test(leak));
      expect([line, found]).toEqual([line, []]);
      if (shown.test(`${result.out}${result.err}`)) failed.add(line[0] ?? '');
    }
    expect([...failed]).toEqual(expect.arrayContaining(['plan', 'apply', 'log']));
  });
});

describe('a key that was pasted into a file', () => {
  const fields = [
    'key',
    'admin_key',
    'auth_scheme',
    'base_url',
    'api_key',
    'apiKey',
    'password',
    'token',
    'secret',
    'authorization',
  ];

  test.each([
    ...fields.map((field) => `${field}: "${KEY}"`),
    `auth_scheme: "DeepL-Auth-Key ${KEY}"`,
    `auth_scheme: ["${KEY}"]`,
    `key: "env:${KEY}"`,
    `key: { value: "${KEY}" }`,
    `"key:${KEY}": x`,
    `"api_key=${KEY}":`,
    `key: "${KEY}`,
    `service: embedded, auth_scheme: "${KEY}"`,
  ])('is in no finding: %s', async (line) => {
    const cwd = await tempWorkspace({
      'lexform.yaml': `version: 1\ntargets:\n  prod:\n    preset: deepl\n    ${line.replace(', ', '\n    ')}\n`,
    });
    const formats = ['markdown', 'annotations', 'sarif', 'junit', 'json', 'html'].flatMap((format) => [
      '--report',
      `${format}=report.${format}`,
    ]);
    for (const extra of [[], ['--json']]) {
      const result = await runLexform({ cwd }, 'validate', ...formats, ...extra);
      expect(result.code).toBe(4);
      writeFileSync(join(cwd, 'lexform.yaml.was'), '');
      const file = readFileSync(join(cwd, 'lexform.yaml'), 'utf8');
      writeFileSync(join(cwd, 'lexform.yaml'), '');
      expect(leaksIn(cwd)(result)).toEqual([]);
      writeFileSync(join(cwd, 'lexform.yaml'), file);
    }
  });

  test.each([
    ['env:c4n4ry7f3a279a2e9d83b3c416', 'is not set'],
    ['file:279a2e9d-83b3-c416-7e2d-f721593e42a0:fx', 'is missing or empty'],
    ['file:./279a2e9d-83b3-c416-7e2d-f721593e42a0', 'is missing or empty'],
  ])('is not shown when it was written in place of a name: %s', async (pasted, said) => {
    const cwd = await tempWorkspace({
      'lexform.yaml': `version: 1\ntargets:\n  prod: { preset: deepl, key: "${pasted}" }\nglossaries: glossaries/*/glossary.yaml\n`,
    });
    for (const command of ['service usage', 'doctor', 'plan']) {
      const { code, out, err } = await runLexform({ cwd }, ...command.split(' '));
      const secret = pasted.replace(/^(?:env|file):/, '');
      expect([command, code, (out + err).includes(said), (out + err).includes(secret)]).toEqual([
        command,
        1,
        true,
        false,
      ]);
    }
  });
});

test('serve shows a key only when it made it', async () => {
  const cwd = await tempWorkspace({ 'keys.yaml': `- { key: "${ADMIN}" }\n` });
  const stop = new AbortController();
  stop.abort();
  const serve = (...args: readonly string[]) =>
    runLexform({ cwd, interrupted: stop.signal }, 'serve', '--port', '0', ...args);
  expect((await serve()).out).toContain('Authorization: Service-Auth-Key lexform-local-key\n');
  for (const args of [
    ['--key', KEY],
    ['--keys', 'keys.yaml'],
    ['--key', KEY, '--admin-key', ADMIN],
  ]) {
    const { out, err } = await serve(...args);
    expect(formsIn(out + err, KEY)).toEqual([]);
    expect(formsIn(out + err, ADMIN)).toEqual([]);
    expect(out).toMatch(/Authorization: Service-Auth-Key <(?:the key|one of the \d keys) that you gave>/);
  }
});

test('NODE_DEBUG cannot print a key: the run is refused, as a document with --json', async () => {
  const world = await listeningWorld(KEYS);
  for (const setting of ['http,https,net,tls,stream', '*']) {
    const child = startLexform(
      { cwd: world.cwd, who: 'ci', env: { ...world.env, NODE_DEBUG: setting } },
      ...argumentsOf('plan', world),
      '--json',
    );
    const { code, out, err } = await child.ended;
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject({ error: { kind: 'usage', message: expect.stringContaining('NODE_DEBUG') } });
    expect([...formsIn(out + err, KEY), ...formsIn(out + err, ADMIN)]).toEqual([]);
  }
});

test('what Node itself says of a header that it refuses holds no key', async () => {
  const world = await listeningWorld({ key: KEY, adminKey: ADMIN });
  const env = { ...world.env, KEY: `${KEY}\u0007x` };
  const result = await world.lexform(argumentsOf('plan', world), { env, fetch: nodeFetchPort() });
  expect(result.code).toBe(1);
  expect(leaksIn(world.cwd)(result)).toEqual([]);
});

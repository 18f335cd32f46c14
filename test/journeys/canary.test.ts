import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { nodeFetchPort } from '../../src/cli/ports/node-fetch-port.ts';
import type { CliPorts } from '../../src/cli/ports.ts';
import { type CliResult, runLexform } from '../support/cli.ts';
import { formsIn, keyForms } from '../support/key-forms.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';
import { argumentsOf, EVERY_COMMAND, listeningWorld } from './every-command.ts';
import { startLexform } from './lexform-process.ts';

/** Keys that stand nowhere else. */
const KEY = 'Canary-7f3a/9+x==.279a2e9d:fx';
const ADMIN = 'Yellow-5b1c/4+q==.83b3c416:ad';
const KEYS = { key: KEY, adminKey: ADMIN };

/** Runs until it is stopped. */
const FINITE = EVERY_COMMAND.filter((command) => command !== 'serve');

/** Every form of both keys that stands in what a command has shown, or in a file below a folder, and where. */
function leaks({ out, err }: CliResult, folder: string): readonly string[] {
  const files = readdirSync(folder, { recursive: true })
    .map(String)
    .filter((path) => statSync(join(folder, path)).isFile());
  const texts = [
    ['stdout', out],
    ['stderr', err],
    ...files.map((path) => [path, readFileSync(join(folder, path), 'latin1')]),
  ];
  return texts.flatMap(([where, text = '']) =>
    [KEY, ADMIN].flatMap((key) => formsIn(text, key).map((form) => `${where}: ${form}`)),
  );
}

/**
 * A service that refuses every call and repeats the key in one form: in the words of the error, in its trace id, or as
 * bytes that are no JSON.
 */
const echoing =
  (form: string): CliPorts['fetch'] =>
  async (url, request) => {
    const authorization = request.headers.authorization ?? '';
    const sent = authorization.includes(ADMIN) ? ADMIN : KEY;
    const echo = keyForms(sent)[form] ?? '';
    const path = new URL(url).pathname;
    const body = path.includes('usage') ? echo : JSON.stringify({ message: `no: ${echo}`, detail: `see <${echo}>` });
    const headers = new Map([['x-trace-id', echo.replace(/[^\x21-\x7e]/g, '')]]);
    return {
      status: path.includes('languages') ? 404 : 403,
      headers: { get: (name) => headers.get(name.toLowerCase()) ?? null },
      body: null,
      arrayBuffer: async () => new TextEncoder().encode(body).buffer as ArrayBuffer,
    };
  };

test('no command shows or keeps a key when it goes well', async () => {
  const world = await listeningWorld(KEYS);
  for (const command of FINITE) {
    const more = { env: { ...world.env, LEXFORM_DEBUG: '1' } };
    const result = await world.lexform(argumentsOf(command, world), more);
    expect([command, leaks(result, world.cwd)]).toEqual([command, []]);
    expect(`${result.out}${result.err}`).not.toContain('bug in Lexform');
  }
});

test('no command shows or keeps a key when the service repeats it in an error, in any form', async () => {
  const world = await listeningWorld(KEYS);
  const forms = Object.keys(keyForms(KEY));
  const refused = new Set<string>();
  for (const [index, command] of FINITE.entries()) {
    // Every command meets some forms, and every form some commands.
    for (const form of [forms[index % forms.length] ?? '', forms[(index + 11) % forms.length] ?? '']) {
      const more = { env: { ...world.env, LEXFORM_DEBUG: '1' }, fetch: echoing(form) };
      const json = command.startsWith('voice') || ['init', 'completion'].includes(command) ? [] : ['--json'];
      for (const extra of [[], json]) {
        const result = await world.lexform([...argumentsOf(command, world), ...extra], more);
        expect([command, form, leaks(result, world.cwd)]).toEqual([command, form, []]);
        if (`${result.out}${result.err}`.includes('[key]')) refused.add(command);
      }
    }
  }
  // The service was asked, and what it said was shown: else nothing was tested.
  expect([...refused]).toEqual(
    expect.arrayContaining(['plan', 'apply', 'pull', 'drift', 'backup', 'translate', 'usage']),
  );
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
      expect(leaks(result, cwd)).toEqual([]);
      writeFileSync(join(cwd, 'lexform.yaml'), file);
    }
  });

  test('is not told where it stands in place of a variable', async () => {
    const pasted = 'c4n4ry7f3a279a2e9d83b3c416';
    const cwd = await tempWorkspace({
      'lexform.yaml': `version: 1\ntargets:\n  prod: { preset: deepl, key: "env:${pasted}" }\nglossaries: glossaries/*/glossary.yaml\n`,
    });
    const { code, err } = await runLexform({ cwd }, 'usage');
    expect([code, err.includes('is not set'), err.includes(pasted)]).toEqual([1, true, false]);
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
  expect(leaks(result, world.cwd)).toEqual([]);
});

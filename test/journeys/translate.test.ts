import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, onTestFinished, test } from 'vitest';
import { listen } from '../../src/service/http/listen.ts';
import { runLexform } from '../support/cli.ts';
import { TEST_KEY, testService } from '../support/in-process.ts';
import { caller } from '../support/service-caller.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';

const FILES = {
  'glossaries/product/glossary.yaml': 'name: Product terms\ndictionaries: auto\n',
  'glossaries/product/en-de.csv': 'house,Haus\n',
  'style-rules/marketing-de.yaml': 'name: Marketing DE\nlanguage: de\nconfigured_rules: {}\n',
};

/** A workspace, a listening service and what was sent to it for translation. */
async function world(files: Readonly<Record<string, string>> = FILES) {
  const service = testService();
  const sent: Record<string, unknown>[] = [];
  const { url, close } = await listen({
    ...service,
    answer: async (request) => {
      if (!request.url.endsWith('/v2/translate')) return service.answer(request);
      const chunks: Uint8Array[] = [];
      for await (const chunk of request.body ?? []) chunks.push(chunk);
      sent.push(JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>);
      return service.answer({ ...request, body: Readable.from(chunks) });
    },
  });
  onTestFinished(close);
  const config = `version: 1\ntargets:\n  test: { base_url: "${url}", key: env:KEY }\nglossaries: glossaries/*/glossary.yaml\nstyle_rules: style-rules/*.yaml\n`;
  const cwd = await tempWorkspace({ 'lexform.yaml': config, ...files });
  const env = { KEY: TEST_KEY };
  return {
    service,
    sent,
    cwd,
    call: caller(service),
    lexform: (...args: readonly string[]) => runLexform({ cwd, env }, ...args),
    piped: (stdin: string | Uint8Array, ...args: readonly string[]) => runLexform({ cwd, env, stdin }, ...args),
    onScreen: (stdin: string, ...args: readonly string[]) => runLexform({ cwd, env, stdin, screen: true }, ...args),
    write: (path: string, text: string | Uint8Array) => writeFileSync(join(cwd, path), text),
  };
}

describe('a file or standard input is one text', () => {
  test('sent in several calls when it is too long for one, parted at line ends', async () => {
    const { piped, sent } = await world();
    const lines = Array.from({ length: 9_000 }, (_, index) => `line ${index} of "many" — ünd\n`);
    const { code, out, err } = await piped(lines.join(''), 'service', 'translate', '--to', 'de', '--from', 'en');
    expect(code).toBe(0);
    expect(sent.length).toBeGreaterThan(2);
    const texts = sent.flatMap(({ text }) => text as string[]);
    expect(`${texts.join('\n')}\n`).toBe(lines.join(''));
    expect(out.endsWith('\n') && !out.endsWith('\n\n')).toBe(true);
    expect(err).toContain('; 1 text, ');
  });

  test('from another program through a real pipe', async () => {
    const cwd = await tempWorkspace({ 'lexform.yaml': 'version: 1\ntargets: { here: { service: embedded } }\n' });
    const args = [resolve('dist/main.js'), 'service', 'translate', '--to', 'de'];
    const options = { cwd, encoding: 'utf8', stdio: 'pipe', env: { PATH: process.env.PATH } } as const;
    expect(execFileSync(process.execPath, args, { ...options, input: 'wörds\n' })).toBe('[DE] wörds\n');
    expect(() => execFileSync(process.execPath, args, { ...options, input: '' })).toThrow('there is no text');
  });

  test('and bytes that are no UTF-8 are refused', async () => {
    const { piped, lexform, write, sent } = await world();
    const bytes = new Uint8Array([0xff, 0xfe, 0x41, 0x00]);
    expect((await piped(bytes, 'service', 'translate', '--to', 'de')).err).toContain(
      'standard input is not UTF-8 text',
    );
    write('draft.txt', bytes);
    expect((await lexform('service', 'translate', '--to', 'de', '-F', 'draft.txt')).err).toContain(
      '"draft.txt" is not UTF-8',
    );
    expect(sent).toEqual([]);
  });

  test('on a terminal it cannot steer it, and keeps its lines and tabs', async () => {
    const { onScreen, piped } = await world();
    const text = 'a\tb\n::error::x\n\u001b[2J\u202e##[group]';
    const shown = (await onScreen(text, 'service', 'translate', '--to', 'de')).out;
    expect(shown).not.toMatch(/[\u001b\u202e]|##\[|^::/m);
    expect(shown).toMatch(/\t.*\n.*\n.*\n$/);
    const { out } = await piped(text, 'service', 'translate', '--to', 'de');
    expect(out).toContain('⟨U+001B⟩[2J\u202e##[group]');
  });

  const HOSTILE =
    'a\tb\r\n::error::x\n  ::set-output name=a::b\n\u001b[2J\u009b1m\u202e##[group]##vso[x]##teamcity[y]\rz';

  test.each<Readonly<Record<string, string>>>([
    { CI: 'true' },
    { GITHUB_ACTIONS: 'true' },
    { TF_BUILD: 'True' },
    { TEAMCITY_VERSION: '2026.1' },
  ])('in the log of a CI system (%j) it is no command either, wherever its pieces end', async (more) => {
    const { cwd, service } = await world();
    const env = { KEY: TEST_KEY, ...more };
    const { out, err } = await runLexform({ cwd, env, stdin: HOSTILE }, 'service', 'translate', '--to', 'de');
    expect(out).not.toMatch(/[\u001b\u009b\u202e]|##\[|##vso\[|##teamcity\[|^\s*::/m);
    expect(out).toMatch(/^\[DE\] a\tb\r\n/);
    expect(err).toContain('--out FILE writes it unchanged');
    // Cut between the two signs, by the parts that one call takes.
    const long = `${'x'.repeat(100)} `.repeat(1300);
    for (const at of [0, 1, 2]) {
      const cut = await runLexform(
        { cwd, env, stdin: `${'y'.repeat(at)}${long}##[error]z` },
        'service',
        'translate',
        '--to',
        'de',
      );
      expect(cut.out).not.toContain('##[');
    }
    expect(service.calls.length).toBeGreaterThan(4);
  });
});

describe('what cannot be translated', () => {
  test('after an interruption no further call is made, and what was translated is there', async () => {
    const { cwd, sent } = await world();
    const stop = new AbortController();
    const service = testService();
    const { url, close } = await listen({
      ...service,
      answer: async (request) => {
        stop.abort();
        return service.answer(request);
      },
    });
    onTestFinished(close);
    writeFileSync(join(cwd, 'lexform.yaml'), `version: 1\ntargets:\n  test: { base_url: "${url}", key: env:KEY }\n`);
    const { code, out, err } = await runLexform(
      { cwd, env: { KEY: TEST_KEY }, stdin: 'one line\n'.repeat(30_000), interrupted: stop.signal },
      ...['service', 'translate', '--to', 'de'],
    );
    expect(code).toBe(130);
    expect(out.length).toBeGreaterThan(100_000);
    expect(err).toMatch(/interrupted after 1 of 3 calls/);
    expect(service.calls.length).toBe(1);
    expect(sent).toEqual([]);
  });
});

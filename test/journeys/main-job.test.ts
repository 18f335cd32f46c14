import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { validatePlan } from '../../src/files/document-validators.generated.js';
import { planJson } from '../../src/review/plan/plan-json.ts';
import { listen } from '../../src/service/http/listen.ts';
import { runLexform } from '../support/cli.ts';
import { TEST_KEY, testService } from '../support/in-process.ts';
import { caller } from '../support/service-caller.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';

const GLOSSARY = 'glossaries/product/glossary.yaml';
const EN_DE = 'glossaries/product/en-de.csv';
const LIST = 'style-rules/marketing-de.yaml';
const FILES = {
  [GLOSSARY]: 'name: Product terms\ndictionaries: auto\n',
  [EN_DE]: 'house,Haus\ncat,Katze\n',
  'glossaries/product/en-fr.tsv': 'house\tmaison\n',
  [LIST]:
    'name: Marketing DE\nlanguage: de\nconfigured_rules:\n  punctuation: { apostrophe: use_curly_apostrophes }\ncustom_instructions:\n  - { label: Tone, prompt: Be friendly., source_language: en }\n',
};

/** A workspace, a listening service, and the command line between them. */
async function world(files: Readonly<Record<string, string>> = FILES) {
  const service = testService();
  const { url, close } = await listen(service);
  onTestFinished(close);
  const config = `version: 1\ntargets:\n  test: { base_url: "${url}", key: env:KEY }\nglossaries: glossaries/*/glossary.yaml\nstyle_rules: style-rules/*.yaml\n`;
  const cwd = await tempWorkspace({ 'lexform.yaml': config, ...files });
  const env = { KEY: TEST_KEY };
  return {
    service,
    url,
    cwd,
    call: caller(service),
    lexform: (...args: readonly string[]) => runLexform({ cwd, env }, ...args),
    answering: (answer: string, ...args: readonly string[]) => runLexform({ cwd, env, answer }, ...args),
    write: (path: string, text: string) => {
      mkdirSync(join(cwd, path, '..'), { recursive: true });
      writeFileSync(join(cwd, path), text);
    },
  };
}

describe('the main job', () => {
  test('a saved plan fits its schema, is applied as it is, and a second time does nothing', async () => {
    const { lexform, cwd, service } = await world();
    const { out } = await lexform('plan', '--out', 'plan.json', '--json');
    const text = readFileSync(join(cwd, 'plan.json'), 'utf8');
    // What is printed also says whether this run would apply it.
    const { verdict, refusals, ...printed } = JSON.parse(out);
    expect([verdict, refusals]).toEqual(['allowed', []]);
    expect(`${JSON.stringify(printed, undefined, 2)}\n`).toBe(text);
    expect(validatePlan(JSON.parse(text))).toBe(true);
    expect(text).not.toContain(TEST_KEY);
    expect((await lexform('apply', 'plan.json', '--auto-approve')).code).toBe(0);
    const again = await lexform('apply', 'plan.json', '--auto-approve');
    expect(again.code).toBe(0);
    expect(again.out).toContain('0 of 2 calls made, 2 done before.');
    expect(service.calls.filter(({ method }) => method === 'POST')).toHaveLength(2);
  });

  test('a plan file of another version, of another target, or that is none, is an error', async () => {
    const { lexform, write, cwd } = await world();
    await lexform('plan', '--out', 'plan.json');
    const plan = JSON.parse(readFileSync(join(cwd, 'plan.json'), 'utf8'));
    const { digest: _, ...unsigned } = plan;
    for (const [content, words] of [
      [JSON.stringify({ ...plan, formatVersion: 2 }), 'format version 2'],
      [
        planJson({ ...unsigned, target: { name: 'prod', baseUrl: 'https://example.com' } }),
        'was made for the target "prod"',
      ],
      [JSON.stringify({ ...plan, extra: 1 }), 'must NOT have additional properties'],
    ] as const) {
      write('other.json', content);
      const { code, err } = await lexform('apply', 'other.json', '--auto-approve');
      expect([code, err.includes(words) ? words : err]).toEqual([1, words]);
    }
    write('other.json', 'no json');
    expect((await lexform('apply', 'other.json', '--auto-approve')).err).toContain('it is not JSON');
    expect((await lexform('apply', 'none.json', '--auto-approve')).code).toBe(1);
  });
});

describe('pull', () => {
  test('writes a workspace of which the plan is empty, and overwrites nothing unasked', async () => {
    const first = await world();
    await first.lexform('apply', '--auto-approve');
    const cwd = await tempWorkspace({ 'lexform.yaml': readFileSync(join(first.cwd, 'lexform.yaml'), 'utf8') });
    const run = (...args: readonly string[]) => runLexform({ cwd, env: { KEY: TEST_KEY } }, ...args);
    expect((await run('pull')).code).toBe(0);
    expect(
      readdirSync(cwd, { recursive: true, encoding: 'utf8' })
        .filter((path) => /\.\w+$/.test(path))
        .sort(),
    ).toEqual([
      'glossaries/product-terms/en-de.csv',
      'glossaries/product-terms/en-fr.csv',
      'glossaries/product-terms/glossary.yaml',
      'lexform.yaml',
      'style-rules/marketing-de.yaml',
    ]);
    expect(await run('plan', '--detailed-exitcode')).toMatchObject({
      code: 2,
      out: expect.stringMatching(
        /^No changes\. test matches the files, but .*\nNo ledger for test here: .*\n\n2 resources already match; apply will start managing them:\n/,
      ),
    });
    writeFileSync(join(cwd, 'glossaries/product-terms/en-de.csv'), 'house,Haus\nmine,meins\n');
    // Nothing was ever applied from here: what one side alone has is its own, and stays or comes.
    expect((await run('pull')).code).toBe(0);
    const merged = readFileSync(join(cwd, 'glossaries/product-terms/en-de.csv'), 'utf8');
    expect([merged.startsWith('house,Haus\nmine,meins\n'), merged.split('\n').length > 3]).toEqual([true, true]);
    const forced = await run('pull', '--force', 'glossary.product-terms');
    expect([forced.code, forced.out]).toEqual([
      0,
      expect.stringContaining('1 part that only the files have stays there'),
    ]);
    const consent = ['--allow-delete', 'glossary.product-terms'];
    expect((await run('pull', '--force', 'glossary.product-terms', ...consent)).code).toBe(0);
    expect((await run('plan')).out).toContain('No changes');
    expect((await run('pull', 'glossary.none')).code).toBe(1);
  });
});

describe('the built command line', () => {
  const cli = resolve('dist/main.js');
  const run = async (args: readonly string[], cwd: string) => {
    const child = spawn(process.execPath, [cli, ...args], {
      cwd,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: process.env.PATH },
    });
    let [out, err] = ['', ''];
    child.stdout.on('data', (chunk) => (out += chunk));
    child.stderr.on('data', (chunk) => (err += chunk));
    const [code] = await once(child, 'close');
    return { code, out, err };
  };

  test('init, then plan and apply on the embedded service without an account, and its data stays', async () => {
    const cwd = await tempWorkspace({});
    expect((await run(['init'], cwd)).code).toBe(0);
    expect((await run(['validate'], cwd)).out).toMatch(/^No findings\.\nChecked \d+ files?: /);
    expect((await run(['plan', '--detailed-exitcode'], cwd)).code).toBe(2);
    expect((await run(['apply', '--auto-approve'], cwd)).code).toBe(0);
    expect(await run(['plan', '--detailed-exitcode'], cwd)).toMatchObject({
      code: 0,
      out: 'No changes. local matches the files.\n',
    });
    expect((await run(['init'], cwd)).code).toBe(0);
    rmSync(join(cwd, '.lexform'), { recursive: true });
    expect((await run(['plan', '--detailed-exitcode'], cwd)).code).toBe(2);
  });

  test('output that goes to no terminal has no escape sequence in it', async () => {
    const cwd = await tempWorkspace({});
    await run(['init'], cwd);
    const { out, err } = await run(['plan'], cwd);
    expect(`${out}${err}`).not.toContain('\u001b');
  });

  test('serve says where it listens and stops at a signal', async () => {
    const child = spawn(process.execPath, [cli, 'serve', '--port', '0', '--key', 'k'], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let out = '';
    for await (const chunk of child.stdout) {
      out += chunk;
      if (out.includes('Ctrl-C')) break;
    }
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(out)?.[0] ?? '';
    const response = await fetch(`${url}/v3/glossaries`, { headers: { authorization: 'Service-Auth-Key k' } });
    expect(await response.json()).toEqual({ glossaries: [] });
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
  });
});

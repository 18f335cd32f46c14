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
  test('plan, apply, plan again is empty', async () => {
    const { lexform, call } = await world();
    const plan = await lexform('plan', '--detailed-exitcode');
    expect(plan).toMatchObject({ code: 2, err: '' });
    expect(plan.out).toContain('Plan for test: 3 terms to add; 1 rule to add'.replace('; 1 rule', ', 1 rule'));
    const apply = await lexform('apply', '--auto-approve');
    expect(apply.code).toBe(0);
    expect(apply.out).toContain('Applied to test: 2 of 2 calls made.');
    expect(await lexform('plan', '--detailed-exitcode')).toMatchObject({
      code: 0,
      out: 'No changes. test matches the files.\n',
      err: '',
    });
    const { body } = await call('GET', '/v3/glossaries');
    expect(body.glossaries).toMatchObject([
      {
        name: 'Product terms',
        dictionaries: [
          { target_lang: 'de', entry_count: 2 },
          { target_lang: 'fr', entry_count: 1 },
        ],
      },
    ]);
  });

  test('an edited term is one PATCH, shown word by word with its line', async () => {
    const { lexform, write, service } = await world();
    await lexform('apply', '--auto-approve');
    write(EN_DE, 'house,Haus\ncat,Kater\n');
    const { out } = await lexform('plan');
    expect(out).toBe(
      'Plan for test: 1 term to change; 1 glossary and 1 dictionary; 1 call.\n\n~ change glossary.product  "Product terms"\n  English → German (en->de): 1 changed  (of 2)\n    ~ cat: Katze → Kater  glossaries/product/en-de.csv:2\n',
    );
    await lexform('apply', '--auto-approve');
    expect(service.calls.filter(({ method }) => method === 'PATCH')).toHaveLength(1);
  });

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

  test('a stale plan is refused with 3, and says planned-from, planned-to and now', async () => {
    const { lexform, write, call } = await world();
    await lexform('apply', '--auto-approve');
    write(EN_DE, 'house,Haus\ncat,Kater\n');
    await lexform('plan', '--out', 'plan.json');
    const { body } = await call('GET', '/v3/glossaries');
    const id = body.glossaries[0].glossary_id;
    await call('PUT', `/v3/glossaries/${id}/dictionaries`, {
      source_lang: 'en',
      target_lang: 'de',
      entries: 'cat\tMieze',
      entries_format: 'tsv',
    });
    const { code, out } = await lexform('apply', 'plan.json', '--auto-approve');
    expect(code).toBe(3);
    expect(out).toContain('"cat": planned "Katze" → "Kater", now "Mieze"\n');
    expect(out).toContain('"house": not in the plan, was "Haus", now not there\n');
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

describe('consent', () => {
  test('without a terminal and without --auto-approve nothing is changed, and the exit code is 3', async () => {
    const { lexform, service } = await world();
    const { code, err } = await lexform('apply');
    expect(code).toBe(3);
    expect(err).toContain('--auto-approve');
    expect(service.calls.every(({ method }) => method === 'GET')).toBe(true);
  });

  test('only yes is yes', async () => {
    const { answering, service } = await world();
    expect((await answering('y', 'apply')).code).toBe(3);
    expect(service.calls.every(({ method }) => method === 'GET')).toBe(true);
    expect((await answering('yes', 'apply')).code).toBe(0);
  });

  test('deletions are refused with the numbers and the flag, also under --auto-approve; the flag lifts it', async () => {
    const { lexform, write, service } = await world();
    const rows = Array.from({ length: 40 }, (_, index) => `term ${index},Begriff ${index}\n`);
    write(EN_DE, rows.join(''));
    await lexform('apply', '--auto-approve');
    write(EN_DE, rows.slice(0, 20).join(''));
    const changes = service.calls.filter(({ method }) => method !== 'GET').length;
    const refused = await lexform('apply', '--auto-approve');
    expect(refused.code).toBe(3);
    expect(refused.err).toContain(
      'glossary.product/en->de would lose 20 of its 40 entries, at most 10 are allowed; if you intend this, rerun with --max-deletes-per-run 20',
    );
    expect(service.calls.filter(({ method }) => method !== 'GET')).toHaveLength(changes);
    expect((await lexform('apply', '--auto-approve', '--max-deletes-per-run', '20')).code).toBe(0);
  });

  test('a glossary that no file names is never touched, until it is named', async () => {
    const { lexform, call } = await world();
    await call('POST', '/v3/glossaries', {
      name: 'Old stuff',
      dictionaries: [{ source_lang: 'en', target_lang: 'it', entries: 'a\tb', entries_format: 'tsv' }],
    });
    await lexform('apply', '--auto-approve');
    expect((await lexform('plan', '--unmanaged')).out).toContain('glossary.old-stuff  "Old stuff"');
    expect((await call('GET', '/v3/glossaries')).body.glossaries).toHaveLength(2);
    expect((await lexform('apply', '--auto-approve', '--allow-delete', 'glossary.old-stuff')).code).toBe(0);
    expect((await call('GET', '/v3/glossaries')).body.glossaries).toMatchObject([{ name: 'Product terms' }]);
  });
});

describe('what users get wrong', () => {
  test('faults of the files stop every command before any change, with exit code 4 and all of them at once', async () => {
    const { lexform, write, service } = await world();
    write(EN_DE, 'house,Haus\nhouse,Gebäude\n ,x\n');
    write('glossaries/product/en-US-fr.csv', 'a,b\n');
    write(LIST, 'name: Marketing DE\nlanguage: german\nconfigured_rules:\n  punctuation: { apostrophe: use_none }\n');
    for (const command of ['validate', 'plan', 'apply']) {
      const { code, out, err } = await lexform(command);
      expect(code).toBe(4);
      const lines = (command === 'validate' ? out : err).split('\n');
      expect(
        lines
          .map((line) => /^(\S+:\d+:\d+): error: .* \[([a-z-]+)\]$/.exec(line)?.slice(1))
          .filter((found) => found !== undefined),
      ).toEqual([
        ['glossaries/product/en-US-fr.csv:1:1', 'language-variant'],
        ['glossaries/product/en-de.csv:2:1', 'duplicate-source'],
        ['glossaries/product/en-de.csv:3:1', 'phrase-outer-space'],
        ['style-rules/marketing-de.yaml:2:11', 'language-unsupported'],
      ]);
    }
    expect(service.calls.every(({ method }) => method === 'GET')).toBe(true);
  });

  test('with --json there is always one document and nothing else', async () => {
    const { lexform, write } = await world();
    const documents = [
      await lexform('plan', '--json'),
      await lexform('apply', '--json'),
      await lexform('apply', '--json', '--auto-approve'),
      await lexform('validate', '--json'),
      await lexform('plan', '--json', '--target', 'none'),
    ];
    write(EN_DE, 'alone\n');
    documents.push(await lexform('plan', '--json'), await lexform('validate', '--json'));
    expect(documents.map(({ out, code }) => [code, JSON.parse(out).formatVersion])).toEqual([
      [0, 1],
      [3, 1],
      [0, 1],
      [0, 1],
      [1, 1],
      [4, 1],
      [4, 1],
    ]);
  });

  test('a key that is not set, a target that is not there, a service that is not there', async () => {
    const { cwd, lexform, write } = await world();
    expect((await runLexform({ cwd }, 'plan')).err).toBe(
      'error: the environment variable KEY is not set; it should hold the key of the service\n',
    );
    expect((await lexform('plan', '--target', 'prod')).err).toContain('has no target "prod"; it has: test');
    write(
      'lexform.yaml',
      'version: 1\ntargets:\n  gone: { base_url: "http://127.0.0.1:1", key: env:KEY }\nglossaries: glossaries/*/glossary.yaml\n',
    );
    const { code, err } = await lexform('plan');
    expect(code).toBe(1);
    expect(err).toContain('GET /v3/glossaries got no answer');
  });

  test('a wrong key is told as such, with the trace id, and is never shown', async () => {
    const { cwd } = await world();
    const { code, out, err } = await runLexform({ cwd, env: { KEY: 'wrong-key-123' } }, 'plan');
    expect(code).toBe(1);
    expect(err).toMatch(/answered 403.*X-Trace-ID/);
    expect(out + err).not.toContain('wrong-key-123');
  });

  test('help has examples for every command, and an unknown one is an error', async () => {
    const { lexform } = await world();
    for (const command of ['init', 'validate', 'plan', 'apply', 'pull', 'serve']) {
      const { code, out } = await lexform(command, '--help');
      expect([command, code, out.includes('Examples:')]).toEqual([command, 0, true]);
    }
    expect((await lexform('plam')).err).toContain('Did you mean plan');
    expect((await lexform('plam')).code).toBe(1);
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

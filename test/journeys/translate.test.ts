import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
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

describe('translate', () => {
  test('each argument is a text and a line; what was used is told apart from it', async () => {
    const { lexform, sent } = await world();
    const { code, out, err } = await lexform('service', 'translate', '--to', 'de', 'a house', 'two cats');
    expect({ code, out, err }).toMatchInlineSnapshot(`
      {
        "code": 0,
        "err": "No terms were used: glossary.product/en->de is not on the service yet; run "lexform apply".
      test: en (detected) → de; 2 texts, 15 characters
      ",
        "out": "[DE] a house
      [DE] two cats
      ",
      }
    `);
    expect(sent).toEqual([{ text: ['a house', 'two cats'], target_lang: 'de', show_billed_characters: true }]);
  });

  test('a glossary and a style list are found by their addresses', async () => {
    const { lexform, sent, call } = await world();
    await lexform('apply', '--auto-approve');
    const args = ['--from', 'en', '--to', 'de', '--glossary', 'glossary.product', '--style', 'marketing-de', 'a house'];
    const { code, out, err } = await lexform('service', 'translate', ...args);
    expect(code).toBe(0);
    expect(out).toContain('Haus');
    expect(err).toMatch(
      /^test: en → de with glossary\.product "Product terms" and style_rules\.marketing-de "Marketing DE"; 1 text, 7 characters\n$/,
    );
    const [{ glossary_id: glossary }] = (await call('GET', '/v3/glossaries')).body.glossaries;
    const [{ style_id: style }] = (await call('GET', '/v3/style_rules')).body.style_rules;
    expect(sent).toMatchObject([{ glossary_id: glossary, style_id: style, source_lang: 'en' }]);
    const json = JSON.parse((await lexform('service', 'translate', ...args, '--json')).out);
    expect(json).toEqual({
      formatVersion: 1,
      target: 'test',
      from: 'en',
      to: 'de',
      glossary: { address: 'glossary.product', id: glossary, name: 'Product terms' },
      style: { address: 'style_rules.marketing-de', id: style, name: 'Marketing DE' },
      texts: [
        {
          text: out.slice(0, -1),
          detectedSourceLanguage: 'en',
          billedCharacters: 7,
          modelTypeUsed: 'quality_optimized',
        },
      ],
    });
  });

  test('model, formality and instructions are sent as they are', async () => {
    const { lexform, sent } = await world();
    const { code } = await lexform(
      ...['service', 'translate', '--to', 'de', '--model', 'latency_optimized', '--formality', 'prefer_more'],
      ...['-i', 'Be short.', '-i', 'Be kind.', 'hello'],
    );
    expect(code).toBe(0);
    expect(sent).toMatchObject([
      { model_type: 'latency_optimized', formality: 'prefer_more', custom_instructions: ['Be short.', 'Be kind.'] },
    ]);
    expect(await lexform('service', 'translate', '--to', 'de', '--model', 'best', 'hello')).toMatchObject({
      code: 1,
      out: '',
    });
  });

  test('without terms, a fault in a dictionary is no matter', async () => {
    const { lexform } = await world({ ...FILES, 'glossaries/product/en-de.csv': 'house\n' });
    expect((await lexform('service', 'translate', '--to', 'de', 'a house')).code).toBe(0);
    expect(await lexform('service', 'translate', '--to', 'de', '--from', 'en', '-g', 'product', 'x')).toMatchObject({
      code: 4,
      out: '',
    });
  });
});

describe('a file or standard input is one text', () => {
  test('of which the white space stays, and to which nothing is added', async () => {
    const { piped, lexform, write, sent } = await world();
    const text = '\ufeff\r\n  a house\r\n\r\n\ttwo cats  \n\n';
    const { out } = await piped(text, 'service', 'translate', '--to', 'de');
    expect(sent).toMatchObject([{ text: ['a house\r\n\r\n\ttwo cats'] }]);
    expect(out.startsWith('\ufeff\r\n  ')).toBe(true);
    expect(out.endsWith('  \n\n')).toBe(true);
    expect((await piped(text, 'service', 'translate', '--to', 'de', '-')).out).toBe(out);
    write('draft.txt', text);
    expect((await lexform('service', 'translate', '--to', 'de', '--file', 'draft.txt')).out).toBe(out);
  });

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

  test('with nothing but white space it comes back without a call', async () => {
    const { piped, sent } = await world();
    expect(await piped(' \n\t\n', 'service', 'translate', '--to', 'de')).toMatchObject({ code: 0, out: ' \n\t\n' });
    expect(sent).toEqual([]);
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

  test('in a pipe, control characters are shown and everything else is as it is; the run says so', async () => {
    const { piped } = await world();
    const { out, err } = await piped(HOSTILE, 'service', 'translate', '--to', 'de');
    expect(out).toBe(
      '[DE] a\tb\r\n::error::x\n  ::set-output name=a::b\n⟨U+001B⟩[2J⟨U+009B⟩1m\u202e##[group]##vso[x]##teamcity[y]⟨U+000D⟩z',
    );
    expect(err).toContain('note: the text contains control characters or log commands');
    const plain = await piped('می\u200cخواهم\r\n', 'service', 'translate', '--to', 'de');
    expect(plain.out).toBe('[DE] می\u200cخواهم\r\n');
    expect(plain.err).not.toContain('note');
  });

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

  test('--out has it as it is, and standard output has nothing; with --json it has the document', async () => {
    const { cwd, piped } = await world();
    const read = () => readFileSync(join(cwd, 'out/de.txt'), 'utf8');
    const { code, out, err } = await piped(HOSTILE, 'service', 'translate', '--to', 'de', '--out', 'out/de.txt');
    expect({ code, out }).toEqual({ code: 0, out: '' });
    expect(err).toContain(
      'test: en (detected) → de; 1 text, 114 characters\n'.replace(/\d+(?= char)/, String([...HOSTILE].length)),
    );
    expect(read()).toBe(`[DE] ${HOSTILE}`);
    const both = await piped('house', 'service', 'translate', '--to', 'de', '--out', 'out/de.txt', '--json');
    expect(JSON.parse(both.out)).toMatchObject({ texts: [{ text: '[DE] house' }] });
    expect(read()).toBe('[DE] house');
    await piped('', 'service', 'translate', '--to', 'de', '-o', 'out/de.txt', 'a', 'b');
    expect(read()).toBe('[DE] a\n[DE] b\n');
  });

  test('where --out cannot be written, what was paid for is shown', async () => {
    const { piped } = await world();
    const { code, out, err } = await piped('house\u001b', 'service', 'translate', '--to', 'de', '--out', '/dev/full');
    expect([code, out]).toEqual([1, '[DE] house⟨U+001B⟩']);
    expect(err).toContain('cannot write /dev/full: the disk is full (ENOSPC)');
  });
});

describe('what cannot be translated', () => {
  test.each([
    [['--to', 'de', '-g', 'glossary.product', 'x'], 'glossary.product needs --from'],
    [['--to', 'fr', '-s', 'marketing-de', 'x'], 'style_rules.marketing-de is for de and cannot be used with --to fr'],
    [['--to', 'de', '-s', 'marketing-de', '--model', 'latency_optimized', 'x'], 'needs a quality-optimized model'],
    [['--to', 'de'], 'there is no text to translate'],
    [['--to', 'de', '--file', 'missing.txt'], 'there is no file "missing.txt"'],
    [['--to', 'de', '--file', 'lexform.yaml', 'x'], 'cannot be given together'],
    [['x'], '--to <language>'],
  ])('%j: no call is made', async (args, message) => {
    const { lexform, service } = await world();
    const { code, out, err } = await lexform('service', 'translate', ...args);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toContain(message);
    expect(service.calls).toEqual([]);
  });

  test('terms that are not on the service yet', async () => {
    const { lexform, sent, write } = await world();
    const args = ['service', 'translate', '--from', 'en', 'x', '--to'];
    expect((await lexform(...args, 'de', '-g', 'product')).err).toBe(
      'error: glossary.product is not on the service yet; run "lexform apply"\n',
    );
    await lexform('apply', '--auto-approve');
    write('glossaries/product/en-fr.csv', 'house,maison\n');
    expect((await lexform(...args, 'fr', '-g', 'product')).err).toContain(
      'glossary.product has no dictionary en->fr on the service yet; run "lexform apply"',
    );
    expect((await lexform(...args, 'ja', '-g', 'product')).err).toContain(
      'glossary.product has no dictionary en->ja; it has: en->de',
    );
    expect((await lexform(...args, 'de', '-g', 'produkt')).err).toContain('did you mean glossary.product?');
    expect(sent).toEqual([]);
    expect((await lexform(...args, 'de', '-g', 'product')).code).toBe(0);
  });

  test('a name that several live glossaries have asks for a pin, and a pinned one is used', async () => {
    const { lexform, call, write, sent } = await world();
    const make = async (target: string) =>
      call('POST', '/v3/glossaries', {
        name: 'Product terms',
        dictionaries: [{ source_lang: 'en', target_lang: 'de', entries: `house\t${target}`, entries_format: 'tsv' }],
      });
    await make('Bau');
    const { body } = await make('Gebäude');
    const args = ['service', 'translate', '--from', 'EN', '--to', 'de-CH', '-g', 'product', 'a house'];
    const unclear = await lexform(...args);
    expect(unclear).toMatchObject({ code: 4, out: '' });
    expect(unclear.err).toContain('[ambiguous-name]');
    write('glossaries/product/glossary.yaml', `id: ${body.glossary_id}\nname: Product terms\ndictionaries: auto\n`);
    expect((await lexform(...args)).out).toContain('Gebäude');
    expect(sent).toMatchObject([{ glossary_id: body.glossary_id }]);
  });

  test('a refusal of the service is told, and with --json it is the document', async () => {
    const { lexform } = await world();
    expect(await lexform('service', 'translate', '--to', 'xx', 'hello')).toMatchObject({ code: 1, out: '' });
    const { code, out } = await lexform('service', 'translate', '--to', 'xx', '--json', 'hello');
    expect(code).toBe(1);
    expect(JSON.parse(out).error).toMatchObject({ kind: 'service', status: 400 });
  });

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

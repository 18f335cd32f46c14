import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { LANGUAGES_KEPT_MS } from '../../src/app/session/language-cache.ts';
import { type Answer, jsonAnswer } from '../../src/service/http/answer.ts';
import { listen } from '../../src/service/http/listen.ts';
import { runLexform } from '../support/cli.ts';
import { TEST_KEY, testService } from '../support/in-process.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';

const START = Date.UTC(2026, 0, 2);

/** A listening service, a workspace with nothing but a target, a cache folder and a clock that is set by hand. */
async function world(config = '', files: Readonly<Record<string, string>> = {}, languages?: () => Answer) {
  const service = testService();
  const { url, close } = await listen({
    ...service,
    answer: async (request) => {
      const answer = await service.answer(request);
      return languages !== undefined && request.url.includes('/v3/languages') ? languages() : answer;
    },
  });
  onTestFinished(close);
  const cwd = await tempWorkspace({
    'lexform.yaml': `version: 1\ntargets:\n  test: { base_url: "${url}", key: env:KEY }\n${config}`,
    ...files,
  });
  const cache = await tempWorkspace({});
  let time = START;
  const env = { KEY: TEST_KEY, XDG_CACHE_HOME: cache, HOME: cache, LOCALAPPDATA: cache };
  return {
    cwd,
    cache,
    service,
    kept: () => readdirSync(cache, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.json')),
    pass: (milliseconds: number) => {
      time += milliseconds;
    },
    lexform: (...args: readonly string[]) => runLexform({ cwd, env, now: () => new Date(time) }, ...args),
    without: (...args: readonly string[]) => runLexform({ cwd, env: { KEY: TEST_KEY } }, ...args),
  };
}

describe('languages', () => {
  test('one table for each resource, one language on a line', async () => {
    const { lexform } = await world();
    const { code, out, err } = await lexform('service', 'languages', '-r', 'style_rules', '-r', 'write', '-r', 'write');
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatchInlineSnapshot(`
      "style_rules: 8 languages
        code  name      as    status  features
        de    German    both  stable  -
        en    English   both  stable  -
        es    Spanish   both  stable  -
        fr    French    both  stable  -
        it    Italian   both  stable  -
        ja    Japanese  both  stable  -
        ko    Korean    both  stable  -
        zh    Chinese   both  stable  -

      write: 14 languages
        code     name                    as      status  features
        de       German                  both    stable  auto_detection, tone, writing_style
        en       English                 source  stable  auto_detection
        en-GB    English (British)       target  stable  tone, writing_style
        en-US    English (American)      target  stable  tone, writing_style
        es       Spanish                 both    stable  auto_detection, tone, writing_style
        fr       French                  both    stable  auto_detection, tone, writing_style
        it       Italian                 both    stable  auto_detection, tone, writing_style
        ja       Japanese                both    stable  auto_detection
        ko       Korean                  both    stable  auto_detection
        pt       Portuguese              source  stable  auto_detection
        pt-BR    Portuguese (Brazilian)  target  stable  tone, writing_style
        pt-PT    Portuguese (European)   target  stable  tone, writing_style
        zh       Chinese                 both    stable  auto_detection
        zh-Hans  Chinese (simplified)    target  stable  -
      "
    `);
  });

  test('text translation is what is listed by default, and all is everything', async () => {
    const { lexform } = await world();
    expect((await lexform('service', 'languages')).out).toMatch(/^translate_text: \d+ languages\n/);
    const { out } = await lexform('service', 'languages', '--resource', 'all');
    expect(out.match(/^\w+(?=: \d)/gm)).toEqual([
      'translate_text',
      'translate_document',
      'voice',
      'write',
      'glossary',
      'style_rules',
    ]);
  });

  test('beta and external languages and features are listed on request alone', async () => {
    const { lexform } = await world();
    expect((await lexform('service', 'languages')).out).not.toContain('fr-CA');
    expect((await lexform('service', 'languages', '--include', 'beta')).out).toMatch(
      /fr-CA .* beta .*formality \(beta\)/,
    );
    expect((await lexform('service', 'languages', '-r', 'voice', '--include', 'external')).out).toContain(
      'transcription_external',
    );
    expect(await lexform('service', 'languages', '--include', 'gamma')).toMatchObject({ code: 1, out: '' });
  });

  test('a feature narrows the list', async () => {
    const { lexform } = await world();
    const { out } = await lexform('service', 'languages', '--feature', 'formality', '--json');
    const [{ resource, languages }] = JSON.parse(out).resources;
    expect(resource).toBe('translate_text');
    expect(languages.map(({ code }: { code: string }) => code)).toContain('pt-BR');
    expect(languages.map(({ code }: { code: string }) => code)).not.toContain('tr');
    expect(languages[0].features).toContainEqual({ name: 'formality', status: 'stable', external: false });
  });

  test('an unknown resource is refused in the words of the service', async () => {
    const { lexform } = await world();
    const { code, err } = await lexform('service', 'languages', '--resource', '../../x');
    expect(code).toBe(1);
    expect(err).toContain("'resource' must be one of: translate_text");
  });
});

describe('a question about a pair', () => {
  test.each([
    [['en->de'], 0, 'yes: translate_text takes en->de\n'],
    [['EN:DE', '-f', 'glossary'], 0, 'yes: translate_text takes en->de with glossary\n'],
    [['en->pt-br', '-f', 'formality'], 0, 'yes: translate_text takes en->pt-BR with formality\n'],
    [['de->en', '-f', 'glossary'], 0, 'yes: translate_text takes de->en (as en-GB and en-US) with glossary\n'],
    [['de->en', '-f', 'formality'], 1, 'no: en-GB has no formality as a target; en-US has no formality as a target\n'],
    [['en-US->de'], 1, 'no: "en-US" is no source of translate_text, but en is\n'],
    [['xx->yy'], 1, 'no: "xx" is no source of translate_text; "yy" is no target of translate_text\n'],
    [['de->pt-BR', '-r', 'glossary'], 0, 'yes: glossary takes de->pt-BR (as pt)\n'],
    [['en->ar', '-r', 'write'], 1, 'no: "ar" is no target of write\n'],
    [
      ['en->th', '-r', 'voice', '-f', 'translated_speech_external', '--include', 'beta'],
      0,
      'yes: voice takes en->th with translated_speech_external\n',
    ],
    [
      ['en->de', '-r', 'write', '-f', 'glossary'],
      1,
      'no: write has no feature "glossary" (it has: auto_detection, tone and writing_style)\n',
    ],
  ])('%j: exit code %i', async (args, code, out) => {
    const { lexform } = await world();
    expect(await lexform('service', 'languages', '--pair', ...args)).toEqual({ code, out, err: '' });
  });

  test('as JSON, with what is missing', async () => {
    const { lexform } = await world();
    const { code, out } = await lexform('service', 'languages', '--pair', 'en:tr', '--feature', 'formality', '--json');
    expect(code).toBe(1);
    expect(JSON.parse(out)).toEqual({
      formatVersion: 1,
      resource: 'translate_text',
      source: 'en',
      target: 'tr',
      feature: 'formality',
      supported: false,
      sources: ['en'],
      targets: ['tr'],
      missing: [
        {
          kind: 'no-feature',
          side: 'target',
          code: 'tr',
          feature: 'formality',
          message: 'tr has no formality as a target',
        },
      ],
    });
  });

  test.each([[['en-']], [['en->']], [['en->de', '-r', 'all']], [['en->de', '-r', 'voice', '-r', 'write']]])(
    '%j is no question',
    async (args) => {
      const { lexform, service } = await world();
      expect(await lexform('service', 'languages', '--pair', ...args)).toMatchObject({ code: 1, out: '' });
      expect(service.calls).toEqual([]);
    },
  );
});

describe('what was answered', () => {
  const PAIR = ['service', 'languages', '--pair', 'en->de', '--feature', 'glossary'];

  test('is kept for an hour', async () => {
    const { lexform, service, pass, kept } = await world();
    const first = await lexform(...PAIR);
    expect(service.calls.length).toBe(2);
    expect(kept().length).toBe(2);
    pass(LANGUAGES_KEPT_MS - 1);
    expect(await lexform(...PAIR)).toEqual(first);
    expect(service.calls.length).toBe(2);
    pass(1);
    expect(await lexform(...PAIR)).toEqual(first);
    expect(service.calls.length).toBe(4);
  });

  test('is asked again with --refresh, or when the clock was set back', async () => {
    const { lexform, service, pass } = await world();
    await lexform('service', 'languages');
    await lexform('service', 'languages', '--refresh');
    expect(service.calls.length).toBe(2);
    await lexform('service', 'languages');
    expect(service.calls.length).toBe(2);
    pass(-1);
    await lexform('service', 'languages');
    expect(service.calls.length).toBe(3);
  });

  test('is kept for each question and service by itself, and never with the key', async () => {
    const { lexform, kept, cache, service } = await world();
    await lexform('service', 'languages');
    await lexform('service', 'languages', '--include', 'beta', '--include', 'external');
    await lexform('service', 'languages', '--include', 'external', '--include', 'beta');
    expect(service.calls.length).toBe(2);
    expect(kept().length).toBe(2);
    const other = await world();
    await runLexform(
      {
        cwd: other.cwd,
        env: { KEY: TEST_KEY, XDG_CACHE_HOME: cache, HOME: cache, LOCALAPPDATA: cache },
        now: () => new Date(START),
      },
      'service',
      'languages',
    );
    expect(other.service.calls.length).toBe(1);
    for (const path of kept()) expect(`${path}${readFileSync(join(cache, path), 'utf8')}`).not.toContain(TEST_KEY);
  });

  test.each(['', '{', 'null', '[]', '{"formatVersion":1,"at":"2026-01-02T00:00:00.000Z","answer":[{"code":"de"}]}'])(
    'is asked again, and kept again, when the file holds %j',
    async (broken) => {
      const { lexform, kept, cache, service } = await world();
      const first = await lexform('service', 'languages');
      const [path = ''] = kept();
      const whole = readFileSync(join(cache, path), 'utf8');
      writeFileSync(join(cache, path), broken);
      expect(await lexform('service', 'languages')).toEqual(first);
      expect(service.calls.length).toBe(2);
      expect(readFileSync(join(cache, path), 'utf8')).toBe(whole);
    },
  );

  test('is not kept where there is no folder for it, nor for the embedded service', async () => {
    const { without, service } = await world();
    await without('service', 'languages');
    await without('service', 'languages');
    expect(service.calls.length).toBe(2);
    const embedded = await world('  here: { service: embedded }\n');
    expect((await embedded.lexform('service', 'languages', '--target', 'here')).code).toBe(0);
    expect(embedded.kept()).toEqual([]);
  });
});

describe('a plan', () => {
  const CONFIG = 'glossaries: glossaries/*/glossary.yaml\nstyle_rules: style-rules/*.yaml\n';
  const FILES = {
    'glossaries/product/glossary.yaml': 'name: Product\ndictionaries: auto\n',
    'glossaries/product/en-de.csv': 'house,Haus\n',
    'glossaries/product/en-th.csv': 'house,บ้าน\n',
    'style-rules/tone.yaml': 'name: Tone\nlanguage: ko\nconfigured_rules: {}\n',
  };
  const listing = (...codes: readonly string[]) =>
    jsonAnswer(
      codes.map((lang) => ({
        lang,
        name: lang,
        usable_as_source: true,
        usable_as_target: true,
        status: 'stable',
        features: {},
      })),
    );
  const asked = (calls: readonly { readonly path: string }[]) =>
    calls.filter(({ path }) => path.startsWith('/v3/languages')).length;

  test('asks for languages twice at most, and not again within the hour', async () => {
    const { lexform, service, pass } = await world(CONFIG, FILES);
    expect(await lexform('plan')).toMatchObject({ code: 0, err: '' });
    expect(asked(service.calls)).toBe(2);
    await lexform('plan');
    expect(asked(service.calls)).toBe(2);
    pass(LANGUAGES_KEPT_MS);
    await lexform('plan');
    expect(asked(service.calls)).toBe(4);
  });

  test('that creates nothing asks for none', async () => {
    const { lexform, service, pass } = await world(CONFIG, FILES);
    await lexform('apply', '--auto-approve');
    pass(LANGUAGES_KEPT_MS);
    const before = asked(service.calls);
    expect((await lexform('plan')).out).toContain('No changes');
    expect(asked(service.calls)).toBe(before);
  });

  test('warns of what the target does not list, at file and line, and is made all the same', async () => {
    const { lexform } = await world(CONFIG, FILES, () => listing('en', 'de'));
    const { code, out, err } = await lexform('plan', '--detailed-exitcode', '--json');
    expect(code).toBe(2);
    expect(JSON.parse(out).changes.length).toBe(2);
    expect(err).toMatch(/^glossaries\/product\/en-th\.csv:1:1: warning: .* th as a target .*\[pair-not-offered\]$/m);
    expect(err).toMatch(/^style-rules\/tone\.yaml:1:\d+: warning: .* ko .*\[style-language-not-offered\]$/m);
    expect(err).not.toContain('en-de');
  });

  test.each([403, 404, 500, 503])('is the same when languages are answered with %i', async (status) => {
    const { lexform, service } = await world(CONFIG, FILES, () => ({ status, headers: {}, body: '<html>' }));
    const whole = await (await world(CONFIG, FILES)).lexform('plan');
    expect(await lexform('plan')).toEqual(whole);
    expect(asked(service.calls)).toBe(2);
  });
});

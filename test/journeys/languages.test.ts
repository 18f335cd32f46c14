import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Answer } from '../../src/service/http/answer.ts';
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
  test('an unknown resource is refused in the words of the service', async () => {
    const { lexform } = await world();
    const { code, err } = await lexform('service', 'languages', '--resource', '../../x');
    expect(code).toBe(1);
    expect(err).toContain("'resource' must be one of: translate_text");
  });
});

describe('what was answered', () => {
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
  const asked = (calls: readonly { readonly path: string }[]) =>
    calls.filter(({ path }) => path.startsWith('/v3/languages')).length;

  test.each([403, 404, 500, 503])('is the same when languages are answered with %i', async (status) => {
    const { lexform, service } = await world(CONFIG, FILES, () => ({ status, headers: {}, body: '<html>' }));
    const whole = await (await world(CONFIG, FILES)).lexform('plan');
    expect(await lexform('plan')).toEqual(whole);
    expect(asked(service.calls)).toBe(2);
  });
});

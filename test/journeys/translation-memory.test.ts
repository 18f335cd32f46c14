import { expect, onTestFinished, test } from 'vitest';
import { listen } from '../../src/service/http/listen.ts';
import { runLexform } from '../support/cli.ts';
import { TEST_KEY, testService } from '../support/in-process.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';

const memory = (number: number, name: string) => ({
  id: `11111111-1111-4111-8111-11111111111${number}`,
  name,
  sourceLanguage: 'en',
  targetLanguages: ['de', 'pt-BR'],
  segmentCount: 12_345 * number,
});

async function world(...memories: readonly ReturnType<typeof memory>[]) {
  const service = testService({ translationMemories: memories });
  const sent: unknown[] = [];
  const { url, close } = await listen({
    answer: async (request) => {
      if (!request.url.endsWith('/v2/translate')) return service.answer(request);
      const chunks: Uint8Array[] = [];
      for await (const chunk of request.body ?? []) chunks.push(chunk);
      sent.push(JSON.parse(Buffer.concat(chunks).toString()));
      return service.answer({
        ...request,
        body: (async function* () {
          yield* chunks;
        })(),
      });
    },
  });
  onTestFinished(close);
  const cwd = await tempWorkspace({
    'lexform.yaml': `version: 1\ntargets:\n  prod: { base_url: "${url}", key: env:KEY }\n`,
  });
  const run = (...args: readonly string[]) => runLexform({ cwd, env: { KEY: TEST_KEY } }, ...args);
  return { run, sent, calls: () => service.calls.map(({ path }) => path.replace(/\?.*/, '')) };
}

test('translate takes a memory by its name or id, a threshold, and how tags are handled', async () => {
  const { run, sent, calls } = await world(memory(1, 'Website'));
  const base = ['service', 'translate', '--from', 'en', '--to', 'de', '<b>house</b>'];
  const tags = ['--tag-handling', 'html', '--tag-handling-version', 'v2'];
  const named = await run(...base, '-m', 'Website', '--memory-threshold', '80', ...tags);
  expect([named.code, named.out]).toEqual([0, '<b>[DE] house</b>\n']);
  expect((await run(...base, '--translation-memory', memory(1, '').id.toUpperCase())).code).toBe(0);
  expect(sent).toMatchObject([
    {
      translation_memory_id: memory(1, '').id,
      translation_memory_threshold: 80,
      tag_handling: 'html',
      tag_handling_version: 'v2',
    },
    { translation_memory_id: memory(1, '').id },
  ]);
  // An id needs no look at the list.
  expect(calls()).toEqual(['/v3/translation_memories', '/v2/translate', '/v2/translate']);
});

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createService } from '../../src/service/create-service.ts';
import { listen } from '../../src/service/http/listen.ts';
import { runLexform } from '../support/cli.ts';
import { idsInOrder, TEST_KEY } from '../support/in-process.ts';
import { caller } from '../support/service-caller.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';

const list = (instruction: string) => `name: Tone\nlanguage: de\ncustom_instructions:\n  - { ${instruction} }\n`;

/**
 * A workspace that was applied to a service which reports the language of the list for none, or not, and the bodies of
 * its edits.
 */
async function world(compat: boolean, instruction: string) {
  const service = createService(
    { accounts: [{ key: TEST_KEY, plan: 'pro' }], compat },
    { now: () => new Date('2026-01-01T00:00:00Z'), id: idsInOrder(), sleep: async () => {}, random: () => 0.5 },
  );
  const edits: string[] = [];
  const { url, close } = await listen({
    answer: async (request) => {
      if (request.method !== 'PUT') return service.answer(request);
      const chunks: Uint8Array[] = [];
      for await (const chunk of request.body ?? []) chunks.push(chunk);
      edits.push(Buffer.concat(chunks).toString());
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
    'lexform.yaml': `version: 1\ntargets:\n  prod: { base_url: "${url}", key: env:KEY }\nstyle_rules: style-rules/*.yaml\n`,
    'style-rules/tone.yaml': list(instruction),
  });
  const run = (...args: readonly string[]) => runLexform({ cwd, env: { KEY: TEST_KEY } }, ...args);
  expect((await run('apply', '--auto-approve')).code).toBe(0);
  return {
    run,
    edits,
    write: (next: string) => writeFileSync(join(cwd, 'style-rules/tone.yaml'), list(next)),
    live: async () => {
      const { style_rules: lists } = (await caller(service)('GET', '/v3/style_rules?detailed=true')).body;
      return lists.find(({ name }: { readonly name: string }) => name === 'Tone').custom_instructions[0];
    },
  };
}

test.each([
  ['reports the language of the list', true],
  ['reports none', false],
])('an edit without a source language sends that of the list, never null, where the service %s', async (_, compat) => {
  const { run, edits, write, live } = await world(compat, 'label: Tone, prompt: Be kind.');
  write('label: Tone, prompt: Be brief.');
  const planned = await run('plan');
  // What the service reports for none is no change. What is sent where it reports none is shown.
  if (compat) expect(planned.out).not.toContain('source language');
  else expect(planned.out).toContain('source language: not set → de');
  expect((await run('apply', '--auto-approve')).code).toBe(0);
  expect(edits.map((body) => JSON.parse(body))).toEqual([
    { label: 'Tone', prompt: 'Be brief.', source_language: 'de' },
  ]);
  expect(await live()).toMatchObject({ prompt: 'Be brief.', source_language: 'de' });
  expect((await run('plan', '--detailed-exitcode')).code).toBe(0);
  expect((await run('drift', '--detailed-exitcode')).code).toBe(0);
});

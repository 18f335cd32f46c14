import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { listen } from '../../src/service/http/listen.ts';
import { type CliInput, runLexform } from '../support/cli.ts';
import { TEST_KEY, testService } from '../support/in-process.ts';
import { caller } from '../support/service-caller.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';

const CATALAN = { code: 'ca', name: 'Catalan', customizable: true } as const;
const BASQUE = { code: 'eu', name: 'Basque', customizable: true } as const;

/** A listening service with more languages than the description, and an empty or filled workspace. */
async function world(files: Readonly<Record<string, string>>, languages: readonly (typeof CATALAN | typeof BASQUE)[]) {
  const service = testService({ languages });
  const { url, close } = await listen(service);
  onTestFinished(close);
  const cwd = await tempWorkspace({
    'lexform.yaml': `version: 1
targets:
  prod: { base_url: "${url}", key: env:KEY }
glossaries: glossaries/*/glossary.yaml
style_rules: style-rules/*.yaml
`,
    ...files,
  });
  const run = (args: readonly string[], more: Partial<CliInput> = {}) =>
    runLexform({ cwd, env: { KEY: TEST_KEY }, ...more }, ...args);
  return { cwd, run, service, call: caller(service), read: (path: string) => readFileSync(join(cwd, path), 'utf8') };
}

const FILES = {
  'glossaries/product/glossary.yaml': 'name: Product\n',
  'glossaries/product/en-ca.csv': 'en,ca\nhouse,casa\n',
  'style-rules/tone-ca.yaml': 'name: Tone\nlanguage: ca\n',
};

test('a target that does not answer with its languages leaves the warning', async () => {
  const { run, service } = await world(FILES, [CATALAN]);
  service.faults.set([{ kind: 'status', status: 403, path: '/v3/languages*' }]);
  const { code, err } = await run(['plan']);
  expect([code, err]).toEqual([0, expect.stringContaining('[language-unknown]')]);
  const unasked = await run(['apply', '--auto-approve']);
  expect([unasked.code, unasked.err]).toEqual([0, expect.stringContaining('[language-unknown]')]);
});

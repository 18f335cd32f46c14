import { expect, onTestFinished, test } from 'vitest';
import { EXIT } from '../../src/app/exit-code.ts';
import { listen } from '../../src/service/http/listen.ts';
import { helpBlocks } from '../../src/shells/cli/help/help-text.ts';
import { EXIT_CODES } from '../../src/shells/cli/options/common-options.ts';
import { type CliInput, runLexform } from '../support/cli.ts';
import { expectGenerated } from '../support/generated-part.ts';
import { TEST_KEY, testService } from '../support/in-process.ts';
import { caller } from '../support/service-caller.ts';
import { fillWorkspace, tempWorkspace } from '../support/temp-workspace.ts';
import { blocksMarkdown } from './commands-markdown.ts';

/** Two glossaries, so that a run has two calls to make, one after the other. */
async function exitWorld() {
  const service = testService();
  const { url, close } = await listen(service);
  onTestFinished(close);
  const cwd = await tempWorkspace({
    'lexform.yaml': `version: 1\ntargets:\n  prod: { base_url: "${url}", key: env:KEY }\nglossaries: glossaries/*/glossary.yaml\nconcurrency: 1\n`,
    'glossaries/one/glossary.yaml': 'name: One\n',
    'glossaries/one/en-de.csv': 'house,Haus\ncat,Katze\n',
    'glossaries/two/glossary.yaml': 'name: Two\n',
    'glossaries/two/en-de.csv': 'dog,Hund\n',
  });
  return {
    service,
    write: (text: string) => fillWorkspace(cwd, { 'glossaries/one/en-de.csv': text }),
    code: async (args: string, more: Partial<CliInput> = {}) =>
      (await runLexform({ cwd, env: { KEY: TEST_KEY }, ...more }, ...args.split(' '))).code,
  };
}

type ExitWorld = Awaited<ReturnType<typeof exitWorld>>;

/** A word of what each exit code is documented to mean, and runs that end with it. */
const CODES: Readonly<
  Record<number, { readonly means: string; readonly runs: (world: ExitWorld) => Promise<readonly number[]> }>
> = {
  0: {
    means: 'no changes',
    runs: async ({ code }) => [
      await code('plan'),
      await code('apply --auto-approve'),
      await code('plan --detailed-exitcode'),
    ],
  },
  1: {
    means: 'error',
    runs: async ({ code }) => [
      await code('plan --colour'),
      await code('plann'),
      await code('plan', { env: { KEY: 'wrong' } }),
      await code('plan', { env: {} }),
    ],
  },
  2: {
    means: 'changes present',
    runs: async ({ code }) => [
      await code('plan --detailed-exitcode'),
      await code('plan --json --detailed-exitcode'),
      await code('ids'),
    ],
  },
  3: {
    means: 'refused',
    runs: async ({ code, write }) => {
      const notApproved = await code('apply', { answer: 'no' });
      await code('apply --auto-approve');
      await write('');
      return [notApproved, await code('plan'), await code('apply --auto-approve')];
    },
  },
  4: {
    means: 'errors in the files',
    runs: async ({ code, write }) => {
      await write('house,Haus\nhouse,Heim\n');
      return [await code('validate'), await code('plan'), await code('apply --auto-approve')];
    },
  },
  5: {
    means: 'partly done',
    runs: async ({ code, service, write }) => {
      service.faults.set([{ kind: 'status', status: 400, method: 'POST', path: '/v3/glossaries', calls: [2] }]);
      const applied = await code('apply --auto-approve');
      service.faults.set([]);
      await code('apply --auto-approve');
      const call = caller(service);
      const [one] = (await call('GET', '/v3/glossaries')).body.glossaries;
      const dictionary = { source_lang: 'en', target_lang: 'de', entries_format: 'tsv' };
      const entries = 'house\tHeim\ncat\tKater';
      await call('PUT', `/v3/glossaries/${one.glossary_id}/dictionaries`, { ...dictionary, entries });
      await write('house,Hütte\ncat,Katze\n');
      return [applied, await code('pull')];
    },
  },
  130: {
    means: 'interrupted',
    runs: async ({ code, service }) => {
      const interruption = new AbortController();
      service.onCall(({ method }) => {
        if (method === 'POST') interruption.abort();
      });
      return [await code('apply --auto-approve', { interrupted: interruption.signal })];
    },
  },
};

test('docs/exit-codes.md, the help and the program know the same exit codes', () => {
  expectGenerated('docs/exit-codes.md', 'the exit codes', blocksMarkdown(EXIT_CODES, 'code'));
  const items = helpBlocks(EXIT_CODES).flatMap((block) => (block.kind === 'list' ? block.items : []));
  const numbers = Object.keys(CODES).map(Number);
  expect(items.map(({ term }) => Number(term))).toEqual(numbers);
  for (const { term = '', text } of items) expect(text).toContain(CODES[Number(term)]?.means);
  expect([...Object.values(EXIT)].sort((left, right) => left - right)).toEqual(numbers);
});

test.each(Object.entries(CODES))('exit code %s: %o', async (code, { runs }) => {
  const ended = await runs(await exitWorld());
  expect(ended).toEqual(ended.map(() => Number(code)));
  expect(ended.length).toBeGreaterThan(0);
});

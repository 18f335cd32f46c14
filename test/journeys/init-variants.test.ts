import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { listen } from '../../src/service/http/listen.ts';
import { runLexform } from '../support/cli.ts';
import { TEST_KEY, testService } from '../support/in-process.ts';
import { caller } from '../support/service-caller.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';

const variant = (code: string) => ({ code, name: code, customizable: true }) as const;

/** Runs `init --from` on an account with one glossary for each of these languages. */
async function started(languages: readonly string[]) {
  const service = testService({ languages: ['pt-br', 'pt-pt'].map(variant) });
  const { url, close } = await listen(service);
  onTestFinished(close);
  const cwd = await tempWorkspace({});
  for (const language of languages) {
    const dictionary = { source_lang: 'en', target_lang: language, entries: 'cart\tcarrinho', entries_format: 'tsv' };
    await caller(service)('POST', '/v3/glossaries', { name: `Product ${language}`, dictionaries: [dictionary] });
  }
  return { cwd, ...(await runLexform({ cwd, env: { KEY: TEST_KEY } }, 'init', '--from', url, '--key', 'env:KEY')) };
}

test('an account with a language and its variant gets its files, and a proposal for one glossary', async () => {
  const { cwd, err } = await started(['pt', 'pt-br']);
  expect(err).toContain(
    'The account has pt and pt-br. One glossary can have all of them: move the file of pt-br there, and write in glossary.yaml: variants: { pt-br: { over: pt } }\n',
  );
  expect(err).toContain('[language-variant]');
  expect(existsSync(join(cwd, 'glossaries/product-pt-br/en-pt-br.csv'))).toBe(true);
});

test('without the language itself, one of its variants becomes the base', async () => {
  expect((await started(['pt-br', 'pt-pt'])).err).toContain(
    'The account has pt-br and pt-pt. One glossary can have all of them: move the file of pt-pt there, rename the file of pt-br to pt, and write in glossary.yaml: variants: { pt-pt: { over: pt } }\n',
  );
});

test('different languages cause no proposal', async () => {
  const { code, err } = await started(['pt', 'de']);
  expect([code, err]).toEqual([0, expect.not.stringContaining('variants')]);
});

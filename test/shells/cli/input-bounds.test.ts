import { truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { gitProgram } from '../../../src/app/machine/git-program.ts';
import { inProcessFetch } from '../../../src/app/machine/in-process-fetch.ts';
import { PLAN_FILE_MAX_BYTES, TEXT_INPUT_MAX_BYTES } from '../../../src/model/incoming-limits.ts';
import { runLexform } from '../../support/cli.ts';
import { GIT_ENV } from '../../support/git-repository.ts';
import { TEST_KEY, testService } from '../../support/in-process.ts';
import { tempWorkspace } from '../../support/temp-workspace.ts';

async function world() {
  const cwd = await tempWorkspace({
    'lexform.yaml':
      'version: 1\ntargets:\n  test: { base_url: "https://service.test", key: env:KEY }\nglossaries: glossaries/*/glossary.yaml\nledger: false\n',
    'glossaries/product/glossary.yaml': 'name: Product\n',
    'glossaries/product/en-de.csv': 'house,Haus\n',
  });
  const fetch = inProcessFetch(testService());
  return { cwd, run: { cwd, env: { KEY: TEST_KEY }, fetch } };
}

/** A file of that length without content, which takes no room on the disk. */
function sparse(path: string, bytes: number): void {
  writeFileSync(path, '');
  truncateSync(path, bytes);
}

test('a plan file that is too long is refused before it is read', async () => {
  const { cwd, run } = await world();
  sparse(join(cwd, 'plan.json'), PLAN_FILE_MAX_BYTES + 1);
  const { code, err } = await runLexform(run, 'apply', 'plan.json');
  expect([code, err]).toEqual([1, 'error: plan.json has 500000001 bytes, at most 500000000 are allowed\n']);
});

test('a text that is too long is refused, from a file before it is read', async () => {
  const { cwd, run } = await world();
  sparse(join(cwd, 'text.txt'), TEXT_INPUT_MAX_BYTES + 1);
  const file = await runLexform(run, 'service', 'translate', '--to', 'de', '--file', 'text.txt');
  expect([file.code, file.err]).toEqual([1, 'error: text.txt has 16777217 bytes, at most 16777216 are allowed\n']);
  const asked: number[] = [];
  const input = {
    typed: false,
    read: async (maxBytes: number) => {
      asked.push(maxBytes);
      return new Uint8Array(maxBytes + 1);
    },
  };
  const piped = await runLexform({ ...run, input }, 'service', 'translate', '--to', 'de');
  expect([piped.code, piped.err, asked]).toEqual([
    1,
    expect.stringContaining('standard input has more than 16777216 bytes'),
    [TEXT_INPUT_MAX_BYTES],
  ]);
});

test('git that prints more than is read is stopped, and what it says is cut', async () => {
  const cwd = await tempWorkspace({ big: 'x'.repeat(300_000) });
  const git = gitProgram(cwd, GIT_ENV, { maxOutputBytes: 100_000 });
  expect((await git.run(['init', '--quiet'])).code).toBe(0);
  const { out } = await git.run(['hash-object', '-w', 'big']);
  await expect(git.run(['cat-file', 'blob', new TextDecoder().decode(out).trim()])).rejects.toThrow(
    'git cat-file printed more than 100000 bytes, which is the most that is read',
  );
});

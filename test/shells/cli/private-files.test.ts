import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runLexform } from '../../support/cli.ts';
import { tempWorkspace } from '../../support/temp-workspace.ts';

const config = (key: string, more = '') =>
  `version: 1\ntargets:\n  prod: { base_url: "https://stranger.test", key: "${key}" }\n${more}glossaries: glossaries/*/glossary.yaml\n`;

/** Runs a plan, and gives its exit code, what it said, and what it sent. */
async function planned(files: Readonly<Record<string, string>>, links: Readonly<Record<string, string>> = {}) {
  const cwd = await tempWorkspace({ 'glossaries/p/glossary.yaml': 'name: P\ndictionaries: []\n', ...files });
  for (const [from, to] of Object.entries(links)) symlinkSync(to, join(cwd, from));
  const sent: string[] = [];
  const fetch = async (url: string, { headers }: { readonly headers?: unknown }) => {
    sent.push(JSON.stringify([url, headers]));
    throw new Error('offline');
  };
  const { code, err } = await runLexform({ cwd, fetch, sleep: async () => undefined }, 'plan');
  return { code, err, sent };
}

test.each([
  ['.git/config', {}],
  ['.ENV', {}],
  ['key', { key: '.git/config' }],
  ['../key', {}],
])('a key file %j is not read, and nothing is sent', async (file, links) => {
  const { code, err, sent } = await planned(
    { 'lexform.yaml': config(`file:${file}`, 'ledger: false\n'), '.git/config': 'canary', '.ENV': 'canary' },
    links,
  );
  expect([code, sent]).toEqual([1, []]);
  expect(err).toMatch(/the key file/);
  expect(err).not.toContain('canary');
});

test('a key file of any name inside the workspace is read', async () => {
  const { sent } = await planned({
    'lexform.yaml': config('file:keys/prod', 'ledger: false\n'),
    'keys/prod': 'secret\n',
  });
  expect(sent[0]).toContain('secret');
});

test.each([
  ['out', '/tmp'],
  ['out', '.git'],
])('a ledger is not kept in a folder %j that is a link to %j', async (dir, to) => {
  const { code, err, sent } = await planned(
    {
      'lexform.yaml': config('env:KEY', `ledger: { dir: ${dir} }\n`).replace('env:KEY', 'file:key'),
      key: 'x',
      '.git/HEAD': '',
    },
    { [dir]: to },
  );
  // Lists may be read before the ledger is looked for.
  expect([code, sent.every((each) => each.includes('/v3/glossaries"'))]).toEqual([1, true]);
  expect(err).toContain(`the ledger's folder "${dir}" leads out of the workspace, or into a folder such as .git`);
});

import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runLexform } from '../support/cli.ts';
import { fencedBlocks, linkTargets } from '../support/markdown-parts.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';

const filesOf = (folder: string): readonly string[] => readdirSync(`examples/${folder}`);

const FOLDERS = readdirSync('examples', { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() ? entry.name : [],
);

/** The examples that are workspaces. */
const WORKSPACES = FOLDERS.filter((folder) => filesOf(folder).includes('lexform.yaml'));

test('examples/README.md names every folder', () => {
  const linked = linkTargets(readFileSync('examples/README.md', 'utf8')).map((target) => target.split('/')[0]);
  expect(FOLDERS.filter((folder) => !linked.includes(folder))).toEqual([]);
});

test('there are workspaces of several kinds of users', () => {
  expect(WORKSPACES).toEqual(expect.arrayContaining(['company', 'one-person', 'open-source', 'quickstart', 'terms']));
});

describe.each(WORKSPACES)('examples/%s', (folder) => {
  test.each(['validate', 'lint', 'fmt --check'])('has no errors in %s', async (line) => {
    const { code, out } = await runLexform({ cwd: `examples/${folder}` }, ...line.split(' '), '--json');
    expect({ code, out }).toMatchObject({ code: 0 });
  });
});

const WITH_COMMANDS = WORKSPACES.filter((folder) => filesOf(folder).includes('README.md'));

test.each(WITH_COMMANDS)(
  'the commands of examples/%s/README.md run in a copy, and the next plan is empty',
  async (folder) => {
    const cwd = join(await tempWorkspace({}), folder);
    cpSync(`examples/${folder}`, cwd, { recursive: true });
    const lines = fencedBlocks(readFileSync(join(cwd, 'README.md'), 'utf8')).flatMap(({ text }) =>
      text.trim().split('\n'),
    );
    expect(lines.length).toBeGreaterThan(2);
    for (const line of lines) {
      const words = [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? '').slice(1);
      const all = words[0] === 'apply' ? [...words, '--auto-approve'] : words;
      expect(await runLexform({ cwd }, ...all)).toMatchObject({ code: 0 });
    }
    expect(await runLexform({ cwd }, 'plan', '--target', 'all')).toMatchObject({
      code: 0,
      out: expect.stringContaining('No changes.'),
    });
  },
);

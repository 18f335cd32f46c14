import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { inProcessFetch } from '../../src/app/machine/in-process-fetch.ts';
import { runLexform } from './cli.ts';
import { idsInOrder, TEST_KEY, testService } from './in-process.ts';
import { tempWorkspace } from './temp-workspace.ts';

const edits: Readonly<Record<string, (text: string) => string>> = {
  'lexform.yaml': (text) =>
    text.replace(/^ {2}local:.*$/m, '  prod: { base_url: "https://api.example.com", key: env:KEY }'),
  'glossaries/product/en-de.csv': (text) =>
    text
      .replace('dashboard,Übersicht', 'dashboard,Dashboard')
      .replace('sign in,anmelden', 'sign in,Anmelden')
      .replace('time tracking,Zeiterfassung\n', '')
      .concat('guest access,Gastzugang\n'),
  'style-rules/marketing-de.yaml': (text) => text.replace('friendly, informal tone', 'friendly tone'),
};

/** The report of a plan of `examples/quickstart` after an edit of some terms and an instruction. */
export async function editedQuickstartReport(format: 'html' | 'markdown'): Promise<string> {
  const cwd = join(await tempWorkspace({}), 'harbor-terms');
  cpSync('examples/quickstart', cwd, { recursive: true });
  const world = {
    cwd,
    id: idsInOrder(),
    env: { KEY: TEST_KEY, GITHUB_ACTOR: 'ada' },
    fetch: inProcessFetch(testService()),
  };
  const run = (...args: readonly string[]) => runLexform(world, ...args);
  const edit = (path: string): void => {
    const before = readFileSync(join(cwd, path), 'utf8');
    const after = edits[path]?.(before) ?? before;
    if (after === before) throw new Error(`${path} does not contain the text that this edit replaces`);
    writeFileSync(join(cwd, path), after);
  };
  edit('lexform.yaml');
  expect(await run('apply', '--auto-approve')).toMatchObject({ code: 0 });
  for (const path of Object.keys(edits)) if (path !== 'lexform.yaml') edit(path);
  expect(await run('plan', '--report', `${format}=report`)).toMatchObject({ code: 0 });
  return readFileSync(join(cwd, 'report'), 'utf8');
}

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, posix, win32 } from 'node:path';
import { describe, expect, test } from 'vitest';
import { namedFiles } from '../../../src/app/named-files.ts';
import { workspaceMark } from '../../../src/app/session/each-workspace.ts';
import { findWorkspace } from '../../../src/app/session/find-workspace.ts';
import { pathWithMark } from '../../../src/app/several-targets.ts';
import { shownPath } from '../../../src/app/translate/open-voice.ts';
import { workspaceOf, workspacePattern } from '../../../src/app/workspaces/workspace-notes.ts';
import { nodeFiles } from '../../../src/files/node/node-files.ts';
import { runLexform } from '../../support/cli.ts';
import { tempWorkspace } from '../../support/temp-workspace.ts';

describe('by the rules of Windows', () => {
  test.each<[string, string | undefined]>([
    ['C:\\Users\\Jörg', 'C:\\Users\\Jörg\\my terms'],
    ['c:\\users\\jörg', 'C:\\Users\\Jörg\\my terms'],
    ['C:/Users/Jörg', 'C:\\Users\\Jörg\\my terms'],
    ['D:\\Users\\Jörg', undefined],
    [undefined as unknown as string, undefined],
  ])('a workspace is found from a folder below it, up to the home folder %s', async (home, found) => {
    const files = {
      ...nodeFiles(),
      realPath: async (path: string) => (path === 'C:\\Users\\Jörg\\my terms\\lexform.yaml' ? path : undefined),
    };
    const env = (name: string): string | undefined => (name === 'USERPROFILE' ? home : undefined);
    expect(await findWorkspace({ cwd: 'C:\\Users\\Jörg\\my terms\\glossaries\\x', env, files }, win32)).toBe(found);
  });

  test.each<[string, string, string]>([
    ['teams\\*', 'C:\\repo', 'teams/*/lexform.yaml'],
    ['teams/*', 'C:\\repo', 'teams/*/lexform.yaml'],
    ['.\\Über uns\\*', 'C:\\repo', 'Über uns/*/lexform.yaml'],
    ['..\\other', 'C:\\repo', '../other/lexform.yaml'],
    ['C:\\repo\\teams\\*', 'c:\\repo', 'teams/*/lexform.yaml'],
    ['\\\\server\\share\\a\\*', '\\\\server\\share', 'a/*/lexform.yaml'],
    ['D:\\teams\\*', 'C:\\repo', 'D:/teams/*/lexform.yaml'],
    ['.', 'C:\\repo', 'lexform.yaml'],
  ])('--workspaces %s in %s: %s', (pattern, base, expected) => {
    expect(workspacePattern(pattern, base, win32)).toBe(expected);
    expect(workspaceOf(expected)).not.toContain('\\');
  });

  test.each<[string, string, string]>([
    ['plan.json', 'eu', 'plan.eu.json'],
    ['plans\\plan.json', 'eu', 'plans\\plan.eu.json'],
    ['plans.d\\plan', 'eu', 'plans.d\\plan.eu'],
    ['C:\\My plans\\Über.json.gz', 'eu', 'C:\\My plans\\Über.eu.json.gz'],
    ['C:plan.json', 'eu', 'C:plan.eu.json'],
    ['\\\\server\\share\\plan.json', 'eu', '\\\\server\\share\\plan.eu.json'],
    ['plans/plan.json', 'eu', 'plans/plan.eu.json'],
  ])('the file %s of target %s: %s', (path, target, expected) => {
    expect(pathWithMark(path, target, win32)).toBe(expected);
  });

  test.each<[string, string]>([
    ['C:\\work\\out\\talk.de.txt', 'out\\talk.de.txt'],
    ['c:\\Work\\talk.de.txt', 'talk.de.txt'],
    ['C:\\work\\..a\\talk.txt', '..a\\talk.txt'],
    ['D:\\out\\talk.de.txt', 'D:\\out\\talk.de.txt'],
    ['C:\\other\\talk.de.txt', 'C:\\other\\talk.de.txt'],
    ['C:\\work', 'C:\\work'],
    ['\\\\server\\share\\talk.txt', '\\\\server\\share\\talk.txt'],
  ])('%s is shown as %s', (path, shown) => {
    expect(shownPath(path, 'C:\\work', win32)).toBe(shown);
  });

  const ALL = ['lexform.yaml', 'glossaries/Über uns/en-de.csv', 'glossaries/b/en-de.csv', 'style-rules/a.yaml'];
  test.each<[string, readonly string[]]>([
    ['glossaries\\b\\en-de.csv', ['glossaries/b/en-de.csv']],
    ['.\\glossaries\\Über uns\\', ['glossaries/Über uns/en-de.csv']],
    ['C:\\Terms\\style-rules', ['style-rules/a.yaml']],
    ['c:/terms/style-rules/a.yaml', ['style-rules/a.yaml']],
    ['..\\Terms', ALL],
    ['.', ALL],
  ])('the argument %s names files of the workspace', (path, expected) => {
    const isNamed = namedFiles([path], ALL, { root: 'C:\\Terms', cwd: 'C:\\Terms', paths: win32 });
    expect(ALL.filter(isNamed)).toEqual(expected);
  });

  test.each(['D:\\Terms\\lexform.yaml', '\\\\server\\Terms\\lexform.yaml', '..\\lexform.yaml', 'glossaries\\c'])(
    'the argument %s names none',
    (path) => {
      const folders = { root: 'C:\\Terms', cwd: 'C:\\Terms', paths: win32 };
      expect(() => namedFiles([path], ALL, folders)).toThrow('names no file of the workspace');
    },
  );
});

test.each<[string, string]>([
  ['teams/legal', 'teams-legal'],
  ['.', 'root'],
  ['D:/teams/legal', 'D-teams-legal'],
  ['teams/Über uns', 'teams-Über uns'],
])('the files of the workspace %s have the mark %s', (folder, mark) => {
  expect(workspaceMark(folder)).toBe(mark);
});

test('elsewhere a backslash is a character of a name', () => {
  expect(pathWithMark('plans\\plan.json', 'eu', posix)).toBe('plans\\plan.eu.json');
  expect(shownPath('/w/a\\b.txt', '/w', posix)).toBe('a\\b.txt');
  expect(shownPath('/w/..a', '/w', posix)).toBe('..a');
});

test.each(['Über uns (v1)', 'U\u0308ber [1] {a} *'].slice(0, process.platform === 'win32' ? 1 : 2))(
  'a workspace in the folder "%s" is planned, applied, checked, pulled and rolled back',
  async (name) => {
    const cwd = join(await tempWorkspace({}), name);
    mkdirSync(cwd);
    const run = (...args: readonly string[]) => runLexform({ cwd }, ...args);
    expect((await run('init')).code).toBe(0);
    expect((await run('apply', '--auto-approve')).code).toBe(0);
    const table = 'glossaries/product/en-de.csv';
    const before = readFileSync(join(cwd, table), 'utf8');
    writeFileSync(join(cwd, table), `${before}ä b,Ä B\n`);
    expect(JSON.parse((await run('lint', table, '--json')).out).findings).toEqual([]);
    expect((await run('apply', '--auto-approve', '--report', 'json=Bericht ä.json')).code).toBe(0);
    expect(JSON.parse(readFileSync(join(cwd, 'Bericht ä.json'), 'utf8')).verdict).toBe('done');
    expect((await run('rollback', '1', '--write-files', '--auto-approve')).code).toBe(0);
    expect(readFileSync(join(cwd, table), 'utf8')).toBe(before);
    expect((await run('drift', '--detailed-exitcode')).code).toBe(0);
    expect((await runLexform({ cwd: dirname(cwd) }, 'plan', '-C', name, '--detailed-exitcode')).code).toBe(0);
    expect((await run('backup', 'Sicherung ü')).code).toBe(0);
    expect((await run('restore', 'Sicherung ü', '--dry-run')).out).toContain('No changes');
  },
);

test.skipIf(process.platform === 'win32')(
  'a folder with a backslash in its name, which no pattern can be searched in, is named',
  async () => {
    const cwd = join(await tempWorkspace({}), 'a\\b');
    mkdirSync(cwd);
    expect((await runLexform({ cwd }, 'init')).code).toBe(0);
    const { code, err } = await runLexform({ cwd }, 'plan');
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(/no pattern can be searched in .*a\\b, since its path has a backslash/),
    ]);
  },
);

import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, truncateSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { nodeFiles } from '../../../src/files/node/node-files.ts';
import { type AnyRole, documentRole } from '../../../src/files/workspace/file-role.ts';
import { mayRead, privatePart, type UntrustedFiles } from '../../../src/files/workspace/may-read.ts';
import { readInside } from '../../../src/files/workspace/workspace-path.ts';
import { DICTIONARY_ROLE, GLOSSARY_ROLE } from '../../../src/kinds/glossary/files/file-roles.ts';
import { findingMessage } from '../../../src/review/messages/finding-text.ts';
import { tempWorkspace } from '../../support/temp-workspace.ts';

const ports = nodeFiles();
const AT = { file: 'lexform.yaml', line: 1, column: 1 };

async function outcome(root: string, file: string, role: AnyRole = DICTIONARY_ROLE, untrusted?: UntrustedFiles) {
  const files = untrusted === undefined ? ports : { ...ports, untrusted };
  const { value, findings } = await readInside(files, { root, file, role, namedAt: AT });
  return value === undefined ? findings.map(({ code }) => code).join() : 'read';
}

describe('a name that is never read', () => {
  test.each([
    '.git',
    '.GIT',
    '.Git.',
    '.git ',
    '.git::$INDEX_ALLOCATION',
    '.g\u200cit',
    'git~1',
    'GIT~1',
    '.lexform',
    'LEXFOR~1',
    '.ssh',
    'ssh~1',
    '.env',
    '.env.local.csv',
    '.ENVRC',
    'ENV~1.LOC',
  ])('%j, in any place of a path', (name) => {
    for (const way of [name, `a/${name}/b.csv`, `a/${name}`]) expect(privatePart(way)).toBe(name);
  });

  test.each(['git', '.github', '.gitignore', 'env', 'environment', '.lexform.csv', 'a~1', 'digit~1', '.sshd'])(
    '%j is another name',
    (name) => expect(privatePart(`a/${name}/b.csv`)).toBe(undefined),
  );
});

describe('readInside', () => {
  test('reads a file by its real path: links into private places and other endings are refused', async () => {
    const root = await tempWorkspace({
      '.git/config': '[core]',
      '.git/terms.csv': 'a,b',
      '.env.csv': 'a,b',
      'notes.md': 'x',
      'words/en-de.csv': 'a,b\n',
      'a.yaml': 'x: 1',
    });
    symlinkSync('.git/terms.csv', join(root, 'link.csv'));
    symlinkSync('.git', join(root, 'terms'));
    symlinkSync('words', join(root, 'more'));
    symlinkSync('notes.md', join(root, 'notes.csv'));
    expect(await outcome(root, '.git/config')).toBe('file-private');
    expect(await outcome(root, '.git/config', 'key')).toBe('file-private');
    expect(await outcome(root, 'link.csv')).toBe('file-private');
    expect(await outcome(root, 'terms/terms.csv')).toBe('file-private');
    expect(await outcome(root, '.env.csv')).toBe('file-private');
    expect(await outcome(root, 'notes.csv')).toBe('file-extension');
    expect(await outcome(root, 'a.yaml')).toBe('file-extension');
    expect(await outcome(root, 'words/en-de.csv', GLOSSARY_ROLE)).toBe('file-extension');
    expect(await outcome(root, 'a.yaml', GLOSSARY_ROLE)).toBe('read');
    expect(await outcome(root, 'a.yaml', documentRole('a rule catalogue'))).toBe('read');
    expect(await outcome(root, 'more/en-de.csv')).toBe('read');
    expect(await outcome(root, 'more/en-de.csv', 'key')).toBe('read');
  });

  test.skipIf(process.platform === 'win32')('refuses pipes, sockets and folders without waiting', async () => {
    const root = await tempWorkspace({});
    execFileSync('mkfifo', [join(root, 'pipe.csv')]);
    mkdirSync(join(root, 'folder.csv'));
    const socket = createServer().listen(join(root, 'socket.csv'));
    onTestFinished(() => void socket.close());
    await new Promise((resolve) => socket.once('listening', resolve));
    symlinkSync('pipe.csv', join(root, 'link.csv'));
    for (const file of ['pipe.csv', 'folder.csv', 'socket.csv', 'link.csv'])
      expect([file, await outcome(root, file)]).toEqual([file, 'file-not-regular']);
  });

  test('refuses a file that is too large for its role, without reading it', async () => {
    const root = await tempWorkspace({ 'a.yaml': '' });
    truncateSync(join(root, 'a.yaml'), 4 * 1024 * 1024);
    expect(await outcome(root, 'a.yaml', GLOSSARY_ROLE)).toBe('read');
    truncateSync(join(root, 'a.yaml'), 4 * 1024 * 1024 + 1);
    expect(await outcome(root, 'a.yaml', GLOSSARY_ROLE)).toBe('file-too-large');
  });

  test('of an untrusted run reads tracked files alone, and none behind a dot that the base does not contain', async () => {
    const root = await tempWorkspace({ 'a.csv': '', 'b.csv': '', '.x/c.csv': '', '.y/d.csv': '' });
    const asked: string[] = [];
    const untrusted: UntrustedFiles = {
      isTracked: async (path) => !path.endsWith('b.csv'),
      dotNames: async () => {
        asked.push('dotNames');
        return new Set(['.y']);
      },
      layers: async () => [],
    };
    const read = (file: string) => outcome(root, file, DICTIONARY_ROLE, untrusted);
    expect(await read('a.csv')).toBe('read');
    expect(asked).toEqual([]);
    expect(await read('b.csv')).toBe('file-untracked');
    expect(await read('.x/c.csv')).toBe('file-dot-name');
    expect(await read('.y/d.csv')).toBe('read');
    expect(await outcome(root, '.x/c.csv')).toBe('read');
  });

  test('says which file, in which role, and what is allowed', async () => {
    const root = await tempWorkspace({ '.git/config': '', 'a.md': '' });
    const message = async (file: string) => {
      const { findings } = await readInside(ports, { root, file, role: DICTIONARY_ROLE, namedAt: AT });
      return findings.map(findingMessage).join();
    };
    expect(await message('.git/config')).toMatchInlineSnapshot(
      `"".git/config" is in ".git" and is not read as a dictionary; .git, .lexform, .ssh and names that begin with .env are never read, name another file"`,
    );
    expect(await message('a.md')).toMatchInlineSnapshot(
      `""a.md" is not read as a dictionary, its name must end in .csv, .tsv or .txt"`,
    );
    symlinkSync('a.md', join(root, 'a.csv'));
    expect(await message('a.csv')).toMatchInlineSnapshot(
      `""a.csv" leads to "a.md" and is not read as a dictionary, its name must end in .csv, .tsv or .txt"`,
    );
  });
});

test('a rule of the decision alone: what is private is refused in every role', async () => {
  for (const role of ['workspace', GLOSSARY_ROLE, DICTIONARY_ROLE, 'key', 'backup', 'edited'] as const)
    expect(await mayRead({ way: 'a/.SSH/id.csv', real: '/w/a/.SSH/id.csv', role })).toEqual({
      code: 'file-private',
      details: { part: '.SSH' },
    });
});

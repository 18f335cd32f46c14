import { createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { attempting } from '../../src/files/node/node-files.ts';
import { remedyOfPrinted, systemErrorOf } from '../../src/model/system-error.ts';
import { errorJson, errorLine, errorText } from '../../src/review/messages/error-text.ts';

const refused = (code: string, more: object = {}): Error =>
  Object.assign(new Error(`${code}: whatever`), { code, syscall: 'open', path: '/a/b', ...more });

test.each([
  ['ENOSPC', 'the disk is full'],
  ['EDQUOT', 'your disk quota is used up'],
  ['EROFS', 'the disk is read-only'],
  ['EACCES', 'permission denied'],
  ['EPERM', 'permission denied'],
  ['ENOTDIR', 'a part of the path is a file, not a folder'],
  ['EISDIR', 'it is a folder'],
  ['EMFILE', 'this process has too many files open'],
  ['ELOOP', 'its symbolic links form a loop'],
  ['ENAMETOOLONG', 'the name is too long'],
])('%s is told as what it is, with path and remedy, and is no bug', (code, means) => {
  const [first, second] = errorText(refused(code), { debug: false }).split('\n');
  expect(first).toBe(`error: cannot open /a/b: ${means} (${code})`);
  expect(second).toMatch(/^ {2}[A-Z].{8}/);
  expect(JSON.parse(errorJson(refused(code)))).toMatchObject({ error: { kind: 'system', wayOut: second?.trim() } });
});

test('a code that nobody has thought of is still no bug', () => {
  const error = refused('EHUGE', { syscall: 'frobnicate' });
  expect(errorText(error, { debug: false })).toMatch(/^error: cannot do "frobnicate" with \/a\/b: .* \(EHUGE\)\n {2}/);
});

test('a bug is a bug, also with a code of Node', () => {
  const bug = Object.assign(new TypeError('The "path" argument must be of type string'), {
    code: 'ERR_INVALID_ARG_TYPE',
  });
  expect(systemErrorOf(bug)).toBeUndefined();
  expect(errorText(bug, { debug: false })).toContain('a bug in Lexform');
});

test('a busy port is told with its address', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await new Promise((listening) => server.once('listening', listening));
  const { port } = server.address() as { readonly port: number };
  const error = await new Promise<unknown>((fail) => createServer().once('error', fail).listen(port, '127.0.0.1'));
  expect(errorText(error, { debug: false })).toBe(
    `error: cannot listen on 127.0.0.1:${port}: another program listens there (EADDRINUSE)\n  Name another port with --port; --port 0 takes a free one\n`,
  );
});

test('a port that needs rights names another one', () => {
  const error = refused('EACCES', { syscall: 'listen', path: undefined, address: '127.0.0.1', port: 80 });
  expect(systemErrorOf(error)?.wayOut).toBe('Name a port from 1024 on with --port');
});

test('what was tried is named by the path that the user knows, not by a temporary file', async () => {
  const half = refused('ENOSPC', { path: '/ws/.lexform-0a1b2c.tmp', syscall: 'write' });
  expect(systemErrorOf(half)?.message).toBe('cannot write /ws: the disk is full (ENOSPC)');
  const told = attempting({ doing: 'write', path: '/ws/plan.json' }, () => Promise.reject(half));
  await expect(told).rejects.toMatchObject({
    message: 'cannot write /ws/plan.json: the disk is full (ENOSPC)',
    code: 'ENOSPC',
  });
  // Once worded, it stays as it is.
  await expect(attempting({ doing: 'read', path: '/x' }, () => told)).rejects.toThrow('/ws/plan.json');
});

test('within a line the way out follows the message, and nothing of it reaches a terminal as it is', () => {
  expect(errorLine(refused('ENOSPC', { path: '/a/\u001b[2J' }))).toBe(
    'cannot open /a/⟨U+001B⟩[2J: the disk is full (ENOSPC); Free space on that disk, then rerun the same command',
  );
});

test.each([
  ['error: unable to write loose object: No space left on device\nfatal: failed', true],
  ["fatal: cannot update the ref 'x': unable to append: Read-only file system", true],
  ['error: could not lock config file .git/config: Permission denied', true],
  ['git@host: Permission denied (publickey).', false],
  ['fatal: bad object', false],
])('what git prints of the system has its remedy: %j', (text, isKnown) => {
  expect(remedyOfPrinted(text) !== undefined).toBe(isKnown);
});

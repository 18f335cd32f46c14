import { execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, createServer as createSocketServer } from 'node:net';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { GIT_ENV, git } from '../support/git-repository.ts';

/** Whether this git has a program of its own for something: some packages of git leave them out. */
export const hasGitProgram = (name: string): boolean =>
  existsSync(join(execFileSync('git', ['--exec-path'], { encoding: 'utf8' }).trim(), name));

/** One request as CGI: the headers that git looks at, the body as it comes, and back. */
function passOn(root: string, request: IncomingMessage, response: ServerResponse): void {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
  const child = spawn('git', ['http-backend'], {
    env: {
      ...GIT_ENV,
      GIT_PROJECT_ROOT: root,
      GIT_HTTP_EXPORT_ALL: '1',
      REQUEST_METHOD: request.method ?? 'GET',
      PATH_INFO: pathname,
      QUERY_STRING: searchParams.toString(),
      CONTENT_TYPE: request.headers['content-type'] ?? '',
      HTTP_CONTENT_ENCODING: request.headers['content-encoding'] ?? '',
      GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
      REMOTE_USER: 'ana',
    },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  child.stdin.on('error', () => undefined);
  request.pipe(child.stdin);
  const out: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
  child.on('close', () => {
    const whole = Buffer.concat(out);
    const end = whole.indexOf('\r\n\r\n');
    let status = 200;
    for (const line of whole.subarray(0, end).toString('latin1').split('\r\n')) {
      const [, name = '', value = ''] = /^([^:]+): (.*)$/.exec(line) ?? [];
      if (name === 'Status') status = Number.parseInt(value, 10);
      else if (name !== '') response.setHeader(name, value);
    }
    response.writeHead(status).end(whole.subarray(end + 4));
  });
}

/**
 * The repositories of a folder by HTTP, for whoever knows the password: `git http-backend` behind a server. Gives
 * `127.0.0.1:<port>`.
 */
export async function httpHost(root: string, userAndPassword: string): Promise<string> {
  const wanted = `Basic ${Buffer.from(userAndPassword).toString('base64')}`;
  const server = createServer((request, response) => {
    if (request.headers.authorization === wanted) passOn(root, request, response);
    else response.writeHead(401, { 'WWW-Authenticate': 'Basic realm="git"' }).end();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const freePort = (): Promise<number> =>
  new Promise((found) => {
    const server = createSocketServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => found(port));
    });
  });

const isOpen = (port: number): Promise<boolean> =>
  new Promise((answer) => {
    const socket = connect(port, '127.0.0.1', () => answer(true));
    socket.on('error', () => answer(false)).on('close', () => undefined);
    socket.on('connect', () => socket.destroy());
  });

/** The repositories of a folder by git's own protocol. Gives `127.0.0.1:<port>`. */
export async function daemonHost(root: string): Promise<string> {
  const port = await freePort();
  const program = join(git(root, '--exec-path').trim(), 'git-daemon');
  const options = ['--export-all', '--enable=receive-pack', '--reuseaddr', '--listen=127.0.0.1', `--port=${port}`];
  const child = spawn(program, [...options, `--base-path=${root}`, root], { env: GIT_ENV, stdio: 'ignore' });
  onTestFinished(() => void child.kill('SIGKILL'));
  for (let tries = 0; tries < 2000 && !(await isOpen(port)); tries += 1)
    await new Promise((next) => setImmediate(next));
  return `127.0.0.1:${port}`;
}

import { request as httpRequest } from 'node:http';
import { expect, test } from 'vitest';
import { runLexform } from '../support/cli.ts';
import { manualClock } from '../support/manual-clock.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';

/** Starts `serve` in this process, and gives its address and the ways to end it. */
async function serving() {
  const clock = manualClock();
  const interruption = new AbortController();
  let started: (url: string) => void = () => undefined;
  const url = new Promise<string>((resolve) => {
    started = resolve;
  });
  const cwd = await tempWorkspace({});
  const ended = runLexform(
    {
      cwd,
      sleep: clock.sleep,
      interrupted: interruption.signal,
      heard: (text) => {
        const found = /listens on (\S+)/.exec(text)?.[1];
        if (found !== undefined) started(found);
      },
    },
    'serve',
    '--port',
    '0',
    '--key',
    'k',
    '--quiet',
  );
  return { clock, ended, url: await url, stop: () => interruption.abort() };
}

const settled = (): Promise<unknown> => new Promise((resolve) => setImmediate(resolve));

test('a stalled upload has ten seconds when the service is to stop; then it is cut, and the service says so', async () => {
  const { clock, ended, url, stop } = await serving();
  const headers = { authorization: 'Service-Auth-Key k', 'content-type': 'application/json', 'content-length': '9' };
  const call = httpRequest(`${url}/v3/glossaries`, { method: 'POST', headers });
  const broken = new Promise<string | undefined>((resolve) =>
    call.on('error', (error: NodeJS.ErrnoException) => resolve(error.code)),
  );
  call.write('{');
  await new Promise<void>((resolve) => call.on('socket', (socket) => socket.once('connect', () => resolve())));
  await fetch(`${url}/v3/nothing`);
  stop();
  while (clock.pending() === 0) await settled();
  clock.advance(9_999);
  let isOver = false;
  void ended.then(() => {
    isOver = true;
  });
  await settled();
  expect(isOver).toBe(false);
  clock.advance(1);
  expect(await ended).toMatchObject({
    code: 0,
    err: '1 connection had not ended 10 seconds after the service began to stop, and was closed\n',
  });
  expect(await broken).toBe('ECONNRESET');
});

test('a service without calls stops at once, and no deadline is left', async () => {
  const { clock, ended, url, stop } = await serving();
  await fetch(`${url}/v3/nothing`);
  stop();
  expect(await ended).toMatchObject({ code: 0, err: '' });
  expect(clock.pending()).toBe(0);
});

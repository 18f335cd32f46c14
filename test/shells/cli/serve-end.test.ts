import { request as httpRequest } from 'node:http';
import { expect, test } from 'vitest';
import { runLexform } from '../../support/cli.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { tempWorkspace } from '../../support/temp-workspace.ts';

/** Starts `serve` in this process, and gives its address and the ways to end it. */
async function serving(...args: readonly string[]) {
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
    ...args,
  );
  return { clock, ended, url: await url, stop: () => interruption.abort() };
}

const settled = (): Promise<unknown> => new Promise((resolve) => setImmediate(resolve));

test('a stalled upload has ten seconds when the service is to stop; then it is cut, and the service says so', async () => {
  const { clock, ended, url, stop } = await serving('--quiet');
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
  const { clock, ended, url, stop } = await serving('--quiet');
  await fetch(`${url}/v3/nothing`);
  stop();
  expect(await ended).toMatchObject({ code: 0, err: '' });
  expect(clock.pending()).toBe(0);
});

test('the log has a line for each audit event, with the key and what has changed', async () => {
  const { ended, url, stop } = await serving('--admin-key', 'a');
  const admin = async (method: string, path: string, body: unknown) => {
    const headers = { authorization: 'Service-Auth-Key a', 'content-type': 'application/json' };
    const answer = await fetch(`${url}/v2/admin/developer-keys${path}`, {
      method,
      headers,
      body: JSON.stringify(body),
    });
    return (await answer.json()) as { readonly key_id: string; readonly key: string };
  };
  const { key_id, key } = await admin('POST', '', { label: 'CI' });
  await admin('PUT', '/label', { key_id, label: 'CI\u001b' });
  await admin('PUT', '/limits', { key_id, characters: 1000 });
  await admin('PUT', '/deactivate', { key_id });
  stop();
  const { err } = await ended;
  const lines = err.split('\n').filter((line) => line.includes('of the key'));
  expect(lines.map((line) => line.replace(/^\S+ /, ''))).toEqual([
    'developer-key-created of the key "CI"',
    'developer-key-renamed of the key "CI⟨U+001B⟩" (from: CI, to: CI⟨U+001B⟩)',
    'usage-limit-changed of the key "CI⟨U+001B⟩" (characters: 1000, speech_to_text_milliseconds: null)',
    'developer-key-deactivated of the key "CI⟨U+001B⟩"',
  ]);
  expect(err).not.toContain(key);
});

import { expect, test } from 'vitest';
import { realPorts } from '../../../src/app/machine/real-ports.ts';
import { actionPorts } from '../../../src/shells/action/action-ports.ts';

const real = realPorts({});
const { signal } = new AbortController();

function given(env: Readonly<Record<string, string | undefined>>) {
  const log: string[] = [];
  const out = (text: string): void => void log.push(text);
  return { log, out, ports: actionPorts(real, { env, cwd: '/here', out, interrupted: signal }) };
}

test('a step writes one log without colours, and nobody types into it', async () => {
  const { log, out, ports } = given({});
  expect(ports.terminal).toStrictEqual({ out, err: out, color: false, screen: false, live: false, width: 100 });
  ports.terminal.out('a');
  ports.terminal.err('b');
  expect(log).toEqual(['a', 'b']);
  expect(ports.input.typed).toBe(false);
  expect(await ports.input.read(10)).toEqual(new Uint8Array());
  expect(ports.interrupted).toBe(signal);
  expect(ports).toMatchObject(real);
});

test('an empty variable is none', () => {
  const { env } = given({ SET: 'x', EMPTY: '' }).ports;
  expect(['SET', 'EMPTY', 'ABSENT'].map(env)).toEqual(['x', undefined, undefined]);
});

test('the checkout is where the runner says, else where the process is', () => {
  expect(given({ GITHUB_WORKSPACE: '/checkout' }).ports.cwd).toBe('/checkout');
  expect(given({ GITHUB_WORKSPACE: '' }).ports.cwd).toBe('/here');
  expect(given({}).ports.cwd).toBe('/here');
});

import { EXIT } from '../cli/exit-code.ts';
import { onEndSignals } from '../cli/ports/end-signals.ts';
import { outputTo } from '../cli/ports/output-stream.ts';
import { realPorts } from '../cli/ports/real-ports.ts';
import type { CliPorts } from '../cli/ports.ts';
import { runAction } from './run-action.ts';

// A runner that has gone away reads no log any more; what is done is still to be written down.
const out = outputTo(() => process.stdout);

// The proxy agents would print the address of the proxy, with its password.
delete process.env.DEBUG;

const interruption = new AbortController();

const env = (name: string): string | undefined => (process.env[name] === '' ? undefined : process.env[name]);

const ports: CliPorts = {
  ...realPorts(process.env, { pid: process.pid, signal: (pid) => process.kill(pid, 0) }),
  terminal: {
    out,
    // The runner reads both alike; one stream keeps their order.
    err: out,
    color: false,
    screen: false,
    live: false,
    width: 100,
  },
  input: { typed: false, read: async () => new Uint8Array() },
  cwd: env('GITHUB_WORKSPACE') ?? process.cwd(),
  env,
  interrupted: interruption.signal,
};

/** A cancelled job gets SIGINT, then SIGTERM after 7.5 seconds: the calls in flight finish, nothing new starts. */
onEndSignals(process, interruption, () => undefined);

process.exitCode = (await runAction(ports)) ? EXIT.ok : EXIT.error;

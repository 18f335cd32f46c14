import { EXIT } from '../../app/exit-code.ts';
import { realPorts } from '../../app/machine/real-ports.ts';
import { onEndSignals } from '../process/end-signals.ts';
import { outputTo } from '../process/output-stream.ts';
import { actionPorts } from './action-ports.ts';
import { runAction } from './run-action.ts';

// The proxy agents would print the address of the proxy, with its password.
delete process.env.DEBUG;

const interruption = new AbortController();

const ports = actionPorts(realPorts(process.env, { pid: process.pid, signal: (pid) => process.kill(pid, 0) }), {
  env: process.env,
  cwd: process.cwd(),
  // When the runner is gone, nothing reads the log, but the run must still record what it did.
  out: outputTo(() => process.stdout),
  interrupted: interruption.signal,
});

/** A cancelled job gets SIGINT, then SIGTERM after 7.5 seconds: the calls in flight finish, nothing new starts. */
onEndSignals(process, interruption, () => undefined);

process.exitCode = (await runAction(ports)) ? EXIT.ok : EXIT.error;

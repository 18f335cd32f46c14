import { EXIT } from '../../app/exit-code.ts';
import { realPorts } from '../../app/machine/real-ports.ts';
import { onEndSignals } from '../process/end-signals.ts';
import { outputTo } from '../process/output-stream.ts';
import { actionPorts } from './action-ports.ts';
import { runAction } from './run-action.ts';

// With `DEBUG`, the proxy agents would print the address of the proxy, with its password.
delete process.env.DEBUG;

const interruption = new AbortController();

const ports = actionPorts(realPorts(process.env, { pid: process.pid, signal: (pid) => process.kill(pid, 0) }), {
  env: process.env,
  cwd: process.cwd(),
  // After the runner has ended, the log is not read, but the run must still record its changes.
  out: outputTo(() => process.stdout),
  interrupted: interruption.signal,
});

/** A cancelled job gets SIGINT, then SIGTERM after 7.5 seconds: calls in flight finish, no new call starts. */
onEndSignals(process, interruption, () => undefined);

process.exitCode = (await runAction(ports)) ? EXIT.ok : EXIT.error;

import type { ExitCode } from '../../app/exit-code.ts';
import { realPorts } from '../../app/machine/real-ports.ts';
import type { Ports } from '../../app/ports.ts';
import { errorText } from '../../review/messages/error-text.ts';
import { runCli } from './run.ts';

/**
 * Runs a command line. `portsOf` adds the ports of this process to those of the machine. This module is loaded after
 * the compile cache is enabled.
 */
export const start = async (
  args: readonly string[],
  portsOf: (machinePorts: typeof realPorts) => Ports,
): Promise<ExitCode> => runCli(args, portsOf(realPorts));

/** The text of an error of a run that could not start. */
export const startErrorText = (error: unknown, debug: boolean): string => errorText(error, { debug });

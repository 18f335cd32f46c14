import { CommanderError } from 'commander';
import { EXIT, type ExitCode } from './exit-code.ts';
import type { CliPorts } from './ports.ts';
import { makeProgram, type Run } from './program.ts';

/** Parses the arguments (without `node` and the script) and runs the command. Errors come through; `main.ts` shows them. */
export async function runCli(args: readonly string[], ports: CliPorts): Promise<ExitCode> {
  let chosen: Run | undefined;
  const program = makeProgram((run) => {
    chosen = run;
  });
  const output = { writeOut: ports.terminal.out, writeErr: ports.terminal.err, getOutHelpWidth: () => ports.terminal.width };
  for (const command of [program, ...program.commands]) command.exitOverride().configureOutput(output);
  try {
    program.parse([...args], { from: 'user' });
  } catch (error) {
    // Commander has already said what was wrong, or shown the help that was asked for.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.error;
    throw error;
  }
  return (await chosen?.(ports)) ?? EXIT.error;
}

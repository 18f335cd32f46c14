import { type Command, CommanderError } from 'commander';
import { textForTerminal } from '../review/translate-text.ts';
import type { Run } from './declare/common-options.ts';
import { EXIT, type ExitCode } from './exit-code.ts';
import { refuseNodeDebug } from './node-debug.ts';
import type { CliPorts } from './ports.ts';
import { makeProgram } from './program.ts';
import { showError } from './show-error.ts';

const withNested = (command: Command): readonly Command[] => [command, ...command.commands.flatMap(withNested)];

/** The command that the arguments name, or the exit code when help or a usage error has already been shown. */
function parse(args: readonly string[], ports: CliPorts): Run | ExitCode {
  let chosen: Run | undefined;
  const program = makeProgram((run) => {
    chosen = run;
  });
  const { out, err, width } = ports.terminal;
  const settings = {
    writeOut: out,
    writeErr: (text: string) => err(textForTerminal(text)),
    getOutHelpWidth: () => width,
    getErrHelpWidth: () => width,
  };
  for (const command of withNested(program)) command.exitOverride().configureOutput(settings);
  try {
    program.parse([...args], { from: 'user' });
  } catch (error) {
    // Commander has said what was wrong, or shown the help that was asked for.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.error;
    throw error;
  }
  return chosen ?? EXIT.error;
}

/** True when a document is asked for: by `--json`, or where formats can be chosen by `--format json`. */
const wantsJson = (args: readonly string[]): boolean =>
  args.some(
    (arg, index) => arg === '--json' || arg === '--format=json' || (arg === '--format' && args[index + 1] === 'json'),
  );

/**
 * Runs one command line (without `node` and the script). The one place where an error ends: it is shown, with `--json` as a document, and becomes exit
 * code 1, or 130 when Ctrl-C caused it.
 */
export async function runCli(args: readonly string[], ports: CliPorts): Promise<ExitCode> {
  try {
    refuseNodeDebug(ports.env('NODE_DEBUG'));
    const chosen = parse(args, ports);
    return typeof chosen === 'function' ? await chosen(ports) : chosen;
  } catch (error) {
    return showError(error, { json: wantsJson(args) }, ports);
  }
}

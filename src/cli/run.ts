import { resolve } from 'node:path';
import { type Command, CommanderError } from 'commander';
import { UsageError } from '../model/errors.ts';
import { visible } from '../review/format/escape.ts';
import { textForTerminal } from '../review/translate/translate-text.ts';
import { EXIT, type ExitCode } from './exit-code.ts';
import type { RunCommand } from './options/command.ts';
import { answerToOtherWord } from './other-words.ts';
import { refuseNodeDebug } from './ports/node-debug.ts';
import type { CliPorts } from './ports.ts';
import { makeProgram } from './program.ts';
import { checkFolder, findWorkspace } from './session/find-workspace.ts';
import { showError } from './show-error.ts';

const withNested = (command: Command): readonly Command[] => [command, ...command.commands.flatMap(withNested)];

/** A command that was chosen, and how it finds its workspace. */
interface Chosen {
  readonly run: RunCommand;
  /** The folder of `--chdir`. */
  readonly chdir?: string;
  /** True: the workspace is looked for upwards from the current folder. */
  readonly searches: boolean;
}

/** Commands with a folder of their own: one makes it, the other is run by a shell that wants no word about it. */
const SEARCH_NO_WORKSPACE: readonly string[] = ['init', 'completion'];

/** The command that the arguments name, or the exit code when help or a usage error has already been shown. */
function parse(args: readonly string[], ports: CliPorts): Chosen | ExitCode {
  let chosen: RunCommand | undefined;
  let found: Omit<Chosen, 'run'> = { searches: false };
  const other = answerToOtherWord(args[0] ?? '');
  if (other !== undefined) throw new UsageError(other);
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
  program.hook('preAction', (_, command) => {
    const hasFolder = command.options.some(({ long }) => long === '--chdir');
    const { chdir } = command.opts<{ readonly chdir?: string }>();
    const isOwn = SEARCH_NO_WORKSPACE.includes(command.name());
    found = {
      ...(hasFolder && !isOwn && chdir !== undefined && { chdir }),
      searches: hasFolder && !isOwn && chdir === undefined,
    };
  });
  for (const command of withNested(program)) command.exitOverride().configureOutput(settings);
  try {
    program.parse([...args], { from: 'user' });
  } catch (error) {
    // Commander has said what was wrong, or shown the help that was asked for.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.error;
    throw error;
  }
  return chosen === undefined ? EXIT.error : { ...found, run: chosen };
}

/** The ports with the workspace that a command works in, which is told when it lies above the current folder. */
async function inWorkspace({ chdir, searches }: Chosen, ports: CliPorts): Promise<CliPorts> {
  if (chdir !== undefined) await checkFolder(chdir, ports);
  const workspace = searches ? await findWorkspace(ports) : undefined;
  if (workspace === undefined) return ports;
  if (workspace !== resolve(ports.cwd)) ports.terminal.err(`Using the workspace in ${visible(workspace)}.\n`);
  return { ...ports, workspace };
}

/** True when a document is asked for: by `--json`, or where formats can be chosen by `--format json`. */
const wantsJson = (args: readonly string[]): boolean =>
  args.some(
    (arg, index) => arg === '--json' || arg === '--format=json' || (arg === '--format' && args[index + 1] === 'json'),
  );

/**
 * Runs one command line (without `node` and the script). The one place where an error ends: it is shown, with `--json`
 * as a document, and becomes exit code 1, or 130 when Ctrl-C caused it.
 */
export async function runCli(args: readonly string[], ports: CliPorts): Promise<ExitCode> {
  try {
    refuseNodeDebug(ports.env('NODE_DEBUG'));
    const chosen = parse(args, ports);
    const ended = typeof chosen === 'number' ? chosen : await chosen.run(await inWorkspace(chosen, ports));
    return typeof ended === 'number' ? ended : ended.code;
  } catch (error) {
    return showError(error, { json: wantsJson(args) }, ports);
  }
}

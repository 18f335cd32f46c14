import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Command, CommanderError } from 'commander';
import { CommandEnded, EXIT, type ExitCode } from '../../app/exit-code.ts';
import { refuseNodeDebug } from '../../app/machine/node-debug.ts';
import { showOutput } from '../../app/output.ts';
import type { Ports, TerminalPorts } from '../../app/ports.ts';
import { writeEnd } from '../../app/run/write-reports.ts';
import { checkFolder, findWorkspace } from '../../app/session/find-workspace.ts';
import { filesOfCommand } from '../../app/several-targets.ts';
import { showError } from '../../app/show-error.ts';
import { UsageError } from '../../model/errors.ts';
import { parseReport, type ReportRequest } from '../../review/ci/format-names.ts';
import { visible } from '../../review/format/escape.ts';
import { textForTerminal } from '../../review/translate/translate-text.ts';
import { everydayProgram } from './everyday-program.ts';
import type { RunCommand } from './options/command.ts';
import { answerToEarlierName, answerToOtherWord } from './other-words.ts';

const texts = (values: readonly unknown[] = []): readonly string[] =>
  values.filter((value) => typeof value === 'string');

/** The options about output files in the arguments of an invalid command line. */
function optionsIn(args: readonly string[]) {
  const several = { type: 'string', multiple: true } as const;
  const { values } = parseArgs({
    args: [...args],
    strict: false,
    options: {
      report: several,
      workspaces: several,
      target: { ...several, short: 't' },
      out: { ...several, short: 'o' },
      json: { type: 'boolean' },
    },
  });
  const report: ReportRequest[] = [];
  for (const text of texts(values.report)) {
    const parsed = parseReport(text, report);
    if ('format' in parsed) report.push(parsed);
  }
  const [target, out] = [texts(values.target).at(-1), texts(values.out).at(-1)];
  return {
    report,
    json: values.json === true,
    target,
    out,
    workspaces: values.workspaces,
  };
}

/**
 * Reports wrong usage, which ends a command before its options are parsed, in the report files of its arguments, and
 * removes an old plan file.
 */
async function reportUsage(error: unknown, args: readonly string[], ports: Ports): Promise<void> {
  if (!args.some((arg) => /^(?:--report|--out|-o)/.test(arg))) return;
  await writeEnd(error, optionsIn(args), filesOfCommand(args[0] ?? ''), ports);
}

const withNested = (command: Command): readonly Command[] => [command, ...command.commands.flatMap(withNested)];

/** The words after `lexform` that name a command. */
const wordsOf = (command: Command): readonly string[] =>
  command.parent === null ? [] : [...wordsOf(command.parent), command.name()];

/** A chosen command, and how to find its workspace. */
interface Chosen {
  readonly run: RunCommand;
  /** The folder of `--chdir`. */
  readonly chdir?: string;
  /** True: search for the workspace upwards from the current folder. */
  readonly searches: boolean;
  /** Changes to the terminal by `--color` and `--quiet`. */
  readonly terminal?: Partial<TerminalPorts>;
}

/** The options that every command of a workspace has for its output. */
interface OutputOptions {
  readonly color?: 'auto' | 'always' | 'never';
  readonly quiet?: boolean;
}

/** The changes to the terminal that the options require. */
const outputOf = ({ color = 'auto', quiet = false }: OutputOptions): Partial<TerminalPorts> => ({
  ...(color !== 'auto' && { color: color === 'always' }),
  ...(quiet && { quiet, live: false }),
});

/** The command that the completion scripts call. It is not in the table of commands, so no help shows it. */
const COMPLETE = '__complete';

/** True when the output is JSON: with `--json`, or with `--format json`. */
const wantsJson = (args: readonly string[]): boolean =>
  args.some(
    (arg, index) => arg === '--json' || arg === '--format=json' || (arg === '--format' && args[index + 1] === 'json'),
  );

/** The message of Commander about a command line, without its prefix and line end. */
const sentenceOf = ({ message }: CommanderError): string =>
  message.replace(/^error: /, '').replace(/(?<!\s)\s*\n\s*/g, ' ');

/** Shows the help that the user requested, or the help of a command whose arguments name no subcommand. */
const helpOn = (command: Command, end: unknown): Chosen => ({
  searches: false,
  run: async (ports) => {
    const { help } = (await import('./commands/other-commands.ts')).otherCommands;
    const isRequested = end instanceof CommanderError && end.exitCode === 0;
    const { terminal } = ports;
    const { programTable } = await import('./program.ts');
    const { output } = await help({ words: wordsOf(command) }, programTable());
    if (output !== undefined) showOutput(output, {}, isRequested ? terminal : { ...terminal, out: terminal.err });
    return { code: isRequested ? EXIT.ok : EXIT.error };
  },
});

/** The command that the arguments name, or the exit code after help or a usage error was shown. */
async function parse(args: readonly string[], ports: Ports): Promise<Chosen | ExitCode> {
  let chosen: RunCommand | undefined;
  let found: Omit<Chosen, 'run'> = { searches: false };
  const other = answerToOtherWord(args[0] ?? '');
  if (other !== undefined) throw new UsageError(other);
  const earlier = answerToEarlierName(args);
  if (earlier !== undefined) throw new UsageError(earlier, { code: 'renamed' });
  const choose = (run: RunCommand): void => {
    chosen = run;
  };
  const [name] = args;
  const program = everydayProgram(name, choose) ?? (await import('./program.ts')).makeProgram(choose, name);
  const { out, err } = ports.terminal;
  const json = wantsJson(args);
  const settings = {
    writeOut: out,
    // With `--json`, an error is a document.
    writeErr: (text: string) => (json ? undefined : err(textForTerminal(text))),
  };
  let helpCommand: Command | undefined;
  // Commander passes the command whose help it would show; the command `help` shows it instead.
  const noted = (command: Command): string => {
    helpCommand = command;
    return '';
  };
  program.hook('preAction', (_, command) => {
    found = { ...found, terminal: outputOf(command.opts()) };
    const hasFolder = command.options.some(({ long }) => long === '--chdir');
    // `init` creates the workspace.
    if (!hasFolder || command.name() === 'init') return;
    const { chdir, workspaces } = command.opts<{ readonly chdir?: string; readonly workspaces?: unknown }>();
    found = { ...found, ...(chdir === undefined ? { searches: workspaces === undefined } : { chdir }) };
  });
  for (const command of withNested(program))
    command.exitOverride().configureOutput(settings).configureHelp({ formatHelp: noted });
  try {
    program.parse([...args], { from: 'user' });
  } catch (error) {
    if (helpCommand !== undefined) return helpOn(helpCommand, error);
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return EXIT.ok;
    const usage = new UsageError(sentenceOf(error));
    // Commander has already shown the error.
    throw json ? usage : new CommandEnded({ outcome: 'error' }, usage);
  }
  return chosen === undefined ? EXIT.error : { ...found, run: chosen };
}

/** The ports with the workspace of the command. If the workspace is above the current folder, a message names it. */
async function inWorkspace({ chdir, searches, terminal = {} }: Chosen, runPorts: Ports): Promise<Ports> {
  const ports = { ...runPorts, terminal: { ...runPorts.terminal, ...terminal } };
  if (chdir !== undefined) await checkFolder(chdir, ports);
  const workspace = searches ? await findWorkspace(ports) : undefined;
  if (workspace === undefined) return ports;
  if (workspace !== resolve(ports.cwd) && ports.terminal.quiet !== true)
    ports.terminal.err(`Using the workspace in ${visible(workspace)}.\n`);
  return { ...ports, workspace };
}

/** The command in the arguments, and the ports of its workspace. */
async function prepared(
  args: readonly string[],
  ports: Ports,
): Promise<{ readonly run: RunCommand; readonly commandPorts: Ports }> {
  const chosen = await parse(args, ports);
  if (typeof chosen === 'number') return { run: async () => ({ code: chosen }), commandPorts: ports };
  return { run: chosen.run, commandPorts: await inWorkspace(chosen, ports) };
}

/**
 * Runs one command line (without `node` and the script). All errors end here: this function shows them, as a document
 * with `--json`, and returns exit code 1, 2 for an earlier name of a command or an option, or 130 after Ctrl-C.
 */
export async function runCli(args: readonly string[], realPorts: Ports): Promise<ExitCode> {
  const over = new AbortController();
  const ports = { ...realPorts, ended: over.signal };
  try {
    refuseNodeDebug(ports.env('NODE_DEBUG'));
    if (args[0] === COMPLETE) {
      const { complete } = await import('./completion/complete.ts');
      const { programTable } = await import('./program.ts');
      return await complete(args.slice(1), ports, programTable());
    }
    const { run, commandPorts } = await prepared(args, ports).catch(async (error: unknown) => {
      await reportUsage(error, args, ports);
      throw error;
    });
    const { code } = await run(commandPorts).finally(() => over.abort());
    return code;
  } catch (error) {
    const { code } = showError(error, { json: wantsJson(args) }, ports);
    return error instanceof UsageError && error.code === 'renamed' ? EXIT.changes : code;
  }
}

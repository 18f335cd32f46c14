import { Command, Option } from 'commander';
import type { ExitCode, RunResult } from '../../app/exit-code.ts';
import type { ReportOptions, WorkspaceOptions } from '../../app/options.ts';
import type { CliPorts } from '../../app/ports.ts';
import { reportingErrors } from '../../app/report-errors.ts';
import { filesOfCommand } from '../../app/several-targets.ts';
import { VERSION } from '../../model/workspace/project.ts';
import { type Choose, type Declared, runnableSpec } from './options/command.ts';
import { COMMON } from './options/common-options.ts';
import { applyCommand, planCommand, validateCommand } from './options/workspace-commands.ts';

/** A command with its function. An error that ends it stands in its reports too. */
export const runnable = <Options>(
  spec: Parameters<typeof runnableSpec<Options>>[0],
  load: () => Promise<(options: Options, ports: CliPorts) => Promise<ExitCode | RunResult>>,
): Declared => runnableSpec(spec, async () => reportingErrors(await load(), filesOfCommand(spec.name)));

/** A command that takes `--workspaces`. The code for several is loaded only where several are asked for. */
export const eachWorkspace = <
  Options extends WorkspaceOptions & ReportOptions & { readonly workspaces?: readonly string[] },
>(
  spec: Parameters<typeof runnable<Options>>[0],
  load: () => Promise<(options: Options, ports: CliPorts) => Promise<RunResult>>,
): Declared =>
  runnable(spec, async () => {
    const run = await load();
    return async (options, ports) => {
      if (options.workspaces === undefined) return run(options, ports);
      return (await import('../../app/session/each-workspace.ts')).inEachWorkspace(run)(options, ports);
    };
  });

/** The commands that people and pipelines run many times a day. They start without the options of all the others. */
export const EVERYDAY = {
  validate: eachWorkspace(validateCommand, async () => (await import('../../app/commands/validate.ts')).validate),
  plan: eachWorkspace(planCommand, async () => (await import('../../app/commands/plan.ts')).plan),
  apply: runnable(applyCommand, async () => (await import('../../app/commands/apply.ts')).apply),
};

/** Commands by the heading of their group in the help. */
export type Headings = Readonly<Record<string, readonly Declared[]>>;

/** The program with these commands. Each action passes the command to run to `choose`. */
export function programOf(commands: Headings, choose: Choose): Command {
  const program = new Command('lexform')
    .description(
      'Terminology and style as code: plan and apply glossaries and style rules from git to a translation service.',
    )
    .version(VERSION, '-V, --version', 'print the version')
    .addHelpOption(new Option('-h, --help', 'show help').helpGroup(COMMON))
    .helpCommand(false)
    .showSuggestionAfterError();
  for (const [heading, declared] of Object.entries(commands)) {
    program.commandsGroup(heading);
    for (const each of declared) each.declare(program, choose);
  }
  return program;
}

/** The program with only the command that is called `name`, if it is one of every day. */
export function everydayProgram(name: string | undefined, choose: Choose): Command | undefined {
  const named = Object.values(EVERYDAY).filter(({ names }) => names.includes(name));
  return named.length === 0 ? undefined : programOf({ Change: named }, choose);
}

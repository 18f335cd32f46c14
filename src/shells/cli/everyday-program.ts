import { Command, Option } from 'commander';
import type { CommandResult } from '../../app/exit-code.ts';
import type { RunnerOptions } from '../../app/finish-run.ts';
import type { Ports } from '../../app/ports.ts';
import { type AppCommand, runCommand } from '../../app/runner.ts';
import { VERSION } from '../../model/workspace/project.ts';
import { type Choose, type Declared, runnableSpec } from './options/command.ts';
import { COMMON } from './options/common-options.ts';
import { applyCommand, planCommand, validateCommand } from './options/workspace-commands.ts';

/** A command of the command line with its function. */
export const runnable = <Options>(
  spec: Parameters<typeof runnableSpec<Options>>[0],
  load: () => Promise<(options: Options, ports: Ports) => Promise<CommandResult>>,
): Declared => fromApp(spec, async () => ({ name: spec.name, run: await load() }));

/** A command of `app/`. */
export const fromApp = <Options>(
  spec: Parameters<typeof runnableSpec<Options>>[0],
  load: () => Promise<AppCommand<Options>>,
): Declared =>
  runnableSpec(spec, async () => {
    const command = await load();
    return (options, ports) => runCommand(command, options as Options & RunnerOptions, ports);
  });

/**
 * The commands that people and pipelines run many times a day. They start without loading the options of the other
 * commands.
 */
export const EVERYDAY = {
  validate: fromApp(validateCommand, async () => (await import('../../app/commands/validate.ts')).validate),
  plan: fromApp(planCommand, async () => (await import('../../app/commands/plan.ts')).plan),
  apply: fromApp(applyCommand, async () => (await import('../../app/commands/apply.ts')).apply),
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

/** The program with only the command `name`, if it is an everyday command. */
export function everydayProgram(name: string | undefined, choose: Choose): Command | undefined {
  const named = Object.values(EVERYDAY).filter((each) => each.name === name);
  return named.length === 0 ? undefined : programOf({ 'Every day': named }, choose);
}

import { Command, Option } from 'commander';
import { VERSION } from '../model/workspace/project.ts';
import { type CommandEntry, commandTable } from './completion/command-table.ts';
import type { ExitCode, RunResult } from './exit-code.ts';
import { HELP_TOPICS } from './help/help-topics.ts';
import { type Choose, type Declared, group, runnable as runs, setHelp } from './options/command.ts';
import { COMMON, type ReportOptions, type WorkspaceOptions } from './options/common-options.ts';
import { completionCommand } from './options/completion-command.ts';
import { exportCommand, importCommand } from './options/exchange-commands.ts';
import { explainCommand } from './options/explain-command.ts';
import { fmtCommand, mergeCommand } from './options/file-commands.ts';
import { helpCommand } from './options/help-command.ts';
import { compareCommand, doctorCommand, driftCommand } from './options/inspect-commands.ts';
import {
  adoptCommand,
  confirmAddressCommand,
  forgetCommand,
  idsCommand,
  logCommand,
  showCommand,
  unlockCommand,
} from './options/ledger-commands.ts';
import { lintCommand } from './options/lint-command.ts';
import { backupCommand, restoreCommand, rollbackCommand } from './options/recovery-commands.ts';
import { serveCommand } from './options/serve-command.ts';
import { languagesCommand, usageCommand } from './options/service-commands.ts';
import { translateCommand, translationMemoriesCommand } from './options/translate-commands.ts';
import {
  voiceCommand,
  voiceDownloadCommand,
  voiceStatusCommand,
  voiceTranslateCommand,
} from './options/voice-commands.ts';
import { applyCommand, initCommand, planCommand, pullCommand, validateCommand } from './options/workspace-commands.ts';
import type { CliPorts } from './ports.ts';
import { reportingErrors } from './report-errors.ts';
import { filesOfCommand } from './several-targets.ts';

/** A command with its function. An error that ends it stands in its reports too. */
const runnable = <Options>(
  spec: Parameters<typeof runs<Options>>[0],
  load: () => Promise<(options: Options, ports: CliPorts) => Promise<ExitCode | RunResult>>,
): Declared => runs(spec, async () => reportingErrors(await load(), filesOfCommand(spec.name)));

/** A command that takes `--workspaces`. The code for several is loaded only where several are asked for. */
const eachWorkspace = <Options extends WorkspaceOptions & ReportOptions & { readonly workspaces?: readonly string[] }>(
  spec: Parameters<typeof runnable<Options>>[0],
  load: () => Promise<(options: Options, ports: CliPorts) => Promise<RunResult>>,
  readsLedgers = true,
): Declared =>
  runnable(spec, async () => {
    const run = await load();
    return async (options, ports) => {
      if (options.workspaces === undefined) return run(options, ports);
      return (await import('./session/each-workspace.ts')).inEachWorkspace(run, readsLedgers)(options, ports);
    };
  });

/** The commands that nobody waits for many times a day: one module, so that the build splits the program less. */
const other = async () => (await import('./commands/other-commands.ts')).otherCommands;

/**
 * Every command under the heading of its group, in the order of the help. Each loads its function only when it runs.
 */
const COMMANDS: Readonly<Record<string, readonly Declared[]>> = {
  Start: [
    runnable(initCommand, async () => (await other()).init),
    runnable(importCommand, async () => (await other()).importFile),
    runnable(doctorCommand, async () => (await other()).doctor),
    runnable(serveCommand, async () => (await other()).serve),
    runnable(completionCommand, async () => (await other()).completion),
    runnable(helpCommand, async () => {
      const { help } = await other();
      return (options, ports) => help(options, ports, programTable());
    }),
  ],
  Change: [
    eachWorkspace(validateCommand, async () => (await import('./commands/validate.ts')).validate, false),
    eachWorkspace(lintCommand, async () => (await other()).lint, false),
    runnable(fmtCommand, async () => (await other()).fmt),
    eachWorkspace(planCommand, async () => (await import('./commands/plan.ts')).plan),
    runnable(applyCommand, async () => (await import('./commands/apply.ts')).apply),
    runnable(pullCommand, async () => (await other()).pull),
    runnable(mergeCommand, async () => (await other()).merge),
    runnable(exportCommand, async () => (await other()).exportTerms),
  ],
  Look: [
    eachWorkspace(driftCommand, async () => (await other()).drift),
    runnable(compareCommand, async () => (await other()).compare),
    runnable(explainCommand, async () => (await other()).explain),
    runnable(translateCommand, async () => (await other()).translate),
  ],
  Ledger: [
    runnable(logCommand, async () => (await other()).log),
    runnable(showCommand, async () => (await other()).show),
    runnable(idsCommand, async () => (await other()).ids),
    runnable(adoptCommand, async () => (await other()).adopt),
    runnable(forgetCommand, async () => (await other()).forget),
    runnable(rollbackCommand, async () => (await other()).rollback),
    runnable(backupCommand, async () => (await other()).backup),
    runnable(restoreCommand, async () => (await other()).restore),
    runnable(unlockCommand, async () => (await other()).unlock),
    runnable(confirmAddressCommand, async () => (await other()).confirmTheAddress),
  ],
  Service: [
    runnable(languagesCommand, async () => (await other()).languages),
    runnable(usageCommand, async () => (await other()).usage),
    runnable(translationMemoriesCommand, async () => (await other()).translationMemories),
    group(voiceCommand, [
      runnable(voiceTranslateCommand, async () => (await other()).voiceTranslate),
      runnable(voiceStatusCommand, async () => (await other()).voiceStatus),
      runnable(voiceDownloadCommand, async () => (await other()).voiceDownload),
    ]),
  ],
};

const HELP_NOTES = `
Run "lexform help COMMAND" for details of a command.

Topics:
${HELP_TOPICS.map(({ name, title }) => `  lexform help ${name}  ${title}\n`).join('')}`;

/**
 * Makes the command table. Each action passes the command to run to `choose`. `only`: the name of a command that needs
 * no other one, since declaring them all takes longer than parsing the command line.
 */
export function makeProgram(choose: Choose, only?: string): Command {
  const program = new Command('lexform')
    .description(
      'Terminology and style as code: plan and apply glossaries and style rules from git to a translation service.',
    )
    .version(VERSION, '-V, --version', 'print the version')
    .addHelpOption(new Option('-h, --help', 'show help').helpGroup(COMMON))
    .helpCommand(false)
    .showSuggestionAfterError();
  setHelp(program, {
    examples: ['lexform init my-terms', 'lexform plan', 'lexform apply'],
    notes: HELP_NOTES,
    topics: HELP_TOPICS.map(({ name }) => name),
  });

  const isNamed = ({ names }: Declared): boolean => only !== undefined && names.includes(only);
  const isOne = Object.values(COMMANDS).flat().some(isNamed);
  for (const [heading, commands] of Object.entries(COMMANDS)) {
    program.commandsGroup(heading);
    for (const each of commands) if (!isOne || isNamed(each)) each.declare(program, choose);
  }
  return program;
}

/** Every command as data. */
export const programTable = (): CommandEntry => commandTable(makeProgram(() => undefined));

import { Command } from 'commander';
import { type Choose, examples } from './options/command.ts';
import { ENVIRONMENT, EXIT_CODES } from './options/common-options.ts';
import { completionCommand } from './options/completion-command.ts';
import { explainCommand } from './options/explain-command.ts';
import { inspectCommands } from './options/inspect-commands.ts';
import { ledgerCommands } from './options/ledger-commands.ts';
import { recoveryCommands } from './options/recovery-commands.ts';
import { serveCommand } from './options/serve-command.ts';
import { serviceCommands } from './options/service-commands.ts';
import { translateCommands } from './options/translate-commands.ts';
import { voiceCommand } from './options/voice-commands.ts';
import { workspaceCommands } from './options/workspace-commands.ts';
import { VERSION } from './version.ts';

/** Every command, in the order of the help. */
const COMMANDS = [
  ...workspaceCommands,
  ...inspectCommands,
  ...ledgerCommands,
  ...recoveryCommands,
  ...serviceCommands,
  voiceCommand,
  ...translateCommands,
  serveCommand,
  explainCommand,
  completionCommand,
];

/** Makes the command table. Each action passes the command to run to `choose`. */
export function makeProgram(choose: Choose): Command {
  const program = new Command('lexform')
    .description(
      'Terminology and style as code: plan and apply glossaries and style rules from git to a translation service.',
    )
    .version(VERSION, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show help')
    .addHelpText(
      'after',
      [
        examples(['lexform init my-terms', 'lexform plan', 'lexform apply']),
        EXIT_CODES,
        ENVIRONMENT,
        '\nRun "lexform help COMMAND" for details of a command.',
      ].join(''),
    )
    .showSuggestionAfterError();

  for (const declare of COMMANDS) declare(program, choose);
  return program;
}

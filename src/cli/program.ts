import { Command } from 'commander';
import { type Choose, ENVIRONMENT, EXIT_CODES, examples } from './options/common-options.ts';
import { declareCompare } from './options/compare-command.ts';
import { declareCompletion } from './options/completion-command.ts';
import { declareDoctor } from './options/doctor-command.ts';
import { declareDrift } from './options/drift-command.ts';
import { declareExplain } from './options/explain-command.ts';
import { declareLanguages } from './options/languages-command.ts';
import { declareLedgerCommands } from './options/ledger-commands.ts';
import { declareRecoveryCommands } from './options/log-commands.ts';
import { declareServe } from './options/serve-command.ts';
import { declareTranslate } from './options/translate-command.ts';
import { declareTranslationMemories } from './options/translation-memories-command.ts';
import { declareUsage } from './options/usage-command.ts';
import { declareVoice } from './options/voice-commands.ts';
import { declareWorkspaceCommands } from './options/workspace-commands.ts';
import { VERSION } from './version.ts';

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
      `${examples(
        'lexform init my-terms',
        'lexform plan',
        'lexform apply',
      )}${EXIT_CODES}${ENVIRONMENT}\nRun "lexform help COMMAND" for details of a command.`,
    )
    .showSuggestionAfterError();

  declareWorkspaceCommands(program, choose);
  declareDoctor(program, choose);
  declareDrift(program, choose);
  declareCompare(program, choose);
  declareLedgerCommands(program, choose);
  declareRecoveryCommands(program, choose);
  declareLanguages(program, choose);
  declareUsage(program, choose);
  declareVoice(program, choose);
  declareTranslate(program, choose);
  declareTranslationMemories(program, choose);
  declareServe(program, choose);
  declareExplain(program, choose);
  declareCompletion(program, choose);
  return program;
}

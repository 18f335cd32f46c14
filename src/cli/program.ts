import { Command } from 'commander';
import { type Choose, ENVIRONMENT, EXIT_CODES, examples } from './declare/common-options.ts';
import { declareCompletion } from './declare/completion-command.ts';
import { declareDoctor } from './declare/doctor-command.ts';
import { declareDrift } from './declare/drift-command.ts';
import { declareExplain } from './declare/explain-command.ts';
import { declareHistoryCommands } from './declare/history-commands.ts';
import { declareLanguages } from './declare/languages-command.ts';
import { declareLedgerCommands } from './declare/ledger-commands.ts';
import { declareParity } from './declare/parity-command.ts';
import { declareServe } from './declare/serve-command.ts';
import { declareTranslate } from './declare/translate-command.ts';
import { declareTranslationMemories } from './declare/translation-memories-command.ts';
import { declareUsage } from './declare/usage-command.ts';
import { declareVoice } from './declare/voice-commands.ts';
import { declareWorkspaceCommands } from './declare/workspace-commands.ts';
import { VERSION } from './version.ts';

/**
 * The command table. Each action only hands over the sentence to run: its module is loaded when it is needed, since loading everything costs more than
 * many a command takes.
 */
export function makeProgram(choose: Choose): Command {
  const program = new Command('lexform')
    .description(
      'Terminology and style as code: glossaries and style rules in git, planned and applied to a translation service.',
    )
    .version(VERSION, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show help')
    .addHelpText(
      'after',
      `${examples('lexform init my-terms', 'lexform plan', 'lexform apply')}${EXIT_CODES}${ENVIRONMENT}\nlexform help COMMAND tells more of a command.`,
    )
    .showSuggestionAfterError();

  declareWorkspaceCommands(program, choose);
  declareDoctor(program, choose);
  declareDrift(program, choose);
  declareParity(program, choose);
  declareLedgerCommands(program, choose);
  declareHistoryCommands(program, choose);
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

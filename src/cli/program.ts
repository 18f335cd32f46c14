import { Command } from 'commander';
import { type Choose, examples, group, runnable } from './options/command.ts';
import { ENVIRONMENT, EXIT_CODES } from './options/common-options.ts';
import { completionCommand } from './options/completion-command.ts';
import { exportCommand, importCommand } from './options/exchange-commands.ts';
import { explainCommand } from './options/explain-command.ts';
import { fmtCommand, mergeCommand } from './options/file-commands.ts';
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
import { VERSION } from './version.ts';

/** Every command, in the order of the help. Each loads its function only when it runs. */
const COMMANDS = [
  runnable(initCommand, async () => (await import('./commands/init.ts')).init),
  runnable(validateCommand, async () => (await import('./commands/validate.ts')).validate),
  runnable(lintCommand, async () => (await import('./commands/lint.ts')).lint),
  runnable(fmtCommand, async () => (await import('./commands/fmt.ts')).fmt),
  runnable(mergeCommand, async () => (await import('./commands/merge.ts')).merge),
  runnable(planCommand, async () => (await import('./commands/plan.ts')).plan),
  runnable(applyCommand, async () => (await import('./commands/apply.ts')).apply),
  runnable(pullCommand, async () => (await import('./commands/pull.ts')).pull),
  runnable(importCommand, async () => (await import('./commands/import.ts')).importFile),
  runnable(exportCommand, async () => (await import('./commands/export.ts')).exportTerms),
  runnable(doctorCommand, async () => (await import('./commands/doctor.ts')).doctor),
  runnable(driftCommand, async () => (await import('./commands/drift.ts')).drift),
  runnable(compareCommand, async () => (await import('./commands/compare.ts')).compare),
  runnable(logCommand, async () => (await import('./commands/ledger/log.ts')).log),
  runnable(showCommand, async () => (await import('./commands/ledger/show.ts')).show),
  runnable(idsCommand, async () => (await import('./commands/ids.ts')).ids),
  runnable(unlockCommand, async () => (await import('./commands/ledger/unlock.ts')).unlock),
  runnable(forgetCommand, async () => (await import('./commands/ledger/untrack.ts')).forget),
  runnable(adoptCommand, async () => (await import('./commands/ledger/adopt.ts')).adopt),
  runnable(confirmAddressCommand, async () => (await import('./commands/ledger/confirm-address.ts')).confirmTheAddress),
  runnable(rollbackCommand, async () => (await import('./commands/ledger/rollback.ts')).rollback),
  runnable(backupCommand, async () => (await import('./commands/ledger/backup.ts')).backup),
  runnable(restoreCommand, async () => (await import('./commands/ledger/restore.ts')).restore),
  runnable(languagesCommand, async () => (await import('./commands/service/languages.ts')).languages),
  runnable(usageCommand, async () => (await import('./commands/service/usage.ts')).usage),
  group(voiceCommand, [
    runnable(voiceTranslateCommand, async () => (await import('./commands/service/voice-translate.ts')).voiceTranslate),
    runnable(voiceStatusCommand, async () => (await import('./commands/service/voice-status.ts')).voiceStatus),
    runnable(voiceDownloadCommand, async () => (await import('./commands/service/voice-download.ts')).voiceDownload),
  ]),
  runnable(translateCommand, async () => (await import('./commands/service/translate.ts')).translate),
  runnable(
    translationMemoriesCommand,
    async () => (await import('./commands/service/translation-memories.ts')).translationMemories,
  ),
  runnable(serveCommand, async () => (await import('./commands/serve.ts')).serve),
  runnable(explainCommand, async () => (await import('./commands/explain.ts')).explain),
  runnable(completionCommand, async () => (await import('./commands/completion.ts')).completion),
];

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

  const named = COMMANDS.filter(({ names }) => only !== undefined && names.includes(only));
  for (const { declare } of named.length > 0 ? named : COMMANDS) declare(program, choose);
  return program;
}

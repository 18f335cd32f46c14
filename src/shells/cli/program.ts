import type { Command } from 'commander';
import { type CommandEntry, commandTable } from './completion/command-table.ts';
import { EVERYDAY, fromApp, type Headings, programOf, runnable } from './everyday-program.ts';
import { HELP_TOPICS } from './help/help-topics.ts';
import { type Choose, type Declared, group, setHelp } from './options/command.ts';
import { exportCommand, importCommand } from './options/exchange-commands.ts';
import { explainCommand, fmtCommand, lintCommand, mergeCommand } from './options/file-commands.ts';
import { initCommand } from './options/init-command.ts';
import { compareCommand, doctorCommand, driftCommand } from './options/inspect-commands.ts';
import {
  adoptCommand,
  confirmAddressCommand,
  forgetCommand,
  idsCommand,
  ledgerCommand,
  logCommand,
  unlockCommand,
} from './options/ledger-commands.ts';
import { pullCommand } from './options/pull-command.ts';
import { backupCommand, restoreCommand, rollbackCommand } from './options/recovery-commands.ts';
import { languagesCommand, serviceCommand, serviceListCommand, usageCommand } from './options/service-commands.ts';
import { completionCommand, helpCommand, serveCommand } from './options/tool-commands.ts';
import { translateCommand, translationMemoriesCommand } from './options/translate-commands.ts';
import {
  voiceCommand,
  voiceDownloadCommand,
  voiceStatusCommand,
  voiceTranslateCommand,
} from './options/voice-commands.ts';

/** Commands that are used less often: one module, so that the build splits the program into fewer files. */
const other = async () => (await import('./commands/other-commands.ts')).otherCommands;

/**
 * Every command under the heading of its group, in the order of the help. Each loads its function only when it runs.
 */
const COMMANDS: Headings = {
  'Every day': [
    runnable(initCommand, async () => (await other()).init),
    EVERYDAY.validate,
    EVERYDAY.plan,
    EVERYDAY.apply,
    fromApp(driftCommand, async () => (await other()).drift),
    fromApp(pullCommand, async () => (await other()).pull),
  ],
  Terms: [
    runnable(lintCommand, async () => (await other()).lint),
    runnable(fmtCommand, async () => (await other()).fmt),
    runnable(importCommand, async () => (await other()).importFile),
    runnable(exportCommand, async () => (await other()).exportTerms),
    runnable(mergeCommand, async () => (await other()).merge),
    runnable(explainCommand, async () => (await other()).explain),
  ],
  Ledger: [
    runnable(logCommand, async () => (await other()).log),
    runnable(rollbackCommand, async () => (await other()).rollback),
    runnable(backupCommand, async () => (await other()).backup),
    runnable(restoreCommand, async () => (await other()).restore),
    group(ledgerCommand, [
      runnable(idsCommand, async () => (await other()).ids),
      runnable(adoptCommand, async () => (await other()).adopt),
      runnable(forgetCommand, async () => (await other()).forget),
      runnable(unlockCommand, async () => (await other()).unlock),
      runnable(confirmAddressCommand, async () => (await other()).confirmTheAddress),
    ]),
  ],
  Service: [
    group(serviceCommand, [
      runnable(serviceListCommand, async () => (await other()).serviceList),
      runnable(languagesCommand, async () => (await other()).languages),
      runnable(usageCommand, async () => (await other()).usage),
      runnable(translationMemoriesCommand, async () => (await other()).translationMemories),
      runnable(translateCommand, async () => (await other()).translate),
      group(voiceCommand, [
        runnable(voiceTranslateCommand, async () => (await other()).voiceTranslate),
        runnable(voiceStatusCommand, async () => (await other()).voiceStatus),
        runnable(voiceDownloadCommand, async () => (await other()).voiceDownload),
      ]),
      runnable(compareCommand, async () => (await other()).compare),
    ]),
  ],
  Tools: [
    runnable(serveCommand, async () => (await other()).serve),
    runnable(doctorCommand, async () => (await other()).doctor),
    runnable(completionCommand, async () => (await other()).completion),
    runnable(helpCommand, async () => {
      const { help } = await other();
      return (options) => help(options, programTable());
    }),
  ],
};

const HELP_NOTES = `
Run "lexform help COMMAND" for details of a command.

Topics:
${HELP_TOPICS.map(({ name, title }) => `  lexform help ${name}  ${title}\n`).join('')}`;

/**
 * The program with every command. Each action passes the command to run to `choose`. `only`: the name of the command
 * that will run. Only that one is declared then, because declaring all takes longer than parsing the command line.
 */
export function makeProgram(choose: Choose, only?: string): Command {
  const isNamed = ({ name }: Declared): boolean => name === only;
  const named = Object.values(COMMANDS).flat().filter(isNamed);
  const program = programOf(named.length > 0 ? { Command: named } : COMMANDS, choose);
  setHelp(program, {
    examples: ['lexform init my-terms', 'lexform plan', 'lexform apply'],
    notes: HELP_NOTES,
    topics: HELP_TOPICS.map(({ name }) => name),
  });
  return program;
}

/** Every command as data. */
export const programTable = (): CommandEntry => commandTable(makeProgram(() => undefined));

import type { Command } from 'commander';
import {
  type Choose,
  collectAddress,
  examples,
  reportOption,
  SEVERAL_TARGETS,
  TARGETS_HELP,
  targetOptions,
} from './common-options.ts';
import type { DriftOptions } from './options.ts';

/** What was changed outside git. */
export function declareDrift(program: Command, choose: Choose): void {
  reportOption(targetOptions(program.command('drift'), SEVERAL_TARGETS))
    .description('show what somebody has changed on the service since the last apply')
    .option('--only <address>', 'only resources whose address matches (repeatable)', collectAddress, [])
    .option('--full', 'show every difference, however many', false)
    .option('--detailed-exitcode', 'exit 2 when there is drift', false)
    .addHelpText(
      'after',
      `${examples('lexform drift', 'lexform drift --target prod-eu --detailed-exitcode', 'lexform drift --target all --json', 'lexform drift --report markdown=drift.md --report junit=drift.xml')}
Three sides are compared: what the last apply left, what the files ask for, and what the service has. A difference that is only in the files is no drift; it is
what "lexform plan" shows; neither is a limit of a developer key that no file names. "lexform pull" takes drift into the files, "lexform apply --overwrite-drift" undoes it.
In a clone without the ledger of the target, drift is unknown: that is an error (1), with what to fetch.
${TARGETS_HELP}`,
    )
    .action((options: DriftOptions) =>
      choose(async (ports) => (await import('../commands/drift.ts')).drift(options, ports)),
    );
}

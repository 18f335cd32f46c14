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

/** Declares `drift`. */
export function declareDrift(program: Command, choose: Choose): void {
  reportOption(targetOptions(program.command('drift'), SEVERAL_TARGETS))
    .description('show what changed on the service since the last apply')
    .option('--only <address>', 'limit the output to resources whose address matches (repeatable)', collectAddress, [])
    .option('--full', 'show every difference instead of the first ones', false)
    .option('--detailed-exitcode', 'exit 2 when there is drift', false)
    .addHelpText(
      'after',
      `${examples(
        'lexform drift',
        'lexform drift --target prod-eu --detailed-exitcode',
        'lexform drift --target all --json',
        'lexform drift --report markdown=drift.md --report junit=drift.xml',
      )}
The command compares three sides: the ledger (what the last apply left), the files and the service.
A difference only in the files is not drift; "lexform plan" shows it.
A limit of a developer key that no file names is not drift.
"lexform pull" writes drift into the files. "lexform apply --overwrite-drift" undoes it.
Without the ledger of the target, drift is unknown: the command exits 1 and says what to fetch.
${TARGETS_HELP}`,
    )
    .action((options: DriftOptions) =>
      choose(async (ports) => (await import('../commands/drift.ts')).drift(options, ports)),
    );
}

import type { Command } from 'commander';
import { type Choose, collectAddress, examples, targetOptions } from './common-options.ts';
import type { CompareOptions } from './options.ts';

/** What differs between targets. */
export function declareCompare(program: Command, choose: Choose): void {
  targetOptions(
    program.command('compare').alias('parity'),
    'targets of lexform.yaml to compare: several (eu,us) or all (default: all)',
  )
    .description('show what some targets have and others lack, and which terms, rules and instructions differ')
    .option(
      '--only <address>',
      'only resources whose address on any of the targets matches (repeatable)',
      collectAddress,
      [],
    )
    .option('--full', 'show every difference, however many', false)
    .option('--detailed-exitcode', 'exit 2 when the targets differ', false)
    .addHelpText(
      'after',
      `${examples('lexform compare', 'lexform compare --target prod-eu,prod-us --detailed-exitcode', "lexform compare --only 'glossary.*' --json")}
Compared is what the targets have, whatever the files say: glossaries and style rule lists by display name, since ids differ; dictionaries by pair. A name that two
resources of one target bear is told, and not compared. Developer keys are not compared. To make the targets alike: lexform apply --target all.

Exit codes:
  0 compared    1 error, or a target could not be read    2 they differ, or a name is not clear (only with --detailed-exitcode)    4 faults in the files
`,
    )
    .action((options: CompareOptions) =>
      choose(async (ports) => (await import('../commands/compare.ts')).compare(options, ports)),
    );
}

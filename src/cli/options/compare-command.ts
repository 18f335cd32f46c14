import type { Command } from 'commander';
import { type Choose, collectAddress, examples, targetOptions } from './common-options.ts';
import type { CompareOptions } from './options.ts';

/** Declares `compare`, with its earlier name `parity` as an alias. */
export function declareCompare(program: Command, choose: Choose): void {
  targetOptions(
    program.command('compare').alias('parity'),
    'targets to compare: a comma-separated list (eu,us) or all (default: all)',
  )
    .description(
      'compare the resources of several targets: what is missing and which terms, rules and instructions differ',
    )
    .option(
      '--only <address>',
      'limit the comparison to resources whose address matches on any target (repeatable)',
      collectAddress,
      [],
    )
    .option('--full', 'show every difference instead of the first ones', false)
    .option('--detailed-exitcode', 'exit 2 when the targets differ', false)
    .addHelpText(
      'after',
      `${examples(
        'lexform compare',
        'lexform compare --target prod-eu,prod-us --detailed-exitcode',
        "lexform compare --only 'glossary.*' --json",
      )}
The command compares what the targets have, not what the files ask for.
It pairs glossaries and style lists by display name, since ids differ between accounts, and dictionaries by language
pair.
It reports a name that two resources of one target share, and does not compare them. It does not compare developer keys.
To make the targets equal, run: lexform apply --target all

Exit codes:
  0 compared                1 error, or a target could not be read
  4 errors in the files     2 the targets differ, or a name is ambiguous (only with --detailed-exitcode)
`,
    )
    .action((options: CompareOptions) =>
      choose(async (ports) => (await import('../commands/compare.ts')).compare(options, ports)),
    );
}

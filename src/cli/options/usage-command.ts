import { type Command, InvalidArgumentError, Option } from 'commander';
import { type Choose, examples, targetOptions } from './common-options.ts';
import type { UsageOptions } from './options.ts';

/** `80%`, or `80` for it. Whole percent: `0.8` would be read by one as 80 and by another as less than 1. */
function percent(text: string): number {
  const value = Number(/^(\d{1,3})%?$/.exec(text)?.[1]);
  if (!(value >= 1 && value <= 100)) throw new InvalidArgumentError('a whole percentage from 1% to 100% is needed');
  return value;
}

/** Declares `usage`. */
export function declareUsage(program: Command, choose: Choose): void {
  targetOptions(program.command('usage'))
    .description('show usage by key and day, next to the limits')
    .option('--from <day>', 'first day, YYYY-MM-DD in UTC (default: the first day of the month)')
    .option('--to <day>', 'last day, YYYY-MM-DD in UTC (default: today)')
    .addOption(
      new Option('--group-by <what>', 'one row for each key, or for each key and day (default: key)').choices([
        'key',
        'key_and_day',
      ]),
    )
    .addOption(new Option('--format <how>', 'table, csv or json (default: table)').choices(['table', 'csv', 'json']))
    .option(
      '--fail-over <percent>',
      'exit 3 when the usage of this period reaches this share of a limit, 1% to 100%',
      percent,
    )
    .addHelpText(
      'after',
      `${examples(
        'lexform usage',
        'lexform usage --from 2025-01-01 --to 2025-12-31 --group-by key_and_day --format csv > usage.csv',
        'lexform usage --target prod --fail-over 80%',
      )}
Usage by key and day needs the "admin_key" of the target in lexform.yaml.
Without it, the command shows the counts of the API key.

--fail-over checks the current usage period, regardless of --from and --to.
It checks the account, the key of the target and, with an admin key, every active key with a limit.
It ignores limits of 0, which block a key on purpose.
For keys with the same label, it assumes the highest possible usage of each.

CSV has no total row and is safe to open in a spreadsheet: it shows control characters of labels as text.
JSON has the unchanged labels.
`,
    )
    .action((options: UsageOptions) =>
      choose(async (ports) => (await import('../commands/service/usage.ts')).usage(options, ports)),
    );
}

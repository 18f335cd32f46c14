import { type Command, InvalidArgumentError, Option } from 'commander';
import { type Choose, examples, targetOptions } from './common-options.ts';
import type { UsageOptions } from './options.ts';

/** `80%`, or `80` for it. Whole percent: `0.8` would be read by one as 80 and by another as less than 1. */
function percent(text: string): number {
  const value = Number(/^(\d{1,3})%?$/.exec(text)?.[1]);
  if (!(value >= 1 && value <= 100)) throw new InvalidArgumentError('a whole percentage from 1% to 100% is needed');
  return value;
}

/** What was used up, and how far limits are, as a command. */
export function declareUsage(program: Command, choose: Choose): void {
  targetOptions(program.command('usage'))
    .description('show what was used up, by key and day, and how far limits are')
    .option('--from <day>', 'first day, YYYY-MM-DD in UTC (default: the first of the month)')
    .option('--to <day>', 'last day, YYYY-MM-DD in UTC (default: today)')
    .addOption(
      new Option('--group-by <what>', 'a row for each key, or for each key and day (default: key)').choices([
        'key',
        'key_and_day',
      ]),
    )
    .addOption(new Option('--format <how>', 'table, csv or json (default: table)').choices(['table', 'csv', 'json']))
    .option('--fail-over <percent>', 'exit 3 when so much of a limit is used up in this usage period', percent)
    .addHelpText(
      'after',
      `${examples(
        'lexform usage',
        'lexform usage --from 2025-01-01 --to 2025-12-31 --group-by key_and_day --format csv > usage.csv',
        'lexform usage --target prod --fail-over 80%',
      )}
Analytics by key and day need "admin_key" of the target in lexform.yaml. Without it, the counts that an ordinary key sees are shown.

--fail-over looks at the current usage period, whatever --from and --to say: at the account, the key of the target and, with an admin key, every active
key that has a limit. A limit of 0 blocks on purpose and does not count. Where keys share a label, what one of them may have used counts.

CSV has no row for the sum, is safe to open in a spreadsheet, and shows control characters of labels as text; JSON has labels as they are.
`,
    )
    .action((options: UsageOptions) =>
      choose(async (ports) => (await import('../commands/service/usage.ts')).usage(options, ports)),
    );
}

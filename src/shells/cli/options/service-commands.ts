import { InvalidArgumentError } from 'commander';
import { booleanOption, type CommandOptions, choice, collect, command, option, repeatable } from './command.ts';
import { targetOptions } from './common-options.ts';

const INCLUDES = ['beta', 'external'];

/** The names that completion offers. The option accepts other names too, since a service may have more. */
const RESOURCES = ['translate_text', 'translate_document', 'voice', 'write', 'glossary', 'style_rules', 'all'];

function include(value: string, previous: readonly string[]): readonly string[] {
  if (!INCLUDES.includes(value)) throw new InvalidArgumentError(`allowed: ${INCLUDES.join(', ')}`);
  return collect(value, previous);
}

export const languagesCommand = command({
  name: 'languages',
  description: 'list the languages and features of the service, or check one language pair',
  options: [
    ...targetOptions(),
    repeatable('-r, --resource <name>', 'list the languages for this purpose, or all (repeatable)')
      .choices(RESOURCES)
      .argParser(collect)
      .default([], 'translate_text'),
    repeatable('--include <what>', 'also list beta or external languages and features (repeatable)')
      .choices(INCLUDES)
      .argParser(include)
      .default([], 'neither'),
    option(
      '-p, --pair <pair>',
      "check one pair, such as 'en->de', en:de or en-de: exit 0 if it is supported, otherwise 1",
    ),
    option('-f, --feature <name>', 'with --pair: check this feature; otherwise list only languages that have it'),
    booleanOption('--refresh', 'ignore the cached answers of the last hour'),
  ],
  examples: [
    'lexform service languages',
    'lexform service languages --resource all --include beta --include external',
    "lexform service languages --pair 'en->de' --feature glossary",
    'lexform service languages --pair en:pt-BR --feature formality --json',
  ],
  help: `
Language codes are not case-sensitive. If the service lists only variants, a base language means its variants.
Lexform caches answers in your cache folder for one hour.
`,
});

export type LanguagesOptions = CommandOptions<typeof languagesCommand>;

export const serviceListCommand = command({
  name: 'list',
  description: 'list the glossaries, style lists and developer keys of the target, without the files',
  options: targetOptions(),
  examples: ['lexform service list', 'lexform service list --target prod --json'],
  help: `
The command reads only lexform.yaml and the service. It changes nothing.
"lexform plan --unmanaged" lists the resources that no file manages.
Developer keys need the admin_key of the target.
`,
});

export const serviceCommand = command({
  name: 'service',
  description: 'read or use the service of a target: list, languages, usage, memories, translate, voice and compare',
  examples: ['lexform service list', 'lexform service usage', 'lexform service translate --to de "Sign in"'],
});

/** Parses `80%` or `80`. Only whole percentages: `0.8` could be read as 80 % or as less than 1 %. */
function percent(text: string): number {
  const value = Number(/^(\d{1,3})%?$/.exec(text)?.[1]);
  if (!(value >= 1 && value <= 100)) throw new InvalidArgumentError('a whole percentage from 1% to 100% is needed');
  return value;
}

export const usageCommand = command({
  name: 'usage',
  description: 'show usage by key and day, next to the limits',
  options: [
    ...targetOptions(),
    option('--from <day>', 'first day, YYYY-MM-DD in UTC (default: the first day of the month)'),
    option('--to <day>', 'last day, YYYY-MM-DD in UTC (default: today)'),
    choice('--group-by <what>', 'one row for each key, or for each key and day (default: key)', ['key', 'key_and_day']),
    choice('--format <how>', 'table, csv or json (default: table)', ['table', 'csv', 'json']),
    option(
      '--fail-over <percent>',
      'exit 3 if the usage of this period reaches this share of a limit, 1% to 100%',
      percent,
    ),
  ],
  examples: [
    'lexform service usage',
    'lexform service usage --from 2025-01-01 --to 2025-12-31 --group-by key_and_day --format csv > usage.csv',
    'lexform service usage --target prod --fail-over 80%',
  ],
  help: `
Usage by key and day needs the "admin_key" of the target in lexform.yaml.
Without it, the command shows the counts of the API key.

--fail-over checks the current usage period, regardless of --from and --to.
It checks the account, the key of the target and, with an admin key, every active key with a limit.
It ignores limits of 0, which block a key on purpose.
For keys with the same label, it assumes the highest possible usage of each.

CSV has no total row and is safe to open in a spreadsheet: it shows control characters of labels as text.
JSON has the unchanged labels.
`,
});

export type UsageOptions = CommandOptions<typeof usageCommand>;

import { type Command, InvalidArgumentError, Option } from 'commander';
import { type Choose, collect, examples, targetOptions } from './common-options.ts';
import type { LanguagesOptions } from './options.ts';

const INCLUDES = ['beta', 'external'];

/** The names that completion offers. The option accepts other names too, since a service may have more. */
const RESOURCES = ['translate_text', 'translate_document', 'voice', 'write', 'glossary', 'style_rules', 'all'];

function include(value: string, previous: readonly string[]): readonly string[] {
  if (!INCLUDES.includes(value)) throw new InvalidArgumentError(`allowed: ${INCLUDES.join(', ')}`);
  return collect(value, previous);
}

/** Declares `languages`. */
export function declareLanguages(program: Command, choose: Choose): void {
  targetOptions(program.command('languages'))
    .description('list the languages and features of the service, or check one language pair')
    .addOption(
      new Option('-r, --resource <name>', 'what the languages are for, or all (repeatable)')
        .choices(RESOURCES)
        .argParser(collect)
        .default([], 'translate_text'),
    )
    .addOption(
      new Option('--include <what>', 'also list beta or external languages and features (repeatable)')
        .choices(INCLUDES)
        .argParser(include)
        .default([], 'neither'),
    )
    .option(
      '-p, --pair <pair>',
      "check one pair, such as 'en->de', en:de or en-de: exit 0 when it is supported, else 1",
    )
    .option('-f, --feature <name>', 'with --pair: check this feature; otherwise list only languages that have it')
    .option('--refresh', 'ignore the cached answers of the last hour', false)
    .addHelpText(
      'after',
      `${examples(
        'lexform languages',
        'lexform languages --resource all --include beta --include external',
        "lexform languages --pair 'en->de' --feature glossary",
        'lexform languages --pair en:pt-BR --feature formality --json',
      )}
Language codes are not case-sensitive. A base language stands for its variants where the service lists only those.
Lexform caches answers in your cache folder for one hour.
`,
    )
    .action((options: LanguagesOptions) =>
      choose(async (ports) => (await import('../commands/service/languages.ts')).languages(options, ports)),
    );
}

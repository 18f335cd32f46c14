import { type Command, InvalidArgumentError, Option } from 'commander';
import { type Choose, collect, examples, targetOptions } from './common-options.ts';
import type { LanguagesOptions } from './options.ts';

const INCLUDES = ['beta', 'external'];

/** Those that completion offers; the service may have others, which are taken too. */
const RESOURCES = ['translate_text', 'translate_document', 'voice', 'write', 'glossary', 'style_rules', 'all'];

function include(value: string, previous: readonly string[]): readonly string[] {
  if (!INCLUDES.includes(value)) throw new InvalidArgumentError(`allowed: ${INCLUDES.join(', ')}`);
  return collect(value, previous);
}

/** Declares `languages`. */
export function declareLanguages(program: Command, choose: Choose): void {
  targetOptions(program.command('languages'))
    .description('list the languages of the service and their features, or answer a question about a pair')
    .addOption(
      new Option('-r, --resource <name>', 'what the languages are for, or all (repeatable)')
        .choices(RESOURCES)
        .argParser(collect)
        .default([], 'translate_text'),
    )
    .addOption(
      new Option('--include <what>', 'list what is in beta, or external, too (repeatable)')
        .choices(INCLUDES)
        .argParser(include)
        .default([], 'neither'),
    )
    .option('-p, --pair <pair>', "ask about one pair, such as 'en->de', en:de or en-de: exits 0 for yes and 1 for no")
    .option('-f, --feature <name>', 'with --pair: ask for this feature; else list only languages that have it')
    .option('--refresh', 'ask the service, whatever was kept of the last hour', false)
    .addHelpText(
      'after',
      `${examples('lexform languages', 'lexform languages --resource all --include beta --include external', "lexform languages --pair 'en->de' --feature glossary", 'lexform languages --pair en:pt-BR --feature formality --json')}
Codes are taken in any case. A base language stands for all of its variants where only those are listed.
Answers are kept in your cache folder for an hour.
`,
    )
    .action((options: LanguagesOptions) =>
      choose(async (ports) => (await import('../commands/service/languages.ts')).languages(options, ports)),
    );
}

import { type Command, Option } from 'commander';
import { type Choose, examples, targetOptions } from './common-options.ts';
import type { ExplainOptions } from './options.ts';

/** Declares `explain`. */
export function declareExplain(program: Command, choose: Choose): void {
  targetOptions(program.command('explain').argument('<term>', 'a phrase, or a part of one'))
    .description('tell where a term stands, in which dictionaries it is, and what the service has')
    .option('-l, --lang <language>', 'the language that the term is of, such as en (default: any)')
    .addOption(
      new Option('-a, --all', 'look through the dictionaries of the service that no file names, too')
        .default(false)
        .conflicts('offline'),
    )
    .option('--offline', 'look at the files alone', false)
    .addHelpText(
      'after',
      `${examples("lexform explain 'sign in'", 'lexform explain Anmelden --lang de --target prod-eu', 'lexform explain checkout --all', 'lexform explain checkout --offline --json')}
Case, Unicode form and characters that cannot be seen make no difference. Exits 1 when the term is nowhere.
`,
    )
    .action((term: string, options: Omit<ExplainOptions, 'term'>) =>
      choose(async (ports) => (await import('../commands/explain.ts')).explain({ ...options, term }, ports)),
    );
}

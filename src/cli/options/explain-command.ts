import { type Command, Option } from 'commander';
import { type Choose, examples, targetOptions } from './common-options.ts';
import type { ExplainOptions } from './options.ts';

/** Declares `explain`. */
export function declareExplain(program: Command, choose: Choose): void {
  targetOptions(program.command('explain').argument('<term>', 'a phrase or part of one'))
    .description('show where a term is defined and how the service translates it')
    .option('-l, --lang <language>', 'language of the term, such as en (default: any)')
    .addOption(
      new Option('-a, --all', 'also search dictionaries of the service that no file names')
        .default(false)
        .conflicts('offline'),
    )
    .option('--offline', 'search only the files', false)
    .addHelpText(
      'after',
      `${examples(
        "lexform explain 'sign in'",
        'lexform explain Anmelden --lang de --target prod-eu',
        'lexform explain checkout --all',
        'lexform explain checkout --offline --json',
      )}
The search ignores case, Unicode form and invisible characters. The command exits 1 when it finds nothing.
`,
    )
    .action((term: string, options: Omit<ExplainOptions, 'term'>) =>
      choose(async (ports) => (await import('../commands/explain.ts')).explain({ ...options, term }, ports)),
    );
}

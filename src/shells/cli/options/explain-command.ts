import { argument, booleanOption, type CommandOptions, command, option } from './command.ts';
import { targetOptions } from './common-options.ts';

export const explainCommand = command({
  name: 'explain',
  description: 'show where a term is defined and how the service translates it',
  arguments: { term: argument('<term>', 'a phrase or part of one') },
  options: [
    ...targetOptions(),
    option('-l, --lang <language>', 'language of the term, such as en (default: any)'),
    booleanOption('-a, --all', 'also search dictionaries of the service that no file names').conflicts('offline'),
    booleanOption('--offline', 'search only the files'),
  ],
  examples: [
    "lexform explain 'sign in'",
    'lexform explain Anmelden --lang de --target prod-eu',
    'lexform explain checkout --all',
    'lexform explain checkout --offline --json',
  ],
  help: `
The search ignores case, Unicode form and invisible characters. The command exits 1 when it finds nothing.
`,
});

export type ExplainOptions = CommandOptions<typeof explainCommand>;

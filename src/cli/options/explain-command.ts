import { argument, booleanOption, command, option } from './command.ts';
import { targetOptions } from './common-options.ts';
import type { ExplainOptions } from './options.ts';

export const explainCommand = command<ExplainOptions>({
  name: 'explain',
  description: 'show where a term is defined and how the service translates it',
  arguments: { term: argument('<term>', 'a phrase or part of one') },
  options: [
    ...targetOptions(),
    option('-l, --lang <language>', 'language of the term, such as en (default: any)'),
    option('-a, --all', 'also search dictionaries of the service that no file names')
      .default(false)
      .conflicts('offline'),
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
  load: async () => (await import('../commands/explain.ts')).explain,
});

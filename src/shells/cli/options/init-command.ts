import { argument, booleanOption, type CommandOptions, command, option } from './command.ts';
import { targetOptions } from './common-options.ts';

export const initCommand = command({
  name: 'init',
  description: 'create a small sample workspace, or one of what an account has',
  arguments: { chdir: argument('[dir]', 'folder of the workspace (default: the current one)') },
  options: [
    ...targetOptions('with --from: name of the target in the new lexform.yaml (default: prod)'),
    booleanOption('--force', 'overwrite existing files; not with --from'),
    option<'--from [service]', string | true>(
      '--from [service]',
      'write what an account of this service has: deepl, deepl-free, or the address of another service; without a ' +
        'value, the command asks',
    ),
    option(
      '--key <source>',
      'with --from: where the key of the service is, env:NAME or file:PATH, never the key ' +
        '(default: env:LEXFORM_API_KEY)',
    ),
    option('--admin-key <source>', 'with --from: where the admin key is; then developer keys are written too'),
    option(
      '--auth-scheme <scheme>',
      'with --from and an address: the word before the key in the header "Authorization" (default: Service-Auth-Key)',
    ),
  ],
  examples: [
    'lexform init my-terms && cd my-terms && lexform plan',
    'lexform init terms --from deepl --key env:DEEPL_API_KEY',
    'lexform init --from',
  ],
  help: `
With --from, the command reads all glossaries and style lists of the account. It changes nothing there.
It writes them as files, with a lexform.yaml that names the service and where the key is.
Then it makes a plan of these files. When that plan is empty, the command writes the first entry of the ledger:
from then on Lexform manages what the files name, and sees what others change.
A run that was killed is made good by the same command.

Exit codes of --from:
  0  everything is written and managed
  1  error, or the account has nothing to write
  3  the folder is a workspace already
  5  something was left out, or differs, as the output says
`,
});

export type InitOptions = CommandOptions<typeof initCommand>;

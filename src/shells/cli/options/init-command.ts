import { argument, booleanOption, type CommandOptions, command, option } from './command.ts';
import { targetOptions } from './common-options.ts';

export const initCommand = command({
  name: 'init',
  description: 'create a sample workspace, or one from an existing account',
  arguments: { chdir: argument('[dir]', 'folder of the workspace (default: the current one)') },
  options: [
    ...targetOptions('with --from: name of the target in the new lexform.yaml (default: prod)'),
    booleanOption('--force', 'overwrite existing files; not with --from'),
    option<'--from [service]', string | true>(
      '--from [service]',
      'write the resources of an account: deepl, deepl-free, or the address of another service; without a value, ' +
        'the command asks',
    ),
    option(
      '--key <source>',
      'with --from: place of the key of the service, env:NAME or file:PATH, never the key itself ' +
        '(default: env:LEXFORM_API_KEY)',
    ),
    option('--admin-key <source>', 'with --from: place of the admin key; then developer keys are written too'),
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
It writes them as files, with a lexform.yaml that names the service and the place of the key.
Then it makes a plan of these files. If the plan is empty, the command writes the first entry of the ledger.
From then on, Lexform manages the resources in the files and detects changes made elsewhere.
If a run is killed, run the same command again to complete it.

Exit codes of --from:
  0  everything was written and is managed
  1  error, or the account has nothing to write
  3  the folder is already a workspace
  5  something was left out or differs; the output lists it
`,
});

export type InitOptions = CommandOptions<typeof initCommand>;

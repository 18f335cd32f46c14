import { Argument, type Command, Option } from 'commander';
import { commandTable } from '../completion/command-table.ts';
import { type Choose, examples } from './common-options.ts';
import type { CompletionOptions } from './options.ts';

/** Declares `completion`, which makes its scripts from the command table. */
export function declareCompletion(program: Command, choose: Choose): void {
  program
    .command('completion')
    .addArgument(new Argument('<shell>', 'bash, zsh or fish').choices(['bash', 'zsh', 'fish']))
    .description('print a shell completion script for commands, options and the names of the workspace')
    .addOption(new Option('--list <what>', 'names of the workspace').choices(['targets', 'addresses']).hideHelp())
    .addOption(new Option('-C, --chdir <dir>', 'the workspace folder').hideHelp())
    .addHelpText(
      'after',
      `${examples(
        'source <(lexform completion bash)',
        'lexform completion zsh > ~/.zfunc/_lexform',
        'lexform completion fish > ~/.config/fish/completions/lexform.fish',
      )}
For bash, add the first line to ~/.bashrc.
For zsh, put ~/.zfunc into $fpath before compinit, or run "source <(lexform completion zsh)" after compinit.
`,
    )
    .action((shell: CompletionOptions['shell'], options: CompletionOptions) =>
      choose(async (ports) =>
        (await import('../commands/completion.ts')).completion({ ...options, shell }, commandTable(program), ports),
      ),
    );
}

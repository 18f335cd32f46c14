import { Argument, type Command, Option } from 'commander';
import { commandTable } from '../completion/command-table.ts';
import { type Choose, examples } from './common-options.ts';
import type { CompletionOptions } from './options.ts';

/** Completion scripts, made of the command table itself. */
export function declareCompletion(program: Command, choose: Choose): void {
  program
    .command('completion')
    .addArgument(new Argument('<shell>', 'the shell that completes').choices(['bash', 'zsh', 'fish']))
    .description('print a script that completes commands, options and names of the workspace')
    .addOption(new Option('--list <what>', 'names of the workspace').choices(['targets', 'addresses']).hideHelp())
    .addOption(new Option('-C, --chdir <dir>', 'the workspace folder').hideHelp())
    .addHelpText(
      'after',
      `${examples('source <(lexform completion bash)', 'lexform completion zsh > ~/.zfunc/_lexform', 'lexform completion fish > ~/.config/fish/completions/lexform.fish')}
The first line belongs in ~/.bashrc. For zsh, ~/.zfunc must be in $fpath before compinit; or put "source <(lexform completion zsh)" behind it.
`,
    )
    .action((shell: CompletionOptions['shell'], options: CompletionOptions) =>
      choose(async (ports) =>
        (await import('../commands/completion.ts')).completion({ ...options, shell }, commandTable(program), ports),
      ),
    );
}

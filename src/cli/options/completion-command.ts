import { argument, command, option } from './command.ts';
import type { CompletionOptions } from './options.ts';

export const completionCommand = command<CompletionOptions>({
  name: 'completion',
  description: 'print a shell completion script for commands, options and the names of the workspace',
  arguments: { shell: argument('<shell>', 'bash, zsh or fish').choices(['bash', 'zsh', 'fish']) },
  options: [
    option('--list <what>', 'names of the workspace').choices(['targets', 'addresses']).hideHelp(),
    option('-C, --chdir <dir>', 'the workspace folder').hideHelp(),
  ],
  examples: [
    'source <(lexform completion bash)',
    'lexform completion zsh > ~/.zfunc/_lexform',
    'lexform completion fish > ~/.config/fish/completions/lexform.fish',
  ],
  help: `
For bash, add the first line to ~/.bashrc.
For zsh, put ~/.zfunc into $fpath before compinit, or run "source <(lexform completion zsh)" after compinit.
`,
  load: async () => (await import('../commands/completion.ts')).completion,
});

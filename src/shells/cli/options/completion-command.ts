import { type CommandOptions, choiceArgument, command } from './command.ts';

export const completionCommand = command({
  name: 'completion',
  description: 'print a shell completion script for commands, options and the names of the workspace',
  arguments: {
    shell: choiceArgument('<shell>', 'bash, zsh, fish or powershell', ['bash', 'zsh', 'fish', 'powershell']),
  },
  examples: [
    'source <(lexform completion bash)',
    'lexform completion zsh > ~/.zfunc/_lexform',
    'lexform completion fish > ~/.config/fish/completions/lexform.fish',
    'lexform completion powershell | Out-String | Invoke-Expression',
  ],
  help: `
For bash, add the first line to ~/.bashrc.
For zsh, put ~/.zfunc into $fpath before compinit, or run "source <(lexform completion zsh)" after compinit.
For PowerShell, add the last line to the file that $PROFILE names.
`,
});

export type CompletionOptions = CommandOptions<typeof completionCommand>;

import { readWorkspaceNames } from '../../flow/workspace-names.ts';
import { bashCompletion } from '../completion/bash-completion.ts';
import type { CommandEntry } from '../completion/command-table.ts';
import { withAliases } from '../completion/completion-words.ts';
import { fishCompletion } from '../completion/fish-completion.ts';
import { powershellCompletion } from '../completion/powershell-completion.ts';
import { zshCompletion } from '../completion/zsh-completion.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import type { CompletionOptions } from '../options/completion-command.ts';
import type { CliPorts } from '../ports.ts';
import { findWorkspace } from '../session/find-workspace.ts';
import { workspaceRoot } from '../session/workspace-root.ts';

const SCRIPTS = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
  powershell: powershellCompletion,
} as const;

/** `completion`: prints a script for the shell, or the names of the workspace that the script asks for. */
export async function completion(options: CompletionOptions, ports: CliPorts, table: CommandEntry): Promise<ExitCode> {
  if (options.list !== undefined) {
    // The script passes the current folder when the command line names none.
    const isHere = options.chdir === undefined || options.chdir === '.';
    const workspace = isHere ? await findWorkspace(ports) : undefined;
    const names = await readWorkspaceNames(ports.files, workspace ?? workspaceRoot(options, ports), options.list);
    ports.terminal.out(names.map((name) => `${name}\n`).join(''));
    return EXIT.ok;
  }
  ports.terminal.out(SCRIPTS[options.shell](withAliases(table)));
  return EXIT.ok;
}

import { EXIT, type ExitCode } from '../../../app/exit-code.ts';
import type { CliPorts } from '../../../app/ports.ts';
import { COMPLETION_SCRIPTS } from '../completion/completion-scripts.ts';
import type { CompletionOptions } from '../options/completion-command.ts';

/** `completion`: prints the completion script for a shell. */
export async function completion({ shell }: CompletionOptions, { terminal }: CliPorts): Promise<ExitCode> {
  terminal.out(COMPLETION_SCRIPTS[shell]);
  return EXIT.ok;
}

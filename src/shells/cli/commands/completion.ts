import type { CommandResult } from '../../../app/exit-code.ts';
import { COMPLETION_SCRIPTS } from '../completion/completion-scripts.ts';
import type { CompletionOptions } from '../options/tool-commands.ts';

/** `completion`: prints the completion script for a shell. */
export const completion = async ({ shell }: CompletionOptions): Promise<CommandResult> => ({
  outcome: 'ok',
  output: { text: () => COMPLETION_SCRIPTS[shell] },
});

import type { CommandResult } from '../../../../app/exit-code.ts';
import type { TargetOptions } from '../../../../app/options.ts';
import type { Ports } from '../../../../app/ports.ts';
import { connect } from '../../../../app/session/connect.ts';
import { openConfig } from '../../../../app/session/open-workspace.ts';
import {
  translationMemoriesJson,
  translationMemoriesText,
} from '../../../../review/account/translation-memories-text.ts';

/** `service memories`: lists the translation memories of the target, as a table or as JSON. */
export async function translationMemories(options: TargetOptions, ports: Ports): Promise<CommandResult> {
  const workspace = await openConfig(options, ports);
  const { client, limit } = await connect(workspace, options, ports);
  const memories = await limit(() => client.translationMemories.list());
  return {
    outcome: 'ok',
    output: { json: () => translationMemoriesJson(memories), text: () => translationMemoriesText(memories) },
  };
}

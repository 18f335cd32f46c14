import { translationMemoriesJson, translationMemoriesText } from '../../../review/account/translation-memories-text.ts';
import { EXIT, type ExitCode } from '../../exit-code.ts';
import type { TargetOptions } from '../../options/common-options.ts';
import type { CliPorts } from '../../ports.ts';
import { connect } from '../../session/connect.ts';
import { openConfig } from '../../session/open-config.ts';

/** `translation-memories`: lists the translation memories of the target, as a table or as JSON. */
export async function translationMemories(options: TargetOptions, ports: CliPorts): Promise<ExitCode> {
  const workspace = await openConfig(options, ports);
  const { client, limit } = await connect(workspace, options, ports);
  const memories = await limit(() => client.translationMemories.list());
  ports.terminal.out(options.json ? translationMemoriesJson(memories) : translationMemoriesText(memories));
  return EXIT.ok;
}

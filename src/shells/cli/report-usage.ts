import type { Ports } from '../../app/ports.ts';
import { writeEnd } from '../../app/run/write-reports.ts';
import { filesOfCommand } from '../../app/several-targets.ts';
import { optionsIn } from './options/options-in.ts';

/**
 * Reports wrong usage, which ends a command before its options are parsed, in the report files of its arguments, and
 * removes an old plan file.
 */
export async function reportUsage(error: unknown, args: readonly string[], ports: Ports): Promise<void> {
  if (!args.some((arg) => /^(?:--report|--out|-o)/.test(arg))) return;
  await writeEnd(error, optionsIn(args), filesOfCommand(args[0] ?? ''), ports);
}

import { resolve } from 'node:path';
import { EXIT, type ExitCode } from '../../../app/exit-code.ts';
import type { CliPorts } from '../../../app/ports.ts';
import { findWorkspace } from '../../../app/session/find-workspace.ts';
import type { CommandEntry } from './command-table.ts';
import { type Candidate, type Completion, candidateLines, completionAt, nameCandidates } from './completion-at.ts';
import { withAliases } from './completion-words.ts';

/** The words behind `--`. PowerShell drops an empty argument, so `--empty` stands for an empty last word. */
function lineOf(args: readonly string[]): readonly string[] {
  const start = args.indexOf('--');
  const line = start < 0 ? [] : args.slice(start + 1);
  return args.slice(0, Math.max(start, 0)).includes('--empty') ? [...line, ''] : line;
}

type NamesNeeded = Extract<Completion, { kind: 'target' | 'address' }>;

/** Names of the workspace, from its files only. They are optional here: after any error there are none. */
async function namesFor(needed: NamesNeeded, ports: CliPorts): Promise<readonly Candidate[]> {
  const { kind, folder } = needed;
  try {
    const root = folder === undefined ? await findWorkspace(ports) : resolve(ports.cwd, folder);
    if (root === undefined) return [];
    const { readWorkspaceNames } = await import('../../../steps/workspace-names.ts');
    const names = await readWorkspaceNames(ports.files, root, kind === 'target' ? 'targets' : 'addresses');
    return nameCandidates(needed, names);
  } catch {
    return [];
  }
}

/**
 * `__complete [--empty] -- WORDS…`, which the completion scripts call: prints what can replace the last word, one
 * candidate on each line, or `:file` or `:folder` where the shell lists paths.
 */
export async function complete(args: readonly string[], ports: CliPorts, table: CommandEntry): Promise<ExitCode> {
  const completion = completionAt(lineOf(args), withAliases(table));
  const { out } = ports.terminal;
  switch (completion.kind) {
    case 'words':
      out(candidateLines(completion.candidates));
      break;
    case 'file':
    case 'folder':
      out(`:${completion.kind}\n`);
      break;
    case 'target':
    case 'address':
      out(candidateLines(await namesFor(completion, ports)));
      break;
    default:
      return completion satisfies never;
  }
  return EXIT.ok;
}

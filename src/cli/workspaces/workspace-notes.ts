import { relative, resolve, sep } from 'node:path';
import { grouped } from '../../model/grouped.ts';
import { WORKSPACE_FILE } from '../../model/workspace/workspace.ts';
import { visible } from '../../review/format/escape.ts';
import { listed } from '../../review/format/text.ts';
import type { CliPorts } from '../ports.ts';
import { gitText } from '../session/git-text.ts';
import { readConfig } from '../session/open-config.ts';
import { changedFiles } from '../since/changed-files.ts';

/** What a note can be about. */
export const WORKSPACE_NOTE_CODES = ['shared-ledger', 'workspace-deleted'] as const;

/** Something about several workspaces together, which the run in none of them can see. */
export interface WorkspaceNote {
  readonly code: (typeof WORKSPACE_NOTE_CODES)[number];
  /** Folders, from the folder of the run. */
  readonly workspaces: readonly string[];
  readonly message: string;
}

/** Where the ledgers of a workspace are, with the name of the target of each. */
async function ledgersOf(name: string, base: string, ports: CliPorts) {
  const root = resolve(base, name);
  const config = await readConfig(root, ports);
  if (config === undefined || config.ledger.kind === 'none') return [];
  const { ledger } = config;
  // In a folder, a ledger is a file of the workspace; else the repository has one for each name of a target.
  const place =
    ledger.kind === 'dir' ? resolve(root, ledger.dir) : await gitText(root, ports, 'rev-parse', '--git-common-dir');
  if (place === undefined) return [];
  return config.targets
    .filter(({ kind }) => kind === 'remote')
    .map((target) => ({ name, target: target.name, ledger: JSON.stringify([resolve(root, place), target.name]) }));
}

/** Targets whose ledger belongs to several of the workspaces: the apply of one would delete what another one has. */
export async function sharedLedgers(
  names: readonly string[],
  base: string,
  ports: CliPorts,
): Promise<readonly WorkspaceNote[]> {
  const all = (await Promise.all(names.map((name) => ledgersOf(name, base, ports)))).flat();
  return [...grouped(all, ({ ledger }) => ledger).values()].flatMap((sharing) => {
    const [first] = sharing;
    if (first === undefined || sharing.length === 1) return [];
    const workspaces = sharing.map(({ name }) => name);
    const message =
      `${listed(workspaces.map(visible))} share the ledger of target "${visible(first.target)}": the apply of one ` +
      'plans to delete the resources of the others; give their targets different names in lexform.yaml';
    return [{ code: 'shared-ledger', workspaces, message } as const];
  });
}

/**
 * The workspaces whose `lexform.yaml` was deleted since a commit, where the patterns name them. Their resources stay on
 * the service. Throws a `UsageError` when git does not know the commit.
 */
export async function deletedWorkspaces(
  patterns: readonly string[],
  base: string,
  ref: string,
  ports: CliPorts,
): Promise<readonly WorkspaceNote[]> {
  const { files } = await changedFiles(ref, base, ports);
  const matchers = patterns.map((pattern) => matcherOf(relative(base, resolve(base, pattern)).split(sep).join('/')));
  const names = [...files].flatMap((file) =>
    file.endsWith(`/${WORKSPACE_FILE}`) ? [file.slice(0, -WORKSPACE_FILE.length - 1)] : [],
  );
  const notes: WorkspaceNote[] = [];
  for (const name of names.sort()) {
    if (!matchers.some((matches) => matches.test(name))) continue;
    if ((await ports.files.size(resolve(base, name, WORKSPACE_FILE))) !== undefined) continue;
    const message =
      `${visible(name)} was deleted since ${visible(ref)}, and its resources stay on the service; if you want to ` +
      'delete them, restore the folder, remove the resources from its files, apply it, and then delete it';
    notes.push({ code: 'workspace-deleted', workspaces: [name], message });
  }
  return notes;
}

/** Folders that a pattern names, with `*` for a part of a name and `**` for folders. */
const matcherOf = (pattern: string): RegExp =>
  new RegExp(
    `^${pattern
      .replace(/[.+^${}()|[\]\\?]/g, '\\$&')
      .replace(/\*\*\/?|\*/g, (star) => (star === '*' ? '[^/]*' : '(?:.*/)?'))
      .replace(/\/$/, '')}$`,
  );

import { relative, resolve, sep } from 'node:path';
import { matchingPaths } from '../../files/node/matching-paths.ts';
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

/** A workspace of several. */
interface Noted {
  /** Its folder, from the folder of the run. */
  readonly name: string;
  /** What its files are read with. */
  readonly ports: CliPorts;
}

/** Which workspaces there are. */
interface Asked {
  readonly workspaces: readonly Noted[];
  /** The patterns that named them. */
  readonly patterns: readonly string[];
  /** The folder of the run. */
  readonly base: string;
  /** A commit, branch or tag: workspaces that were deleted since are named. */
  readonly since?: string | undefined;
}

/** Where the ledgers of a workspace are, with the name of the target of each. */
async function ledgersOf({ name, ports }: Noted, base: string) {
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
async function sharedLedgers({ workspaces, base }: Asked): Promise<readonly WorkspaceNote[]> {
  const all = (await Promise.all(workspaces.map((each) => ledgersOf(each, base)))).flat();
  return [...grouped(all, ({ ledger }) => ledger).values()].flatMap((sharing) => {
    const [first] = sharing;
    if (first === undefined || sharing.length === 1) return [];
    const names = sharing.map(({ name }) => name);
    const message =
      `${listed(names.map(visible))} share the ledger of target "${visible(first.target)}": the apply of one ` +
      'plans to delete the resources of the others; give their targets different names in lexform.yaml';
    return [{ code: 'shared-ledger', workspaces: names, message } as const];
  });
}

/** The workspaces whose `lexform.yaml` was deleted since a commit. Their resources stay on the service. */
async function deletedWorkspaces(
  { patterns, base }: Asked,
  ref: string,
  ports: CliPorts,
): Promise<readonly WorkspaceNote[]> {
  const { files } = await changedFiles(ref, base, ports);
  const named = await matchingPaths(
    patterns.map((pattern) => workspacePattern(pattern, base)),
    [...files],
  );
  const notes: WorkspaceNote[] = [];
  for (const file of named) {
    if ((await ports.files.size(resolve(base, file))) !== undefined) continue;
    const name = workspaceOf(file);
    const message =
      `${visible(name)} was deleted since ${visible(ref)}, and its resources stay on the service; if you want to ` +
      'delete them, restore the folder, remove the resources from its files, apply it, and then delete it';
    notes.push({ code: 'workspace-deleted', workspaces: [name], message });
  }
  return notes;
}

/** The notes about several workspaces. Throws a `UsageError` when git does not know the commit of `since`. */
export async function workspaceNotes(asked: Asked, ports: CliPorts): Promise<readonly WorkspaceNote[]> {
  const shared = await sharedLedgers(asked);
  return asked.since === undefined ? shared : [...shared, ...(await deletedWorkspaces(asked, asked.since, ports))];
}

/** The pattern of the `lexform.yaml` in each folder that a pattern names, from the folder of the run. */
export function workspacePattern(pattern: string, base: string): string {
  const folder = relative(base, resolve(base, pattern)).split(sep).join('/');
  return folder === '' ? WORKSPACE_FILE : `${folder}/${WORKSPACE_FILE}`;
}

/** The folder of a `lexform.yaml`, from the folder of the run. */
export const workspaceOf = (file: string): string => file.split('/').slice(0, -1).join('/') || '.';

import nodePath, { type PlatformPath, resolve } from 'node:path';
import { slashPath } from '../../files/workspace/workspace-path.ts';
import { grouped } from '../../model/lists.ts';
import { WORKSPACE_FILE, type WorkspaceConfig } from '../../model/workspace/workspace.ts';
import { visible } from '../../review/format/escape.ts';
import { listed } from '../../review/format/text.ts';
import type { Ports } from '../ports.ts';
import { gitText } from '../session/git-text.ts';
import { readConfig } from '../session/open-workspace.ts';

/** The codes of notes. */
export const WORKSPACE_NOTE_CODES = ['shared-ledger'] as const;

/** A warning about several workspaces together, which the run in none of them can see. */
export interface WorkspaceNote {
  readonly code: (typeof WORKSPACE_NOTE_CODES)[number];
  /** Folders, from the folder of the run. */
  readonly workspaces: readonly string[];
  readonly message: string;
}

/** A workspace of several. */
interface NamedWorkspace {
  /** Its folder, from the folder of the run. */
  readonly name: string;
  /** The ports that read its files. */
  readonly ports: Ports;
}

/** Where the ledgers of a workspace are, with the name of the target of each. `config` absent: it has errors. */
async function ledgersOf({ name, ports }: NamedWorkspace, config: WorkspaceConfig | undefined, base: string) {
  const root = resolve(base, name);
  if (config === undefined || config.ledger.kind === 'none') return [];
  const { ledger } = config;
  // In a folder, a ledger is part of the workspace's files. Otherwise, the repository has one ledger for each target
  // name.
  const place =
    ledger.kind === 'dir' ? resolve(root, ledger.dir) : await gitText(root, ports, 'rev-parse', '--git-common-dir');
  if (place === undefined) return [];
  return config.targets
    .filter(({ kind }) => kind === 'remote')
    .map((target) => ({ name, target: target.name, ledger: JSON.stringify([resolve(root, place), target.name]) }));
}

/**
 * A warning for each ledger that belongs to several of the workspaces: the apply of one would delete what another one
 * has. `base`: the folder of the run.
 */
export async function sharedLedgerNotes(
  workspaces: readonly NamedWorkspace[],
  base: string,
): Promise<readonly WorkspaceNote[]> {
  const all = await Promise.all(
    workspaces.map(async (each) => ledgersOf(each, await readConfig(resolve(base, each.name), each.ports), base)),
  );
  return [...grouped(all.flat(), ({ ledger }) => ledger).values()].flatMap((sharing) => {
    const [first] = sharing;
    if (first === undefined || sharing.length === 1) return [];
    const names = sharing.map(({ name }) => name);
    const message =
      `${listed(names.map(visible))} share the ledger of target "${visible(first.target)}": the apply of one ` +
      'plans to delete the resources of the others; give their targets different names in lexform.yaml';
    return [{ code: 'shared-ledger', workspaces: names, message } as const];
  });
}

/** The pattern of the `lexform.yaml` in each folder that a pattern names, from the folder of the run. */
export function workspacePattern(pattern: string, base: string, paths: PlatformPath = nodePath): string {
  const folder = slashPath(base, paths.resolve(base, pattern), paths);
  return folder === '' ? WORKSPACE_FILE : `${folder}/${WORKSPACE_FILE}`;
}

/** The folder of a `lexform.yaml`, from the folder of the run. */
export const workspaceOf = (file: string): string => file.split('/').slice(0, -1).join('/') || '.';

import { relative, resolve, sep } from 'node:path';
import { matchingPaths } from '../../files/node/matching-paths.ts';
import { parseYaml } from '../../files/yaml/yaml-file.ts';
import { grouped } from '../../model/grouped.ts';
import { WORKSPACE_FILE, type WorkspaceConfig } from '../../model/workspace/workspace.ts';
import { visible } from '../../review/format/escape.ts';
import { listed } from '../../review/format/text.ts';
import type { CliPorts } from '../ports.ts';
import { gitText } from '../session/git-text.ts';
import { readConfig } from '../session/open-config.ts';
import { baseCommit } from '../since/base-commit.ts';

/** What a note can be about. */
export const WORKSPACE_NOTE_CODES = ['shared-ledger', 'workspace-deleted', 'workspace-renamed'] as const;

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
  /** The same as somebody else than git knows it; absent: git is asked about `since`. */
  readonly changes?: WorkspaceChanges | undefined;
}

/** Which workspaces are gone since a commit, and which are new. Folders, from the folder of the run. */
export interface WorkspaceChanges {
  /** As people name the commit. */
  readonly ref: string;
  /** With the names of the targets that they had; empty: unknown. */
  readonly gone: ReadonlyMap<string, readonly string[]>;
  readonly added: readonly string[];
}

/** The same with its `lexform.yaml`; `undefined`: it has errors. */
interface Configured extends Noted {
  readonly config: WorkspaceConfig | undefined;
}

/** Where the ledgers of a workspace are, with the name of the target of each. */
async function ledgersOf({ name, ports, config }: Configured, base: string) {
  const root = resolve(base, name);
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
async function sharedLedgers(workspaces: readonly Configured[], base: string): Promise<readonly WorkspaceNote[]> {
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

/** Those of files that are the `lexform.yaml` of a workspace which the patterns name. */
export const namedWorkspaceFiles = (
  files: readonly string[],
  { patterns, base }: Pick<Asked, 'patterns' | 'base'>,
): Promise<readonly string[]> =>
  matchingPaths(
    patterns.map((pattern) => workspacePattern(pattern, base)),
    [...files],
  );

/** What git knows of the workspaces of a commit. Throws a `UsageError` when it does not know the commit. */
async function changesSince(ref: string, asked: Asked, ports: CliPorts): Promise<WorkspaceChanges> {
  const { base } = asked;
  const { base: commit, files } = await baseCommit(ref, base, ports);
  const then = new Set(await namedWorkspaceFiles([...files.keys()], asked));
  const gone = new Map<string, readonly string[]>();
  for (const file of then) {
    if ((await ports.files.size(resolve(base, file))) !== undefined) continue;
    const text = await gitText(base, ports, 'show', `${commit}:./${file}`);
    gone.set(workspaceOf(file), targetsIn(text ?? ''));
  }
  const added = asked.workspaces.map(({ name }) => name).filter((name) => !then.has(fileOf({ workspace: name })));
  return { ref, gone, added };
}

/** The names of the targets in the text of a `lexform.yaml`, as far as it can be read. */
export function targetsIn(text: string): readonly string[] {
  const { value } = parseYaml({ bytes: new TextEncoder().encode(text), file: WORKSPACE_FILE });
  const { targets } = (value?.value ?? {}) as { readonly targets?: unknown };
  return typeof targets === 'object' && targets !== null ? Object.keys(targets) : [];
}

/** What became of a workspace that is gone. Without its targets in a new one, its resources stay on the service. */
export async function goneNote(
  name: string,
  { ref, gone, added }: WorkspaceChanges,
  { workspaces, base }: Pick<Asked, 'workspaces' | 'base'>,
): Promise<WorkspaceNote> {
  const targets = gone.get(name) ?? [];
  for (const { name: other, ports } of workspaces.filter((each) => added.includes(each.name))) {
    const names = (await readConfig(resolve(base, other), ports))?.targets.map((target) => target.name) ?? [];
    if (targets.length === 0 || !targets.every((target) => names.includes(target))) continue;
    const message =
      `${visible(name)} was renamed to ${visible(other)} since ${visible(ref)}: its targets ` +
      `(${listed(targets.map(visible))}) and their ledgers go on there`;
    return { code: 'workspace-renamed', workspaces: [name, other], message };
  }
  const message =
    `${visible(name)} was deleted since ${visible(ref)}, and its resources stay on the service; if you want to ` +
    'delete them, restore the folder, remove the resources from its files, apply it, and then delete it';
  return { code: 'workspace-deleted', workspaces: [name], message };
}

/** The notes about several workspaces. Throws a `UsageError` when git does not know the commit of `since`. */
export async function workspaceNotes(options: Asked, ports: CliPorts): Promise<readonly WorkspaceNote[]> {
  const { since, base } = options;
  const configured = await Promise.all(
    options.workspaces.map(async (each) => ({
      ...each,
      config: await readConfig(resolve(base, each.name), each.ports),
    })),
  );
  const shared = await sharedLedgers(configured, base);
  const changes = options.changes ?? (since === undefined ? undefined : await changesSince(since, options, ports));
  const gone = changes === undefined ? [] : [...changes.gone.keys()].map((name) => goneNote(name, changes, options));
  return [...shared, ...(await Promise.all(gone))];
}

/** The word before a note. */
export const noteLevel = ({ code }: WorkspaceNote): 'warning' | 'note' =>
  code === 'workspace-renamed' ? 'note' : 'warning';

/** The pattern of the `lexform.yaml` in each folder that a pattern names, from the folder of the run. */
export function workspacePattern(pattern: string, base: string): string {
  const folder = relative(base, resolve(base, pattern)).split(sep).join('/');
  return folder === '' ? WORKSPACE_FILE : `${folder}/${WORKSPACE_FILE}`;
}

/** The `lexform.yaml` of a workspace, from the folder of the run. */
const fileOf = ({ workspace }: { readonly workspace: string }): string =>
  workspace === '.' ? WORKSPACE_FILE : `${workspace}/${WORKSPACE_FILE}`;

/** The folder of a `lexform.yaml`, from the folder of the run. */
export const workspaceOf = (file: string): string => file.split('/').slice(0, -1).join('/') || '.';

import { join } from 'node:path';
import type { ChildEdit, FileEdit } from '../../change/file-edit.ts';
import type { Edited } from '../../files/edit/entry-edit.ts';
import type { FilePorts } from '../../files/ports.ts';
import type { Finding, SourceRef } from '../../model/finding.ts';
import { byCodeUnit } from '../../model/lists.ts';
import type { Address } from '../../model/resources/address.ts';
import type { ResourceSource, WrittenFile } from './files-facet.ts';

/**
 * The edited files of a workspace in memory: a table may be edited for several resources. Nothing is written. Paths are
 * relative to the workspace.
 */
export interface StagedFiles {
  /** False: the file could not be edited; findings give the reason. */
  readonly edit: (file: string, at: SourceRef, change: (bytes: Uint8Array) => Edited) => Promise<boolean>;
  /** False, without any change: another file exists there. True if the same content already exists. */
  readonly create: (file: string, content: string) => Promise<boolean>;
  readonly remove: (file: string) => void;
  readonly fault: (code: string, at: SourceRef, details: Finding['details']) => void;
  /** Makes several changes, all or none of them: they are kept if `work` returns true. */
  readonly attempt: (work: () => Promise<boolean>) => Promise<boolean>;
  /** Reads the files with the edits so far. Glob patterns are matched against the files before the edits. */
  readonly ports: FilePorts;
  /** Path → new content of the file; `undefined`: it is deleted. */
  readonly files: () => ReadonlyMap<string, Uint8Array | undefined>;
  /** Path → content of an edited file before the edits. */
  readonly before: ReadonlyMap<string, Uint8Array>;
  readonly findings: readonly Finding[];
}

/** The reason why files must not be deleted. */
interface PullRefusal {
  readonly kind: 'protected' | 'needs-consent' | 'too-many';
  readonly deleted?: number;
  readonly total?: number;
}

/** A file that belongs to a resource or a part of it. */
export interface StoredFile {
  readonly source: ResourceSource;
  /** The resource, or the part. */
  readonly owner: object;
  readonly file: string;
}

/** The data about the workspace that a pull of one resource needs. */
export interface PullContext<Source extends ResourceSource = ResourceSource> {
  readonly staged: StagedFiles;
  readonly root: string;
  /** All resources of its kind that have files. */
  readonly sources: readonly Source[];
  /** The files of all resources of all kinds, listed once for each use. */
  readonly stored: readonly StoredFile[];
  /** The reason why the files of an address must stay; `undefined`: they may be deleted. */
  readonly refusal: (address: Address) => PullRefusal | undefined;
  /** The patterns in `lexform.yaml` for the files of its kind; absent: the kind is not managed. */
  readonly patterns?: readonly string[];
  /** Ids of resources whose name is not unique on the target: files for them contain the id. */
  readonly pin: ReadonlySet<string>;
}

/** The result of creating or deleting files. `told`: a finding gives the reason for a failure. */
export type Restructured = 'done' | 'reported' | 'not-meant';

/** Reports that an edit cannot be made in the present files. `what`: the noun of the edited item. */
export const byHand = (
  { staged }: Pick<PullContext, 'staged'>,
  { address, action }: FileEdit | ChildEdit,
  { at, what }: { readonly at: SourceRef; readonly what: string },
): void => staged.fault('pull-by-hand', at, { address, what: `${action}-${what}` });

const REFUSED = {
  protected: 'pull-protected',
  'needs-consent': 'pull-needs-consent',
  'too-many': 'pull-too-many',
} as const;

/** Reports that files are not deleted, with the option that allows it. */
export function refuseLoss(
  { staged }: Pick<PullContext, 'staged'>,
  refusal: PullRefusal,
  { address, at, files }: { readonly address: Address; readonly at: SourceRef; readonly files: readonly string[] },
): void {
  const { kind, ...counted } = refusal;
  staged.fault(REFUSED[kind], at, { address, files, ...counted });
}

/** All files that other resources, or other parts, use, listed once for each use. Deleted files are left out. */
export function filesOfOthers(
  { staged, stored }: Pick<PullContext, 'staged' | 'stored'>,
  isOwn: (owner: object) => boolean,
): readonly string[] {
  const isThere = (file: string): boolean => !staged.files().has(file) || staged.files().get(file) !== undefined;
  return stored
    .filter(({ source, owner }) => !isOwn(source) && !isOwn(owner) && isThere(source.file))
    .map(({ file }) => file);
}

/** The given files that nothing else needs: no other source names them, or leads to them by a link. */
export async function unsharedFiles(
  { staged, root }: Pick<PullContext, 'staged' | 'root'>,
  files: readonly string[],
  others: readonly string[],
): Promise<readonly string[]> {
  const realOf = (file: string): Promise<string | undefined> => staged.ports.realPath(join(root, file));
  const needed = new Set<string | undefined>(await Promise.all([...new Set(others)].map(realOf)));
  const unshared: string[] = [];
  for (const file of new Set(files)) if (!needed.has(await realOf(file))) unshared.push(file);
  return unshared.sort(byCodeUnit);
}

/** A resource for which files are written. */
export interface ResourceToWrite<Content = unknown> {
  readonly id: string;
  readonly content: Content;
  /** The last part of its address. */
  readonly name: string;
  /** Written if the name does not identify the resource. */
  readonly pinnedId?: string;
  /** The target that its name is only for: it is also written under `on:`. Absent: all targets. */
  readonly nameOn?: string;
  /** Written if true. */
  readonly protect?: boolean;
}

/** Writes and edits the files of one kind. Separate from reading, so that commands which only read do not load it. */
export interface WritingFacet<Content, Source extends ResourceSource = ResourceSource, Shared = unknown> {
  /** The files of some resources that have none. `pathOf`: the file for a name. */
  write(resources: readonly ResourceToWrite<Content>[], pathOf: (name: string) => string): readonly WrittenFile[];

  /**
   * Makes an edit of `pull` in the files. If each file has one resource, the edit changes values and parts; whole files
   * are created and deleted by the caller. `source`: absent if no file has the resource. Returns `undefined` if it
   * finds no file to edit.
   */
  edit(
    edit: FileEdit<Content>,
    source: Source | undefined,
    pull: PullContext<Source>,
    shared: Shared,
  ): Promise<void> | undefined;
  /** Deletes its files when the resource is removed. Default: no other resource is affected. */
  removeFiles?(source: Source, files: readonly string[], pull: PullContext<Source>): Promise<Restructured>;
}

export type AnyWriting = WritingFacet<unknown>;

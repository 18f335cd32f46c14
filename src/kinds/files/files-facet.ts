import type { FilePorts } from '../../files/ports.ts';
import type { FileToRead } from '../../files/workspace/workspace-path.ts';
import type { Checked, Finding } from '../../model/finding.ts';
import type { ResourceKind } from '../../model/plan/plan.ts';
import type { SourceRef } from '../../model/source-ref.ts';
import type { CheckedCount } from '../../model/workspace/checked-files.ts';
import type { WorkspaceConfig } from '../../model/workspace/workspace.ts';
import type { FileEdit } from '../file-edit.ts';
import type { LiveResource } from '../resource.ts';
import type { PullContext, Restructured } from './pull-context.ts';
import type { ResourceSource } from './resource-source.ts';

/** A workspace that is read. */
export interface ReadContext {
  readonly ports: FilePorts;
  /** Absolute. */
  readonly root: string;
  readonly config: WorkspaceConfig;
}

/** A resource that gets files. */
export interface ResourceToWrite<Content = unknown, Source extends ResourceSource = ResourceSource> {
  readonly id: string;
  readonly content: Content;
  /** The end of its address. */
  readonly name: string;
  /** Written when the name alone does not say which resource it is. */
  readonly pinnedId?: string;
  /** What its files say beside the content, where it has some already. It is kept. */
  readonly existing?: Partial<Source>;
}

/** Path relative to the workspace root, and text. */
export type WrittenFile = readonly [path: string, text: string];

/**
 * How the resources of one kind stand in files. It has methods, so that kinds of different contents fit one list.
 * `Shared`: what every file of the kind needs, and is read once.
 */
export interface FilesFacet<Content, Source extends ResourceSource = ResourceSource, Shared = unknown> {
  readonly kind: ResourceKind;
  /** Its key in `lexform.yaml`. */
  readonly key: string;
  /** What a new `lexform.yaml` has under the key. */
  readonly pattern: string;
  /**
   * True: the key names one file, which has all of them. Default: the key has a glob pattern or several, and each file
   * has one, which is called after it.
   */
  readonly isOneFile?: boolean;
  /** A file of this name, without its ending, gives its resource the name of its folder. Default: none does. */
  readonly folderFile?: string;

  /** Reads what every file needs. Default: nothing is read. */
  prepare?(context: ReadContext): Promise<{ readonly value: Shared; readonly findings: readonly Finding[] }>;
  /** Reads one file, as far as it can be made out: with an error in it nothing is planned. */
  read(ports: FilePorts, place: Omit<FileToRead, 'role'>, shared: Shared): Promise<Checked<readonly Source[]>>;
  /** How much was read, for `validate`. Default: the number of resources. */
  count?(sources: readonly Source[]): readonly CheckedCount[];
  /** Where the name stands by which it is found on the service. Default: its origin. */
  nameAt?(source: Source): SourceRef;
  /** What is wrong with their names together. Default: two have one name, and not both have an id. */
  checkNames?(sources: readonly Source[]): readonly Finding[];

  /** The content that is to be written. Default: that of the live resource. Throws when a part was not read. */
  contentToWrite?(live: LiveResource): Content;
  /**
   * The files of some resources. `pathOf`: the file of a name. `before`: what the one file of them all has now; absent:
   * there is none.
   */
  write(
    resources: readonly ResourceToWrite<Content, Source>[],
    pathOf: (name: string) => string,
    before?: readonly Source[],
  ): readonly WrittenFile[];
  /** Its files in a workspace that `init` writes. `mark`: stands in the names. Default: `init` leaves the kind out. */
  sample?(mark: string): readonly WrittenFile[];

  /**
   * Makes an edit of `pull` in the files. Where each file has one resource, the edit is one of its values and parts:
   * files that come or go as a whole are not its business. `source`: absent when no file has the resource. Returns
   * `undefined` when there is nothing in which the edit could be made.
   */
  edit(
    edit: FileEdit<Content>,
    source: Source | undefined,
    pull: PullContext<Source>,
    shared: Shared,
  ): Promise<void> | undefined;
  /** Files of its parts, beside its own. Default: none. */
  partFiles?(source: Source): readonly { readonly owner: object; readonly file: string }[];
  /** Takes its files away when it goes. Default: nothing else is concerned. */
  removeFiles?(source: Source, files: readonly string[], pull: PullContext<Source>): Promise<Restructured>;
}

export type AnyFiles = FilesFacet<unknown>;

/** What was read for every file, by kind. */
export type SharedByKind = Readonly<Record<ResourceKind, unknown>>;

/** What was read for every file of one kind; `undefined`: the kind is not managed, or needs nothing. */
export const sharedOf = <Shared>(
  { kind }: Pick<FilesFacet<never, never, Shared>, 'kind' | 'prepare'>,
  shared: SharedByKind | undefined,
): Shared | undefined => shared?.[kind] as Shared | undefined;

/** The one resource that a file has, as a list. */
export const asList = <Source>({ value, findings }: Checked<Source>): Checked<readonly Source[]> =>
  value === undefined ? { findings } : { value: [value], findings };

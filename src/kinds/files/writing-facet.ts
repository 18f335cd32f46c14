import type { FileEdit } from '../../change/file-edit.ts';

import type { WrittenFile } from './files-facet.ts';
import type { PullContext, Restructured } from './pull-context.ts';
import type { ResourceSource } from './resource-source.ts';

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

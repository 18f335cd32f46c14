import type { FileEdit } from '../../change/file-edit.ts';

import type { WrittenFile } from './files-facet.ts';
import type { PullContext, Restructured } from './pull-context.ts';
import type { ResourceSource } from './resource-source.ts';

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

/**
 * How the files of one kind are written and edited. Apart from the reading, so that a command which writes none loads
 * none of it.
 */
export interface WritingFacet<Content, Source extends ResourceSource = ResourceSource, Shared = unknown> {
  /**
   * The files of some resources. `pathOf`: the file of a name. `before`: what the one file of them all has now; absent:
   * there is none.
   */
  write(
    resources: readonly ResourceToWrite<Content, Source>[],
    pathOf: (name: string) => string,
    before?: readonly Source[],
  ): readonly WrittenFile[];

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
  /** Takes its files away when it goes. Default: nothing else is concerned. */
  removeFiles?(source: Source, files: readonly string[], pull: PullContext<Source>): Promise<Restructured>;
}

export type AnyWriting = WritingFacet<unknown>;

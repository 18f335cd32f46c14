import type { Edited } from '../../files/edit/entry-edit.ts';
import type { FilePorts } from '../../files/ports.ts';
import type { Finding } from '../../model/finding.ts';
import type { Address } from '../../model/resources/address.ts';
import type { SourceRef } from '../../model/source-ref.ts';
import type { ResourceSource } from './resource-source.ts';

/**
 * The files of a workspace as they become, edit by edit: a table may be edited for several resources' sake. Nothing is
 * written. Paths are relative to the workspace.
 */
export interface StagedFiles {
  /** False: it could not be edited; findings say why. */
  readonly edit: (file: string, at: SourceRef, change: (bytes: Uint8Array) => Edited) => Promise<boolean>;
  /** False, and nothing is done: something else stands there. True where it stands there already. */
  readonly create: (file: string, content: string) => Promise<boolean>;
  readonly remove: (file: string) => void;
  readonly fault: (code: string, at: SourceRef, details: Finding['details']) => void;
  /** Makes several changes, all or none of them: `work` says whether they are to be kept. */
  readonly attempt: (work: () => Promise<boolean>) => Promise<boolean>;
  /** Reads the files as they have become by now. Patterns are looked for among those of before. */
  readonly ports: FilePorts;
  /** Path → what the file becomes; `undefined`: it goes. */
  readonly files: () => ReadonlyMap<string, Uint8Array | undefined>;
  /** Path → an edited file as it was. */
  readonly before: ReadonlyMap<string, Uint8Array>;
  readonly findings: readonly Finding[];
}

/** Why the files of something stay. */
export interface PullRefusal {
  readonly kind: 'protected' | 'needs-consent' | 'too-many';
  readonly deleted?: number;
  readonly total?: number;
}

/** A file that a resource has, or a part of it. */
export interface StoredFile {
  readonly source: ResourceSource;
  /** The resource, or the part of it. */
  readonly owner: object;
  readonly file: string;
}

/** What a pull of one resource needs to know of the workspace. */
export interface PullContext<Source extends ResourceSource = ResourceSource> {
  readonly staged: StagedFiles;
  readonly root: string;
  /** Every resource of its kind that has files. */
  readonly sources: readonly Source[];
  /** The files of every resource of every kind, each as often as it is named. */
  readonly stored: readonly StoredFile[];
  /** Why the files of something must stay; `undefined`: they may go. */
  readonly refusal: (address: Address) => PullRefusal | undefined;
  /** What `lexform.yaml` says of the files of its kind; absent: it is not managed. */
  readonly patterns?: readonly string[];
  /** Ids of which the name stands for several on the target: what gets files with such a name is pinned there. */
  readonly pin: ReadonlySet<string>;
}

/** What became of files that come or go. `told`: a finding says why not. */
export type Restructured = 'done' | 'told' | 'not-meant';

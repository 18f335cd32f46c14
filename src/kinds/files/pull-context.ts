import type { Edited } from '../../files/edit/entry-edit.ts';
import type { FilePorts } from '../../files/ports.ts';
import type { Finding, SourceRef } from '../../model/finding.ts';
import type { Address } from '../../model/resources/address.ts';
import type { ResourceSource } from './resource-source.ts';

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
export interface PullRefusal {
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

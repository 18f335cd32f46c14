import type { TableForm } from '../../files/dictionary/table-schema.ts';
import type { KeyOrder } from '../../files/fmt/key-order.ts';
import type { FilePorts } from '../../files/ports.ts';
import type { FileToRead } from '../../files/workspace/workspace-path.ts';
import type { OtherNotesRow } from '../../model/entries/other-notes.ts';
import type { Checked, Finding } from '../../model/finding.ts';
import type { ResourceKind } from '../../model/plan/plan.ts';
import type { SourceRef } from '../../model/source-ref.ts';
import type { CheckedCount } from '../../model/workspace/checked-files.ts';
import type { WorkspaceConfig } from '../../model/workspace/workspace.ts';
import type { LedgerTexts } from './ledger-texts.ts';
import type { ResourceSource } from './resource-source.ts';

/** A workspace while it is read. */
export interface ReadContext {
  readonly ports: FilePorts;
  /** Absolute. */
  readonly root: string;
  readonly config: WorkspaceConfig;
}

/** Path relative to the workspace root, and text. */
export type WrittenFile = readonly [path: string, text: string];

/** A CSV or TSV file, with its settings in the workspace. */
export interface TableFile {
  /** Relative to the workspace root. */
  readonly file: string;
  readonly form: TableForm;
}

/** The resources of one file. `tables`: the CSV and TSV files that belong to it, including unreadable ones. */
export interface ReadFile<Source> extends Checked<readonly Source[]> {
  readonly tables?: readonly string[];
}

/** Reads an earlier version of a file. `undefined`: the file has not changed since, or did not exist. */
export type EarlierFile = (file: string) => Promise<Uint8Array | undefined>;

/** The changes of the other columns of a resource compared with earlier versions of its files. */
export interface WithOtherNotes<Source> {
  readonly rows: readonly OtherNotesRow[];
  readonly source: Source;
}

/**
 * Finds and reads the files of one kind. It has methods, so that kinds of different resources fit one list. `Shared`:
 * data for all files of the kind, read once.
 */
export interface FilesFacet<Source extends ResourceSource = ResourceSource, Shared = unknown> {
  readonly kind: ResourceKind;
  /** Its key in `lexform.yaml`. */
  readonly key: string;
  /** The value under the key in a new `lexform.yaml`. */
  readonly pattern: string;
  /**
   * True: the key names one file with all resources. Default: the key has one or several glob patterns, and each file
   * has one resource, which is named after the file.
   */
  readonly isOneFile?: boolean;
  /** A file of this name, without extension, gives its resource the name of its folder. Default: none does. */
  readonly folderFile?: string;

  /** Reads the data for all files. Default: nothing is read. */
  prepare?(context: ReadContext): Promise<{ readonly value: Shared; readonly findings: readonly Finding[] }>;
  /** Reads one file, even if it has errors; then nothing is planned. */
  read(ports: FilePorts, place: Omit<FileToRead, 'role'>, shared: Shared): Promise<ReadFile<Source>>;
  /** The order of the keys in its files, for `fmt`. Default: the order is kept. */
  readonly keyOrder?: KeyOrder;
  /**
   * The CSV and TSV files that belong to one of its files, if they can be found: for `fmt` and `merge`, which also work
   * on files with errors. Default: none.
   */
  tables?(ports: FilePorts, place: Omit<FileToRead, 'role'>): Promise<readonly TableFile[]>;
  /** The CSV and TSV files of a resource that was read. Default: none. */
  tableFiles?(source: Source): readonly string[];
  /**
   * Rows whose entries are unchanged but whose other columns differ from earlier versions of its tables; and the
   * resource, which contains such changes of its other rows. Reads each table once. Default: no such rows.
   */
  otherNotes?(source: Source, earlier: EarlierFile): Promise<WithOtherNotes<Source>>;
  /** Number of items that were read, for `validate`. Default: the number of resources. */
  count?(sources: readonly Source[]): readonly CheckedCount[];
  /** Place of the name by which the service finds the resource. Default: its origin. */
  nameAt?(source: Source): SourceRef;
  /**
   * Findings about the names of all resources together. Default: two resources with one name, unless both have an id.
   */
  checkNames?(sources: readonly Source[]): readonly Finding[];
  /** Its files in a ledger and a backup. Default: only the files of child resources. */
  readonly texts?: LedgerTexts<unknown>;
  /** Its files in a workspace that `init` writes. `mark`: a part of the names. Default: `init` leaves the kind out. */
  sample?(mark: string): readonly WrittenFile[];
}

export type AnyFiles = FilesFacet;

/** Data read once for all files, by kind. */
export type SharedByKind = Readonly<Record<ResourceKind, unknown>>;

/** The data for all files of one kind; `undefined`: the kind is not managed, or needs none. */
export const sharedOf = <Shared>(
  { kind }: Pick<FilesFacet<never, Shared>, 'kind' | 'prepare'>,
  shared: SharedByKind | undefined,
): Shared | undefined => shared?.[kind] as Shared | undefined;

/** The only resource of a file, as a list. */
export const asList = <Source>({ value, findings }: Checked<Source>): Checked<readonly Source[]> =>
  value === undefined ? { findings } : { value: [value], findings };

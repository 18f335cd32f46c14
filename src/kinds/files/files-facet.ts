import type { TableForm } from '../../files/dictionary/table-schema.ts';
import type { KeyOrder } from '../../files/fmt/key-order.ts';
import type { FilePorts } from '../../files/ports.ts';
import type { FileToRead } from '../../files/workspace/workspace-path.ts';
import type { OtherNotesRow } from '../../model/entries/other-notes.ts';
import type { Checked, Finding } from '../../model/finding.ts';
import type { ResourceKind } from '../../model/plan/plan.ts';
import type { ResourceAddress } from '../../model/resources/address.ts';
import type { OwnedResource } from '../../model/resources/resource.ts';
import type { WorkspaceConfig } from '../../model/workspace/workspace.ts';
import type { Places } from '../kind.ts';
import type { ResourceSource } from './resource-source.ts';

/** A workspace that is read. */
export interface ReadContext {
  readonly ports: FilePorts;
  /** Absolute. */
  readonly root: string;
  readonly config: WorkspaceConfig;
}

/** Path relative to the workspace root, and text. */
export type WrittenFile = readonly [path: string, text: string];

/** A CSV or TSV file, and what the workspace says of it. */
export interface TableFile {
  /** Relative to the workspace root. */
  readonly file: string;
  readonly form: TableForm;
}

/** A file of a part of a resource. `owner`: the part. */
export interface PartFile {
  readonly owner: object;
  readonly file: string;
}

/** What one file has. `tables`: the CSV and TSV files that belong to it, also those that cannot be read. */
export interface ReadFile<Source> extends Checked<readonly Source[]> {
  readonly tables?: readonly string[];
}

/** Reads an earlier version of a file. `undefined`: the file has not changed since, or was not there. */
export type EarlierFile = (file: string) => Promise<Uint8Array | undefined>;

/** What a resource says beside its entries, compared with earlier versions of its files. */
export interface WithOtherNotes<Source> {
  readonly rows: readonly OtherNotesRow[];
  readonly source: Source;
}

/**
 * How the files of one kind are found and read. It has methods, so that kinds of different resources fit one list.
 * `Shared`: what every file of the kind needs, and is read once.
 */
export interface FilesFacet<Source extends ResourceSource = ResourceSource, Shared = unknown> {
  readonly kind: ResourceKind;
  /**
   * What a new `lexform.yaml` has under the key of the kind: `terms/*.yaml`, where each file has the name of its
   * resource, `terms/*\/terms.yaml`, where the folder has it, or one file for all resources.
   */
  readonly pattern: string;

  /** Reads what every file needs. Default: nothing is read. */
  prepare?(context: ReadContext): Promise<{ readonly value: Shared; readonly findings: readonly Finding[] }>;
  /** Reads one file, as far as it can be made out: with an error in it nothing is planned. */
  read(ports: FilePorts, place: Omit<FileToRead, 'role'>, shared: Shared): Promise<ReadFile<Source>>;
  /** The order of the keys in its files, for `fmt`. Default: they stay in the order in which they are. */
  readonly keyOrder?: KeyOrder;
  /**
   * The CSV and TSV files that belong to one of its files, as far as that can be read: for `fmt` and `merge`, which
   * work on files with errors too. Default: it has none.
   */
  tables?(ports: FilePorts, place: Omit<FileToRead, 'role'>): Promise<readonly TableFile[]>;
  /** The files of the parts of a resource, with the part that each has. Default: it has none but its own. */
  partFiles?(source: Source): readonly PartFile[];
  /**
   * The rows whose entries are as they were in earlier versions of its tables, and whose fields beside them are not;
   * and the resource, which says so of its other rows. Reads each table once. Default: it has no such rows.
   */
  otherNotes?(source: Source, earlier: EarlierFile): Promise<WithOtherNotes<Source>>;
  /** The text of one of its files in a ledger; `undefined`: there is none. Default: it has none. */
  ledgerText?(owned: readonly NamedOwned[]): string | undefined;
  /** The places of resources and their values in such a text; `undefined`: at its top. Default: all are there. */
  ledgerPlaces?(text: string, file: string): (address: ResourceAddress) => Places | undefined;
  /** Its files in a workspace that `init` writes. `mark`: stands in the names. Default: `init` leaves the kind out. */
  sample?(mark: string): readonly WrittenFile[];
}

/** A resource in a ledger. `name`: its address without the kind. */
export interface NamedOwned<Content = unknown> extends OwnedResource<string, Content> {
  readonly name: string;
}

export type AnyFiles = FilesFacet;

/** True for a kind that has one file for all of its resources. */
export const isOneFile = ({ pattern }: Pick<AnyFiles, 'pattern'>): boolean => !pattern.includes('*');

/** The name, without its ending, of a file whose resource has the name of the folder; `undefined`: there is none. */
export const folderFile = ({ pattern }: Pick<AnyFiles, 'pattern'>): string | undefined =>
  /\*\/([^/*]+)\.[^./]+$/.exec(pattern)?.[1];

/** What was read for every file, by kind. */
export type SharedByKind = Readonly<Record<ResourceKind, unknown>>;

/** What was read for every file of one kind; `undefined`: the kind is not managed, or needs nothing. */
export const sharedOf = <Shared>(
  { kind }: Pick<FilesFacet<never, Shared>, 'kind' | 'prepare'>,
  shared: SharedByKind | undefined,
): Shared | undefined => shared?.[kind] as Shared | undefined;

/** The one resource that a file has, as a list. */
export const asList = <Source>({ value, findings }: Checked<Source>): Checked<readonly Source[]> =>
  value === undefined ? { findings } : { value: [value], findings };

import type { TableForm } from '../../files/dictionary/table-schema.ts';
import type { KeyOrder } from '../../files/fmt/key-order.ts';
import type { FilePorts } from '../../files/ports.ts';
import type { FileToRead } from '../../files/workspace/workspace-path.ts';
import type { OtherNotesRow } from '../../model/entries/term-fields.ts';
import type { Checked, Finding, SourceRef } from '../../model/finding.ts';
import type { ResourceKind } from '../../model/plan/plan.ts';
import type { ResourceAddress } from '../../model/resources/address.ts';
import type { DesiredResource, OwnedResource } from '../../model/resources/resource.ts';
import type { WorkspaceConfig } from '../../model/workspace/workspace.ts';
import type { Places } from '../kind.ts';

/** A resource that the files ask for, with the places for editing it. */
export interface ResourceSource extends DesiredResource {
  /** Relative to the workspace root. */
  readonly file: string;
  /** The place of its name, if that is not its origin. */
  readonly nameAt?: SourceRef;
  /** Place of `id:`. */
  readonly pinnedIdAt?: SourceRef;
}

/** The places in a source. */
export type Placed = Pick<ResourceSource, 'file' | 'pinnedIdAt'>;

/** The source type of each kind, under its plural. Each kind adds its own with `declare module` in its folder. */
// biome-ignore lint/suspicious/noEmptyInterface: the kinds fill it
export interface SourceTypes {}

/** The desired state with the places for editing. */
export type WorkspaceSources = { readonly [Each in keyof SourceTypes]?: readonly SourceTypes[Each][] };

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

/** A file of a part of a resource. `owner`: the part. */
export interface PartFile {
  readonly owner: object;
  readonly file: string;
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

/** The data for all files of a kind, and the step that follows the last file. */
export interface Prepared<Source extends ResourceSource, Shared> {
  readonly value?: Shared;
  readonly findings: readonly Finding[];
  /**
   * Makes the resources from those that were read, in the same order. `known`: the addresses of all files, also of
   * those with errors. Default: unchanged.
   */
  compile?(sources: readonly Source[], known: readonly ResourceAddress[]): Compiled<Source>;
}

/** The resources of a kind, after all files have been read. */
export interface Compiled<Source extends ResourceSource> {
  readonly sources: readonly Source[];
  /** Further files that each resource is made from, by address. */
  readonly files: ReadonlyMap<ResourceAddress, readonly string[]>;
  readonly findings: readonly Finding[];
}

/**
 * Finds and reads the files of one kind. It has methods, so that kinds of different resources fit one list. `Shared`:
 * data for all files of the kind, read once.
 */
export interface FilesFacet<Source extends ResourceSource = ResourceSource, Shared = unknown> {
  readonly kind: ResourceKind;
  /**
   * The value of the key in a new `lexform.yaml`: `terms/*.yaml` if each file has the name of its resource,
   * `terms/*\/terms.yaml` if the folder has this name, or one file for all resources.
   */
  readonly pattern: string;

  /** Reads the data for all files. Default: nothing is read. */
  prepare?(context: ReadContext): Promise<Prepared<Source, Shared>>;
  /** Reads one file, even if it has errors; then nothing is planned. */
  read(ports: FilePorts, place: Omit<FileToRead, 'role'>, shared: Shared): Promise<ReadFile<Source>>;
  /** The order of the keys in its files, for `fmt`. Default: the order is kept. */
  readonly keyOrder?: KeyOrder;
  /**
   * The CSV and TSV files that belong to one of its files, if they can be found: for `fmt` and `merge`, which also work
   * on files with errors. Default: none.
   */
  tables?(ports: FilePorts, place: Omit<FileToRead, 'role'>): Promise<readonly TableFile[]>;
  /** The files of the parts of a resource, with the part that each has. Default: it has none but its own. */
  partFiles?(source: Source): readonly PartFile[];
  /**
   * Rows whose entries are unchanged but whose other columns differ from earlier versions of its tables; and the
   * resource, which contains such changes of its other rows. Reads each table once. Default: no such rows.
   */
  otherNotes?(source: Source, earlier: EarlierFile): Promise<WithOtherNotes<Source>>;
  /** The text of one of its files in a ledger; `undefined`: the ledger has no such file. Default: no file. */
  ledgerText?(owned: readonly NamedOwned[]): string | undefined;
  /** The places of resources and their values in such a text; `undefined`: at its top. Default: all are there. */
  ledgerPlaces?(text: string, file: string): (address: ResourceAddress) => Places | undefined;
  /** Its files in a workspace that `init` writes. `mark`: a part of the names. Default: `init` leaves the kind out. */
  sample?(mark: string): readonly WrittenFile[];
}

/** A resource in a ledger. `name`: its address without the kind. */
export interface NamedOwned<Content = unknown> extends OwnedResource<string, Content> {
  readonly name: string;
}

export type AnyFiles = FilesFacet;

/** True for a kind that has one file for all of its resources. */
export const isOneFile = ({ pattern }: Pick<AnyFiles, 'pattern'>): boolean => !pattern.includes('*');

/** The name, without its ending, of a file that gives its resource the name of the folder. */
export const folderFile = ({ pattern }: Pick<AnyFiles, 'pattern'>): string | undefined =>
  /\*\/([^/*]+)\.[^./]+$/.exec(pattern)?.[1];

/** Data read once for all files, by kind. */
export type SharedByKind = Readonly<Record<ResourceKind, unknown>>;

/** The data for all files of one kind; `undefined`: the kind is not managed, or needs none. */
export const sharedOf = <Shared>(
  { kind }: { readonly kind: ResourceKind; prepare?(context: ReadContext): Promise<{ readonly value?: Shared }> },
  shared: SharedByKind | undefined,
): Shared | undefined => shared?.[kind] as Shared | undefined;

/** The only resource of a file, as a list. */
export const asList = <Source>({ value, findings }: Checked<Source>): Checked<readonly Source[]> =>
  value === undefined ? { findings } : { value: [value], findings };

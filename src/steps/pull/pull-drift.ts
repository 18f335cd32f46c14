import type { FileEdit } from '../../change/file-edit.ts';
import type { FilePorts } from '../../files/ports.ts';
import { type AnyFiles, isOneFile, type ResourceSource, type SharedByKind } from '../../kinds/files/files-facet.ts';
import {
  type AnyWriting,
  byHand,
  filesOfOthers,
  type PullContext,
  type Restructured,
  refuseLoss,
  type StagedFiles,
  type StoredFile,
  unsharedFiles,
} from '../../kinds/files/pull-context.ts';
import { FILES, filesOf, sourcesOf } from '../../kinds/files/registry.ts';
import { writingOf } from '../../kinds/files/writing-registry.ts';
import type { AnyKind } from '../../kinds/kind.ts';
import { editInFiles, isOnTarget } from '../../kinds/on-target.ts';
import { allOwned, kindNamed } from '../../kinds/registry.ts';
import { type DesiredState, desiredResources } from '../../kinds/states.ts';
import { type Finding, topOf } from '../../model/finding.ts';
import { byCodeUnit } from '../../model/lists.ts';
import { omitUndefined } from '../../model/omit-undefined.ts';
import { type Address, nameIn } from '../../model/resources/address.ts';
import { WORKSPACE_FILE, type WorkspaceConfig } from '../../model/workspace/workspace.ts';
import type { Drift } from '../../plan/drift/drift.ts';
import { childrenInFiles, isProtected } from '../../plan/guard/guard.ts';
import { consents, consentsToAll, type GuardInput } from '../../plan/guard/guard-input.ts';
import { fileEdits } from '../../plan/pull/file-edits.ts';
import { editWorkspaceFile, type ManagedLine, pathIn } from '../workspace/write-workspace.ts';
import { stageFiles } from './staged-files.ts';

/** The context of a pull of one resource, without its edit. */
interface PullOne {
  readonly facet: AnyFiles;
  readonly writing: AnyWriting;
  readonly pull: PullContext;
  /** Content that was read once for all files of the kind. */
  readonly shared?: unknown;
  /** True: the resource was protected in the ledger. */
  readonly isProtected: boolean;
}

/** Writes files for a resource that has none, under its address and with its protection. Never overwrites a file. */
async function bringBack(
  { address }: FileEdit,
  { id, content, nameOn }: NonNullable<FileEdit['add']>,
  { facet, writing, pull, isProtected }: PullOne,
): Promise<void> {
  const { staged, pin, patterns } = pull;
  const resource = {
    id,
    content,
    name: nameIn(address),
    ...(pin.has(id) && { pinnedId: id }),
    ...omitUndefined({ nameOn }),
    ...(isProtected && { protect: true }),
  };
  await staged.attempt(async () => {
    for (const [file, text] of writing.write([resource], pathIn(facet, patterns))) {
      if (await staged.create(file, text)) continue;
      staged.fault('pull-in-the-way', topOf(WORKSPACE_FILE), { address, file });
      return false;
    }
    return true;
  });
}

/**
 * Removes the files of a resource and of its parts, except those that other resources also use. Other files next to
 * them stay.
 */
export async function removeResource(
  edit: FileEdit,
  source: ResourceSource,
  { facet, writing, pull }: Pick<PullOne, 'facet' | 'writing' | 'pull'>,
): Promise<void> {
  const { staged, refusal } = pull;
  const { address, kind } = edit;
  const at = source.origin;
  const ownFiles = [source.file, ...(facet.partFiles?.(source) ?? []).map(({ file }) => file)];
  const files = await unsharedFiles(
    pull,
    ownFiles,
    filesOfOthers(pull, (each) => each === source),
  );
  if (!files.includes(source.file)) return byHand(pull, edit, { at, what: kind });
  const refused = refusal(address);
  if (refused !== undefined) return refuseLoss(pull, refused, { address, at, files });
  const remove = async (): Promise<Restructured> => {
    for (const file of files) staged.remove(file);
    return 'done';
  };
  const removal = await (writing.removeFiles?.(source, files, pull) ?? remove());
  if (removal === 'not-meant') byHand(pull, edit, { at, what: kind });
}

/** Makes an edit, or adds a finding that it must be made by hand. */
async function pullResource(edit: FileEdit, one: PullOne): Promise<void> {
  const { facet, writing, pull, shared } = one;
  const source = pull.sources.find(({ address }) => address === edit.address);
  if (!isOneFile(facet)) {
    if (edit.add !== undefined) return bringBack(edit, edit.add, one);
    if (edit.action === 'remove' && source !== undefined) return removeResource(edit, source, one);
  }
  const done = writing.edit(edit, source, pull, shared);
  if (done === undefined) byHand(pull, edit, { at: source?.origin ?? topOf(WORKSPACE_FILE), what: edit.kind });
  else await done;
}

/** A resource or child resource that the files would lose, because it was deleted on the service. */
interface FileLoss {
  readonly kind: AnyKind;
  readonly isChild: boolean;
  readonly address: Address;
  /** For a child, the address of its resource; otherwise its own address. */
  readonly owner: Address;
}

/** Why files are not deleted. */
export type LossRefusal =
  /** No option allows this deletion. */
  | { readonly kind: 'protected' }
  | { readonly kind: 'needs-consent' }
  /** A pattern would delete the last ones of a kind, or more than half of them. */
  | { readonly kind: 'too-many'; readonly deleted: number; readonly total: number };

const lossesOf = (edits: readonly FileEdit[]): readonly FileLoss[] =>
  edits.flatMap((edit) =>
    [edit, ...edit.children]
      .filter(({ action }) => action === 'remove')
      .map((each) => ({
        kind: kindNamed(edit.kind),
        isChild: each !== edit,
        address: each.address,
        owner: edit.address,
      })),
  );

const namedInFiles = ({ kind, isChild, owner }: FileLoss, { desired }: GuardInput): number =>
  isChild ? childrenInFiles(kind, owner, desired).length : desiredResources(desired, kind.plural).length;

/**
 * Whether the files of a resource deleted on the service may also be deleted, by the rules of the guard for deletions
 * on the service. A protected one never is; any other one only with consent. A pattern does not allow the deletion of
 * the last ones of a kind or of more than half of them; the exact address and `*` do. So a `pull` from a wrong or
 * emptied account deletes no files. `edits`: all edits of the pull.
 */
export function lossRefusal(address: Address, edits: readonly FileEdit[], input: GuardInput): LossRefusal | undefined {
  const losses = lossesOf(edits);
  const loss = losses.find((each) => each.address === address);
  if (loss === undefined) return undefined;
  const { kind, isChild, owner } = loss;
  const resource = desiredResources(input.desired, kind.plural).find((each) => each.address === address);
  const children = resource && kind.children?.(kind.contentOf(resource)).keys();
  const parts = [...(children ?? [])].map((name) => `${address}/${name}` as Address);
  if (isProtected({ address, owner, parts }, input)) return { kind: 'protected' };
  if (consentsToAll(input.allowDelete, address)) return undefined;
  if (!consents(input.allowDelete, address)) return { kind: 'needs-consent' };
  const deleted = losses.filter(
    (each) => each.kind === kind && each.isChild === isChild && (!isChild || each.owner === owner),
  ).length;
  const total = namedInFiles(loss, input);
  return deleted * 2 > total ? { kind: 'too-many', deleted, total } : undefined;
}

export interface PullDriftInput {
  readonly files: FilePorts;
  readonly root: string;
  readonly config: WorkspaceConfig;
  /** The files at the time of reading, for all targets, with layers that are not published. */
  readonly sources: DesiredState;
  /** Content that was read once for all files of a kind. */
  readonly shared?: SharedByKind;
  readonly drift: Drift;
  /** True: also take the service's version of conflicts. False: the files keep theirs. */
  readonly takeTheirs: boolean;
  /** The consent for deletions in the files, and the protection in files and ledger. */
  readonly guard: GuardInput;
  /** Ids of resources whose name is not unique on the target: files of such a resource get its id as a pin. */
  readonly pin: ReadonlySet<string>;
  /** Lines that `lexform.yaml` needs in order to manage new files. A line is written if its kind got files. */
  readonly unmanaged: readonly ManagedLine[];
}

export interface PulledDrift {
  /** Path relative to the root → the new content of an edited or new file. Nothing is written. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** For each path in `files`, the old content of the file; absent for a new one. */
  readonly before: ReadonlyMap<string, Uint8Array>;
  /** Files to remove, in the order of their paths. */
  readonly deleted: readonly string[];
  /** Findings about edits that were not made: impossible ones, unsafe ones, and deletions without consent. */
  readonly findings: readonly Finding[];
  /** Read the files with the edits. */
  readonly ports: FilePorts;
}

/** The files of every resource of every kind: its own first, then those of its parts. */
export function storedFiles(sources: DesiredState): readonly StoredFile[] {
  const all = FILES.flatMap((facet) => (sourcesOf(sources, facet) ?? []).map((source) => ({ facet, source })));
  return [
    ...all.map(({ source }) => ({ source, owner: source, file: source.file })),
    ...all.flatMap(({ facet, source }) => (facet.partFiles?.(source) ?? []).map((part) => ({ source, ...part }))),
  ];
}

/** Adds the kinds to `lexform.yaml` that it does not manage and that now have files. */
async function manage(edits: readonly FileEdit[], { unmanaged }: PullDriftInput, staged: StagedFiles): Promise<void> {
  const needed = unmanaged.filter(([key]) => edits.some(({ kind }) => kindNamed(kind).key === key));
  if (needed.length === 0 || staged.files().size === 0) return;
  const file = WORKSPACE_FILE;
  await staged.edit(file, topOf(file), (bytes) => editWorkspaceFile({ bytes, file }, needed));
}

/**
 * Edits the files so that they contain the changes made on the service: changed values, added or removed parts, and
 * added or removed resources. Only the affected cells and nodes change; every other byte stays. If both sides changed a
 * value, the files keep theirs, unless `takeTheirs` is set. No file is removed without consent, and none is
 * overwritten. Each edited file is read again to check the edits. A file that cannot be edited safely is left out, with
 * a finding.
 */
export const pullDrift = (input: PullDriftInput): Promise<PulledDrift> =>
  stageEdits(fileEdits(input.drift, input), input);

/** Makes edits of the files, as `pullDrift` does. */
export async function stageEdits(edits: readonly FileEdit[], input: PullDriftInput): Promise<PulledDrift> {
  const { files, root, config, sources, drift, guard, pin } = input;
  const staged = await stageFiles(files, root);
  const refusal = (address: Address) => lossRefusal(address, edits, guard);
  const stored = storedFiles(sources);
  const owned = guard.ledger === undefined ? undefined : allOwned(guard.ledger);
  const target = config.targets.find(({ name }) => name === drift.target.name) ?? drift.target;
  for (const liveEdit of edits) {
    const facet = filesOf(liveEdit.kind);
    const all = sourcesOf(sources, facet) ?? [];
    const desired = all.find(({ address }) => address === liveEdit.address);
    if (liveEdit.add !== undefined && desired !== undefined && !isOnTarget(desired, target)) {
      staged.fault('pull-not-on-target', desired.origin, { address: desired.address });
      continue;
    }
    const edit = editInFiles(kindNamed(liveEdit.kind), liveEdit, { desired, target });
    const patterns = config.patterns[edit.kind];
    const of = { staged, root, stored, refusal, pin, sources: all };
    const pull: PullContext = { ...of, ...(patterns !== undefined && { patterns }) };
    const isProtected = owned?.get(edit.address)?.protect === true;
    await pullResource(edit, {
      facet,
      writing: writingOf(edit.kind),
      pull,
      shared: input.shared?.[edit.kind],
      isProtected,
    });
  }
  await manage(edits, input, staged);
  const become = [...staged.files()].sort(([left], [right]) => byCodeUnit(left, right));
  return {
    files: new Map(become.flatMap(([file, bytes]) => (bytes === undefined ? [] : [[file, bytes] as const]))),
    before: staged.before,
    deleted: become.flatMap(([file, bytes]) => (bytes === undefined ? [file] : [])),
    findings: staged.findings,
    ports: staged.ports,
  };
}

import type { FileEdit } from '../../change/file-edit.ts';
import type { FilePorts } from '../../files/ports.ts';
import type { AnyFiles, SharedByKind } from '../../kinds/files/files-facet.ts';
import type { PullContext, Restructured, StagedFiles, StoredFile } from '../../kinds/files/pull-context.ts';
import { byHand, filesBeside, onlyOwn, refuseLoss } from '../../kinds/files/pull-parts.ts';
import { FILES, filesOf, sourcesOf } from '../../kinds/files/registry.ts';
import type { ResourceSource } from '../../kinds/files/resource-source.ts';
import type { AnyWriting } from '../../kinds/files/writing-facet.ts';
import { writingOf } from '../../kinds/files/writing-registry.ts';
import type { AnyKind } from '../../kinds/model/resource-kind.ts';
import { allOwned, kindNamed } from '../../kinds/registry.ts';
import { type DesiredState, desiredOf } from '../../kinds/states.ts';
import type { Finding } from '../../model/finding.ts';
import { byCodeUnit } from '../../model/order.ts';
import { type Address, nameIn } from '../../model/resources/address.ts';
import { topOf } from '../../model/source-ref.ts';
import { WORKSPACE_FILE, type WorkspaceConfig } from '../../model/workspace/workspace.ts';
import type { Drift } from '../../plan/drift/drift.ts';
import { consents, consentsToAll } from '../../plan/guard/consent.ts';
import { childrenInFiles, isProtected } from '../../plan/guard/deletions.ts';
import type { GuardInput } from '../../plan/guard/guard-input.ts';
import { fileEdits } from '../../plan/pull/file-edits.ts';
import { editWorkspaceFile, type ManagedLine } from '../workspace/edit-workspace-file.ts';
import { pathIn } from '../workspace/write-workspace.ts';
import { stageFiles } from './staged-files.ts';

/** What a pull of one resource needs, beside its edit. */
interface PullOne {
  readonly facet: AnyFiles;
  readonly writing: AnyWriting;
  readonly pull: PullContext;
  /** What was read for every file of the kind. */
  readonly shared?: unknown;
  /** As protected as it was when the ledger had it last. */
  readonly isProtected?: boolean;
}

/** Writes the files of a resource that has none, under its address, and as protected as it was. Never over a file. */
async function bringBack(
  { address }: FileEdit,
  { id, content }: NonNullable<FileEdit['add']>,
  { facet, writing, pull, isProtected = false }: PullOne,
): Promise<void> {
  const { staged, pin, patterns } = pull;
  const resource = {
    id,
    content,
    name: nameIn(address),
    ...(pin.has(id) && { pinnedId: id }),
    ...(isProtected && { existing: { protect: true } }),
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
 * Takes away what is a resource's own: its file, and the files of its parts, unless another one has a part in them.
 * Anything else beside them stays.
 */
export async function removeResource(
  edit: FileEdit,
  source: ResourceSource,
  { writing, pull }: Pick<PullOne, 'writing' | 'pull'>,
): Promise<void> {
  const { staged, refusal } = pull;
  const { address, kind } = edit;
  const at = source.origin;
  const own = [source.file, ...(writing.partFiles?.(source) ?? []).map(({ file }) => file)];
  const files = await onlyOwn(
    pull,
    own,
    filesBeside(pull, (each) => each === source),
  );
  if (!files.includes(source.file)) return byHand(pull, edit, { at, what: kind });
  const refused = refusal(address);
  if (refused !== undefined) return refuseLoss(pull, refused, { address, at, files });
  const remove = async (): Promise<Restructured> => {
    for (const file of files) staged.remove(file);
    return 'done';
  };
  const made = await (writing.removeFiles?.(source, files, pull) ?? remove());
  if (made === 'not-meant') byHand(pull, edit, { at, what: kind });
}

/** Makes an edit, or says that it cannot be made. */
async function pullResource(edit: FileEdit, one: PullOne): Promise<void> {
  const { facet, writing, pull, shared } = one;
  const source = pull.sources.find(({ address }) => address === edit.address);
  if (facet.isOneFile !== true) {
    if (edit.add !== undefined) return bringBack(edit, edit.add, one);
    if (edit.action === 'remove' && source !== undefined) return removeResource(edit, source, one);
  }
  const done = writing.edit(edit, source, pull, shared);
  if (done === undefined) byHand(pull, edit, { at: source?.origin ?? topOf(WORKSPACE_FILE), what: edit.kind });
  else await done;
}

/** Something that the files would no longer have, because somebody deleted it on the service. */
interface FileLoss {
  readonly kind: AnyKind;
  readonly isChild: boolean;
  readonly address: Address;
  /** Of a child that of its resource; else the address itself. */
  readonly owner: Address;
}

/** Why files are not deleted. */
export type LossRefusal =
  /** No flag lifts this. */
  | { readonly kind: 'protected' }
  | { readonly kind: 'needs-consent' }
  /** A pattern would take the last ones of a kind, or more than half of them. */
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
  isChild ? childrenInFiles(kind, owner, desired).length : (desiredOf(desired, kind.plural)?.length ?? 0);

/**
 * Whether the files of what somebody deleted on the service may be deleted too, by the rules that the guard has for
 * deletions on the service: a protected one never, any other with consent; a pattern consents neither to the last ones
 * of a kind nor to more than half of them, the address itself and `*` do. The other account, or the emptied one, that
 * `pull` was pointed at by mistake then costs no file. `edits`: all that are to be made.
 */
export function lossRefusal(address: Address, edits: readonly FileEdit[], input: GuardInput): LossRefusal | undefined {
  const losses = lossesOf(edits);
  const loss = losses.find((each) => each.address === address);
  if (loss === undefined) return undefined;
  const { kind, isChild, owner } = loss;
  const resource = (desiredOf(input.desired, kind.plural) ?? []).find((each) => each.address === address);
  const children = resource && kind.children?.(kind.contentOf(resource))?.keys();
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
  /** The files as they were read. */
  readonly sources: DesiredState;
  /** What was read for every file of a kind. */
  readonly shared?: SharedByKind;
  readonly drift: Drift;
  /** Take what the service has of conflicts too; else the files keep what they have. */
  readonly takeTheirs: boolean;
  /** What may be deleted of the files, and what is protected by files and ledger. */
  readonly guard: GuardInput;
  /** Ids of which the name stands for several on the target: what gets files with such a name is pinned there. */
  readonly pin: ReadonlySet<string>;
  /** Lines that `lexform.yaml` needs before it manages what gets files: written for kinds of which one does. */
  readonly unmanaged: readonly ManagedLine[];
}

export interface PulledDrift {
  /** Path relative to the root → the file with the edits made, or a new one. Nothing is written. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** The same path → the file as it was; absent for a new one. */
  readonly before: ReadonlyMap<string, Uint8Array>;
  /** Files that go, in the order of their paths. */
  readonly deleted: readonly string[];
  /**
   * What was left as it is: what no edit can absorb, what could not be edited safely, what must not be deleted without
   * consent.
   */
  readonly findings: readonly Finding[];
}

/** The files of every resource of every kind: its own first, then those of its parts. */
export function storedFiles(sources: DesiredState): readonly StoredFile[] {
  const all = FILES.flatMap((facet) => (sourcesOf(sources, facet) ?? []).map((source) => ({ facet, source })));
  return [
    ...all.map(({ source }) => ({ source, owner: source, file: source.file })),
    ...all.flatMap(({ facet, source }) =>
      (writingOf(facet.kind).partFiles?.(source) ?? []).map((part) => ({ source, ...part })),
    ),
  ];
}

/** Names the files in `lexform.yaml` of kinds that it does not manage, and that have got files. */
async function manage(edits: readonly FileEdit[], { unmanaged }: PullDriftInput, staged: StagedFiles): Promise<void> {
  const needed = unmanaged.filter(([key]) => edits.some(({ kind }) => filesOf(kind).key === key));
  if (needed.length === 0 || staged.files().size === 0) return;
  const file = WORKSPACE_FILE;
  await staged.edit(file, topOf(file), (bytes) => editWorkspaceFile({ bytes, file }, needed));
}

/**
 * Takes what somebody changed on the service into the very cells and nodes of the files, and leaves every other byte
 * alone: changed values, parts that came or went, and whole resources that came or went. What both sides changed stays
 * as the files have it, unless `takeTheirs`. No file goes without consent, none is written over. Each edited file has
 * been read again with the edits in it; one that could not be edited safely is left out, with a finding.
 */
export async function pullDrift(input: PullDriftInput): Promise<PulledDrift> {
  const { files, root, config, sources, drift, takeTheirs, guard, pin } = input;
  const staged = await stageFiles(files, root);
  const edits = fileEdits(drift, { takeTheirs });
  const refusal = (address: Address) => lossRefusal(address, edits, guard);
  const stored = storedFiles(sources);
  const owned = guard.ledger === undefined ? undefined : allOwned(guard.ledger);
  for (const edit of edits) {
    const facet = filesOf(edit.kind);
    const patterns = config.patterns[edit.kind];
    const of = { staged, root, stored, refusal, pin, sources: sourcesOf(sources, facet) ?? [] };
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
  };
}

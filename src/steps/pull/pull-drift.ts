import type { FileEdit } from '../../change/file-edit.ts';
import type { FilePorts } from '../../files/ports.ts';
import type { SharedByKind } from '../../kinds/files/files-facet.ts';
import type { PullContext, StagedFiles, StoredFile } from '../../kinds/files/pull-context.ts';
import { FILES, filesOf, sourcesOf } from '../../kinds/files/registry.ts';
import { writingOf } from '../../kinds/files/writing-registry.ts';
import { allOwned } from '../../kinds/registry.ts';
import type { DesiredState } from '../../kinds/states.ts';
import type { Finding } from '../../model/finding.ts';
import { byCodeUnit } from '../../model/order.ts';
import type { Address } from '../../model/resources/address.ts';
import { topOf } from '../../model/source-ref.ts';
import type { WorkspaceConfig } from '../../model/workspace/workspace.ts';
import { WORKSPACE_FILE } from '../../model/workspace/workspace.ts';
import type { Drift } from '../../plan/drift/drift.ts';
import type { GuardInput } from '../../plan/guard/guard-input.ts';
import { fileEdits } from '../../plan/pull/file-edits.ts';
import { editWorkspaceFile, type ManagedLine } from '../workspace/edit-workspace-file.ts';
import { lossRefusal } from './file-losses.ts';
import { pullResource } from './pull-resource.ts';
import { stageFiles } from './staged-files.ts';

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

import { join } from 'node:path';
import { editDeveloperKeys } from '../../files/edit/developer-keys.ts';
import { editWorkspaceFile, type ManagedLine } from '../../files/edit/workspace.ts';
import type { FilePorts } from '../../files/ports.ts';
import type { RuleCatalogue } from '../../files/resources/rule-catalogue.ts';
import { keysFileText } from '../../files/resources/write-developer-keys.ts';
import { WORKSPACE_FILE } from '../../files/workspace/read-workspace.ts';
import type { GlossarySource, StyleListSource, WorkspaceSources } from '../../files/workspace/sources.ts';
import { workspaceFiles } from '../../files/workspace/write-workspace.ts';
import { allOwned } from '../../kinds/registry.ts';
import type { LiveState } from '../../kinds/states.ts';
import type { Finding } from '../../model/finding.ts';
import { glossaryId, styleId } from '../../model/ids.ts';
import { byCodeUnit } from '../../model/order.ts';
import type { Address } from '../../model/resources/address.ts';
import type { SourceRef } from '../../model/source-ref.ts';
import type { WorkspaceConfig } from '../../model/workspace/workspace.ts';
import type { Drift } from '../../plan/drift/drift.ts';
import { lossRefusal } from '../../plan/guard/file-losses.ts';
import type { GuardInput } from '../../plan/guard/guard-input.ts';
import { type FileEdit, fileEdits } from '../../plan/pull/file-edits.ts';
import { type KeyEdit, keyFileEdit } from './pull-developer-key.ts';
import { pullGlossary } from './pull-glossary.ts';
import { byHand, type PullParts, removeResource } from './pull-parts.ts';
import { pullStyleList } from './pull-style-list.ts';
import { type StagedFiles, stageFiles } from './staged-files.ts';

export interface PullDriftInput {
  readonly files: FilePorts;
  readonly root: string;
  readonly config: WorkspaceConfig;
  /** The files as they were read. */
  readonly sources: WorkspaceSources;
  /** Absent: style lists are not managed. */
  readonly catalogue?: RuleCatalogue;
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

const NOWHERE: SourceRef = { file: WORKSPACE_FILE, line: 1, column: 1 };

interface Pull extends PullParts {
  readonly input: PullDriftInput;
}

/** The live state that has nothing but a resource which comes back. */
function liveOf({ kind, add }: FileEdit): LiveState {
  if (kind === 'style-list' && add !== undefined)
    return { styleLists: [{ ...add, id: styleId(add.id), instructions: [], version: 0 }] };
  if (kind !== 'glossary' || add === undefined) return {};
  const { name, dictionaries } = add.content;
  const listed = [...dictionaries].map(
    ([key, { pair, entries }]) => [key, { pair, entries, entryCount: entries.size }] as const,
  );
  return { glossaries: [{ id: glossaryId(add.id), name, dictionaries: new Map(listed) }] };
}

/** Writes the files of a resource that has none, under its address, and as protected as it was. Never over a file. */
async function bringBack(edit: FileEdit, id: string, { input, staged }: Pull): Promise<void> {
  const { address } = edit;
  const { config, drift, guard, pin } = input;
  const protect = guard.ledger !== undefined && allOwned(guard.ledger).get(address)?.protect === true;
  const texts = workspaceFiles(liveOf(edit), {
    target: { kind: 'embedded', name: drift.target.name },
    existingConfig: config,
    names: new Map([[id, address.slice(address.indexOf('.') + 1)]]),
    pin,
    ...(protect && { existing: new Map([[id, { protect }]]) }),
  });
  await staged.attempt(async () => {
    for (const [file, text] of texts) {
      if (await staged.create(file, text)) continue;
      staged.fault('pull-in-the-way', NOWHERE, { address, file });
      return false;
    }
    return true;
  });
}

/** Edits the file of developer keys, which may not be there yet. */
async function pullKey(edit: KeyEdit, file: string, { input, root, staged }: Pull): Promise<void> {
  const isThere = staged.files().has(file) || (await input.files.realPath(join(root, file))) !== undefined;
  if (!isThere) await staged.create(file, keysFileText(new Map()));
  await staged.edit(file, NOWHERE, (bytes) => editDeveloperKeys({ bytes, file }, [keyFileEdit(edit, input.pin)]));
}

/** Files that come or go as a whole. */
function pullWhole(
  edit: FileEdit,
  source: GlossarySource | StyleListSource | undefined,
  pull: Pull,
): Promise<void> | undefined {
  if (edit.add !== undefined) return bringBack(edit, edit.add.id, pull);
  return edit.action === 'remove' && source !== undefined ? removeResource(edit, source, pull) : undefined;
}

type PullOf<Kind> = (edit: FileEdit & { readonly kind: Kind }, pull: Pull) => Promise<void> | undefined;

/** Makes an edit of one kind; `undefined` when there is nothing that it could be made in. */
const PULLS: { readonly [Kind in FileEdit['kind']]: PullOf<Kind> } = {
  glossary(edit, pull) {
    const source = pull.glossaries.find(({ address }) => address === edit.address);
    return pullWhole(edit, source, pull) ?? (source && pullGlossary(edit, source, pull));
  },
  'style-list'(edit, pull) {
    const { styleLists, staged, input } = pull;
    const source = styleLists.find(({ address }) => address === edit.address);
    const { catalogue } = input;
    return pullWhole(edit, source, pull) ?? (source && catalogue && pullStyleList(edit, source, catalogue, staged));
  },
  'developer-key'(edit, pull) {
    const { developerKeys: file } = pull.input.config;
    return file === undefined ? undefined : pullKey(edit, file, pull);
  },
};

const KIND_OF_LINE: Readonly<Record<ManagedLine[0], string>> = {
  glossaries: 'glossary.',
  style_rules: 'style_rules.',
  developer_keys: 'developer_key.',
};

/** Names the files in `lexform.yaml` of kinds that it does not manage, and that have got files. */
async function manage(edits: readonly FileEdit[], { unmanaged }: PullDriftInput, staged: StagedFiles): Promise<void> {
  const needed = unmanaged.filter(([key]) => edits.some(({ address }) => address.startsWith(KIND_OF_LINE[key])));
  if (needed.length === 0 || staged.files().size === 0) return;
  await staged.edit(WORKSPACE_FILE, NOWHERE, (bytes) => editWorkspaceFile({ bytes, file: WORKSPACE_FILE }, needed));
}

/**
 * Takes what somebody changed on the service into the very cells and nodes of the files, and leaves every other byte
 * alone: changed parts, dictionaries that came or went, and whole resources that went. What both sides changed stays as
 * the files have it, unless `takeTheirs`. No file goes without consent, none is written over. Each edited file has been
 * read again with the edits in it; one that could not be edited safely is left out, with a finding.
 */
export async function pullDrift(input: PullDriftInput): Promise<PulledDrift> {
  const { files, root, sources, drift, takeTheirs, guard } = input;
  const staged = await stageFiles(files, root);
  const edits = fileEdits(drift, { takeTheirs });
  const { glossaries = [], styleLists = [] } = sources;
  const refusal = (address: Address) => lossRefusal(address, edits, guard);
  const pull: Pull = { input, staged, root, glossaries, styleLists, refusal };
  for (const edit of edits) {
    const done = (PULLS[edit.kind as keyof typeof PULLS] as PullOf<string>)(edit, pull);
    if (done === undefined) {
      const source = [...glossaries, ...styleLists].find(({ address }) => address === edit.address);
      byHand(pull, edit, source?.origin ?? NOWHERE);
    } else await done;
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

import { editDeveloperKeys } from '../files/edit/developer-keys.ts';
import { editDictionary } from '../files/edit/dictionary.ts';
import type { Edited } from '../files/edit/entry-edit.ts';
import { editGlossaryFile } from '../files/edit/glossary.ts';
import { editStyleList } from '../files/edit/style-list.ts';
import type { StyleListEdit } from '../files/edit/style-list-edit.ts';
import { editTable } from '../files/edit/table.ts';
import type { FilePorts } from '../files/ports.ts';
import { readRuleCatalogue } from '../files/read-rule-catalogue.ts';
import { readSources } from '../files/read-sources.ts';
import { WORKSPACE_FILE } from '../files/read-workspace.ts';
import type { DictionarySource, GlossarySource, StyleListSource } from '../files/sources.ts';
import { readInside } from '../files/workspace-path.ts';
import { glossaryAddress, styleListAddress } from '../model/address.ts';
import type { Finding } from '../model/finding.ts';
import { type PairKey, pairKey } from '../model/language-pair.ts';
import type { SourceRef } from '../model/source-ref.ts';
import type { WorkspaceConfig } from '../model/workspace.ts';
import type { Drift } from '../plan/drift.ts';
import { absorbEdits, type EntryEdit, type FileEdit } from '../plan/drift-edits.ts';
import { developerKeysEdit, isKeyEdit } from './absorb-developer-key.ts';

export interface AbsorbInput {
  readonly files: FilePorts;
  readonly root: string;
  readonly config: WorkspaceConfig;
  readonly drift: Drift;
  /** Take what the service has of conflicts too; else the files keep what they have. */
  readonly takeTheirs: boolean;
}

export interface Absorbed {
  /** Path relative to the root → the file with the edits made. Nothing is written. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** What no edit can absorb, and what could not be edited safely. */
  readonly findings: readonly Finding[];
}

/** Files as they become, edit by edit: a table may be edited for several glossaries' sake. */
interface Desk {
  readonly edit: (file: string, at: SourceRef, change: (bytes: Uint8Array) => Edited) => Promise<void>;
  readonly fault: (code: string, at: SourceRef, details: Finding['details']) => void;
}

type GlossaryEdit = FileEdit & { readonly kind: 'edit-glossary' };
type ListEdit = FileEdit & { readonly kind: 'edit-style-list' };

const NOWHERE: SourceRef = { file: WORKSPACE_FILE, line: 1, column: 1 };

/** One dictionary in a file of its own, or with others of its table. */
async function editEntries(
  wanted: ReadonlyMap<PairKey, readonly EntryEdit[]>,
  { stored }: DictionarySource,
  desk: Desk,
): Promise<void> {
  const { file, at, delimiter } = stored.listed;
  const form = { file, ...(delimiter !== undefined && { delimiter }) };
  await desk.edit(file, at, (bytes) => {
    if (stored.kind === 'table') return editTable({ ...form, bytes, pairs: stored.listed.pairs }, wanted);
    const { pair, header } = stored.listed;
    const input = { ...form, bytes, pair, ...(header !== undefined && { header }) };
    return editDictionary(input, wanted.get(pairKey(pair)) ?? []);
  });
}

async function absorbGlossary(edit: GlossaryEdit, source: GlossarySource, desk: Desk): Promise<void> {
  const { name } = edit;
  if (name !== undefined)
    await desk.edit(source.file, source.nameAt, (bytes) =>
      editGlossaryFile({ bytes, file: source.file }, [{ kind: 'set-name', name }]),
    );
  const byFile = new Map<
    string,
    { readonly source: DictionarySource; readonly edits: Map<PairKey, readonly EntryEdit[]> }
  >();
  for (const dictionary of edit.dictionaries) {
    const key = pairKey(dictionary.pair);
    const stored = source.dictionaries.find(({ pair }) => pairKey(pair) === key);
    if (dictionary.kind !== 'edit-entries' || stored === undefined) {
      desk.fault('absorb-by-hand', stored?.declaredAt ?? source.nameAt, {
        address: dictionary.address,
        what: dictionary.kind,
      });
      continue;
    }
    const { file } = stored.stored.listed;
    const known = byFile.get(file) ?? { source: stored, edits: new Map() };
    byFile.set(file, known);
    known.edits.set(key, dictionary.edits);
  }
  for (const { source: stored, edits } of byFile.values()) await editEntries(edits, stored, desk);
}

const styleListEdits = ({ name, rules, instructions }: ListEdit): readonly StyleListEdit[] => [
  ...(name === undefined ? [] : [{ kind: 'set-name' as const, name }]),
  ...rules.map(
    (rule): StyleListEdit => (rule.kind === 'set' ? { ...rule, kind: 'set-rule' } : { ...rule, kind: 'remove-rule' }),
  ),
  ...instructions.map((each): StyleListEdit => {
    if (each.kind === 'add') return { kind: 'add-instruction', instruction: each.to };
    if (each.kind === 'remove') return { kind: 'remove-instruction', index: each.index };
    return { kind: 'set-instruction', index: each.index, instruction: each.to };
  }),
];

/**
 * Takes what somebody changed on the service into the very cells and nodes of the files, and leaves every other byte alone. What both sides changed stays as
 * the files have it, unless `takeTheirs`. Each edited file has been read again with the edits in it; one that could not be edited safely is left out, with a
 * finding.
 */
export async function absorbDrift({ files, root, config, drift, takeTheirs }: AbsorbInput): Promise<Absorbed> {
  const { value: sources } = await readSources(files, root, config);
  const catalogue = await readRuleCatalogue(files, root, config);
  const edited = new Map<string, Uint8Array>();
  const findings: Finding[] = [];
  const desk: Desk = {
    fault: (code, at, details) => void findings.push({ code, severity: 'warning', at, details }),
    async edit(file, at, change) {
      const read = edited.has(file)
        ? { value: edited.get(file), findings: [] }
        : await readInside(files, { root, file, namedAt: at });
      findings.push(...read.findings);
      if (read.value === undefined) return;
      const result = change(read.value);
      if ('findings' in result) findings.push(...result.findings);
      else edited.set(file, result.bytes);
    },
  };
  const glossaries = new Map<string, GlossarySource>(
    (sources?.glossaries ?? []).map((each) => [glossaryAddress(each.addressName), each]),
  );
  const lists = new Map<string, StyleListSource>(
    (sources?.styleLists ?? []).map((each) => [styleListAddress(each.addressName), each]),
  );
  for (const edit of absorbEdits(drift, { takeTheirs })) {
    const glossary = glossaries.get(edit.address);
    const list = lists.get(edit.address);
    if (isKeyEdit(edit) && config.developerKeys !== undefined) {
      const file = config.developerKeys;
      await desk.edit(file, NOWHERE, (bytes) => editDeveloperKeys({ bytes, file }, [developerKeysEdit(edit)]));
    } else if (edit.kind === 'edit-glossary' && glossary !== undefined) await absorbGlossary(edit, glossary, desk);
    else if (edit.kind === 'edit-style-list' && list !== undefined && edit.language === undefined)
      await desk.edit(list.file, list.nameAt, (bytes) =>
        editStyleList({ bytes, file: list.file, catalogue: catalogue.value }, styleListEdits(edit)),
      );
    else
      desk.fault('absorb-by-hand', glossary?.nameAt ?? list?.nameAt ?? NOWHERE, {
        address: edit.address,
        what: edit.kind,
      });
  }
  return { files: edited, findings };
}

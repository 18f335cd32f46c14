import { join } from 'node:path';
import { readGlossary } from '../../files/resources/read-glossary.ts';
import type { DictionarySource, GlossarySource, StyleListSource } from '../../files/workspace/sources.ts';
import type { PairKey } from '../../model/entries/language-pair.ts';
import { hasErrors } from '../../model/finding.ts';
import { byCodeUnit } from '../../model/order.ts';
import type { Address } from '../../model/resources/address.ts';
import type { SourceRef } from '../../model/source-ref.ts';
import type { LossRefusal } from '../../plan/guard/file-losses.ts';
import type { DictionaryEdit, FileEdit } from '../../plan/pull/file-edits.ts';
import type { StagedFiles } from './staged-files.ts';

/** What pulling one resource needs to know of the workspace. */
export interface PullParts {
  readonly staged: StagedFiles;
  readonly root: string;
  readonly glossaries: readonly GlossarySource[];
  readonly styleLists: readonly StyleListSource[];
  /** Why the files of something must stay; `undefined`: they may go. */
  readonly refusal: (address: Address) => LossRefusal | undefined;
}

/** Says that an edit cannot be made in the files as they are. */
export const byHand = ({ staged }: PullParts, edit: FileEdit | DictionaryEdit, at: SourceRef): void =>
  staged.fault('pull-by-hand', at, {
    address: edit.address,
    what: `${edit.action}-${'kind' in edit ? edit.kind : 'dictionary'}`,
  });

const REFUSED = {
  protected: 'pull-protected',
  'needs-consent': 'pull-needs-consent',
  'too-many': 'pull-too-many',
} as const;

/** Says that files stay which are to go, and what lifts that. */
export function refuseLoss(
  { staged }: PullParts,
  refusal: LossRefusal,
  { address, at, files }: { readonly address: Address; readonly at: SourceRef; readonly files: readonly string[] },
): void {
  const { kind, ...counted } = refusal;
  staged.fault(REFUSED[kind], at, { address, files, ...counted });
}

/** Every file that the sources name beside one of them, as often as it is named. What has gone already needs none. */
export function filesBeside(
  { staged, glossaries, styleLists }: PullParts,
  isOwn: (source: GlossarySource | StyleListSource | DictionarySource) => boolean,
): readonly string[] {
  const isThere = ({ file }: { readonly file: string }): boolean =>
    !staged.files().has(file) || staged.files().get(file) !== undefined;
  const others = [...glossaries, ...styleLists].filter((source) => !isOwn(source) && isThere(source));
  const dictionaries = glossaries.flatMap((glossary) =>
    isOwn(glossary) || !isThere(glossary) ? [] : [...glossary.dictionaries.values()],
  );
  return [
    ...others.map(({ file }) => file),
    ...dictionaries.filter((source) => !isOwn(source)).map(({ stored }) => stored.listed.file),
  ];
}

/** Of some files those that nothing else needs: no other source names them, or leads to them by a link. */
export async function onlyOwn(
  { staged, root }: PullParts,
  files: readonly string[],
  others: readonly string[],
): Promise<readonly string[]> {
  const realOf = (file: string): Promise<string | undefined> => staged.ports.realPath(join(root, file));
  const needed = new Set<string | undefined>(await Promise.all([...new Set(others)].map(realOf)));
  const own: string[] = [];
  for (const file of new Set(files)) if (!needed.has(await realOf(file))) own.push(file);
  return own.sort(byCodeUnit);
}

/**
 * Pair → digest of its entries, as the files have become by now; `undefined` when they have errors. An empty dictionary
 * is none.
 */
export async function pairsNow(
  { staged, root }: PullParts,
  file: string,
): Promise<ReadonlyMap<PairKey, string> | undefined> {
  const { value, findings } = await readGlossary(staged.ports, root, file);
  if (value === undefined || hasErrors(findings)) return undefined;
  const filled = [...value.dictionaries].filter(([, { entries }]) => entries.size > 0);
  return new Map(filled.map(([pair, { entries }]) => [pair, entries.digest]));
}

const folderOf = (file: string): string => file.slice(0, file.lastIndexOf('/') + 1);

const samePairs = (
  left: ReadonlyMap<PairKey, string> | undefined,
  right: ReadonlyMap<PairKey, string> | undefined,
): boolean =>
  left === undefined || right === undefined
    ? left === right
    : left.size === right.size && [...left].every(([pair, digest]) => right.get(pair) === digest);

export interface Restructuring {
  readonly source: GlossarySource;
  readonly files: readonly string[];
  /** What the glossary must have afterwards, from what it has before; absent: it is gone. */
  readonly expected?: (before: ReadonlyMap<PairKey, string>) => ReadonlyMap<PairKey, string>;
  /** False: it could not be done, and a finding says so. */
  readonly work: () => Promise<boolean>;
}

/**
 * Makes or takes away files of a glossary, and reads everything again that may be concerned: a file beside one
 * `glossary.yaml` may be a dictionary of another one too. All is as it was when the result is not what was meant.
 * `work` tells its own faults; `not-meant` is for the caller to tell.
 */
export async function restructure(
  pull: PullParts,
  { source, files, expected, work }: Restructuring,
): Promise<'done' | 'told' | 'not-meant'> {
  const { staged, glossaries } = pull;
  const isConcerned = (glossary: GlossarySource): boolean =>
    glossary.file !== source.file &&
    (folderOf(glossary.file) === folderOf(source.file) ||
      [...glossary.dictionaries.values()].some(({ stored }) => files.includes(stored.listed.file)));
  const concerned = glossaries.filter(isConcerned);
  const readConcerned = () => Promise.all(concerned.map(({ file }) => pairsNow(pull, file)));
  const before = await pairsNow(pull, source.file);
  const others = await readConcerned();
  let told = false;
  const done = await staged.attempt(async () => {
    told = !(await work());
    if (told || before === undefined) return false;
    const after = await readConcerned();
    if (!after.every((pairs, index) => samePairs(pairs, others[index]))) return false;
    return expected === undefined || samePairs(await pairsNow(pull, source.file), expected(before));
  });
  return done ? 'done' : told ? 'told' : 'not-meant';
}

/**
 * Takes away what is a resource's own: its file, and of a glossary its dictionaries and its tables, unless another one
 * has a part in them. Anything else beside them stays.
 */
export async function removeResource(
  edit: FileEdit,
  source: GlossarySource | StyleListSource,
  pull: PullParts,
): Promise<void> {
  const { staged, refusal } = pull;
  const { address } = edit;
  const at = source.origin;
  const dictionaries = 'dictionaries' in source ? [...source.dictionaries.values()] : [];
  const files = await onlyOwn(
    pull,
    [source.file, ...dictionaries.map(({ stored }) => stored.listed.file)],
    filesBeside(pull, (each) => each === source),
  );
  if (!files.includes(source.file)) return byHand(pull, edit, at);
  const refused = refusal(address);
  if (refused !== undefined) return refuseLoss(pull, refused, { address, at, files });
  const work = async (): Promise<boolean> => {
    for (const file of files) staged.remove(file);
    return true;
  };
  const made = 'dictionaries' in source ? await restructure(pull, { source, files, work }) : await work();
  if (made === 'not-meant') byHand(pull, edit, at);
}

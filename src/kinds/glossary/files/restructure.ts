import type { PairKey } from '../../../model/entries/language-pair.ts';
import { hasErrors } from '../../../model/finding.ts';
import type { PullContext, Restructured } from '../../files/pull-context.ts';
import type { GlossarySource } from './glossary-source.ts';
import { readGlossary } from './read-glossary.ts';

type PullGlossaries = PullContext<GlossarySource>;

/**
 * Pair → digest of its entries, in the files with the edits so far; `undefined` if they have errors. Empty dictionaries
 * are left out.
 */
export async function pairsNow(
  { staged, root }: PullContext,
  { file, address }: Pick<GlossarySource, 'file' | 'address'>,
): Promise<ReadonlyMap<PairKey, string> | undefined> {
  const { value = [], findings } = await readGlossary(staged.ports, { root, file });
  const glossary = value.find((each) => each.address === address);
  if (glossary === undefined || hasErrors(findings)) return undefined;
  const filled = [...glossary.dictionaries].filter(([, { entries }]) => entries.size > 0);
  return new Map(filled.map(([pair, { entries }]) => [pair, entries.digest]));
}

/** The base of a variant with the edits so far: it is edited before its variants. */
export async function baseNow(
  { variant, file }: GlossarySource,
  { staged, root }: Pick<PullGlossaries, 'staged' | 'root'>,
): Promise<GlossarySource | undefined> {
  if (variant === undefined) return undefined;
  const { value = [] } = await readGlossary(staged.ports, { root, file });
  return value.find(({ address }) => address === variant.base);
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
  /** Makes the expected dictionaries of the glossary from those before; absent: the glossary is deleted. */
  readonly expected?: (before: ReadonlyMap<PairKey, string>) => ReadonlyMap<PairKey, string>;
  /** False: it failed, and a finding gives the reason. */
  readonly work: () => Promise<boolean>;
}

/**
 * Creates or deletes files of a glossary, and reads all glossaries again that may be affected: a file in the folder may
 * also be a dictionary of another `glossary.yaml`. If the result differs from the expected one, all changes are
 * reverted. `work` reports its own errors; the caller must report `not-meant`.
 */
export async function restructure(
  pull: PullGlossaries,
  { source, files, expected, work }: Restructuring,
): Promise<Restructured> {
  const { staged, sources } = pull;
  const isConcerned = (glossary: GlossarySource): boolean =>
    glossary.file !== source.file &&
    (folderOf(glossary.file) === folderOf(source.file) ||
      [...glossary.dictionaries.values()].some(({ stored }) => files.includes(stored.listed.file)));
  const concerned = sources.filter(isConcerned);
  const readConcerned = () => Promise.all(concerned.map((each) => pairsNow(pull, each)));
  const before = await pairsNow(pull, source);
  const others = await readConcerned();
  let isReported = false;
  const done = await staged.attempt(async () => {
    isReported = !(await work());
    if (isReported || before === undefined) return false;
    const after = await readConcerned();
    if (!after.every((pairs, index) => samePairs(pairs, others[index]))) return false;
    return expected === undefined || samePairs(await pairsNow(pull, source), expected(before));
  });
  return done ? 'done' : isReported ? 'reported' : 'not-meant';
}

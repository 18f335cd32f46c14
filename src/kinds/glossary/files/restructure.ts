import type { PairKey } from '../../../model/entries/language-pair.ts';
import { hasErrors } from '../../../model/finding.ts';
import type { PullContext, Restructured } from '../../files/pull-context.ts';
import type { GlossarySource } from './glossary-source.ts';
import { readGlossary } from './read-glossary.ts';

type PullGlossaries = PullContext<GlossarySource>;

/**
 * Pair → digest of its entries, as the files have become by now; `undefined` when they have errors. An empty dictionary
 * is none.
 */
export async function pairsNow(
  { staged, root }: PullContext,
  file: string,
): Promise<ReadonlyMap<PairKey, string> | undefined> {
  const { value: [glossary] = [], findings } = await readGlossary(staged.ports, { root, file });
  if (glossary === undefined || hasErrors(findings)) return undefined;
  const filled = [...glossary.dictionaries].filter(([, { entries }]) => entries.size > 0);
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
  pull: PullGlossaries,
  { source, files, expected, work }: Restructuring,
): Promise<Restructured> {
  const { staged, sources } = pull;
  const isConcerned = (glossary: GlossarySource): boolean =>
    glossary.file !== source.file &&
    (folderOf(glossary.file) === folderOf(source.file) ||
      [...glossary.dictionaries.values()].some(({ stored }) => files.includes(stored.listed.file)));
  const concerned = sources.filter(isConcerned);
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

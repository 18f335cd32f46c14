import type { AnyFiles, ReadContext } from '../../kinds/files/files-facet.ts';
import { type Finding, warningAt } from '../../model/finding.ts';
import { byCodeUnit } from '../../model/order.ts';
import { topOf } from '../../model/source-ref.ts';

/** Patterns of names and stars, whose near misses can be told. */
const PLAIN = /^(?!.*\*\*)[\w./*-]+\.(?:yaml|yml)$/;

const folderOf = (path: string): string => path.split('/').slice(0, -1).join('/');

/** Patterns for files that a pattern misses by their ending, or by one folder too many or too few. */
function nearPatterns(pattern: string, { folderFile }: AnyFiles): readonly string[] {
  const folder = folderOf(pattern);
  const name = pattern.slice(folder.length + 1);
  if (name.includes('*') || folderFile === undefined || !folder.endsWith('/*'))
    return [pattern.endsWith('.yml') ? pattern.replace(/yml$/, 'yaml') : pattern.replace(/yaml$/, 'yml')];
  // Either ending, by a star: a pattern without one needs the glob library.
  const either = name.replace(/\.ya?ml$/, '.*ml');
  return [`${folder}/${either}`, `${folderOf(folder)}/${either}`, `${folder}/*/${either}`];
}

/** `en-de.csv`: what stands beside the file of a folder, and is found by its name. */
const NAMED_BY_PAIR = /(?:^|\/)[a-z]{2,3}(?:[-_][a-z]{2,4})?(?:-|_|->)[a-z]{2,3}(?:[-_][a-z]{2,4})?\.(?:csv|tsv)$/i;

/**
 * A warning for each file that is probably meant to be one of a kind and that no pattern names, and for each folder of
 * tables that lacks the file which would name them. `known`: what the patterns name, and the tables that are read.
 */
export async function unmatchedFiles(
  facet: AnyFiles,
  patterns: readonly string[],
  known: ReadonlySet<string>,
  { ports, root }: ReadContext,
): Promise<readonly Finding[]> {
  const excluded = patterns.filter((pattern) => pattern.startsWith('!'));
  const plain = patterns.filter((pattern) => PLAIN.test(pattern));
  const found = async (near: readonly string[]): Promise<readonly string[]> => {
    const files = await Promise.all(near.map((pattern) => ports.glob([pattern, ...excluded], root, ports.listed)));
    return [...new Set(files.flat())].filter((file) => /\.(?:ya?ml|csv|tsv)$/.test(file) && !known.has(file));
  };
  const near = await found(plain.flatMap((pattern) => nearPatterns(pattern, facet)));
  const told = near.map((file) => warningAt('file-unmatched', topOf(file), { patterns: plain }));
  if (facet.folderFile === undefined || facet.tables === undefined) return told;
  const folders = new Set([...known, ...near].map(folderOf));
  const tables = await found(plain.flatMap((pattern) => [`${folderOf(pattern)}/*.csv`, `${folderOf(pattern)}/*.tsv`]));
  const first = new Map<string, string>();
  for (const file of tables.filter((each) => NAMED_BY_PAIR.test(each)).sort(byCodeUnit))
    if (!folders.has(folderOf(file)) && !first.has(folderOf(file))) first.set(folderOf(file), file);
  const missing = `${facet.folderFile}.yaml`;
  return [...told, ...[...first.values()].map((file) => warningAt('file-unmatched', topOf(file), { missing }))];
}

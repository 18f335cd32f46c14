import { join } from 'node:path';
import { quoteCells } from '../files/delimited/quote-cells.ts';
import { mergeFile } from '../files/merge/merge-file.ts';
import { writePlace } from '../files/node/write-place.ts';
import type { GitPort } from '../ledger/ports.ts';
import { UsageError } from '../model/errors.ts';
import { byCodeUnit, grouped } from '../model/lists.ts';
import type { MergeOutcome } from '../review/messages/merged-text.ts';
import { readTermFiles, type TermFile } from '../steps/workspace/term-files.ts';
import type { Ports } from './ports.ts';

/** One version of an unmerged file in git's index. Stage 1 is the base, 2 ours, 3 theirs. */
interface Stage {
  readonly mode: string;
  readonly blob: string;
  readonly stage: 1 | 2 | 3;
  /** From the top folder of the repository, with `/`. */
  readonly path: string;
}

/** Files in git's folder, for as long as one comparison takes: our version, the base, their version. */
type Temporary = [string, string, string];

const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

interface Repository {
  readonly git: GitPort;
  /** Absolute. */
  readonly top: string;
  /** From the top folder to the workspace; empty or with `/` at its end. */
  readonly prefix: string;
  /** Absolute. */
  readonly gitFolder: string;
  readonly ports: Ports;
}

/** Output of a git command. Rejects with `UsageError` if the command fails. */
export async function gitOutput(git: GitPort, args: readonly string[], input?: Uint8Array): Promise<Uint8Array> {
  const { code, out, err } = await git.run(args, input);
  if (code !== 0) throw new UsageError(`git ${args[0]} failed: ${err.trim() || `exit code ${code}`}`);
  return out;
}

async function unmergedStages(git: GitPort): Promise<readonly Stage[]> {
  const listed = decode(await gitOutput(git, ['ls-files', '-u', '-z', '--full-name']));
  return listed.split('\0').flatMap((line): readonly Stage[] => {
    const [, mode = '', blob = '', stage = '', path = ''] = /^(\d+) ([0-9a-f]+) ([123])\t(.*)$/s.exec(line) ?? [];
    return path === '' ? [] : [{ mode, blob, stage: Number(stage) as Stage['stage'], path }];
  });
}

/** The unmerged files of the whole repository, relative to its top folder, without duplicates. */
export const unmergedPaths = async (git: GitPort): Promise<readonly string[]> => [
  ...new Set((await unmergedStages(git)).map(({ path }) => path)),
];

/**
 * The lines of a text without git's conflict markers, as a set: the names in markers differ, and git can join adjacent
 * conflicts in two ways.
 */
const linesWithoutMarkers = (text: string): ReadonlySet<string> =>
  new Set(text.split(/\r?\n/).filter((line) => !/^(?:<{7}|\|{7}|>{7})(?: |$)|^={7}$/.test(line)));

/** True if the file in the working tree differs from the one that git wrote. */
async function isEdited(
  now: Uint8Array | undefined,
  versions: Readonly<Record<'base' | 'ours' | 'theirs', Uint8Array>>,
  { git, gitFolder, ports: { files, id } }: Repository,
): Promise<boolean> {
  const text = decode(now ?? new Uint8Array());
  if (!/^<{7} /m.test(text)) return true;
  const run = id();
  const [ours, base, theirs] = [1, 2, 3].map((number) => join(gitFolder, `lexform-${run}-${number}`)) as Temporary;
  const temporary = [ours, base, theirs];
  await files.writeAll(
    new Map([
      [ours, versions.ours],
      [base, versions.base],
      [theirs, versions.theirs],
    ]),
  );
  try {
    const { out } = await git.run(['merge-file', '-p', '-q', '--', ...temporary]);
    const [found, left] = [linesWithoutMarkers(text), linesWithoutMarkers(decode(out))];
    return found.size !== left.size || [...found].some((line) => !left.has(line));
  } finally {
    await files.writeAll(new Map(temporary.map((path) => [path, undefined])));
  }
}

async function openRepository(root: string, ports: Ports): Promise<Repository> {
  const answer = await ports.git(root).run(['rev-parse', '--show-toplevel', '--show-prefix', '--absolute-git-dir']);
  if (answer.code !== 0) throw new UsageError('the workspace is in no git repository; give three files to merge');
  const [top = '', prefix = '', gitFolder = ''] = decode(answer.out).split('\n');
  return { git: ports.git(top), top, prefix, gitFolder, ports };
}

/** A merged file: the id of its blob, and its content as git would check it out. */
interface MergedBlob {
  readonly blob: string;
  readonly checkedOut: Uint8Array;
}

async function storeMerged({ git }: Repository, path: string, bytes: Uint8Array): Promise<MergedBlob> {
  const blob = decode(await gitOutput(git, ['hash-object', '-w', '--stdin'], bytes)).trim();
  return { blob, checkedOut: await gitOutput(git, ['cat-file', '--filters', `--path=${path}`, blob]) };
}

/**
 * Writes a merged file to the working tree, and marks it as resolved in the index. The index is second: if the process
 * is killed in between, the file is still unmerged, and the same command completes it.
 */
async function stage(
  { git, top, ports: { files } }: Repository,
  { path, mode }: Stage,
  { blob, checkedOut }: MergedBlob,
): Promise<void> {
  await files.writeFile(await writePlace(files, top, path), checkedOut);
  const gone = `0 ${'0'.repeat(blob.length)}\t${path}\0`;
  await gitOutput(git, ['update-index', '-z', '--index-info'], Buffer.from(`${gone}${mode} ${blob} 0\t${path}\0`));
  await gitOutput(git, ['checkout-index', '-f', '-u', '--', path]);
}

const isOrdinary = ({ mode }: Stage): boolean => mode === '100644' || mode === '100755';

async function mergeOne(
  repository: Repository,
  stages: readonly Stage[],
  term: TermFile | undefined,
): Promise<MergeOutcome> {
  const { git, top, ports } = repository;
  const [first] = stages;
  const file = first?.path ?? '';
  const left = (reason: string): MergeOutcome => ({ file, state: 'left', reason, findings: [] });
  if (term === undefined) return left('no-term-file');
  const [base, ours, theirs] = ([1, 2, 3] as const).map((number) => stages.find((each) => each.stage === number));
  if (ours === undefined || theirs === undefined || !stages.every(isOrdinary)) return left('removed-or-linked');
  const read = async (version: Stage | undefined): Promise<Uint8Array> =>
    version === undefined ? new Uint8Array() : gitOutput(git, ['cat-file', 'blob', version.blob]);
  const versions = { base: await read(base), ours: await read(ours), theirs: await read(theirs) };
  const merged = mergeFile({ ...versions, file }, term.kind === 'table' ? term.form : undefined);
  if (merged?.kind !== 'merged') return { file, state: 'left', findings: quoteCells(merged?.findings ?? [], true) };
  const stored = merged.conflicts.length > 0 ? undefined : await storeMerged(repository, file, merged.bytes);
  const now = await ports.files.readFile(join(top, file));
  // A run that was killed may have written the file already.
  const isOurWork = now !== undefined && Buffer.compare(now, stored?.checkedOut ?? merged.bytes) === 0;
  if (!isOurWork && (await isEdited(now, versions, repository))) return left('edited');
  const findings = quoteCells([...merged.conflicts, ...(merged.warnings ?? [])], true);
  if (stored === undefined) {
    await ports.files.writeFile(await writePlace(ports.files, top, file), merged.bytes);
    return { file, state: 'conflicts', findings };
  }
  await stage(repository, ours, stored);
  return { file, state: 'merged', findings };
}

/**
 * Merges the files of the workspace that git left unmerged, from the three versions in its index. A file without
 * conflicts is staged. `lexform.yaml` and other YAML files are first, since they define how the tables are read.
 * `known`: the term files, for callers whose checked-out files may not list them.
 */
export async function mergeUnmerged(
  root: string,
  ports: Ports,
  known?: readonly TermFile[],
): Promise<readonly MergeOutcome[]> {
  const repository = await openRepository(root, ports);
  const { prefix } = repository;
  const stages = (await unmergedStages(repository.git)).filter(({ path }) => path.startsWith(prefix));
  const isYaml = (path: string): boolean => /\.ya?ml$/i.test(path);
  const byPath = [...grouped(stages, ({ path }) => path)].sort(
    ([left], [right]) => Number(isYaml(right)) - Number(isYaml(left)) || byCodeUnit(left, right),
  );
  const outcomes: MergeOutcome[] = [];
  for (const [path, versions] of byPath) {
    // Read again: the previous file may be the one that names this file.
    const terms = known ?? (await readTermFiles(ports.files, root));
    const term = terms.find(({ file }) => prefix + file === path);
    const isUnread = term === undefined && terms.length === 1;
    outcomes.push(
      isUnread
        ? { file: path, state: 'left', reason: 'workspace-unread', findings: [] }
        : await mergeOne(repository, versions, term),
    );
  }
  return outcomes;
}

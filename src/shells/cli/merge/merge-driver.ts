import { dirname, extname, resolve } from 'node:path';
import type { Ports } from '../../../app/ports.ts';
import { findWorkspace } from '../../../app/session/find-workspace.ts';
import { quoteCells } from '../../../files/delimited/quote-cells.ts';
import type { TableForm } from '../../../files/dictionary/table-schema.ts';
import { mergeFile } from '../../../files/merge/merge-file.ts';
import { roleOf } from '../../../files/workspace/file-role.ts';
import { wayInside } from '../../../files/workspace/workspace-path.ts';
import type { GitResult } from '../../../ledger/ports.ts';
import { UsageError } from '../../../model/errors.ts';
import type { MergeOutcome } from '../../../review/messages/merged-text.ts';
import { readTermFiles } from '../../../steps/workspace/term-files.ts';

/**
 * The form of a CSV or TSV file according to the nearest workspace; empty without a workspace, or if it does not name
 * the file. During a merge, the workspace's own files may be in conflict: then the file is read by its name and its
 * header.
 */
async function findForm(path: string, ports: Ports): Promise<TableForm> {
  const absolute = resolve(ports.cwd, path);
  const root = await findWorkspace({ ...ports, cwd: dirname(absolute) });
  if (root === undefined) return {};
  const files = await readTermFiles(ports.files, root);
  const found = files.find(({ file }) => file === wayInside(root, absolute));
  return found?.kind === 'table' ? found.form : {};
}

/** Maximum number of bytes of one version: the limit for workspace files. */
const MAX_BYTES = roleOf('edited').maxBytes;

/** The files of a three-way merge, and their path in the repository. */
export interface ThreeFiles {
  readonly base: string;
  readonly ours: string;
  readonly theirs: string;
  readonly path?: string | undefined;
}

async function readVersion(path: string, { files, cwd }: Ports): Promise<Uint8Array> {
  const real = await files.realPath(resolve(cwd, path));
  const read = real === undefined ? { kind: 'absent' as const } : await files.readRegularFile(real, MAX_BYTES);
  if (read.kind === 'bytes') return read.bytes;
  if (read.kind === 'too-large')
    throw new UsageError(`${JSON.stringify(path)} has ${read.size} bytes, at most ${MAX_BYTES} are merged`);
  throw new UsageError(`${JSON.stringify(path)} is not a file; name the base, our file and their file`);
}

/** Git's merge of three files by lines. `write`: git writes the result to the second file. */
function mergeLines({ base, ours, theirs }: ThreeFiles, { git, cwd }: Ports, write = false): Promise<GitResult> {
  const names = ['-L', 'ours', '-L', 'base', '-L', 'theirs'];
  const places = [ours, base, theirs].map((path) => resolve(cwd, path));
  return git(cwd).run(['merge-file', ...(write ? [] : ['-p']), '-q', ...names, '--', ...places]);
}

async function mergeByTerm(three: ThreeFiles, ports: Ports): Promise<MergeOutcome> {
  const { ours, path = ours } = three;
  const read = (file: string): Promise<Uint8Array> => readVersion(file, ports);
  const versions = { base: await read(three.base), ours: await read(ours), theirs: await read(three.theirs) };
  const byLines = /^\.ya?ml$/i.test(extname(path)) ? await mergeLines(three, ports) : undefined;
  const merged = mergeFile(
    { ...versions, file: path, ...(byLines?.code === 0 && { byLines: byLines.out }) },
    await findForm(path, ports),
  );
  if (merged?.kind === 'merged') {
    await ports.files.writeFile(resolve(ports.cwd, ours), merged.bytes);
    const findings = quoteCells([...merged.conflicts, ...(merged.warnings ?? [])], true);
    return { file: path, state: merged.conflicts.length > 0 ? 'conflicts' : 'merged', findings };
  }
  const { code, err } = await mergeLines(three, ports, true);
  // The number of conflicts, at most 127. A higher code is an error, for example for a binary file.
  if (code > 127) throw new UsageError(`git could not merge ${JSON.stringify(path)}: ${err.trim()}`);
  const findings = quoteCells(merged?.findings ?? [], true);
  return { file: path, state: code === 0 && findings.length === 0 ? 'merged' : 'by-lines', findings };
}

/**
 * Merges three files and writes the result to our file. A file that cannot be merged by term is merged by git. After an
 * error, our file must not look merged to git either, so it gets the conflicts of its lines.
 */
export async function mergeFiles(three: ThreeFiles, ports: Ports): Promise<MergeOutcome> {
  try {
    return await mergeByTerm(three, ports);
  } catch (error) {
    await mergeLines(three, ports, true);
    throw error;
  }
}

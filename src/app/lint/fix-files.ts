import { join } from 'node:path';
import { type Fixable, fixCells, fixedLine, isFixable } from '../../files/edit/fix-cells.ts';
import type { FilePorts } from '../../files/ports.ts';
import { readInside, readingOnce } from '../../files/workspace/workspace-path.ts';
import type { WorkspaceSources } from '../../kinds/files/files-facet.ts';
import { DICTIONARY_ROLE } from '../../kinds/glossary/files/file-roles.ts';
import { dictionaryInputs } from '../../kinds/glossary/files/glossary-source.ts';
import { type Finding, topOf } from '../../model/finding.ts';
import { grouped } from '../../model/lists.ts';
import { type LintedWorkspace, readAndLint } from './lint-workspace.ts';

/** A file with its fixes. */
export interface FixedFile {
  /** From the root of the workspace. */
  readonly file: string;
  readonly before: Uint8Array;
  readonly after: Uint8Array;
}

/** The result of `--fix`. */
export interface Fixes {
  readonly files: readonly FixedFile[];
  /** The findings that are fixed, in the order of the fixes. */
  readonly fixed: readonly Fixable[];
  /** Findings whose fix is not made: it would cause another finding, or its row has no column for the rest. */
  readonly left: readonly Fixable[];
  /** The workspace with the fixes. */
  readonly linted: LintedWorkspace;
}

/** File ports that return these contents instead of those on the disk. */
function withContents(ports: FilePorts, contents: ReadonlyMap<string, Uint8Array>): FilePorts {
  return {
    ...ports,
    async readRegularFile(path, maxBytes) {
      const bytes = contents.get(path);
      return bytes === undefined ? ports.readRegularFile(path, maxBytes) : { kind: 'bytes', bytes };
    },
  };
}

const placeKey = ({ code, at: { file, line } }: Finding): string => JSON.stringify([code, file, line]);
const fixKey = ({ code, at }: Finding): string => JSON.stringify([code, at.file, at.line, at.column]);

/** The rows to which findings belong, as `line:file`. */
const rowsOf = ({ at, related = [] }: Finding): readonly string[] =>
  [at, ...related].map(({ file, line }) => `${line}:${file}`);

/** Maximum number of rounds. Each round fixes at least one cell or gives up at least one fix. */
const ROUNDS_MAX = 200;

/** The files after one round of fixes. */
interface Round {
  readonly contents: ReadonlyMap<string, Uint8Array>;
  readonly fixed: readonly Fixable[];
  readonly left: readonly Fixable[];
  /** The files before the round, by their real paths. */
  readonly before: ReadonlyMap<string, FixedFile>;
}

/** Makes each fix once. If two fixes change the same cell, the second one waits for the next round. */
async function tryFixes(
  { workspace: { root, desired = {} } }: LintedWorkspace,
  wanted: readonly Fixable[],
  contents: ReadonlyMap<string, Uint8Array>,
  ports: FilePorts,
): Promise<Round> {
  const inputs = dictionaryInputs(desired);
  const reading = withContents(ports, contents);
  const after = new Map(contents);
  const before = new Map<string, FixedFile>();
  const fixed: Fixable[] = [];
  const left: Fixable[] = [];
  for (const [file, findings] of grouped(wanted, ({ at }) => at.file)) {
    const input = inputs.get(file);
    const path = await ports.realPath(join(root, file));
    const { value: bytes } = await readInside(reading, { root, file, role: DICTIONARY_ROLE, namedAt: topOf(file) });
    const fixes = input && bytes && fixCells({ ...input, bytes }, findings);
    if (path === undefined || bytes === undefined || fixes === undefined || 'findings' in fixes.edited) {
      left.push(...findings);
      continue;
    }
    const rows = new Set(fixes.fixed.map(({ at }) => at.line));
    left.push(...fixes.left.filter(({ at }) => !rows.has(at.line)));
    if (fixes.fixed.length === 0) continue;
    after.set(path, fixes.edited.bytes);
    before.set(path, { file, before: bytes, after: bytes });
    fixed.push(...fixes.fixed);
  }
  return { contents: after, fixed, left, before };
}

/** A safe fix of an error may leave a warning in its row. Any other fix must not cause a finding. */
const mayLeaveWarning = ({ severity, fix }: Fixable): boolean => severity === 'error' && fix.safety === 'safe';

/**
 * The fixes of a round that cause new findings; all fixes if the cause is unclear. If a file has more findings than are
 * listed, new findings can also be earlier ones that were not listed. In such a file, only findings in fixed rows
 * count.
 */
function guiltyOf({ fixed }: Round, before: LintedWorkspace, after: LintedWorkspace): readonly Fixable[] {
  const known = new Set(before.everything.map(placeKey));
  const isMore = ({ code }: Finding): boolean => code === 'findings-more';
  const unlisted = new Set(before.everything.filter(isMore).map(({ at }) => at.file));
  const news = after.everything.filter((each) => !isMore(each) && !known.has(placeKey(each)));
  const errors = news.filter(({ severity }) => severity === 'error');
  const [newRows, rowsWithErrors] = [news, errors].map((each) => new Set(each.flatMap(rowsOf)));
  const guilty = fixed.filter((each) => {
    const rows = mayLeaveWarning(each) ? rowsWithErrors : newRows;
    return rowsOf(each).some((row) => rows?.has(row));
  });
  const fixedRows = new Set(fixed.flatMap(rowsOf));
  const isUnexplained = (each: Finding): boolean =>
    !unlisted.has(each.at.file) && !rowsOf(each).some((row) => fixedRows.has(row));
  const unexplained = news.filter(isUnexplained);
  if (guilty.length > 0 || unexplained.length === 0) return guilty;
  return unexplained.some(({ severity }) => severity === 'error')
    ? fixed
    : fixed.filter((each) => !mayLeaveWarning(each));
}

/**
 * Makes the fixes of all findings, round by round: a cell may need several. A fix that would cause another finding is
 * reverted. Writes nothing.
 */
export async function fixFiles(root: string, filePorts: FilePorts, suggested: boolean): Promise<Fixes> {
  const ports = readingOnce(filePorts);
  let contents: ReadonlyMap<string, Uint8Array> = new Map();
  const originals = new Map<string, FixedFile>();
  const fixed: Fixable[] = [];
  const left = new Map<string, Fixable>();
  const leave = (fixes: readonly Fixable[]): void => {
    for (const each of fixes) left.set(fixKey(each), each);
  };
  let linted = await readAndLint(root, ports);
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const wanted = linted.findings
      .filter(isFixable)
      .filter((each) => (suggested || each.fix.safety === 'safe') && !left.has(fixKey(each)));
    const tried = await tryFixes(linted, wanted, contents, ports);
    leave(tried.left);
    if (tried.fixed.length === 0) break;
    const after = await readAndLint(root, withContents(ports, tried.contents));
    const guilty = guiltyOf(tried, linted, after);
    leave(guilty);
    if (guilty.length > 0) continue;
    for (const [path, each] of tried.before) originals.set(path, originals.get(path) ?? each);
    ({ contents } = tried);
    fixed.push(...tried.fixed);
    linted = after;
  }
  const files = [...originals].map(([path, each]) => ({ ...each, after: contents.get(path) ?? each.before }));
  return { files, fixed, left: [...left.values()], linted };
}

/**
 * Adds to each finding the place and the new line of its fix. Only reports need them, and the files with fixes are read
 * again for that.
 */
export async function placeFixes(
  findings: readonly Finding[],
  { root, desired }: { readonly root: string; readonly desired: WorkspaceSources },
  ports: FilePorts,
): Promise<readonly Finding[]> {
  const inputs = dictionaryInputs(desired);
  const placed = new Map<Finding, Finding>();
  for (const [file, fileFindings] of grouped(findings.filter(isFixable), ({ at }) => at.file)) {
    const input = inputs.get(file);
    const { value: bytes } = await readInside(ports, { root, file, role: DICTIONARY_ROLE, namedAt: topOf(file) });
    if (input === undefined || bytes === undefined) continue;
    const placeOf = fixedLine({ ...input, bytes });
    for (const finding of fileFindings)
      placed.set(finding, { ...finding, fix: { ...finding.fix, ...placeOf(finding) } });
  }
  return findings.map((finding) => placed.get(finding) ?? finding);
}

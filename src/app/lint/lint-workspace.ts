import { join } from 'node:path';
import { findingList } from '../../files/finding-list.ts';
import type { FilePorts } from '../../files/ports.ts';
import { readInside } from '../../files/workspace/workspace-path.ts';
import { heldBackIn } from '../../kinds/held-back.ts';
import { type BaselineEntry, parseBaseline, withoutKnown } from '../../lint/baseline.ts';
import { lintDesired } from '../../lint/lint.ts';
import type { LintInput } from '../../lint/lint-input.ts';
import { type Checked, type Finding, warningAt } from '../../model/finding.ts';
import { grouped } from '../../model/grouped.ts';
import { scopeOf } from '../../model/plan/scope.ts';
import { topOf } from '../../model/source-ref.ts';
import { baselineFileOf, DEFAULT_LINT } from '../../model/workspace/lint-settings.ts';
import type { WorkspaceConfig } from '../../model/workspace/workspace.ts';
import { sortedFindings } from '../../review/messages/finding-text.ts';
import { type FilesRead, readDesired } from '../../steps/workspace/read-desired.ts';

const BASELINE_ROLE = { words: 'a baseline of lint findings', endings: ['.json'], maxBytes: 32 * 1024 * 1024 };

/** A workspace as far as the linter needs it. */
export interface WorkspaceToLint extends Omit<LintInput, 'settings'> {
  readonly root: string;
  readonly config: WorkspaceConfig;
}

/** What the linter found in a workspace. */
export interface WorkspaceLint {
  /** What is neither waived nor in the baseline, and faults of both: all of it, however much. */
  readonly findings: readonly Finding[];
  /** Everything that is not waived, those in the baseline too. */
  readonly all: readonly Finding[];
  readonly waived: number;
  /** How many findings the baseline has. */
  readonly known: number;
  readonly baseline: {
    /** From the root of the workspace. */
    readonly file: string;
    readonly entries: readonly BaselineEntry[];
    /** Those that are still of use. */
    readonly used: readonly BaselineEntry[];
  };
}

/** Reads the baseline; no entries where nobody has named one and none is there. */
async function readBaseline(
  { root, config }: WorkspaceToLint,
  file: string,
  files: FilePorts,
): Promise<Checked<readonly BaselineEntry[]>> {
  const isThere = (await files.realPath(join(root, file))) !== undefined;
  // One that is named and not there yet is empty: the next `--update-baseline` writes it.
  if (!isThere) return { value: [], findings: [] };
  const at = config.origins?.get(file) ?? topOf(file);
  const { value: bytes, findings } = await readInside(files, { root, file, role: BASELINE_ROLE, namedAt: at });
  return bytes === undefined ? { findings } : parseBaseline(new TextDecoder().decode(bytes), file);
}

/** At most as many findings of each file as the reader of a file gives, and one that counts the others. */
export const firstOfEachFile = (findings: readonly Finding[]): readonly Finding[] =>
  [...grouped(findings, ({ at }) => at.file).values()].flatMap((ofFile) => findingList(sortedFindings(ofFile)).all());

/** Lints the files by the settings of the workspace, and leaves out what the baseline has. */
export async function lintWorkspace(workspace: WorkspaceToLint, files: FilePorts): Promise<WorkspaceLint> {
  const settings = workspace.config.lint ?? DEFAULT_LINT;
  const file = baselineFileOf(settings);
  const { value: entries = [], findings: faults } = await readBaseline(workspace, file, files);
  const { root: _root, config: _config, ...asked } = workspace;
  const { findings: all, waived } = lintDesired({ ...asked, settings });
  const isPart = asked.only !== undefined || (asked.addresses ?? []).length > 0;
  const { findings, known, used } = withoutKnown(all, entries);
  const stale = entries.length - used.length;
  const unused: readonly Finding[] =
    isPart || stale === 0
      ? []
      : [{ ...warningAt('lint-baseline-unused', topOf(file), { count: stale }), severity: 'info' }];
  return {
    findings: [...faults, ...findings, ...unused],
    all,
    waived,
    known,
    baseline: { file, entries, used },
  };
}

/** A workspace that was read and linted. */
export interface LintedWorkspace {
  readonly workspace: FilesRead;
  /** Absent: `lexform.yaml` has errors. */
  readonly lint?: WorkspaceLint;
  /** Findings of the files, and of the linter. */
  readonly findings: readonly Finding[];
  /** Those that the baseline has too. */
  readonly everything: readonly Finding[];
}

/**
 * The errors that the linter finds in files that were read, and that are neither waived nor in the baseline. They stop
 * a plan and an apply, as they make `validate` fail.
 */
export async function lintErrors({ root, config, desired }: FilesRead, files: FilePorts): Promise<readonly Finding[]> {
  if (config === undefined || desired === undefined) return [];
  const { findings } = await lintWorkspace({ root, config, desired, errorsOnly: true }, files);
  return firstOfEachFile(findings.filter(({ severity }) => severity === 'error'));
}

/** Lints files that were read. Those with errors are linted as far as they could be read. */
export async function lintRead(
  workspace: FilesRead,
  files: FilePorts,
  addresses?: readonly string[],
): Promise<LintedWorkspace> {
  const { root, config, desired, findings } = workspace;
  if (config === undefined || desired === undefined) return { workspace, findings, everything: findings };
  const found = await lintWorkspace({ root, config, desired, ...(addresses && { addresses }) }, files);
  return {
    workspace,
    lint: found,
    findings: [...findings, ...found.findings],
    everything: [...findings, ...found.all],
  };
}

/** The same of files that are still to be read. `addresses`: patterns of what is looked at; absent: everything. */
export const readAndLint = async (
  root: string,
  files: FilePorts,
  addresses?: readonly string[],
): Promise<LintedWorkspace> => lintRead(await readDesired(files, root), files, addresses);

/** What `validate` says of files that were linted. `shown`: of the findings those that it is about. */
export function validatedOf(
  { workspace: { checked, desired }, lint }: LintedWorkspace,
  shown: readonly Finding[],
  only: readonly string[] = [],
) {
  const heldBack = desired && heldBackIn(desired, scopeOf(only));
  const notTold = { waived: lint?.waived ?? 0, known: lint?.known ?? 0 };
  return { kind: 'validated', findings: firstOfEachFile(shown), checked, heldBack, notTold } as const;
}

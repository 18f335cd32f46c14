import { join } from 'node:path';
import { findingList } from '../../files/finding-list.ts';
import type { FilePorts } from '../../files/ports.ts';
import { readInside } from '../../files/workspace/workspace-path.ts';
import type { WorkspaceSources } from '../../kinds/files/files-facet.ts';
import { heldBackIn } from '../../kinds/held-back.ts';
import { type BaselineEntry, parseBaseline, withoutKnown } from '../../lint/baseline.ts';
import { lintDesired } from '../../lint/lint.ts';
import type { LintInput } from '../../lint/lint-input.ts';
import { type Checked, type Finding, topOf, warningAt } from '../../model/finding.ts';
import { grouped } from '../../model/lists.ts';
import { scopeOf } from '../../model/plan/plan.ts';
import { baselineFileOf, DEFAULT_LINT } from '../../model/workspace/lint-settings.ts';
import type { WorkspaceConfig } from '../../model/workspace/workspace.ts';
import { sortedFindings } from '../../review/messages/finding-text.ts';
import { type FilesRead, readDesired } from '../../steps/workspace/read-desired.ts';

const BASELINE_ROLE = { words: 'a baseline of lint findings', endings: ['.json'], maxBytes: 32 * 1024 * 1024 };

/** The parts of a workspace that the linter needs. */
export interface WorkspaceToLint extends Omit<LintInput, 'settings'> {
  readonly root: string;
  readonly config: WorkspaceConfig;
}

/** The lint findings of a workspace. */
export interface WorkspaceLint {
  /**
   * Findings that are neither waived nor in the baseline, and errors in waivers and baseline. The number is not
   * limited.
   */
  readonly findings: readonly Finding[];
  /** All findings that are not waived, including those in the baseline. */
  readonly all: readonly Finding[];
  readonly waived: number;
  /** Number of findings in the baseline. */
  readonly known: number;
  readonly baseline: {
    /** From the root of the workspace. */
    readonly file: string;
    readonly entries: readonly BaselineEntry[];
    /** The entries that still match a finding. */
    readonly used: readonly BaselineEntry[];
  };
}

/** Reads the baseline. The result is empty if the file does not exist. */
async function readBaseline(
  { root, config }: WorkspaceToLint,
  file: string,
  files: FilePorts,
): Promise<Checked<readonly BaselineEntry[]>> {
  const isThere = (await files.realPath(join(root, file))) !== undefined;
  // A named baseline that does not exist yet is empty: the next `--update-baseline` writes it.
  if (!isThere) return { value: [], findings: [] };
  const at = config.origins?.get(file) ?? topOf(file);
  const { value: bytes, findings } = await readInside(files, { root, file, role: BASELINE_ROLE, namedAt: at });
  return bytes === undefined ? { findings } : parseBaseline(new TextDecoder().decode(bytes), file);
}

/** The first findings of each file, up to the limit for one file, and one finding that counts the others. */
export const firstOfEachFile = (findings: readonly Finding[]): readonly Finding[] =>
  [...grouped(findings, ({ at }) => at.file).values()].flatMap((fileFindings) =>
    findingList(sortedFindings(fileFindings)).all(),
  );

/** Lints the files by the settings of the workspace, and leaves out what the baseline has. */
export async function lintWorkspace(workspace: WorkspaceToLint, files: FilePorts): Promise<WorkspaceLint> {
  const settings = workspace.config.lint ?? DEFAULT_LINT;
  const file = baselineFileOf(settings);
  const { value: entries = [], findings: faults } = await readBaseline(workspace, file, files);
  const { root: _root, config: _config, ...input } = workspace;
  const { findings: all, waived } = lintDesired({ ...input, settings });
  const isPart = input.only !== undefined || (input.addresses ?? []).length > 0;
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
  /** Like `findings`, plus those in the baseline. */
  readonly everything: readonly Finding[];
}

/**
 * The resources to lint: dictionaries as their files have them, so that no term is checked again where it is inherited,
 * and style lists with their parts, which are not resources.
 */
const toLint = ({ written = {}, desired }: FilesRead): WorkspaceSources => ({
  ...written,
  ...(desired?.styleLists && { styleLists: desired.styleLists }),
});

/**
 * The errors that the linter finds in files that were read, and that are neither waived nor in the baseline. They stop
 * a plan and an apply, as they make `validate` fail.
 */
export async function lintErrors(read: FilesRead, files: FilePorts): Promise<readonly Finding[]> {
  const { root, config } = read;
  if (config === undefined) return [];
  const { findings } = await lintWorkspace({ root, config, desired: toLint(read), errorsOnly: true }, files);
  return firstOfEachFile(findings.filter(({ severity }) => severity === 'error'));
}

/** Lints files that were read. Files with errors are linted in part. */
export async function lintRead(
  workspace: FilesRead,
  files: FilePorts,
  addresses?: readonly string[],
): Promise<LintedWorkspace> {
  const { root, config, findings } = workspace;
  if (config === undefined) return { workspace, findings, everything: findings };
  const found = await lintWorkspace({ root, config, desired: toLint(workspace), addresses }, files);
  return {
    workspace,
    lint: found,
    findings: [...findings, ...found.findings],
    everything: [...findings, ...found.all],
  };
}

/** Reads the files and lints them. `addresses`: patterns of the resources to lint; absent: all. */
export const readAndLint = async (
  root: string,
  files: FilePorts,
  addresses?: readonly string[],
): Promise<LintedWorkspace> => lintRead(await readDesired(files, root), files, addresses);

/** The report of `validate`. `shown`: the findings to include. */
export function validatedOf(
  { workspace: { checked, desired }, lint }: LintedWorkspace,
  shown: readonly Finding[],
  only: readonly string[] = [],
) {
  const heldBack = desired && heldBackIn(desired, scopeOf(only));
  const suppressed = { waived: lint?.waived ?? 0, known: lint?.known ?? 0 };
  return { kind: 'validated', findings: firstOfEachFile(shown), checked, heldBack, suppressed } as const;
}

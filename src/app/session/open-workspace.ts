import { resolve } from 'node:path';
import { LANGUAGE_UNKNOWN } from '../../files/languages/check-language.ts';
import type { SharedByKind } from '../../kinds/files/files-facet.ts';
import { stateOnTarget } from '../../kinds/on-target.ts';
import type { DesiredState } from '../../kinds/states.ts';
import { type Checked, type Finding, hasErrors } from '../../model/finding.ts';
import type { Since } from '../../model/plan/plan.ts';
import type { ResourceAddress } from '../../model/resources/address.ts';
import type { WorkspaceConfig } from '../../model/workspace/workspace.ts';
import { findingsJson } from '../../review/messages/finding-text.ts';
import { errorsText, type NotDone, validateText } from '../../review/messages/validate-text.ts';
import { type FilesRead, readDesired } from '../../steps/workspace/read-desired.ts';
import { NOTHING_MANAGED, readWorkspace } from '../../steps/workspace/read-workspace.ts';
import { CommandEnded } from '../exit-code.ts';
import type { ReportOptions, WorkspaceOptions } from '../options.ts';
import type { Ports } from '../ports.ts';

/**
 * The absolute path of the workspace: `--chdir`, else the folder that was found from the current one upwards, else the
 * current one.
 */
export const workspaceRoot = (
  options: Pick<WorkspaceOptions, 'chdir'>,
  { cwd, workspace }: Pick<Ports, 'cwd' | 'workspace'>,
): string => (options.chdir === undefined ? (workspace ?? resolve(cwd)) : resolve(cwd, options.chdir));

/** A workspace whose `lexform.yaml` was read. */
export interface ConfiguredWorkspace {
  readonly root: string;
  readonly config: WorkspaceConfig;
  /** Data read once for all files of a kind, such as a rule catalogue. Absent: the files were not read. */
  readonly shared?: SharedByKind;
}

/** A workspace whose files have no errors. */
export interface OpenWorkspace extends ConfiguredWorkspace {
  readonly desired: DesiredState;
  /** The desired state of all targets together. Absent: `desired` is not limited to one target. */
  readonly everywhere?: DesiredState;
  /** The resources as the files have them, with layers that are not published. Absent: the files were not read. */
  readonly written?: DesiredState;
  /** Warnings and notes of the files. */
  readonly findings?: readonly Finding[];
  /** The reason why the options narrow the plan. Absent: `--since` was not given. */
  readonly since?: Since;
  /** Addresses of files that `--since` leaves out and that have errors, so that they give no resource. Absent: none. */
  readonly unreadable?: ReadonlySet<ResourceAddress>;
}

/** A workspace with the findings of its files. None is an error. */
export interface CheckedWorkspace extends OpenWorkspace {
  readonly findings: readonly Finding[];
  /** Warnings that only the target can confirm or drop: languages that the built-in list lacks. */
  readonly undecided: readonly Finding[];
}

/** How a command ends when its files have errors. */
interface EndOnErrors {
  /** The findings for its reports. Default: those that are shown. */
  readonly reported?: readonly Finding[];
  /** The step that is skipped because of the errors. Default: `sent`. */
  readonly notDone?: NotDone;
}

/**
 * Shows findings on standard error, without notes, which only `validate` shows. If there are errors, it prints the
 * findings as the document with `--json`, and ends the command with exit code 4.
 */
export async function endOnErrors(
  findings: readonly Finding[],
  options: WorkspaceOptions & ReportOptions,
  ports: Ports,
  { reported = findings, notDone = 'sent' }: EndOnErrors = {},
): Promise<void> {
  const isEnd = hasErrors(findings);
  const { quiet, err } = ports.terminal;
  const shown = findings.filter(({ severity }) => severity !== 'info');
  if (options.json && isEnd) ports.terminal.out(findingsJson(findings));
  else if (quiet) err(errorsText(findings, notDone));
  else if (shown.length > 0) err(validateText(shown, undefined, [], notDone));
  if (isEnd) throw new CommandEnded({ outcome: 'findings', reported: { kind: 'validated', findings: reported } });
}

/** The value of what was read, as long as it has no errors. A check without errors always has its value. */
export async function valueWithoutErrors<Value>(
  { value, findings }: { readonly value?: Value | undefined; readonly findings: readonly Finding[] },
  options: WorkspaceOptions & ReportOptions,
  ports: Ports,
  end?: EndOnErrors,
): Promise<Value> {
  await endOnErrors(findings, options, ports, end);
  if (value === undefined) throw new Error('there is neither a value nor an error');
  return value;
}

/** Errors of the lint rules. The rules are loaded only here, because most commands do not need them. */
export async function errorsOfLinter(read: FilesRead, { files }: Pick<Ports, 'files'>): Promise<readonly Finding[]> {
  const { lintErrors } = await import('../lint/lint-workspace.ts');
  return lintErrors(read, files);
}

/**
 * The files in the form that a plan needs. Findings about languages that the built-in list lacks are left for the
 * target to decide.
 */
export function withUndecided({
  root,
  config,
  desired,
  written = {},
  shared,
  findings: all,
}: FilesRead): Checked<CheckedWorkspace> {
  const undecided = all.filter(({ code }) => code === LANGUAGE_UNKNOWN);
  const findings = all.filter(({ code }) => code !== LANGUAGE_UNKNOWN);
  const value = config && desired && { root, config, desired, written, findings, undecided, shared };
  return { value, findings };
}

/**
 * Reads and checks the files. `mayManageNothing`: the command is useful even if the files contain no resources.
 * `adjust`: called with the content of `lexform.yaml` before other files are read. `lints`: errors of the lint rules
 * end the command too.
 */
export async function openForCommand(
  options: WorkspaceOptions & ReportOptions,
  ports: Ports,
  {
    mayManageNothing = false,
    adjust,
    lints = false,
  }: {
    readonly mayManageNothing?: boolean;
    readonly adjust?: Parameters<typeof readDesired>[2];
    readonly lints?: boolean;
  } = {},
): Promise<CheckedWorkspace> {
  const root = workspaceRoot(options, ports);
  const { findings: read, ...workspace } = await readDesired(ports.files, root, adjust);
  const fileFindings = mayManageNothing ? read.filter(({ code }) => code !== NOTHING_MANAGED) : read;
  const lintFindings = lints ? await errorsOfLinter({ ...workspace, findings: fileFindings }, ports) : [];
  const all = [...fileFindings, ...lintFindings];
  return valueWithoutErrors(withUndecided({ ...workspace, findings: all }), options, ports, { reported: all });
}

/**
 * A workspace with the desired state of one target: its resources, with their names and values there. Every command
 * that compares files with a target uses it.
 */
export const workspaceOn = <Workspace extends { readonly config: WorkspaceConfig; readonly desired: DesiredState }>(
  workspace: Workspace,
  { target }: { readonly target: { readonly name: string } },
): Workspace => {
  const found = workspace.config.targets.find(({ name }) => name === target.name);
  if (found === undefined) return workspace;
  return { ...workspace, desired: stateOnTarget(workspace.desired, found), everywhere: workspace.desired };
};

/** Reads `lexform.yaml` of a folder without reporting its findings; `undefined` if it has errors. */
export async function readConfig(root: string, { files }: Pick<Ports, 'files'>): Promise<WorkspaceConfig | undefined> {
  const { value, findings } = await readWorkspace(files, root);
  return hasErrors(findings) ? undefined : value;
}

/**
 * Reads only `lexform.yaml`, for a command that needs a target and no terms: an error in another file does not stop it.
 */
export async function openConfig(options: WorkspaceOptions, ports: Ports): Promise<ConfiguredWorkspace> {
  const root = workspaceRoot(options, ports);
  return { root, config: await valueWithoutErrors(await readWorkspace(ports.files, root), options, ports) };
}

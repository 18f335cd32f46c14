import { NOTHING_MANAGED } from '../../files/desired/check-managed.ts';
import { LANGUAGE_UNKNOWN } from '../../files/languages/check-language.ts';
import { readDesired } from '../../files/workspace/read-desired.ts';
import { type Finding, hasErrors } from '../../model/finding.ts';
import type { DesiredState } from '../../model/resources/desired.ts';
import { findingsJson } from '../../review/messages/finding-text.ts';
import { validateText } from '../../review/messages/validate-text.ts';
import type { WorkspaceOptions } from '../options/options.ts';
import type { CliPorts } from '../ports.ts';
import type { ConfiguredWorkspace } from './own-rules.ts';
import { workspaceRoot } from './workspace-root.ts';

/** A workspace whose files have no error. */
export interface OpenWorkspace extends ConfiguredWorkspace {
  readonly desired: DesiredState;
  /** Warnings and notes of the files. */
  readonly findings?: readonly Finding[];
  /** Warnings that only the target can confirm or drop: languages that the built-in list lacks. */
  readonly undecided?: readonly Finding[];
}

/** A workspace that cannot be used: its files have errors, which have been shown. */
export interface StoppedWorkspace {
  /** All that was found in the files, warnings included. */
  readonly stoppedBy: readonly Finding[];
}

/**
 * Shows what was found on standard error, and with `--json`, when there are errors, as the document on standard output.
 * True when there are errors and the command must end with exit code 4.
 */
export function stopOnFindings(findings: readonly Finding[], options: WorkspaceOptions, ports: CliPorts): boolean {
  const stop = hasErrors(findings);
  // What is only noted is for `validate` to say.
  const faults = findings.filter(({ severity }) => severity !== 'info');
  if (options.json && stop) ports.terminal.out(findingsJson(findings));
  else if (faults.length > 0) ports.terminal.err(validateText(faults));
  return stop;
}

/**
 * Reads and checks the files, and shows what was found. `mayManageNothing`: for a command that is of use without any
 * resource in the files.
 */
export async function openWorkspace(
  options: WorkspaceOptions,
  ports: CliPorts,
  { mayManageNothing = false }: { readonly mayManageNothing?: boolean } = {},
): Promise<OpenWorkspace | StoppedWorkspace> {
  const {
    root,
    config,
    desired,
    catalogue,
    findings: read,
  } = await readDesired(ports.files, workspaceRoot(options, ports));
  const all = mayManageNothing ? read.filter(({ code }) => code !== NOTHING_MANAGED) : read;
  const undecided = all.filter(({ code }) => code === LANGUAGE_UNKNOWN);
  const findings = all.filter(({ code }) => code !== LANGUAGE_UNKNOWN);
  if (stopOnFindings(findings, options, ports) || config === undefined || desired === undefined)
    return { stoppedBy: all };
  return { root, config, desired, findings, undecided, ...(catalogue !== undefined && { catalogue }) };
}

import { resolve } from 'node:path';
import { readAndLint, validatedOf } from '../cli/lint/lint-workspace.ts';
import { refuseNodeDebug } from '../cli/ports/node-debug.ts';
import { driftNow, mustKeepLedger } from '../cli/run/drift-now.ts';
import { idsOfLedger, ledgerOfTarget } from '../cli/session/choose-ledger.ts';
import { accountOf } from '../cli/session/connect.ts';
import { type Finding, hasErrors } from '../model/finding.ts';
import type { CheckedFiles } from '../model/workspace/checked-files.ts';
import type { Drift } from '../plan/drift/drift.ts';
import { hasDrift } from '../plan/drift/drift-counts.ts';
import { driftText } from '../review/drift/drift-text.ts';
import { lintText } from '../review/lint/lint-text.ts';
import { readDesired } from '../workspace/read-desired.ts';
import { applySaved } from './apply-saved.ts';
import { FindingsError } from './errors.ts';
import { checkLook, checkOpening, checkRendering, checkSaved, checkTargetName } from './option-checks.ts';
import {
  type AppliedPlan,
  type PlanTargetOptions,
  planTarget,
  type RunPlanOptions,
  type TargetPlan,
} from './plan-target.ts';
import { libraryPorts, type OpenOptions } from './ports.ts';
import { FINDINGS_FORMATS, type FindingsFormat, type RenderOptions, renderReport } from './render.ts';
import { type LookOptions, mustBeValid, type OpenedFiles, openSession, stoppable, withCodes } from './session.ts';

/** What the files of a workspace were found to have. */
export interface Validation {
  /** True when no finding is an error. */
  readonly isValid: boolean;
  /** Of the files and of the linter, in the order of the files. */
  readonly findings: readonly Finding[];
  /** How many files and terms were checked. */
  readonly checked: CheckedFiles;
  /** Shows the findings. */
  readonly render: (format: FindingsFormat) => Promise<string>;
}

/** What somebody changed on the service since the last apply, beside what the files ask for. */
export interface TargetDrift {
  /** True when nothing was changed. */
  readonly isEmpty: boolean;
  /** Each value with what the last apply left, what the files have, and what the service has. */
  readonly drift: Drift;
  /** Warnings and notes of the files, and of the comparison. */
  readonly findings: readonly Finding[];
  /** Shows the drift. */
  readonly render: (format: FindingsFormat, options?: RenderOptions) => Promise<string>;
}

/**
 * A workspace as its files were when it was opened. Open it again after an edit: an apply reads the files anew, and
 * refuses a plan that was made of others. Every function rejects with an error that has a `code`, one of `ERROR_CODES`
 * or of the operating system.
 */
export interface Workspace {
  /** The folder, as an absolute path. */
  readonly root: string;
  /** The targets of `lexform.yaml`, in its order; none when it has errors. */
  readonly targets: readonly { readonly name: string; readonly baseUrl: string }[];
  /** What the files were found to have. With an error, only `validate` does not reject. */
  readonly findings: readonly Finding[];
  /** Reads the files again and checks them, as `lexform validate` does, the linter included. It makes no call. */
  readonly validate: () => Promise<Validation>;
  /**
   * Reads the ledger and the service, and says what an apply would do. It changes nothing. `target` may be left out
   * when there is only one. Rejects with `FindingsError` when the files or the plan have errors.
   */
  readonly plan: (target?: string, options?: PlanTargetOptions) => Promise<TargetPlan>;
  /**
   * Applies a saved plan to the target that it names, as `lexform apply FILE` does. `plan` is the text of
   * `render('json')` or of `lexform plan --out`. Reads the files anew, checks the guard, and runs the plan under the
   * lock of the target. Rejects as `apply` of a plan does, such as with `files-changed` or `ledger-moved`, and with
   * `plan-unusable` when the text is no such plan.
   */
  readonly applySaved: (plan: string, options?: RunPlanOptions) => Promise<AppliedPlan>;
  /**
   * Compares the service with the last apply. It changes nothing. Rejects with `ledger-absent` when nothing was ever
   * applied from here: drift is then unknown, and not none.
   */
  readonly drift: (target?: string, options?: LookOptions) => Promise<TargetDrift>;
  /**
   * The id of each resource that the ledger of a target has, by address, as `lexform ids` prints them. It makes no call
   * and needs no key. Rejects with `ledger-absent` when nothing was ever applied from here.
   */
  readonly ids: (target?: string) => Promise<Readonly<Record<string, string>>>;
}

function driftTarget(opened: OpenedFiles, target: string | undefined, options: LookOptions): Promise<TargetDrift> {
  const ports = stoppable(opened.ports, options.signal);
  return withCodes(ports, async () => {
    const session = await openSession({ ...opened, ports }, target, options);
    const { workspace } = session;
    mustKeepLedger(workspace);
    const { drift, plan, findings: inPlan } = await driftNow(session);
    const findings = [...(workspace.findings ?? []), ...inPlan];
    mustBeValid(findings);
    return {
      isEmpty: !hasDrift(drift),
      drift,
      findings,
      render: async (format, how = {}) => {
        checkRendering(FINDINGS_FORMATS, format, how);
        const { full = false, color = false } = how;
        if (format === 'text') return driftText(drift, { color, full });
        return renderReport(format, { kind: 'drifted', plan, drift, findings }, { root: workspace.root, ports });
      },
    };
  });
}

async function targetIds(
  { read: { root, config, findings }, ports }: OpenedFiles,
  name: string | undefined,
): Promise<Readonly<Record<string, string>>> {
  if (config === undefined) throw new FindingsError(findings);
  return idsOfLedger(await ledgerOfTarget({ root, config }, name, ports));
}

/** The findings. A program names its folder where nobody sees it, so that of a missing workspace does too. */
const withFolder = (folder: string, findings: readonly Finding[]): readonly Finding[] =>
  findings.map((each) => (each.code === 'workspace-missing' ? { ...each, details: { folder } } : each));

async function validateFiles({ read: { root }, ports }: OpenedFiles): Promise<Validation> {
  const linted = await readAndLint(root, ports.files);
  const validated = validatedOf(linted, withFolder(root, linted.findings));
  const { findings, checked, notTold } = validated;
  return {
    isValid: !hasErrors(findings),
    findings,
    checked,
    render: async (format) => {
      checkRendering(FINDINGS_FORMATS, format);
      if (format === 'text') return lintText(findings, checked, notTold);
      return renderReport(format, validated, { root, ports });
    },
  };
}

/**
 * Opens the workspace in a folder: reads `lexform.yaml` and all that it names, once. It makes no call and reads no key.
 * Findings do not reject: `findings` has them.
 */
export async function openWorkspace(dir: string, options: OpenOptions = {}): Promise<Workspace> {
  checkOpening(dir, options);
  const ports = libraryPorts(options);
  return withCodes(ports, async () => {
    refuseNodeDebug(ports.env('NODE_DEBUG'));
    const reread = async () => {
      const found = await readDesired(ports.files, resolve(dir), (config) =>
        options.ledger === false ? { ...config, ledger: { kind: 'none' } } : config,
      );
      return { ...found, findings: withFolder(found.root, found.findings) };
    };
    const read = await reread();
    const opened: OpenedFiles = { read, reread, ports };
    return {
      root: read.root,
      targets: (read.config?.targets ?? []).map(accountOf),
      findings: read.findings,
      validate: () => withCodes(ports, () => validateFiles(opened)),
      plan: async (target, more = {}) => {
        checkLook('plan', target, more);
        return planTarget(opened, target, more);
      },
      applySaved: async (plan, run = {}) => {
        checkSaved(plan, run);
        return applySaved(opened, plan, run);
      },
      drift: async (target, more = {}) => {
        checkLook('drift', target, more);
        return driftTarget(opened, target, more);
      },
      ids: async (target) => {
        checkTargetName(target);
        return withCodes(ports, () => targetIds(opened, target));
      },
    };
  });
}

import { resolve } from 'node:path';
import { readAndLint, validatedOf } from '../../app/lint/lint-workspace.ts';
import { refuseNodeDebug } from '../../app/machine/node-debug.ts';
import { driftNow, guardInput, mustKeepLedger } from '../../app/run/plan-now.ts';
import { pullFiles, readForPull } from '../../app/run/pull-now.ts';
import { planOfText } from '../../app/run/read-plan-file.ts';
import { baseOfRun } from '../../app/run/run-planned.ts';
import { idsOfLedger, ledgerOfTarget } from '../../app/session/choose-ledger.ts';
import { accountOf, connect } from '../../app/session/connect.ts';
import { EMPTY_LEDGER } from '../../kinds/registry.ts';
import { type Finding, hasErrors } from '../../model/finding.ts';
import { omitUndefined } from '../../model/omit-undefined.ts';
import { addressWithArrow } from '../../model/resources/address.ts';
import { hasDrift } from '../../plan/counts.ts';
import { checkGuard } from '../../plan/guard/guard.ts';
import { driftText } from '../../review/drift/drift-text.ts';
import { lintText } from '../../review/lint/lint-text.ts';
import { logQuestion, readLog } from '../../steps/ledger/ledger-log.ts';
import { readDesired } from '../../steps/workspace/read-desired.ts';
import { FindingsError, RefusedError } from './errors.ts';
import {
  appliedOf,
  bothConsents,
  checkLook,
  mustBeValid,
  type OpenedFiles,
  openedAgain,
  openSession,
  planTarget,
  runJudged,
  stoppable,
  withCodes,
} from './plan-target.ts';
import type { OpenOptions } from './port-types.ts';
import { libraryPorts } from './ports.ts';
import { FINDINGS_FORMATS, mustBeFormat, renderReport } from './render.ts';
import { shownFindings } from './shown.ts';
import type {
  AppliedPlan,
  ApplyOptions,
  LogEntry,
  LookOptions,
  PullOptions,
  PullResult,
  TargetDrift,
  Validation,
  Workspace,
} from './types.ts';

/** Writes changes of the service into the files, as `lexform pull` does. */
function pullChanges(
  { read: { root }, ports: opened }: OpenedFiles,
  target: string | undefined,
  { addresses = [], allowDelete = [], theirs = false, force = false, check = false, into, ...options }: PullOptions,
): Promise<PullResult> {
  const ports = stoppable(opened, options.signal);
  return withCodes(ports, async () => {
    checkLook(options);
    const choices = {
      addresses: addresses.map(addressWithArrow),
      allowDelete: allowDelete.map(addressWithArrow),
      theirs,
      force,
      check,
      ...omitUndefined({ into }),
    };
    const { value: workspace, findings } = await readForPull(root, choices, ports);
    mustBeValid(findings);
    if (workspace === undefined) throw new Error('there is neither a workspace nor an error');
    const { concurrency, maxWaitMs } = options;
    const session = { json: false, ...omitUndefined({ target, concurrency, maxWait: maxWaitMs }), ...choices };
    const connection = await connect(workspace, session, ports);
    const report = await pullFiles({ workspace, connection, options: choices, ports }, mustBeValid);
    const { files, deleted, conflicts, left, notes } = report;
    return { files, deleted, conflicts, left: shownFindings(left), notes: shownFindings(notes) };
  });
}

/** The name of the text of a plan in errors. */
const THE_TEXT = 'the saved plan';

/** Applies a plan that was saved, as `lexform apply FILE` does. */
function applySaved(opened: OpenedFiles, text: string, run: ApplyOptions): Promise<AppliedPlan> {
  const { consent, signal } = run;
  const ports = stoppable(opened.ports, signal);
  return withCodes(ports, async () => {
    const plan = await planOfText(text, THE_TEXT, "await plan.render('json')");
    const session = await openSession(await openedAgain({ ...opened, ports }), plan.target.name, { consent });
    const { workspace } = session;
    const { savedPlan } = await import('../../app/commands/apply.ts');
    const { refusal, ...planned } = await savedPlan({ path: THE_TEXT, read: async () => plan }, session);
    if (refusal !== undefined) throw new RefusedError(refusal);
    const guard = checkGuard(plan, guardInput(workspace, bothConsents(consent), baseOfRun(planned) ?? EMPTY_LEDGER));
    const ran = await runJudged({ ...session, connection: session.runConnection }, planned, guard, run);
    const applied = { opened, session, plan, findings: [...(workspace.findings ?? []), ...planned.findings] };
    return appliedOf({ ...applied, options: { only: plan.only } }, ran);
  });
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
      resources: drift.resources,
      findings: shownFindings(findings),
      render: async (format, how = {}) => {
        mustBeFormat(format, FINDINGS_FORMATS);
        const { full = false, color = false } = how;
        if (format === 'text') return driftText(drift, { color, full });
        return renderReport(format, { kind: 'drifted', plan, drift, findings }, { root: workspace.root, ports });
      },
    };
  });
}

/** Entries of the ledger that `log` returns by default. */
const LOG_LIMIT = 20;

function ledgerOf({ read: { root, config, findings }, ports }: OpenedFiles, name: string | undefined) {
  if (config === undefined) throw new FindingsError(shownFindings(findings));
  return ledgerOfTarget({ root, config }, name, ports);
}

const targetIds = async (opened: OpenedFiles, name: string | undefined) => idsOfLedger(await ledgerOf(opened, name));

async function targetLog(
  opened: OpenedFiles,
  name: string | undefined,
  { about, limit = LOG_LIMIT }: { readonly about?: string | undefined; readonly limit?: number | undefined },
): Promise<{ readonly entries: readonly LogEntry[]; readonly more: boolean }> {
  const { ledger } = await ledgerOf(opened, name);
  return readLog(ledger, logQuestion(about), limit);
}

/**
 * Findings in which a missing workspace is named by its folder, because a program should not show a command with that
 * folder.
 */
const withFolder = (folder: string, findings: readonly Finding[]): readonly Finding[] =>
  findings.map((each) => (each.code === 'workspace-missing' ? { ...each, details: { folder } } : each));

async function validateFiles({ read: { root }, ports }: OpenedFiles): Promise<Validation> {
  const linted = await readAndLint(root, ports.files);
  const validated = validatedOf(linted, withFolder(root, linted.findings));
  const { findings, checked, suppressed } = validated;
  return {
    isValid: !hasErrors(findings),
    findings: shownFindings(findings),
    checked,
    render: async (format) => {
      mustBeFormat(format, FINDINGS_FORMATS);
      if (format === 'text') return lintText(findings, checked, suppressed);
      return renderReport(format, validated, { root, ports });
    },
  };
}

/**
 * Opens the workspace in a folder: reads `lexform.yaml` and all files that it names, once. It makes no call and reads
 * no key. It does not reject because of findings: `findings` contains them.
 */
export async function openWorkspace(dir: string, options: OpenOptions = {}): Promise<Workspace> {
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
      findings: shownFindings(read.findings),
      validate: () => withCodes(ports, () => validateFiles(opened)),
      plan: (target, more = {}) => planTarget(opened, target, more),
      applySaved: (plan, run = {}) => applySaved(opened, plan, run),
      drift: (target, more = {}) => driftTarget(opened, target, more),
      pull: (target, more = {}) => pullChanges(opened, target, more),
      log: (target, more = {}) => withCodes(ports, () => targetLog(opened, target, more)),
      ids: (target) => withCodes(ports, () => targetIds(opened, target)),
    };
  });
}

import { UsageError } from '../../model/errors.ts';
import { hasDrift } from '../../plan/drift/drift-counts.ts';
import { notInDrift } from '../../plan/drift/drift-developer-key.ts';
import { driftJson } from '../../review/drift/drift-json.ts';
import { driftText } from '../../review/drift/drift-text.ts';
import { EXIT, type RunResult } from '../exit-code.ts';
import type { DriftOptions } from '../options/options.ts';
import type { CliPorts } from '../ports.ts';
import { planNow } from '../run/plan-now.ts';
import { reportFindings, writeReports } from '../run/write-reports.ts';
import { connect } from '../session/connect.ts';
import { eachTarget } from '../session/each-target.ts';
import { mustHaveEntry } from '../session/no-ledger.ts';
import { type OpenWorkspace, openWorkspace, stopOnFindings } from '../session/open-workspace.ts';

/**
 * `drift`: shows what changed on the service since the last apply, next to what the files ask for. It changes nothing.
 * Without a ledger, drift is unknown, and the command fails instead of reporting none.
 */
export async function drift(options: DriftOptions, ports: CliPorts): Promise<RunResult> {
  const workspace = await openWorkspace(options, ports);
  if ('stoppedBy' in workspace) return reportFindings(workspace.stoppedBy, options, ports);
  if (workspace.config.ledger.kind === 'none')
    throw new UsageError('lexform.yaml says "ledger: false", so there is no ledger to compare the service with');
  return eachTarget(workspace, options, ports, (ofOne, own) => driftOne(workspace, ofOne, own));
}

async function driftOne(workspace: OpenWorkspace, options: DriftOptions, ports: CliPorts): Promise<RunResult> {
  const connection = await connect(workspace, options, ports);
  const planning = { ...options, allowDelete: [] };
  const planned = await planNow(workspace, connection, planning, ports);
  mustHaveEntry(planned.snapshot, connection.target.name, 'what somebody changed on the service is unknown');
  const { drift: found, plan, findings: ofPlan } = planned;
  const inPlan = notInDrift(ofPlan, found);
  const findings = [...(workspace.findings ?? []), ...inPlan];
  if (stopOnFindings(inPlan, options, ports)) return reportFindings(findings, options, ports);
  const { color } = ports.terminal;
  ports.terminal.out(options.json ? driftJson(found) : driftText(found, { color, full: options.full }));
  const code = options.detailedExitcode && hasDrift(found) ? EXIT.changes : EXIT.ok;
  return writeReports({ kind: 'drifted', plan, drift: found, findings }, code, options, ports);
}
